/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import type { Beside, ShownWorkout } from "../../../features/workouts/model.ts"
import { round } from "../../../values/round.ts"
import { notesIn } from "../exercises/exercise-notes.ts"
import { FaultBeside, type Fields, Form, type FormState, TextField } from "../frame/form.tsx"
import { textOf } from "../frame/inputs.ts"
import { Dock } from "../frame/layout.tsx"
import type { OutputOf, Visit } from "../frame/page.ts"
import type { Children } from "../frame/view.ts"
import { newExercisePath } from "../settings/paths.ts"
import { cellsOf, plannedOf, scriptedColumns } from "./set-columns.ts"
import { SlipQuestion } from "./slip-question.tsx"
import { groupsOf, tiedTo } from "./supersets.ts"
import { FIND_FIELD, queryIn, STEP_FIELD } from "./workout-edit.ts"
import { ExerciseFields } from "./workout-exercise.tsx"
import { exercisesIn, fieldsOf } from "./workout-rows.ts"
import { SupersetFields } from "./workout-superset.tsx"

const noteCell = (note: string | undefined): Fields => (note ? { note } : {})

/**
 * The form fields for a workout's exercises and sets. `notes` are those on exercises that stand in the notes on the whole
 * workout, as earlier versions wrote them.
 */
export const exerciseFields = (
  exercises: ReadonlyArray<Beside & Pick<ShownWorkout["exercises"][number], "exerciseId" | "sets">>,
  user: Visit["user"],
  notes: ReadonlyArray<string> = []
): Fields =>
  fieldsOf(
    exercises.map(({ exerciseId, superset, notes: own, sets }, index) => ({
      cells: {
        exerciseId,
        ...(superset === undefined ? {} : { superset: String(superset) }),
        ...noteCell(own ?? notes[index])
      },
      sets: sets.map((set) => ({
        cells: {
          setType: set.setType,
          ...(set.technique === undefined ? {} : { technique: set.technique }),
          ...(set.loadIntent === undefined ? {} : { loadIntent: set.loadIntent }),
          ...cellsOf(set, user)
        }
      }))
    }))
  )

/**
 * The form fields for a workout still to be done with the exercises and sets of another one. Their effort stays blank:
 * only its column is there.
 */
export const plannedFields = (
  exercises: Parameters<typeof exerciseFields>[0],
  user: Visit["user"],
  notes?: ReadonlyArray<string>
): Fields => ({
  ...exerciseFields(
    exercises.map(({ sets, ...exercise }) => ({ ...exercise, sets: sets.map(plannedOf) })),
    user,
    notes
  ),
  ...Object.fromEntries(
    exercises.flatMap(({ sets }, index) =>
      sets.some(({ intensity }) => intensity !== undefined) ? [[`exercises[${index}].effort`, "1"]] : []
    )
  )
})

/** The fields of a form that changes a workout. */
export const workoutFields = (workout: ShownWorkout, user: Visit["user"]): Fields => {
  const { whole, each } = notesIn(workout.notes ?? "", workout.exercises)
  return {
    name: workout.name,
    date: workout.date,
    minutes: workout.durationSeconds === undefined ? "" : String(round(workout.durationSeconds / 60, 2)),
    notes: whole,
    ...exerciseFields(workout.exercises, user, each)
  }
}

/** What a form needs to know about its exercises and the ones it offers. */
export interface Offered {
  readonly exercises: OutputOf<"get_last_times">["exercises"]
  readonly recent: OutputOf<"get_last_times">["recent"]
  /** The exercises found for the search text; undefined without one. */
  readonly found?: OutputOf<"search_exercises">["exercises"]
}

/** Most exercises offered at once. */
const MOST_OFFERED = 8

/** Looks up what a form needs. With `before`, a workout's id, that workout and later ones do not count as last time. */
export const offeredTo = Effect.fnUntraced(function* (visit: Visit, values: Fields, before?: string) {
  const ids = exercisesIn(values).flatMap(({ cells }) => cells.exerciseId ?? [])
  const known = yield* visit.call("get_last_times", {
    ids: [...new Set(ids)],
    ...(before === undefined ? {} : { before })
  })
  const query = queryIn(values)
  if (query === undefined) return known
  const { exercises } = yield* visit.call("search_exercises", { query, limit: MOST_OFFERED })
  const recent = new Set(known.recent.map(({ exerciseId }) => exerciseId))
  const found = [...exercises.filter(({ id }) => recent.has(id)), ...exercises.filter(({ id }) => !recent.has(id))]
  return { ...known, found }
})

