/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import { number } from "../charts/format.ts"
import { OwnExercises } from "../exercises/store.ts"
import { dayName } from "./figures.tsx"
import { figuresStyle } from "./figures-style.ts"
import { KEY_FIELD, keyOf, textOf } from "./inputs.ts"
import type { OutputOf, Page } from "./page.ts"
import { redirect } from "./view.ts"
import { savingWorkout } from "./workout-fields.ts"
import { WorkoutForm } from "./workout-form.tsx"

export const WORKOUTS_PATH = "/app/workouts"
export const WORKOUT_PATH = "/app/workout"
const LOG_PATH = "/app/workouts/log"

const PAGE_SIZE = 30

type Summary = OutputOf<"list_workouts">["workouts"][number]

/** Length and energy of a workout, as far as they are known. */
export const workoutFacts = ({
  durationSeconds,
  estimatedCalories
}: Pick<Summary, "durationSeconds" | "estimatedCalories">) =>
  [
    ...(durationSeconds === undefined ? [] : [`${number(durationSeconds / 60)} min`]),
    ...(estimatedCalories === undefined ? [] : [`about ${number(estimatedCalories)} kcal`])
  ].join(", ")

const Row = ({ workout }: { readonly workout: Summary }) => (
  <li>
    <div>
      <a href={`${WORKOUT_PATH}?id=${encodeURIComponent(workout.id)}`}>
        <strong>{workout.name}</strong>
      </a>
      <br />
      <span class="soft">{workout.exercises.map(({ name }) => name).join(", ")}</span>
    </div>
    <div class="soft">
      {dayName(workout.date)}
      <br />
      {workoutFacts(workout)}
    </div>
  </li>
)

export const workoutsPage: Page = {
  path: WORKOUTS_PATH,
  nav: "Workouts",
  messages: { logged: "The workout is logged.", deleted: "The workout is deleted." },
  show: Effect.fnUntraced(function* ({ call, query }) {
    const cursor = textOf(query, "cursor")
    const page = yield* call("list_workouts", { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) })
    return {
      title: "Workouts",
      styles: [figuresStyle],
      content: (
        <>
          <div class="heading">
            <h1>
              Workouts <small>{number(page.total)} in all</small>
            </h1>
            <a class="button" href={LOG_PATH}>
              Log a workout
            </a>
          </div>
          {page.workouts.length === 0 ? (
            <p class="soft">No workouts yet. Log one here, or let an agent do it.</p>
          ) : (
            <section class="card" aria-label="Workouts, newest first">
              <ul class="rows">
                {page.workouts.map((workout) => (
                  <Row workout={workout} />
                ))}
              </ul>
            </section>
          )}
          {page.nextCursor === null ? null : (
            <a class="button quiet" href={`${WORKOUTS_PATH}?${new URLSearchParams({ cursor: page.nextCursor })}`}>
              Older workouts
            </a>
          )}
        </>
      )
    }
  })
}

/** The page that logs a workout. */
export const logWorkoutPage = Effect.map(
  OwnExercises,
  ({ all }): Page => ({
    path: LOG_PATH,
    actions: {
      log: {
        run: ({ call, user }, fields) =>
          savingWorkout(fields, user, (workout) => {
            const key = textOf(fields, KEY_FIELD)
            return call("log_workout", { ...workout, ...(key === undefined ? {} : { idempotency_key: key }) })
          }).pipe(Effect.as(redirect(WORKOUTS_PATH, "logged")))
      }
    },
    show: Effect.fnUntraced(function* (visit) {
      const state = visit.form("log")
      const own = yield* all(visit.user.id)
      return {
        title: "Log a workout",
        styles: [figuresStyle],
        content: (
          <>
            <h1>
              Log a workout <small>Rows that stay blank are not saved.</small>
            </h1>
            <section class="card" aria-label="The workout">
              <WorkoutForm
                visit={visit}
                state={state}
                to={LOG_PATH}
                own={own}
                newExercises={4}
                newSets={4}
                submit="Log the workout"
              >
                <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
              </WorkoutForm>
            </section>
          </>
        )
      }
    })
  })
)
