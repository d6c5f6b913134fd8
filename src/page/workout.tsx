/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import type { OwnExercise } from "../exercises/own.ts"
import { OwnExercises } from "../exercises/store.ts"
import type { ShownWorkout } from "../workouts/model.ts"
import { dayName } from "./figures.tsx"
import { figuresStyle } from "./figures-style.ts"
import { ButtonForm } from "./form.tsx"
import { textOf } from "./inputs.ts"
import { fieldFault, type Page, type Visit } from "./page.ts"
import { setText } from "./sets.ts"
import { Redirect, redirect } from "./view.ts"
import { savingWorkout } from "./workout-fields.ts"
import { WorkoutForm } from "./workout-form.tsx"
import { WORKOUT_PATH, WORKOUTS_PATH, workoutFacts } from "./workouts.tsx"

const addressOf = (id: string, done?: string): string =>
  `${WORKOUT_PATH}?${new URLSearchParams({ id, ...(done === undefined ? {} : { done }) })}`

/** Most sets that the form takes: a longer workout makes a page that is too large. */
const MOST_SETS = 80

const Exercises = ({ workout, visit }: { readonly workout: ShownWorkout; readonly visit: Visit }) => (
  <section class="card" aria-label="Exercises">
    {workout.exercises.map(({ name, sets }) => (
      <>
        <h2>{name}</h2>
        <ol class="sets">
          {sets.map((set) => (
            <li>
              {setText(set, visit.user.distanceUnit)}
              {set.setType === "warmup" ? " (warm-up)" : ""}
            </li>
          ))}
        </ol>
      </>
    ))}
    {workout.notes === undefined ? null : <p class="notes">{workout.notes}</p>}
  </section>
)

const Edit = ({
  workout,
  own,
  visit,
  to
}: {
  readonly workout: ShownWorkout
  readonly own: ReadonlyArray<OwnExercise>
  readonly visit: Visit
  readonly to: string
}) => {
  const state = visit.form("replace")
  const wasSent = Object.keys(state.values).length > 0
  return workout.exercises.reduce((count, { sets }) => count + sets.length, 0) > MOST_SETS ? (
    <p class="soft">This workout has more than {MOST_SETS} sets. The API or an agent can change it: replace_workout.</p>
  ) : (
    <details class="card" open={wasSent}>
      <summary>Change the workout</summary>
      <p class="soft">Clear a row to remove its set. Rows that stay blank are not saved.</p>
      <WorkoutForm
        visit={visit}
        state={state}
        to={to}
        shown={workout}
        own={own}
        newExercises={1}
        newSets={3}
        submit="Save the workout"
      />
    </details>
  )
}

/** The id that the query names. */
const idIn = (visit: Visit) => {
  const id = textOf(visit.query, "id")
  return id === undefined ? fieldFault("id", "must name a workout; choose one from Workouts") : Effect.succeed(id)
}

/** The page of one workout, with its change and deletion. */
export const workoutPage = Effect.map(
  OwnExercises,
  ({ all }): Page => ({
    path: WORKOUT_PATH,
    messages: { saved: "The workout is saved." },
    actions: {
      replace: {
        run: (visit, fields) =>
          Effect.flatMap(idIn(visit), (id) =>
            savingWorkout(fields, visit.user, (workout) => visit.call("replace_workout", { id, ...workout })).pipe(
              Effect.as(new Redirect(addressOf(id, "saved")))
            )
          )
      },
      remove: {
        run: (visit) =>
          Effect.flatMap(idIn(visit), (id) =>
            Effect.as(visit.call("delete_workout", { id }), redirect(WORKOUTS_PATH, "deleted"))
          )
      }
    },
    show: Effect.fnUntraced(function* (visit) {
      const workout = yield* visit.call("get_workout", { id: yield* idIn(visit) })
      const own = yield* all(visit.user.id)
      const to = addressOf(workout.id)
      const facts = workoutFacts(workout)
      return {
        title: workout.name,
        styles: [figuresStyle],
        content: (
          <>
            <p>
              <a href={WORKOUTS_PATH}>← Workouts</a>
            </p>
            <h1>
              {workout.name}{" "}
              <small>
                {dayName(workout.date)}
                {facts === "" ? "" : `, ${facts}`}
              </small>
            </h1>
            <Exercises workout={workout} visit={visit} />
            <Edit workout={workout} own={own} visit={visit} to={to} />
            <details class="card">
              <summary>Delete the workout</summary>
              <p>This deletes the workout with all its sets, for good.</p>
              <ButtonForm state={visit.form("remove")} to={to} className="danger">
                Delete the workout
              </ButtonForm>
            </details>
          </>
        )
      }
    })
  })
)
