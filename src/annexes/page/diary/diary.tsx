/** @jsxImportSource hono/jsx */

import { Effect } from "effect"
import { isOnlyInEntries } from "../../../features/diary/model.ts"
import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import { counted } from "../../../values/charts/format.ts"
import { failureInWords } from "../frame/in-words.ts"
import { dayIn, parameterOf } from "../frame/inputs.ts"
import { fieldFault, type Page, type Visit } from "../frame/page.ts"
import type { View } from "../frame/view.ts"
import { ZoneLine } from "../frame/zone.tsx"
import { ScannedForm, scannedAction } from "../scanning/scanned.tsx"
import { type Scanning, scanning } from "../scanning/scanning.ts"
import { FOODS_PATH, MEALS_PATH, RECIPES_PATH } from "../settings/paths.ts"
import { dayName, MEALS, type Meal } from "../trends/figures.tsx"
import { diaryActions } from "./diary-actions.ts"
import { chosenMeal, DIARY_PATH, diaryAddress, mealIn } from "./diary-address.ts"
import { againOf, LogAgain } from "./diary-again.tsx"
import { LikelyFoods, MealChoice, notYet } from "./diary-likely.tsx"
import { FOOD_WORDS, type FoodSearch, Found, SearchForm } from "./diary-log.tsx"
import { makeAction, makeView } from "./diary-make.tsx"
import { Meals } from "./diary-meals.tsx"
import { QuickAdd, quickAction } from "./diary-quick.tsx"
import { Totals, unknownIn } from "./diary-totals.tsx"

const MOST_ENTRIES = 100

/** Most foods that a search shows, and how many results it considers in order to put recently eaten foods first. */
const MOST_FOUND = 10
const MOST_SEARCHED = 25

/** Most foods offered before anything is typed. */
const MOST_OFFERED = 8

/** How many foods count as recently eaten. */
const MOST_RECENT = 100

/** What is logged, and where. */
interface Shown {
  readonly scanning: Scanning
  readonly visit: Visit
  readonly day: ActivityDay
  readonly meal: Meal
}

const DayNavigation = ({ visit, day }: Shown) => {
  const chosen = chosenMeal(visit)
  return (
    <div class="day-nav">
      <a class="button quiet" href={diaryAddress(plusDays(day, -1), chosen)} aria-label="Day before">
        ←
      </a>
      <form method="get" action={DIARY_PATH} class="row">
        <input type="date" name="date" value={day} aria-label="Day" required />
        <button type="submit" class="quiet">
          Go
        </button>
      </form>
      <a class="button quiet" href={diaryAddress(plusDays(day, 1), chosen)} aria-label="Day after">
        →
      </a>
      {day === visit.today ? null : (
        <a class="button quiet" href={DIARY_PATH}>
          Today
        </a>
      )}
    </div>
  )
}

const LISTS = { meals: "saved_meal", foods: "custom_food" } as const

/** A list of the user's own foods or meals, if the query asks for one. */
const listIn = ({ query }: Visit) => (query.list === "meals" || query.list === "foods" ? LISTS[query.list] : undefined)

/** The result of the query's search; undefined without one. */
const searched = Effect.fnUntraced(function* (visit: Visit) {
  const query = parameterOf(visit.query, "q")
  const kind = listIn(visit)
  if (query === undefined && kind === undefined) return undefined
  const asked = kind === undefined ? { query: query ?? "", limit: MOST_SEARCHED, portions: true } : { kind, limit: 50 }
  return yield* visit.call("search_foods", asked).pipe(
    Effect.map((found): FoodSearch => ({ query: query ?? "", kind, ...found, fault: undefined })),
    // Faults in the search text are shown beside the search, which stays on the page.
    Effect.catchAll((failure) =>
      Effect.succeed<FoodSearch>({ query: query ?? "", kind, foods: [], fault: failureInWords(failure) })
    )
  )
})

/** The page of search results. */
const foundView = Effect.fnUntraced(function* ({ scanning, visit, day, meal }: Shown, search: FoodSearch) {
  const { likely } = yield* visit.call("get_likely_foods", { date: day, mealType: meal, limit: MOST_RECENT })
  const state = visit.form("log")
  const again = againOf(visit.form("change"), state)
  const asked = search.query === "" ? { list: parameterOf(visit.query, "list") ?? "" } : { q: search.query }
  const to = diaryAddress(day, { ...chosenMeal(visit), ...asked })
  const view: View = {
    title: `Log food, ${day}`,
    search: FOOD_WORDS,
    runsWasm: true,
    content: (
      <>
        <h1>
          Log food{" "}
          <small>
            {MEALS[meal]}, {dayName(day)}
          </small>
        </h1>
        {again === undefined ? null : <LogAgain state={again} to={to} />}
        <section class="card">
          <MealChoice meal={meal} day={day} searched={asked} />
          <SearchForm day={day} meal={meal} query={search.query} scanning={scanning} />
          <ScannedForm state={visit.form("scanned")} meal={meal} day={day} to={to} />
          <Found
            search={search}
            recent={likely}
            most={search.query === "" ? 50 : MOST_FOUND}
            state={state}
            meal={meal}
            day={day}
            to={to}
          />
        </section>
        <p>
          <a href={diaryAddress(day, { meal })}>Back to the diary</a>
        </p>
      </>
    )
  }
  return view
})