/** The search for an exercise, with the results or recent exercises; a tap adds one. */
const Finder = ({ state, offered: { recent, found } }: { readonly state: FormState; readonly offered: Offered }) => {
  const fault = state.faults.get(FIND_FIELD)
  const offered =
    found === undefined ? recent.slice(0, MOST_OFFERED) : found.map(({ id, name }) => ({ exerciseId: id, name }))
  return (
    <div class="finder" data-finder>
      <label for={FIND_FIELD}>Exercise</label>
      <div class="row">
        <input
          id={FIND_FIELD}
          name={FIND_FIELD}
          type="search"
          value={textOf(state.values, FIND_FIELD) ?? ""}
          autocomplete="off"
          placeholder="Search by name"
          {...(fault === undefined
            ? {}
            : { "aria-invalid": "true" as const, "aria-describedby": `${FIND_FIELD}-fault` })}
        />
        <button type="submit" name={STEP_FIELD} value="find" class="quiet">
          Add exercise
        </button>
      </div>
      <FaultBeside state={state} name={FIND_FIELD} id={FIND_FIELD} label="Exercise" />
      <p class="said" role="status" data-count />
      <div data-found>
        {offered.length === 0 ? null : (
          <ul class="offers">
            {offered.map(({ exerciseId, name }) => (
              <li>
                <button type="submit" name={STEP_FIELD} value={`add:${exerciseId}`} class="quiet">
                  {name}
                </button>
              </li>
            ))}
          </ul>
        )}
        {found === undefined ? null : (
          <p class="soft">
            {found.length === 0 ? "Nothing is called that. Try fewer words, or" : "Not among them? Try other words, or"}{" "}
            <a href={newExercisePath(textOf(state.values, FIND_FIELD) ?? "")}>make an exercise of your own</a>.
          </p>
        )}
      </div>
    </div>
  )
}

/** The fields about a workout as a whole. */
export const WorkoutDetails = ({ visit, state }: { readonly visit: Visit; readonly state: FormState }) => (
  <>
    <div class="row">
      <TextField state={state} name="name" label="Name" value="Workout" required />
      <TextField state={state} name="date" label="Day" type="date" value={visit.today} />
      <TextField
        state={state}
        name="minutes"
        label="Length (min)"
        inputmode="decimal"
        measured="minutes"
        unit="minutes"
      />
    </div>
    <div class="field">
      <label for="workout-notes">Notes</label>
      <textarea id="workout-notes" name="notes" rows={3}>
        {textOf(state.values, "notes") ?? ""}
      </textarea>
    </div>
  </>
)

/**
 * The form of a workout or routine, in the given `state`. Its small buttons send the form to be shown again with one
 * change.
 */
export const WorkoutForm = ({
  visit,
  state,
  to,
  offered,
  draft,
  isFresh,
  isNew = false,
  submit,
  details,
  children
}: {
  readonly visit: Visit
  readonly state: FormState
  readonly to: string
  readonly offered: Offered
  /** The name under which a browser keeps its draft. */
  readonly draft: string
  /** Whether it was not sent yet, so that a draft may replace it. */
  readonly isFresh: boolean
  /** Whether it logs a workout, which can wait for a network. */
  readonly isNew?: boolean
  readonly submit: string
  /** Fields about the whole, below the exercises. */
  readonly details: Children
  /** Hidden fields. */
  readonly children?: Children
}) => {
  const known = new Map(offered.exercises.map((exercise) => [exercise.exerciseId, exercise]))
  const all = exercisesIn(state.values)
  const propsOf = (exercise: (typeof all)[number]) => {
    const index = all.indexOf(exercise)
    return {
      visit,
      state,
      exercise,
      position: index + 1,
      isLast: index === all.length - 1,
      tied: tiedTo(all, index),
      known: known.get(exercise.cells.exerciseId ?? "")
    }
  }
  return (
    <Form
      state={state}
      to={to}
      className="workout"
      data={{
        "data-workout": draft,
        "data-user": visit.user.id,
        ...(isNew ? { "data-offline": "" } : {}),
        ...(isFresh ? { "data-fresh": "" } : {})
      }}
    >
      <button type="submit" name={STEP_FIELD} value="enter" class="unseen" tabindex={-1}>
        Go on
      </button>
      {children}
      <SlipQuestion state={state} known={offered.exercises} />
      <div data-exercises={scriptedColumns(visit.user)}>
        {groupsOf(all).map((group) => {
          const given = group.map((exercise) => propsOf(exercise))
          const [only] = given
          return given.length > 1 || only === undefined ? (
            <SupersetFields exercises={given} />
          ) : (
            <ExerciseFields {...only} />
          )
        })}
      </div>
      <Finder state={state} offered={offered} />
      {details}
      <Dock>
        <div class="finish">
          <button type="submit">{submit}</button>
        </div>
      </Dock>
    </Form>
  )
}
