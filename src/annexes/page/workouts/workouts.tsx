/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import { number } from "../../../values/charts/format.ts"
import { parameterOf } from "../frame/inputs.ts"
import { Dock } from "../frame/layout.tsx"
import type { OutputOf, Page, Visit } from "../frame/page.ts"
import { HISTORY_PATH } from "../frame/paths.ts"
import { restoring } from "../frame/undoing.tsx"
import { RoutineOffers } from "../routines/routine-offers.tsx"
import { dayName } from "../trends/figures.tsx"
import { Calendar, monthIn } from "./workout-calendar.tsx"
import { againAddress, LOG_PATH, WORKOUTS_PATH, workoutAddress } from "./workout-paths.ts"

const PAGE_SIZE = 30

type Summary = OutputOf<"list_workouts">["workouts"][number]

/** Length and energy of a workout, if known. */
export const workoutFacts = ({
  durationSeconds,
  estimatedCalories,
  caloriesSource
}: Pick<Summary, "durationSeconds" | "estimatedCalories" | "caloriesSource">) =>
  [
    ...(durationSeconds === undefined ? [] : [`${number(durationSeconds / 60)} min`]),
    ...(estimatedCalories === undefined
      ? []
      : [`${caloriesSource === "app" ? "" : "about "}${number(estimatedCalories)} kcal`])
  ].join(", ")

const Row = ({ workout }: { readonly workout: Summary }) => (
  <li>
    <div>
      <a href={workoutAddress(workout.id)}>
        <strong>{workout.name}</strong>
      </a>
      <br />
      {[dayName(workout.date), workoutFacts(workout)].filter((text) => text !== "").join(", ")}
      <br />
      <span class="soft">{workout.exercises.map(({ name }) => name).join(", ")}</span>
    </div>
    <a class="button quiet" href={againAddress(workout.id)} aria-label={`Do it again: ${workout.name}`}>
      Do it again
    </a>
  </li>
)

/** Longest search text for workouts, in UTF-16 units. */
const LONGEST_QUERY = 100

/** The requested workouts: a page of all, or search results. */
const asked = ({ call, query }: Visit, text: string | undefined) => {
  if (text !== undefined)
    return Effect.map(call("find_workouts", { query: text }), (found) => ({ ...found, nextCursor: null }))
  const cursor = parameterOf(query, "cursor")
  return call("list_workouts", { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) })
}

const Search = ({ text }: { readonly text: string | undefined }) => (
  <search>
    <form method="get" action={WORKOUTS_PATH} class="row">
      <div class="field">
        <label for="q">Search by name or exercise</label>
        <input id="q" name="q" type="search" value={text ?? ""} autocomplete="off" />
      </div>
      <button type="submit" class="quiet">
        Search
      </button>
    </form>
  </search>
)

export const workoutsPage: Page = {
  path: WORKOUTS_PATH,
  nav: "Workouts",
  messages: { restored: "The workout is back." },
  actions: { restore: restoring(WORKOUTS_PATH) },
  show: Effect.fnUntraced(function* (visit) {
    const { call, query, user, today } = visit
    const text = parameterOf(query, "q")?.trim().slice(0, LONGEST_QUERY).toWellFormed()
    const page = yield* asked(visit, text)
    const shown = monthIn(query, today)
    const isFirst = text === undefined && query.cursor === undefined
    const { routines } = isFirst ? yield* call("get_routines", {}) : { routines: undefined }
    const trained = isFirst && page.total > 0 ? yield* call("get_training_days", shown) : undefined
    return {
      title: "Workouts",
      content: (
        <>
          <div class="heading">
            <h1>
              Workouts{" "}
              <small>
                {page.total === 0 && text === undefined
                  ? ""
                  : `${number(page.total)} ${text === undefined ? "in all" : "found"}`}
              </small>
            </h1>
            <Dock>
              <a class="button" href={LOG_PATH}>
                Log a workout
              </a>
            </Dock>
          </div>
          <p class="buttons" data-drafts={user.id} />
          {routines === undefined ? null : <RoutineOffers routines={routines} />}
          {page.total === 0 && text === undefined ? null : <Search text={text} />}
          <div class={trained === undefined ? "stack" : "columns training"}>
            <div>
              {page.workouts.length > 0 ? (
                <section class="card" aria-label="Workouts, newest first">
                  <ul class="rows done">
                    {page.workouts.map((workout) => (
                      <Row workout={workout} />
                    ))}
                  </ul>
                </section>
              ) : text === undefined ? (
                <section class="card">
                  <p>
                    No workouts yet. Log one here, or <a href={HISTORY_PATH}>bring those of another app</a>, such as
                    Hevy or Strong.
                  </p>
                </section>
              ) : (
                <p class="soft">No workout has that in its name or among its exercises.</p>
              )}
              {page.nextCursor === null ? null : (
                <a class="button quiet" href={`${WORKOUTS_PATH}?${new URLSearchParams({ cursor: page.nextCursor })}`}>
                  Older workouts
                </a>
              )}
            </div>
            {trained === undefined ? null : <Calendar shown={shown} today={today} workouts={trained.workouts} />}
          </div>
        </>
      )
    }
  })
}
