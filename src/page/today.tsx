/** @jsxImportSource hono/jsx */

import { Effect } from "effect"
import type { ShownReading } from "../body-metrics/model.ts"
import { counted, longDay, number } from "../charts/format.ts"
import type { Today } from "../overview/definition.ts"
import { dayName, MEALS, meals, Tile, Tiles } from "./figures.tsx"
import { figuresStyle } from "./figures-style.ts"
import { Goals, setProgress } from "./goals.tsx"
import type { Page } from "./page.ts"
import { RecordReadings, readingActions } from "./readings.tsx"

const PATH = "/app"

const Latest = ({
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
  reading === null ? (
    <Tile label={label} value={undefined} note="none yet" />
  ) : (
    <Tile
      label={label}
      value={number(reading.display.value, 1)}
      unit={unit}
      note={reading.date === today ? "today" : longDay(reading.date)}
    />
  )

const Eaten = ({ entries, total, totals }: Pick<Today, "entries" | "total" | "totals">) => (
  <section class="card">
    <div class="heading">
      <h2>Diary</h2>
      <a class="button quiet" href="/app/diary">
        Log food
      </a>
    </div>
    {entries.length === 0 ? (
      <p class="soft">Nothing logged today.</p>
    ) : (
      <>
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
            {number(totals.protein)} g protein, {number(totals.carbs)} g carbs, {number(totals.fat)} g fat
          </span>
        </p>
      </>
    )}
  </section>
)

export const todayPage: Page = {
  path: PATH,
  nav: "Today",
  messages: { goal: "The goal's progress is set.", reading: "The reading is saved." },
  actions: { goal: setProgress(PATH), ...readingActions(PATH) },
  show: Effect.fnUntraced(function* (visit) {
    const { date, goals, latest, steps, streak, ...diary } = yield* visit.call("get_today", {})
    return {
      title: "Today",
      styles: [figuresStyle],
      content: (
        <>
          <h1>
            Today <small>{dayName(date)}</small>
          </h1>
          <Tiles>
            <Tile
              label="Eaten"
              value={number(diary.totals.calories)}
              unit="kcal"
              note={counted(diary.total, "entry", "entries")}
            />
            <Tile label="Steps" value={steps === null ? undefined : number(steps)} note="today" />
            <Latest label="Weight" reading={latest.weight} unit={visit.user.bodyWeightUnit} today={date} />
            <Latest label="Body fat" reading={latest.bodyFat} unit="%" today={date} />
            <Tile
              label="Streak"
              value={String(streak.current)}
              unit={streak.current === 1 ? "day" : "days"}
              note={`longest ${streak.longest}`}
            />
          </Tiles>
          <div class="columns">
            <Goals goals={goals} state={visit.form("goal")} to={PATH} />
            <Eaten {...diary} />
          </div>
          <RecordReadings visit={visit} today={date} to={PATH} />
        </>
      )
    }
  })
}
