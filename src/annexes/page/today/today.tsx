/** @jsxImportSource hono/jsx */

import { Effect } from "effect"
import type { ShownReading } from "../../../features/body-metrics/model.ts"
import { counted, longDay, number } from "../../../values/charts/format.ts"
import { diaryAddress } from "../diary/diary-address.ts"
import { LikelyFoods } from "../diary/diary-likely.tsx"
import { FOOD_WORDS } from "../diary/diary-log.tsx"
import { eatingGoals, LeftToEat } from "../diary/left-to-eat.tsx"
import type { Today } from "../features/overview/definition.ts"
import { LATELY_DAYS } from "../features/overview/today.ts"
import { Dock } from "../frame/layout.tsx"
import type { Page, Visit } from "../frame/page.ts"
import { GOALS_PATH, HOME_PATH } from "../frame/paths.ts"
import { ZoneLine } from "../frame/zone.tsx"
import { Goals, goalForms, progressActions } from "../goals/goals.tsx"
import { RecordReadings, readingActions } from "../readings/readings.tsx"
import { dayName, MEALS, type Meal, mealAt, meals, Tile, Tiles } from "../trends/figures.tsx"
import { LOG_PATH } from "../workouts/workout-paths.ts"
import { StartCards, type StartServices, startActions, startOf } from "./start.tsx"
import { Train } from "./train.tsx"
import { WeekFigures } from "./week-figures.tsx"
import { WeightCard } from "./weight.tsx"

/** Searches for food in the diary, with the words typed here. */
const QuickFood = ({ meal }: { readonly meal: Meal }) => (
  <Dock>
    <div class="found" data-found />
    <search>
      <form method="get" action="/app/diary" class="quick" data-find>
        <input
          id={FOOD_WORDS}
          type="search"
          name="q"
          aria-label="Food to log"
          placeholder="What did you eat?"
          required
          autocomplete="off"
        />
        <select name="meal" aria-label="Meal to log to">
          {meals.map((each) => (
            <option value={each} selected={each === meal}>
              {MEALS[each]}
            </option>
          ))}
        </select>
        <button type="submit">Find</button>
      </form>
    </search>
  </Dock>
)

const LatestTile = ({
  label,
  reading,
  unit,
  today
}: {
  readonly label: string
  readonly reading: ShownReading | null
  readonly unit: string
  readonly today: string
}) =>
  reading === null ? null : (
    <Tile
      label={label}
      value={number(reading.display.value, 1)}
      unit={unit}
      note={reading.date === today ? "today" : longDay(reading.date)}
    />
  )

/** Body fat and steps, and forms for all other readings. */
const Readings = ({ visit, latest, steps }: Pick<Today, "latest" | "steps"> & { readonly visit: Visit }) => (
  <section class="card" id="readings">
    <h2>Readings</h2>
    {latest.bodyFat === null && steps === null ? null : (
      <Tiles>
        <LatestTile label="Body fat" reading={latest.bodyFat} unit="%" today={visit.today} />
        {steps === null ? null : <Tile label="Steps" value={number(steps)} note="today" />}
      </Tiles>
    )}
    <RecordReadings visit={visit} to={HOME_PATH} />
  </section>
)

/** Most entries and meals offered to be logged at once. */
const MOST_OFFERED = 2

/** What is left to eat, and what is likely eaten now. */
const Food = ({ visit, read }: { readonly visit: Visit; readonly read: Today }) => {
  const { likely: { likely, dayBefore } = { likely: [], dayBefore: [] } } = read
  const day = visit.today
  const meal = mealAt(visit.now, visit.user)
  const offered = { dayBefore, likely: likely.slice(0, MOST_OFFERED - (dayBefore.length === 0 ? 0 : 1)) }
  const isOffered = offered.likely.length + dayBefore.length > 0
  return (
    <div id="left" data-part={day}>
      <LeftToEat {...read}>
        {isOffered ? (
          <section aria-labelledby="likely-now">
            <h2 id="likely-now">Likely for {meal}</h2>
            <LikelyFoods offered={offered} visit={visit} meal={meal} day={day} to={diaryAddress(day, { meal })} />
          </section>
        ) : null}
      </LeftToEat>
    </div>
  )
}

/** How many days of these a week are full use: training three times a week counts as much as eating every day. */
const FULL_USE = { trained: 3, ate: 7, weighed: 7 } as const

/** How much of full use a part has, at most 1. */
const useOf = ({ days }: Today["lately"], part: keyof typeof FULL_USE): number =>
  Math.min(1, days[part] / ((FULL_USE[part] * LATELY_DAYS) / 7))

