/** @jsxImportSource hono/jsx */

import { namedRecords } from "../exercises/records.ts"
import type { LastTime } from "../features/overview/model.ts"
import { FaultBeside, type FormState } from "../frame/form.tsx"
import { textOf } from "../frame/inputs.ts"
import type { Visit } from "../frame/page.ts"
import type { Children } from "../frame/view.ts"
import { shortDayName } from "../trends/figures.tsx"
import { addableTo, beforeOf, columnsOf, typedFor } from "./set-columns.ts"
import { setsText } from "./sets.ts"
import type { Tied } from "./supersets.ts"
import { ADDABLE, type Addable } from "./workout-fields.ts"
import { isBlank } from "./workout-rows.ts"
import { focusable, Heads, type OfExercise, positionsOf, SetFields, Step } from "./workout-set.tsx"

/** When last time was; opened, all its sets, of which there may be more than in the form, and the records so far. */
const Before = ({ visit: { user }, known }: { readonly visit: Visit; readonly known: LastTime }) => {
  const records = namedRecords(known.records, user.distanceUnit)
  return known.last === undefined ? (
    <p class="soft">Not done before.</p>
  ) : (
    <details class="before">
      <summary>Last time, {shortDayName(known.last.date)}</summary>
      <p class="soft">{setsText(known.last.sets, user.distanceUnit)}.</p>
      <p class="soft">
        {records.length === 0
          ? "No records yet."
          : `Best: ${records.map(({ kind, text }) => (kind === "estimatedOneRepMax" ? `one-rep max ${text}` : text)).join(", ")}.`}
      </p>
    </details>
  )
}

/** The name field of an exercise without an id. */
const NameField = ({ state, number }: { readonly state: FormState; readonly number: number }) => {
  const field = `exercises[${number}].name`
  const fault = state.faults.get(field)
  return (
    <div class="field">
      <label for={field}>Name</label>
      <input
        id={field}
        name={field}
        value={textOf(state.values, field) ?? ""}
        autocomplete="off"
        {...(fault === undefined ? {} : { "aria-invalid": "true" as const, "aria-describedby": `${field}-fault` })}
      />
      <FaultBeside state={state} name={field} id={field} label="Name" />
    </div>
  )
}

/** The steps for an exercise in the form. */
const Steps = ({
  number,
  name,
  position,
  isLast,
  isOpen,
  hasEffort,
  children
}: {
  readonly number: number
  readonly name: string
  readonly position: number
  readonly isLast: boolean
  /** Whether a blank set could be filled in from last time. */
  readonly isOpen: boolean
  readonly hasEffort: boolean
  readonly children?: Children
}) => (
  <div class="buttons">
    <Step step={`more:${number}`} label={`One more set of ${name}`}>
      + Set
    </Step>
    {isOpen ? (
      <Step step={`take:${number}`} label={`${name}: all sets as last time`}>
        As last time
      </Step>
    ) : null}
    {hasEffort ? null : (
      <Step step={`effort:${number}`} label={`${name}: note the RPE`}>
        RPE
      </Step>
    )}
    {children}
    {position === 1 ? null : (
      <Step step={`up:${number}`} label={`${name}: earlier`}>
        ↑
      </Step>
    )}
    {isLast ? null : (
      <Step step={`down:${number}`} label={`${name}: later`}>
        ↓
      </Step>
    )}
    <Step step={`drop:${number}`} label={`Remove ${name}`} className="danger">
      ×
    </Step>
  </div>
)

/** A note on an exercise. */
const Note = ({
  state,
  number,
  name
}: {
  readonly state: FormState
  readonly number: number
  readonly name: string
}) => {
  const field = `exercises[${number}].note`
  const note = textOf(state.values, field)
  return (
    <details class="note" open={note !== undefined}>
      <summary aria-label={`Note on ${name}`}>Note</summary>
      <input name={field} aria-label={`Note on ${name}, text`} value={note ?? ""} maxlength={1000} autocomplete="off" />
    </details>
  )
}

