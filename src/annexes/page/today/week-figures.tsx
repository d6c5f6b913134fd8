/** @jsxImportSource hono/jsx */
import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import { BarChart } from "../../../values/charts/bar-chart.tsx"
import { counted, number, signed } from "../../../values/charts/format.ts"
import type { Today } from "../features/overview/definition.ts"
import { Tile, Tiles } from "../trends/figures.tsx"

/** The week in figures: energy eaten by day with the goal as a line, sessions and weight. Shown on wide screens. */
export const WeekFigures = ({
  lately: { days, eaten, week, weight },
  goals,
  today,
  unit
}: {
  readonly lately: Today["lately"]
  readonly goals: Today["goals"]
  readonly today: ActivityDay
  readonly unit: string
}) => {
  const goal = goals.find(({ metric }) => metric === "calories")?.targetValue ?? undefined
  const sessions = week.reduce((sum, { workouts }) => sum + workouts.length, 0)
  const complete = eaten.filter(({ date }) => date < today)
  const average = complete.reduce((sum, { calories }) => sum + calories, 0) / Math.max(1, complete.length)
  return (
    <section class="card wide-only" aria-labelledby="week-figures">
      <h2 id="week-figures">The week in figures</h2>
      <Tiles>
        {days.trained === 0 ? null : <Tile label="Sessions" value={number(sessions)} note="since Monday" />}
        {days.ate === 0 ? null : (
          <Tile
            label="Eaten"
            value={complete.length === 0 ? undefined : number(average)}
            unit="kcal a day"
            note={`on ${counted(complete.length, "day", "days")} of the last 6, without today`}
          />
        )}
        {weight.rate === undefined ? null : (
          <Tile label="Weight" value={signed(weight.rate.perWeek, 1)} unit={`${unit} a week`} note="over 4 weeks" />
        )}
      </Tiles>
      {eaten.length < 2 ? null : (
        <BarChart
          id="week-energy"
          title="Energy eaten by day, kcal"
          description={`On average ${number(average)} kcal a day${goal === undefined ? "" : `; the goal is ${number(goal)}`}.`}
          unit="kcal"
          from={plusDays(today, -6)}
          to={today}
          grain="day"
          bars={eaten.map(({ date, calories }) => ({ first: date, amounts: [calories] }))}
          parts={[{ label: "kcal", className: "c3" }]}
          mean={goal}
          format={(value) => number(value)}
          empty=""
        />
      )}
    </section>
  )
}