/** What the person does not use, as links. */
const Unused = ({ read: { lately, hasGoals } }: { readonly read: Today }) => {
  const links = [
    ...(lately.days.ate > 0 ? [] : [["/app/diary", "What did you eat?"] as const]),
    ...(lately.days.trained > 0 ? [] : [[LOG_PATH, "Log a workout"] as const]),
    ...(lately.days.weighed > 0 ? [] : [["#readings", "Weigh yourself"] as const]),
    ...(hasGoals ? [] : [[GOALS_PATH, "Make a goal"] as const])
  ]
  return links.length === 0 ? null : (
    <p class="unused">
      {links.map(([to, text], index) => (
        <>
          {index === 0 ? null : " · "}
          <a href={to}>{text}</a>
        </>
      ))}
    </p>
  )
}

/** The cards of the day, what the person records most first. A newcomer sees those that are for everybody. */
const Cards = ({ visit, read, isNew }: { readonly visit: Visit; readonly read: Today; readonly isNew: boolean }) => {
  const { lately, latest, goals, steps, hasGoals } = read
  const { trained, ate, weighed } = lately.days
  const eating = eatingGoals(goals)
  const isAlone = trained + ate === 0 && weighed > 1
  const isEater = ate > 0 || eating.length > 0
  const used = [
    ...(trained > 0 ? [{ use: useOf(lately, "trained"), card: <Train lately={lately} today={visit.today} /> }] : []),
    ...(isEater ? [{ use: useOf(lately, "ate"), card: <Food visit={visit} read={read} /> }] : []),
    ...(weighed > 0 || isNew
      ? [
          {
            use: useOf(lately, "weighed"),
            card: <WeightCard visit={visit} latest={latest.weight} weight={lately.weight} isAlone={isAlone} />
          }
        ]
      : [])
  ].toSorted((one, other) => other.use - one.use)
  const ticked = goals.filter((goal) => !eating.includes(goal))
  const cards = [
    ...used.map(({ card }) => card),
    ...(hasGoals || isNew
      ? [<Goals goals={ticked} hasGoals={hasGoals} forms={goalForms(visit)} to={HOME_PATH} />]
      : []),
    ...(used.length === 0 || isNew || isAlone
      ? []
      : [<WeekFigures lately={lately} goals={goals} today={visit.today} unit={visit.user.bodyWeightUnit} />]),
    <Readings visit={visit} latest={latest} steps={steps} />
  ]
  return <div class={`today ${isAlone ? "alone" : `in-${Math.min(3, cards.length)}`}`}>{cards}</div>
}

const streakText = ({ current, longest }: Today["streak"]): string =>
  `${counted(current, "day", "days")} in a row${longest > current ? `, ${number(longest)} at most` : ""}`

const Heading = ({ date, streak, isStart }: Pick<Today, "date" | "streak"> & { readonly isStart: boolean }) => (
  <h1>
    {isStart ? "Welcome" : "Today"}{" "}
    <small>
      {isStart ? "Three things, or start below at once" : dayName(date)}
      {streak.current === 0 ? null : <span class="streak"> · {streakText(streak)}</span>}
    </small>
  </h1>
)

/** The first page: the current day, and for newcomers a start. */
export const todayPage = Effect.gen(function* () {
  const services = yield* Effect.context<StartServices>()
  const page: Page = {
    path: HOME_PATH,
    nav: "Today",
    messages: {
      goal: "The goal's progress is set.",
      reading: "The day already had this reading.",
      undone: "The reading is undone."
    },
    actions: { ...progressActions(HOME_PATH), ...readingActions(HOME_PATH), ...(yield* startActions) },
    show: Effect.fnUntraced(function* (visit) {
      const meal = mealAt(visit.now, visit.user)
      const read = yield* visit.call("get_today", { mealType: meal })
      const { date, goals, streak, lately } = read
      const start = yield* Effect.provide(startOf(visit, read), services)
      // Who has goals already comes to tick them: what is left of the start stands below.
      const begins = start?.isEmpty === true && goals.length === 0
      const cards = start === undefined ? null : <StartCards visit={visit} start={start} />
      // Who has recorded nothing for a while is shown all, too.
      const isNew = start !== undefined || Object.values(lately.days).every((days) => days === 0)
      const isSearched = isNew || lately.days.ate > 0 || eatingGoals(goals).length > 0
      return {
        title: "Today",
        ...(isSearched ? { search: FOOD_WORDS } : {}),
        content: (
          <>
            <Heading date={date} streak={streak} isStart={begins && start.open.length > 0} />
            <ZoneLine visit={visit} back={HOME_PATH} />
            {isSearched ? <QuickFood meal={meal} /> : null}
            {begins ? cards : null}
            <Cards visit={visit} read={read} isNew={isNew} />
            {begins ? null : cards}
            {isNew ? null : <Unused read={read} />}
            <p class="said" role="status" data-says />
          </>
        )
      }
    })
  }
  return page
})