/** What a form carries along of an exercise without showing it. */
const Carried = ({ exercise: { number, cells } }: Pick<OfExercise, "exercise">) => (
  <>
    {cells.superset === undefined ? null : (
      <input type="hidden" name={`exercises[${number}].superset`} value={cells.superset} />
    )}
    {["effort", ...ADDABLE].map((column) =>
      cells[column] === undefined ? null : <input type="hidden" name={`exercises[${number}].${column}`} value="1" />
    )}
  </>
)

const ADDED: Readonly<Record<Addable, string>> = {
  weight: "weight",
  distanceMeters: "distance",
  durationSeconds: "time"
}

/** Adds columns that are not usual for an exercise: a weight for a plank, a distance for an elliptical. */
const MoreColumns = ({
  number,
  name,
  columns
}: {
  readonly number: number
  readonly name: string
  readonly columns: OfExercise["columns"]
}) => (
  <>
    {addableTo(columns).map((column) => (
      <Step step={`${column}:${number}`} label={`${name}: + ${ADDED[column]}`}>
        + {ADDED[column]}
      </Step>
    ))}
  </>
)

/** Ties an exercise to the next one, or unties them. */
const Tie = ({ number, name, tied }: { readonly number: number; readonly name: string; readonly tied: Tied }) => (
  <Step step={`tie:${number}`} label={`${name}: ${tied.below ? "apart from" : "in turns with"} the next`}>
    {tied.below ? "Apart" : "With the next"}
  </Step>
)

export type ExerciseProps = Omit<OfExercise, "columns"> & {
  /** Counted from 1. */
  readonly position: number
  readonly isLast: boolean
  readonly tied: Tied
  /** Undefined for an exercise that only has a name yet. */
  readonly known: LastTime | undefined
}

/** What the form shows of an exercise: what stands above its sets, the titles of their columns, each set, and the steps. */
export const partsOf = ({ visit, state, exercise, position, isLast, tied, known }: ExerciseProps) => {
  const { number, cells, sets } = exercise
  const field = `exercises[${number}].exerciseId`
  const name = known?.name ?? cells.name ?? `Exercise ${position}`
  const last = known?.last?.sets ?? []
  const columns = columnsOf(
    known?.trackingType,
    (column) =>
      cells[column === "intensity" ? "effort" : column] !== undefined ||
      sets.some((set) => (set.cells[column] ?? "") !== "") ||
      last.some((set) => typedFor(set, column, visit.user) !== "")
  )
  const positions = positionsOf(sets)
  return {
    name,
    place: { "data-exercise": number, ...focusable(state, field) },
    top: (
      <>
        <legend>{name}</legend>
        {cells.exerciseId === undefined ? (
          <NameField state={state} number={number} />
        ) : (
          <input type="hidden" name={field} value={cells.exerciseId} />
        )}
        <Carried exercise={exercise} />
        <FaultBeside state={state} name={field} id={field} label={name} as="p" />
        {known === undefined ? null : <Before visit={visit} known={known} />}
      </>
    ),
    heads: <Heads visit={visit} exercise={exercise} columns={columns} hasPast={last.length > 0} />,
    sets: sets.map((set, index) => ({
      isWarmup: set.cells.setType === "warmup",
      position: positions[index] ?? 1,
      row: (
        <SetFields
          visit={visit}
          state={state}
          exercise={exercise}
          columns={columns}
          set={set}
          called={name}
          position={positions[index] ?? 1}
          last={beforeOf(last, index)}
          past={last[index]}
        />
      )
    })),
    steps: (
      <Steps
        number={number}
        name={name}
        position={position}
        isLast={isLast}
        isOpen={last.length > 0 && sets.some(isBlank)}
        hasEffort={columns.includes("intensity")}
      >
        <MoreColumns number={number} name={name} columns={columns} />
        {isLast ? null : <Tie number={number} name={name} tied={tied} />}
        <Note state={state} number={number} name={name} />
      </Steps>
    )
  }
}

/** One exercise in a workout's form, with its sets. */
export const ExerciseFields = (props: ExerciseProps) => {
  const { place, top, heads, sets, steps } = partsOf(props)
  return (
    <fieldset class="exercise" {...place}>
      {top}
      {heads}
      {sets.map(({ row }) => row)}
      {steps}
    </fieldset>
  )
}
