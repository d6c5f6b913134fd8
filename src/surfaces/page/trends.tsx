/** @jsxImportSource hono/jsx */

import { Effect } from "effect"
import type { Smoothed, Trends } from "../../features/overview/definition.ts"
import { BarChart } from "../../values/charts/bar-chart.tsx"
import { longDay, number, signed } from "../../values/charts/format.ts"
import { LineChart } from "../../values/charts/line-chart.tsx"
import { RANGES, type Range } from "../../values/trends/range.ts"
import { BestSets } from "./best-sets.tsx"
import { EnergyCard } from "./energy.tsx"
import { Tile, Tiles } from "./figures.tsx"
import { fieldFault, type Page } from "./page.ts"
import type { Children } from "./view.ts"

const PATH = "/app/trends"

const RANGE_NAMES = {
  "30": "30 days",
  "90": "90 days",
  "365": "A year",
  all: "All"
} as const satisfies Record<Range, string>

const isRange = (text: unknown): text is Range => RANGES.some((range) => range === text)

const Ranges = ({ current }: { readonly current: Range }) => (
  <nav aria-label="Range" class="ranges">
    {RANGES.map((range) => (
      <a href={`${PATH}?range=${range}`} {...(range === current ? { "aria-current": "true" as const } : {})}>
        {RANGE_NAMES[range]}
      </a>
    ))}
  </nav>
)

