/** @jsxImportSource hono/jsx */

import { Effect } from "effect"
import { counted, number } from "../charts/format.ts"
import { type ActivityDay, plusDays } from "../values/activity-day.ts"
import { EntryRow, type ShownEntry } from "./diary-entry.tsx"
import { diaryActions, type FoodSearch, Found, SearchForm } from "./diary-log.tsx"
import { dayName, MEALS, mealAt, meals, Tile, Tiles } from "./figures.tsx"
import { figuresStyle } from "./figures-style.ts"
import { dayIn, textOf } from "./inputs.ts"
import { fieldFault, type OutputOf, type Page, type Visit } from "./page.ts"

const PATH = "/app/diary"

const MOST_ENTRIES = 100

/** The address of the diary on a day. */
const addressOf = (day: ActivityDay, more: Readonly<Record<string, string>> = {}): string =>
  `${PATH}?${new URLSearchParams({ date: day, ...more })}`

const DayNavigation = ({ day, today }: { readonly day: ActivityDay; readonly today: ActivityDay }) => (
  <div class="day-nav">
    <a class="button quiet" href={addressOf(plusDays(day, -1))}>
      ← Day before
    </a>
    <a class="button quiet" href={addressOf(plusDays(day, 1))}>
      Day after →
    </a>
    {day === today ? null : (
      <a class="button quiet" href={PATH}>
        Today
      </a>
    )}
    <form method="get" action={PATH} class="row">
      <input type="date" name="date" value={day} aria-label="Day" required />
      <button type="submit" class="quiet">
        Go
      </button>
    </form>
  </div>
)

const Totals = ({ page }: { readonly page: OutputOf<"list_food_entries"> }) => {
  const { calories = 0, protein = 0, carbs = 0, fat = 0 } = page.totals?.[0] ?? {}
  return (
    <Tiles>
      <Tile label="Eaten" value={number(calories)} unit="kcal" note={counted(page.total, "entry", "entries")} />
      <Tile label="Protein" value={number(protein)} unit="g" />
      <Tile label="Carbs" value={number(carbs)} unit="g" />
      <Tile label="Fat" value={number(fat)} unit="g" />
    </Tiles>
  )
}

const Meals = ({
  entries,
  visit,
  to
}: {
  readonly entries: ReadonlyArray<ShownEntry>
  readonly visit: Visit
  readonly to: string
}) => (
  <>
    {meals.map((meal) => {
      const eaten = entries.filter(({ mealType }) => mealType === meal)
      return eaten.length === 0 ? null : (
        <section class="card">
          <div class="heading">
            <h2>{MEALS[meal]}</h2>
            <span class="soft">{number(eaten.reduce((sum, { nutrition }) => sum + nutrition.calories, 0))} kcal</span>
          </div>
          <ul class="rows">
            {eaten.map((entry) => (
              <EntryRow entry={entry} change={visit.form("change")} remove={visit.form("remove")} to={to} />
            ))}
          </ul>
        </section>
      )
    })}
  </>
)

const searched = (visit: Visit, query: string | undefined): Effect.Effect<FoodSearch | undefined, never> =>
  query === undefined
    ? Effect.succeed(undefined)
    : visit.call("search_foods", { query, limit: 10 }).pipe(
        Effect.map((found): FoodSearch => ({ query, ...found, fault: undefined })),
        // What is wrong with the words stands beside the search, and the day stays on the page.
        Effect.catchAll(({ message }) => Effect.succeed({ query, foods: [], fault: message }))
      )

export const diaryPage: Page = {
  path: PATH,
  nav: "Diary",
  messages: { logged: "The food is logged.", changed: "The entry is changed.", removed: "The entry is deleted." },
  actions: diaryActions(addressOf),
  show: Effect.fnUntraced(function* (visit) {
    const { call, query, today } = visit
    const day = dayIn(query, today)
    if (day === undefined) return yield* fieldFault("date", "must be a real calendar day, such as 2026-03-14")
    const cursor = textOf(query, "cursor")
    const page = yield* call("list_food_entries", {
      from: day,
      to: day,
      limit: MOST_ENTRIES,
      ...(cursor === undefined ? {} : { cursor })
    })
    const search = yield* searched(visit, textOf(query, "q"))
    const to = addressOf(day)
    return {
      title: `Diary, ${day}`,
      styles: [figuresStyle],
      content: (
        <>
          <h1>
            Diary <small>{dayName(day)}</small>
          </h1>
          <DayNavigation day={day} today={today} />
          <Totals page={page} />
          <section class="card" aria-labelledby="log-food">
            <h2 id="log-food">Log food</h2>
            <SearchForm to={PATH} day={day} search={search} />
            {search === undefined ? null : (
              <Found
                search={search}
                state={visit.form("log")}
                meal={mealAt(visit.now, visit.user)}
                day={day}
                to={addressOf(day, { q: search.query })}
              />
            )}
          </section>
          {page.entries.length === 0 ? <p class="soft">Nothing is logged on this day.</p> : null}
          <Meals entries={page.entries} visit={visit} to={to} />
          {page.nextCursor === null ? null : (
            <p>
              <a class="button quiet" href={addressOf(day, { cursor: page.nextCursor })}>
                More of this day
              </a>
            </p>
          )}
        </>
      )
    }
  })
}
