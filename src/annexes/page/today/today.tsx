/** @jsxImportSource hono/jsx */

import { Effect } from "effect"
import type { ShownReading } from "../../../features/body-metrics/model.ts"
import { counted, longDay, number } from "../../../values/charts/format.ts"
import { eatingGoals, LeftToEat } from "../diary/left-to-eat.tsx"
import type { Today } from "../features/overview/definition.ts"
import { Dock } from "../frame/layout.tsx"
import type { Page, Visit } from "../frame/page.ts"
import { HOME_PATH } from "../frame/paths.ts"
import { ZoneLine } from "../frame/zone.tsx"
import { Goals, goalForms, progressActions } from "../goals/goals.tsx"
import { RecordReadings, readingActions, Weigh } from "../readings/readings.tsx"
import { dayName, MEALS, meals, Tile, Tiles } from "../trends/figures.tsx"
import { StartCards, type StartServices, startActions, startOf } from "./start.tsx"

/** Searches for food in the diary, with the words typed here. */
const QuickFood = () => (
  <Dock>
    <div class="found" data-found aria-live="polite" />
    <section class="usual" aria-label="Eaten usually" data-usual data-likely />
    <search>
      <form method="get" action="/app/diary" class="quick" data-find>
        <input
          type="search"
          name="q"
          aria-label="Food to log"
          placeholder="What did you eat?"
          required
          autocomplete="off"
        />
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

/** The current readings, and forms for more. */
const Readings = ({ visit, latest, steps }: Pick<Today, "latest" | "steps"> & { readonly visit: Visit }) => (
  <section class="card">
    <h2>Readings</h2>
    {latest.weight === null && latest.bodyFat === null && steps === null ? null : (
      <Tiles>
        <LatestTile label="Weight" reading={latest.weight} unit={visit.user.bodyWeightUnit} today={visit.today} />
        <LatestTile label="Body fat" reading={latest.bodyFat} unit="%" today={visit.today} />
        {steps === null ? null : <Tile label="Steps" value={number(steps)} note="today" />}
      </Tiles>
    )}
    <RecordReadings visit={visit} to={HOME_PATH} />
  </section>
)

const Eaten = ({ entries, total, totals }: Pick<Today, "entries" | "total" | "totals">) => (
  <section class="card">
    <div class="heading">
      <h2>Diary</h2>
      <a class="button quiet" href="/app/diary">
        Log food
      </a>
    </div>
    {meals.map((meal) => {
      const eaten = entries.filter(({ mealType }) => mealType === meal)
      return eaten.length === 0 ? null : (
        <>
          <h3>{MEALS[meal]}</h3>
          <ul class="plain">
            {eaten.map(({ food, nutrition }) => (
              <li>
                <span>{food.name}</span> <span class="soft">{number(nutrition.calories)} kcal</span>
              </li>
            ))}
          </ul>
        </>
      )
    })}
    {total > entries.length ? (
      <p class="soft">
        The first {entries.length} of {total} entries.
      </p>
    ) : null}
    <p class="sum">
      <strong>{number(totals.calories)} kcal</strong>{" "}
      <span class="soft">
        {number(totals.protein, 1)} g protein, {number(totals.carbs, 1)} g carbs, {number(totals.fat, 1)} g fat
      </span>
    </p>
  </section>
)

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
      const read = yield* visit.call("get_today", {})
      const { date, goals, latest, steps, streak, ...diary } = read
      const start = yield* Effect.provide(startOf(visit, read), services)
      const eating = eatingGoals(goals)
      // Who has goals already comes to tick them: what is left of the start stands below.
      const begins = start?.isEmpty === true && goals.length === 0
      const cards = start === undefined ? null : <StartCards visit={visit} start={start} />
      return {
        title: "Today",
        content: (
          <>
            <Heading date={date} streak={streak} isStart={begins && start.open.length > 0} />
            <ZoneLine visit={visit} back={HOME_PATH} />
            <QuickFood />
            {begins ? cards : null}
            <div class="columns">
              <div class="stack">
                <div id="left" data-part={date}>
                  <LeftToEat goals={goals} {...diary} />
                </div>
                <Weigh visit={visit} latest={latest.weight} to={HOME_PATH} />
                <Goals goals={goals.filter((goal) => !eating.includes(goal))} forms={goalForms(visit)} to={HOME_PATH} />
              </div>
              <div class="stack">
                <div id="eaten" data-part={date}>
                  {diary.total === 0 ? null : <Eaten {...diary} />}
                </div>
                <Readings visit={visit} latest={latest} steps={steps} />
              </div>
            </div>
            {begins ? null : cards}
            <p class="said" role="status" data-says />
          </>
        )
      }
    })
  }
  return page
})