/** Ways to log food before anything is typed. */
const LogFood = ({
  scanning,
  visit,
  day,
  meal,
  to,
  offered
}: Shown & { readonly to: string; readonly offered: Parameters<typeof LikelyFoods>[0]["offered"] }) => (
  <section class="card" aria-labelledby="log-food">
    <h2 id="log-food" class="unseen">
      Log food
    </h2>
    <MealChoice meal={meal} day={day} />
    <SearchForm day={day} meal={meal} query={undefined} scanning={scanning} />
    <ScannedForm state={visit.form("scanned")} meal={meal} day={day} to={to} />
    <div id="found" data-found />
    <LikelyFoods offered={offered} visit={visit} meal={meal} day={day} to={to} />
    <p class="buttons">
      <a href={diaryAddress(day, { meal, list: "meals" })}>Saved meals</a>
      <a href={diaryAddress(day, { meal, list: "foods" })}>My foods</a>
      <a href={RECIPES_PATH}>Recipes</a>
      <a href={diaryAddress(day, { meal, make: "" })}>New food</a>
    </p>
    <QuickAdd state={visit.form("quick")} meal={meal} day={day} to={to} />
  </section>
)

/** The page of a day. */
const dayView = Effect.fnUntraced(function* ({ scanning, visit, day, meal }: Shown) {
  const { call, query } = visit
  const cursor = parameterOf(query, "cursor")
  const at = { from: day, to: day, limit: MOST_ENTRIES, ...(cursor === undefined ? {} : { cursor }) }
  const page = yield* call("list_food_entries", at)
  const { goals } = yield* call("get_daily_goals", { date: day })
  const found = yield* call("get_likely_foods", { date: day, mealType: meal, limit: MOST_OFFERED + MOST_FOUND })
  const mayBePot = page.entries.some(({ food }) => food.kind === "custom_food" && !isOnlyInEntries(food.id))
  const { recipes: pots } = mayBePot ? yield* call("get_weighed_recipes", {}) : { recipes: [] }
  const to = diaryAddress(day, chosenMeal(visit))
  const again = againOf(visit.form("change"), visit.form("log"))
  const view: View = {
    title: `Diary, ${day}`,
    search: FOOD_WORDS,
    runsWasm: true,
    content: (
      <>
        <h1>
          Diary <small>{dayName(day)}</small>
        </h1>
        <ZoneLine visit={visit} back={DIARY_PATH} />
        {again === undefined ? null : <LogAgain state={again} to={to} />}
        <DayNavigation scanning={scanning} visit={visit} day={day} meal={meal} />
        <Totals
          totals={page.totals?.[0]}
          unknown={unknownIn(page.entries)}
          day={day}
          entries={counted(page.total, "entry", "entries")}
          goals={goals}
        />
        <div class="columns">
          <LogFood
            scanning={scanning}
            visit={visit}
            day={day}
            meal={meal}
            to={to}
            offered={notYet(found, page.entries, meal, MOST_OFFERED)}
          />
          <div id="meals" data-part={day}>
            {page.entries.length === 0 ? <p class="soft">Nothing is logged on this day.</p> : null}
            <Meals entries={page.entries} pots={pots} visit={visit} day={day} to={to} />
            {page.nextCursor === null ? null : (
              <p>
                <a class="button quiet" href={diaryAddress(day, { ...chosenMeal(visit), cursor: page.nextCursor })}>
                  More of this day
                </a>
              </p>
            )}
          </div>
        </div>
        <p class="soft">
          <a href={MEALS_PATH}>Change saved meals</a> · <a href={FOODS_PATH}>Change my foods</a>
        </p>
      </>
    )
  }
  return view
})

export const diaryPage = Effect.map(
  scanning,
  (scanning): Page => ({
    path: DIARY_PATH,
    nav: "Diary",
    messages: {
      logged: "The food is logged.",
      made: "The food is saved and logged.",
      changed: "The entry is changed.",
      elsewhere: "The entry is moved to the other day.",
      restored: "It is back.",
      uncopied: "The copies are deleted."
    },
    actions: { ...diaryActions, quick: quickAction, make: makeAction, scanned: scannedAction },
    show: Effect.fnUntraced(function* (visit) {
      const day = dayIn(visit.query, visit.today)
      if (day === undefined) return yield* fieldFault("date", "must be a real calendar day, such as 2026-03-14")
      const meal = mealIn(visit.query, visit.now, visit.user)
      const { make } = visit.query
      if (typeof make === "string") return makeView(visit, make.toWellFormed(), day, meal)
      const search = yield* searched(visit)
      const shown = { scanning, visit, day, meal }
      return yield* search === undefined ? dayView(shown) : foundView(shown, search)
    })
  })
)