const Card = ({
  title,
  id,
  children
}: {
  readonly title: string
  readonly id: string
  readonly children?: Children
}) => (
  <section class="card" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

const UNIT = { kg: "kg", lb: "lb", percent: "%" } as const

/** The smallest range shown of a smoothed metric. */
const LEAST = { kg: 2, lb: 4, percent: 2 } as const

interface Days {
  readonly from: Trends["from"]
  readonly to: Trends["to"]
}

const SmoothedCard = ({
  title,
  id,
  metric,
  from,
  to,
  empty
}: Days & { readonly title: string; readonly id: string; readonly metric: Smoothed; readonly empty: string }) => {
  const { unit, latest, rate, change = 0, periods, grain } = metric
  if (periods.length === 0) return null
  const format = (value: number) => number(value, 1)
  return (
    <Card title={title} id={id}>
      {latest === undefined ? null : (
        <Tiles>
          <Tile label="Trend" value={format(latest.trend)} unit={UNIT[unit]} note={longDay(latest.date)} />
          <Tile
            label="Rate"
            value={rate === undefined ? undefined : signed(rate.perWeek, 2)}
            unit={`${UNIT[unit]}/week`}
            note={
              rate === undefined
                ? "needs 5 readings over 2 weeks"
                : `${signed(rate.low, 2)} to ${signed(rate.high, 2)}, last 4 weeks`
            }
          />
          <Tile label="Change" value={signed(change, 1)} unit={UNIT[unit]} note="in this range" />
        </Tiles>
      )}
      <LineChart
        id={`${id}-chart`}
        title={`${title}, ${UNIT[unit]}`}
        description={
          latest === undefined
            ? empty
            : `The trend is ${format(latest.trend)} ${UNIT[unit]}, a change of ${signed(change, 1)} between ${longDay(from)} and ${longDay(to)}.`
        }
        unit={UNIT[unit]}
        from={from}
        to={to}
        grain={grain}
        points={periods}
        least={LEAST[unit]}
        format={format}
        empty={empty}
      />
    </Card>
  )
}

const StepsCard = ({ steps, from, to }: Days & Pick<Trends, "steps">) =>
  steps.periods.length === 0 ? null : (
    <Card title="Steps" id="steps">
      {steps.mean === undefined ? null : (
        <Tiles>
          <Tile label="Average" value={number(steps.mean)} unit="a day" note="on days with a count" />
        </Tiles>
      )}
      <BarChart
        id="steps-chart"
        title="Steps a day"
        description={`On average ${number(steps.mean ?? 0)} steps a day.`}
        unit="steps a day"
        from={from}
        to={to}
        grain={steps.grain}
        bars={steps.periods.map(({ first, mean }) => ({ first, amounts: [mean] }))}
        parts={[{ label: steps.grain === "day" ? "Steps" : "Steps a day", className: "c1" }]}
        mean={steps.mean}
        format={(value) => number(value)}
        empty="No steps in this range. Record them on Today, or let an agent do it."
      />
    </Card>
  )

const FOOD_EMPTY = "Nothing logged in this range. The diary is where food goes."

const FoodCards = ({ food, from, to }: Days & Pick<Trends, "food">) => {
  const { grain, periods, mean } = food
  if (periods.length === 0) return null
  const logged =
    grain === "day" ? [] : [{ title: "Days logged", cell: (index: number) => number(periods[index]?.days ?? 0) }]
  return (
    <>
      <Card title="Calories" id="calories">
        {mean === undefined ? null : (
          <Tiles>
            <Tile label="Average" value={number(mean.calories)} unit="kcal a day" note="on days with an entry" />
          </Tiles>
        )}
        <BarChart
          id="calories-chart"
          title="Calories a day, kcal"
          description={`On average ${number(mean?.calories ?? 0)} kcal a day.`}
          unit="kcal a day"
          from={from}
          to={to}
          grain={grain}
          bars={periods.map(({ first, calories }) => ({ first, amounts: [calories] }))}
          parts={[{ label: grain === "day" ? "kcal" : "kcal a day", className: "c3" }]}
          mean={mean?.calories}
          format={(value) => number(value)}
          columns={logged}
          empty={FOOD_EMPTY}
        />
      </Card>
      <Card title="Macros" id="macros">
        {mean === undefined ? null : (
          <Tiles>
            <Tile label="Protein" value={number(mean.protein)} unit="g a day" />
            <Tile label="Carbs" value={number(mean.carbs)} unit="g a day" />
            <Tile label="Fat" value={number(mean.fat)} unit="g a day" />
          </Tiles>
        )}
        <BarChart
          id="macros-chart"
          title="Protein, carbs and fat a day, grams"
          description={`On average ${number(mean?.protein ?? 0)} g protein, ${number(mean?.carbs ?? 0)} g carbs and ${number(mean?.fat ?? 0)} g fat a day.`}
          unit="g a day"
          from={from}
          to={to}
          grain={grain}
          bars={periods.map(({ first, protein, carbs, fat }) => ({ first, amounts: [protein, carbs, fat] }))}
          parts={[
            { label: "Protein, g", className: "c1" },
            { label: "Carbs, g", className: "c2" },
            { label: "Fat, g", className: "c3" }
          ]}
          format={(value) => number(value)}
          empty={FOOD_EMPTY}
        />
      </Card>
    </>
  )
}

const TRAINING_EMPTY = "No workouts in this range. Log one on Workouts, or let an agent do it."

const TrainingCards = ({ training, from, to }: Days & Pick<Trends, "training">) => {
  const { grain, periods, unit } = training
  const sessions = periods.reduce((sum, period) => sum + period.sessions, 0)
  const volume = periods.reduce((sum, period) => sum + period.volume, 0)
  if (sessions === 0) return null
  return (
    <>
      <Card title="Sessions a week" id="sessions">
        <BarChart
          id="sessions-chart"
          title="Sessions a week"
          description={`${number(sessions)} sessions in this range.`}
          unit="sessions a week"
          from={from}
          to={to}
          grain={grain}
          bars={periods.map(({ first, perWeek }) => ({ first, amounts: [perWeek] }))}
          parts={[{ label: "Sessions a week", className: "c2" }]}
          format={(value) => number(value, 1)}
          empty={TRAINING_EMPTY}
        />
      </Card>
      <Card title="Volume" id="volume">
        <BarChart
          id="volume-chart"
          title={`Volume by ${grain}, ${unit}`}
          description={`${number(volume)} ${unit} in this range: weight times repetitions of the working sets.`}
          unit={`${unit} a ${grain}`}
          from={from}
          to={to}
          grain={grain}
          bars={periods.map(({ first, volume }) => ({ first, amounts: [volume] }))}
          parts={[{ label: `Volume, ${unit}`, className: "c1" }]}
          format={(value) => number(value)}
          empty={TRAINING_EMPTY}
        />
      </Card>
    </>
  )
}

const isEmpty = ({ weight, bodyFat, steps, food, training }: Trends): boolean =>
  [weight, bodyFat, steps, food].every(({ periods }) => periods.length === 0) &&
  training.periods.every(({ sessions }) => sessions === 0)

export const trendsPage: Page = {
  path: PATH,
  nav: "Trends",
  show: Effect.fnUntraced(function* ({ call, query, user }) {
    const range = query.range ?? "90"
    if (!isRange(range)) return yield* fieldFault("range", `must be one of ${RANGES.join(", ")}`)
    const trends = yield* call("get_trends", { range })
    const { from, to, weight, bodyFat, steps, food, energy, training } = trends
    const days = { from, to }
    return {
      title: "Trends",
      content: (
        <>
          <h1>
            Trends{" "}
            <small>
              {longDay(from)} – {longDay(to)}
            </small>
          </h1>
          <Ranges current={range} />
          {isEmpty(trends) ? (
            <p>Nothing was measured, eaten or trained in this range. Charts come with what you log.</p>
          ) : null}
          <SmoothedCard
            {...days}
            title="Weight"
            id="weight"
            metric={weight}
            empty="No weight in this range. Record one on Today, or let an agent do it."
          />
          <EnergyCard {...days} energy={energy} />
          <div class="columns">
            <SmoothedCard
              {...days}
              title="Body fat"
              id="body-fat"
              metric={bodyFat}
              empty="No body fat in this range. Record it on Today, or let an agent do it."
            />
            <StepsCard {...days} steps={steps} />
            <FoodCards {...days} food={food} />
            <TrainingCards {...days} training={training} />
          </div>
          <BestSets exercises={training.exercises} distanceUnit={user.distanceUnit} />
        </>
      )
    }
  })
}
