/** @jsxImportSource hono/jsx */
import { exercises } from "../exercises/exercises.ts"
import { round } from "../values/round.ts"
import type { ShownWorkout } from "../workouts/model.ts"
import { Form, type FormState, TextField } from "./form.tsx"
import { textOf } from "./inputs.ts"
import type { Visit } from "./page.ts"
import {
  ANY,
  columnsOf,
  type OwnExercises,
  type ShownExercise,
  type ShownSet,
  titleOf,
  typedFor
} from "./set-columns.ts"
import type { Children } from "./view.ts"
import { type Column, fieldOf } from "./workout-fields.ts"

/** One cell of a set. Its label is spoken only: the row's labels are in its placeholder. */
const Cell = ({
  state,
  field,
  label,
  title,
  value
}: {
  readonly state: FormState
  readonly field: string
  readonly label: string
  readonly title: string
  readonly value: string
}) => {
  const fault = state.faults.get(field)
  const typed = state.values[field]
  return (
    <div class="field">
      <input
        name={field}
        aria-label={label}
        placeholder={title}
        value={typeof typed === "string" ? typed : value}
        autocomplete="off"
        {...(fault === undefined ? {} : { "aria-invalid": "true" as const, "aria-describedby": `${field}-fault` })}
      />
      {fault === undefined ? null : (
        <span class="fault" id={`${field}-fault`}>
          {title} {fault}
        </span>
      )}
    </div>
  )
}

const SetRow = ({
  visit: { user },
  state,
  exercise,
  number,
  columns,
  name,
  set
}: {
  readonly visit: Visit
  readonly state: FormState
  readonly exercise: number
  readonly number: number
  readonly columns: ReadonlyArray<Column>
  readonly name: string
  readonly set: ShownSet | undefined
}) => (
  <div class="row">
    <span class="soft set">{set?.setType === "warmup" ? `${number + 1} w` : number + 1}</span>
    {set === undefined || set.setType === "working" ? null : (
      <input type="hidden" name={fieldOf(exercise, number, "setType")} value={set.setType} />
    )}
    {set?.loadIntent === undefined ? null : (
      <input type="hidden" name={fieldOf(exercise, number, "loadIntent")} value={set.loadIntent} />
    )}
    {columns.map((column) => (
      <Cell
        state={state}
        field={fieldOf(exercise, number, column)}
        label={`${name}, set ${number + 1}: ${titleOf(column, user)}`}
        title={titleOf(column, user)}
        value={set === undefined ? "" : typedFor(set, column, user)}
      />
    ))}
  </div>
)

/** What the columns of the rows below are called. Every cell has its own label for screen readers. */
const Heads = ({ visit: { user }, columns }: { readonly visit: Visit; readonly columns: ReadonlyArray<Column> }) => (
  <div class="row heads soft" aria-hidden="true">
    <span class="set" />
    {columns.map((column) => (
      <span class="field">{titleOf(column, user)}</span>
    ))}
  </div>
)

const NAMES = "exercise-names"

/** The most own exercises to choose from. */
const MOST_OWN_NAMES = 200

/** The person's own exercises and common ones, to choose from; any other can be typed. */
const ExerciseNames = ({ own }: { readonly own: OwnExercises }) => (
  <datalist id={NAMES}>
    {[...own.slice(0, MOST_OWN_NAMES), ...exercises().filter(({ popularity }) => popularity === 3)].map(({ name }) => (
      <option value={name} />
    ))}
  </datalist>
)

/** An exercise that is yet to be named, with rows for its sets. */
const NewExercise = ({
  visit,
  state,
  exercise,
  sets
}: {
  readonly visit: Visit
  readonly state: FormState
  readonly exercise: number
  readonly sets: number
}) => {
  const field = `exercises[${exercise}].name`
  const fault = state.faults.get(field)
  const name = textOf(state.values, field)
  return (
    <fieldset class="exercise">
      <legend>Exercise {exercise + 1}</legend>
      <div class="field">
        <label for={field}>Name</label>
        <input
          id={field}
          name={field}
          list={NAMES}
          value={name ?? ""}
          autocomplete="off"
          {...(fault === undefined ? {} : { "aria-invalid": "true" as const, "aria-describedby": `${field}-fault` })}
        />
        {fault === undefined ? null : (
          <span class="fault" id={`${field}-fault`}>
            Name {fault}
          </span>
        )}
      </div>
      {Array.from({ length: sets }, (_, number) => (
        <SetRow
          visit={visit}
          state={state}
          exercise={exercise}
          number={number}
          columns={ANY}
          name={`Exercise ${exercise + 1}`}
          set={undefined}
        />
      ))}
    </fieldset>
  )
}

/** An exercise of a workout with its sets, and a blank row for one more. */
const KnownExercise = ({
  visit,
  state,
  exercise,
  shown,
  own
}: {
  readonly visit: Visit
  readonly state: FormState
  readonly exercise: number
  readonly shown: ShownExercise
  readonly own: OwnExercises
}) => {
  const fault = state.faults.get(`exercises[${exercise}].name`)
  const columns = columnsOf(shown, own)
  return (
    <fieldset class="exercise">
      <legend>{shown.name}</legend>
      <input type="hidden" name={`exercises[${exercise}].exerciseId`} value={shown.exerciseId} />
      {fault === undefined ? null : <p class="fault">{fault}</p>}
      <Heads visit={visit} columns={columns} />
      {[...shown.sets, undefined].map((set, number) => (
        <SetRow
          visit={visit}
          state={state}
          exercise={exercise}
          number={number}
          columns={columns}
          name={shown.name}
          set={set}
        />
      ))}
    </fieldset>
  )
}

/** The form of a workout: the one that is `shown`, or a new one. Rows that are left blank are not saved. */
export const WorkoutForm = ({
  visit,
  state,
  to,
  shown,
  own,
  newExercises,
  newSets,
  submit,
  children
}: {
  readonly visit: Visit
  readonly state: FormState
  readonly to: string
  readonly shown?: ShownWorkout
  /** The person's own exercises. */
  readonly own: OwnExercises
  readonly newExercises: number
  readonly newSets: number
  readonly submit: string
  /** More fields. */
  readonly children?: Children
}) => {
  const known = shown?.exercises ?? []
  const notes = state.values.notes
  return (
    <Form state={state} to={to} className="workout">
      {children}
      <div class="row">
        <TextField state={state} name="name" label="Name" value={shown?.name ?? ""} required />
        <TextField state={state} name="date" label="Day" type="date" value={shown?.date ?? visit.today} />
        <TextField
          state={state}
          name="minutes"
          label="Length (min)"
          value={shown?.durationSeconds === undefined ? "" : String(round(shown.durationSeconds / 60, 2))}
          inputmode="decimal"
        />
      </div>
      {known.map((exercise, index) => (
        <KnownExercise visit={visit} state={state} exercise={index} shown={exercise} own={own} />
      ))}
      {Array.from({ length: newExercises }, (_, index) => (
        <NewExercise visit={visit} state={state} exercise={known.length + index} sets={newSets} />
      ))}
      <ExerciseNames own={own} />
      <div class="field">
        <label for="workout-notes">Notes</label>
        <textarea id="workout-notes" name="notes" rows={3}>
          {typeof notes === "string" ? notes : (shown?.notes ?? "")}
        </textarea>
      </div>
      <button type="submit">{submit}</button>
    </Form>
  )
}
