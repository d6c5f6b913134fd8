/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import { isActivityDay } from "../../../values/activity-day.ts"
import { number } from "../../../values/charts/format.ts"
import { parameterOf } from "../frame/inputs.ts"
import { Dock } from "../frame/layout.tsx"
import type { OutputOf, Page, Visit } from "../frame/page.ts"
import { HISTORY_PATH } from "../frame/paths.ts"
import { restoring } from "../frame/undoing.tsx"
import { RoutineOffers } from "../routines/routine-offers.tsx"
import { dayName, shortDayName } from "../trends/figures.tsx"
import { Calendar, monthIn } from "./workout-calendar.tsx"
import { againAddress, LOG_PATH, WORKOUTS_PATH, workoutAddress } from "./workout-paths.ts"

const PAGE_SIZE = 20

/** How many exercises of a workout are named in the list. */
const MOST_NAMED = 3

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

/** The first exercises, and how many more there are. */
export const exercisesText = (exercises: ReadonlyArray<{ readonly name: string }>): string => {
  const named = exercises.slice(0, MOST_NAMED).map(({ name }) => name)
  const more = exercises.length - named.length
  return [...named, ...(more === 0 ? [] : [`${more} more`])].join(", ")
}

const Row = ({ workout }: { readonly workout: Summary }) => (
  <li>
    <div>
      <span>
        <a href={workoutAddress(workout.id)}>
          <strong>{workout.name}</strong>
        </a>{" "}
        <small>{[shortDayName(workout.date), workoutFacts(workout)].filter((text) => text !== "").join(", ")}</small>
      </span>
      <span class="soft">{exercisesText(workout.exercises)}</span>
    </div>
    <a class="button quiet" href={againAddress(workout.id)} aria-label={`Do it again: ${workout.name}`}>
      Again
    </a>
  </li>
)

/** Longest search text for workouts, in UTF-16 units. */
const LONGEST_QUERY = 100

/** The day in the query, if it asks for one. */
const dayIn = ({ day }: Visit["query"]) => (isActivityDay(day) ? day : undefined)

/** The requested workouts: a page of all, those of a day, or search results. */
const asked = ({ call, query }: Visit, text: string | undefined) => {
  if (text !== undefined)
    return Effect.map(call("find_workouts", { query: text }), (found) => ({ ...found, nextCursor: null }))
  const [cursor, day] = [parameterOf(query, "cursor"), dayIn(query)]
  return call("list_workouts", {
    limit: PAGE_SIZE,
    ...(cursor === undefined ? {} : { cursor }),
    ...(day === undefined ? {} : { from: day, to: day })
  })
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
    const day = text === undefined ? dayIn(query) : undefined
    const isFirst = text === undefined && query.cursor === undefined && day === undefined
    const { routines } = isFirst ? yield* call("get_routines", {}) : { routines: undefined }
    const trained = isFirst && page.total > 0 ? yield* call("get_training_days", shown) : undefined
    return {
      title: "Workouts",
      content: (
        <>
          <div class="heading">
            <h1>
              Workouts{" "}
              <small id="how-many" data-part>
                {day !== undefined
                  ? dayName(day)
                  : page.total === 0 && text === undefined
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
          <div id="workouts" data-part class={trained === undefined ? "stack" : "columns training"}>
            {trained === undefined ? null : <Calendar shown={shown} today={today} workouts={trained.workouts} />}
            <div>
              {page.workouts.length > 0 ? (
                <section class="card" aria-label="Workouts, newest first">
                  <ul class="rows done">
                    {page.workouts.map((workout) => (
                      <Row workout={workout} />
                    ))}
                  </ul>
                </section>
              ) : day !== undefined ? (
                <p class="soft">No workout on this day.</p>
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
                <a
                  class="button quiet"
                  href={`${WORKOUTS_PATH}?${new URLSearchParams({ cursor: page.nextCursor, ...(day === undefined ? {} : { day }) })}`}
                >
                  Older workouts
                </a>
              )}
              {day === undefined ? null : (
                <p>
                  <a href={WORKOUTS_PATH}>All workouts</a>
                </p>
              )}
            </div>
          </div>
        </>
      )
    }
  })
}
