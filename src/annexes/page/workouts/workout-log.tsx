/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import type { Failure } from "../../../contract/errors.ts"
import { notesIn } from "../exercises/exercise-notes.ts"
import type { ShownRoutines } from "../features/routines/definition.ts"
import type { Fields, FormState } from "../frame/form.tsx"
import { KEY_FIELD, keyIn, keyOf, parameterOf, textOf } from "../frame/inputs.ts"
import type { Done, Page, Visit } from "../frame/page.ts"
import { Redirect, redirect } from "../frame/view.ts"
import { RoutineOffers } from "../routines/routine-offers.tsx"
import { weighed } from "../routines/routine-start.ts"
import { askingFirst } from "./slips.ts"
import { MOST_ROWS } from "./workout-bounds.ts"
import { queryIn, STEP_FIELD, stepped } from "./workout-edit.ts"
import { savingNewWorkout } from "./workout-fields.ts"
import { type Offered, offeredTo, plannedFields, WorkoutDetails, WorkoutForm } from "./workout-form.tsx"
import { againAddress, LOG_PATH, startAddress, workoutAddress } from "./workout-paths.ts"
import { undoLogged } from "./workout-removal.tsx"
import { countSets, tooLong } from "./workout-rows.ts"

/**
 * The action of a workout's or routine's form: the step of one of its small buttons, else `save`. Enter in the exercise
 * search adds the exercise.
 */
export const steppedOr = (
  visit: Visit,
  fields: Fields,
  save: Effect.Effect<Done, Failure>
): Effect.Effect<Done, Failure> => {
  const step = textOf(fields, STEP_FIELD)
  return step === undefined || (step === "enter" && queryIn(fields) === undefined) ? save : stepped(visit, fields, step)
}

/** What a form starts from, according to its address: an earlier workout, a routine, or nothing. */
const beginningOf = ({ query }: Visit) => {
  const [again, routine] = [parameterOf(query, "again"), parameterOf(query, "routine")]
  if (again !== undefined) return { again, to: againAddress(again), draft: `again ${again}` }
  if (routine !== undefined) return { routine, to: startAddress(routine), draft: `routine ${routine}` }
  return { to: LOG_PATH, draft: "log" }
}

/** A form's initial content, what it needs, and the routines offered instead, or why there is no form. */
interface Begun {
  readonly values: Fields
  readonly offered: Offered
  readonly routines?: ShownRoutines
  readonly refusal?: string
}

/** Prepares a new form. */
const begun = Effect.fnUntraced(function* (visit: Visit): Effect.fn.Return<Begun, Failure> {
  const { again, routine } = beginningOf(visit)
  if (routine !== undefined) {
    const planned = yield* visit.call("get_routine", { id: routine })
    const offered = yield* offeredTo(visit, plannedFields(planned.exercises, visit.user))
    const exercises = weighed(planned, offered.exercises)
    return { values: { name: planned.name, ...plannedFields(exercises, visit.user) }, offered }
  }
  if (again === undefined) {
    const { routines } = yield* visit.call("get_routines", {})
    return { values: {}, offered: yield* offeredTo(visit, {}), routines }
  }
  const { workout, ...offered } = yield* visit.call("get_last_times", { ids: [], workoutId: again })
  if (workout !== undefined && countSets(workout.exercises) > MOST_ROWS)
    return { values: {}, offered, refusal: tooLong(workout.exercises) }
  return {
    values:
      workout === undefined
        ? {}
        : {
            name: workout.name,
            ...plannedFields(workout.exercises, visit.user, notesIn(workout.notes ?? "", workout.exercises).each)
          },
    offered
  }
})

/** The form that logs a workout, in the given `state`. */
export const LogForm = ({
  visit,
  state,
  offered,
  submit,
  isFresh
}: {
  readonly visit: Visit
  readonly state: FormState
  readonly offered: Offered
  readonly submit: string
  readonly isFresh: boolean
}) => {
  const { to, draft } = beginningOf(visit)
  return (
    <WorkoutForm
      visit={visit}
      state={state}
      to={to}
      offered={offered}
      draft={draft}
      isFresh={isFresh}
      isNew
      submit={submit}
      details={<WorkoutDetails visit={visit} state={state} />}
    >
      <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
    </WorkoutForm>
  )
}

/** The page that logs a workout. */
export const logWorkoutPage: Page = {
  path: LOG_PATH,
  actions: {
    log: {
      run: (visit, fields) =>
        steppedOr(
          visit,
          fields,
          askingFirst(visit, fields, (answered) =>
            savingNewWorkout(answered, visit.user, (workout) =>
              Effect.map(
                visit.call("log_workout", { ...workout, ...keyIn(fields) }),
                ({ id }) =>
                  new Redirect(redirect(workoutAddress(id, beginningOf(visit).routine), "logged").to, {
                    undo: undoLogged(id)
                  })
              )
            )
          )
        )
    }
  },
  show: Effect.fnUntraced(function* (visit) {
    const sent = visit.form("log")
    const isFresh = Object.keys(sent.values).length === 0
    const { values, offered, routines, refusal }: Begun = isFresh
      ? yield* begun(visit)
      : { values: sent.values, offered: yield* offeredTo(visit, sent.values) }
    return {
      title: "Log a workout",
      content: (
        <>
          <h1>
            Log a workout <small>Rows that stay blank are not saved.</small>
          </h1>
          {routines === undefined ? null : <RoutineOffers routines={routines} />}
          {refusal === undefined ? (
            <LogForm
              visit={visit}
              state={{ ...sent, values }}
              offered={offered}
              submit="Log the workout"
              isFresh={isFresh}
            />
          ) : (
            <p>
              {refusal} An agent or a program can log it again. <a href={LOG_PATH}>Log another workout</a>
            </p>
          )}
        </>
      )
    }
  })
}
