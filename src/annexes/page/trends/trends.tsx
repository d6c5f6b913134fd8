/** @jsxImportSource hono/jsx */

import { Effect } from "effect"
import { BarChart } from "../../../values/charts/bar-chart.tsx"
import { counted, longDay, number } from "../../../values/charts/format.ts"
import { RANGES, type Range } from "../../../values/trends/range.ts"
import type { DistanceUnit } from "../../../values/units.ts"
import type { Trends } from "../features/overview/definition.ts"
import { parameterOf } from "../frame/inputs.ts"
import { fieldFault, type Page } from "../frame/page.ts"
import { TRENDS_PATH } from "../frame/paths.ts"
import type { Children } from "../frame/view.ts"
import { BestSets } from "./best-sets.tsx"
import { EnergyCard, isMeasured, MissingEnergy } from "./energy.tsx"
import { Tile, Tiles } from "./figures.tsx"
import { NutrientCards } from "./nutrients.tsx"
import { Card, type Days } from "./trend-card.tsx"
import { MeasureCards, SmoothedCard, StepsCard } from "./trends-readings.tsx"
import { WeeksCard } from "./weeks.tsx"

const RANGE_NAMES = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  "365": "A year",
  all: "All"
} as const satisfies Record<Range, string>

const isRange = (text: unknown): text is Range => RANGES.some((range) => range === text)

const Ranges = ({ current }: { readonly current: Range }) => (
  <nav aria-label="Range" class="ranges">
    {RANGES.map((range) => (
      <a href={`${TRENDS_PATH}?range=${range}`} {...(range === current ? { "aria-current": "true" as const } : {})}>
        {RANGE_NAMES[range]}
      </a>
    ))}
  </nav>
)

const FOOD_EMPTY = "Nothing logged in this range. The diary is where food goes."

const MacrosCard = ({ food: { grain, periods, mean }, from, to }: Days & Pick<Trends, "food">) => (
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
      bars={periods
        .filter(({ protein, carbs, fat }) => protein + carbs + fat > 0)
        .map(({ first, protein, carbs, fat }) => ({ first, amounts: [protein, carbs, fat] }))}
      parts={[
        { label: "Protein, g", className: "c1" },
        { label: "Carbs, g", className: "c2" },
        { label: "Fat, g", className: "c3" }
      ]}
      figures="averages"
      format={(value) => number(value)}
      empty={FOOD_EMPTY}
    />
  </Card>
)

const FoodCards = ({ food, from, to }: Days & Pick<Trends, "food">) => {
  const { grain, periods, mean } = food
  if (periods.length === 0) return null
  const hasMacros = periods.some(({ protein, carbs, fat }) => protein + carbs + fat > 0)
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
          figures="averages"
          columns={logged}
          empty={FOOD_EMPTY}
        />
      </Card>
      {hasMacros ? <MacrosCard food={food} from={from} to={to} /> : null}
      {NutrientCards({ food, from, to })}
    </>
  )
}

const TRAINING_EMPTY = "No workouts in this range. Log one on Workouts, or let an agent do it."

const TrainingCards = ({ training, from, to }: Days & Pick<Trends, "training">) => {
  const { grain, periods, unit, sessions, volume } = training
  if (sessions === 0) return null
  return (
    <>
      <Card title="Sessions a week" id="sessions">
        <BarChart
          id="sessions-chart"
          title="Sessions a week"
          description={`${counted(sessions, "session", "sessions")} in this range.`}
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
      {volume === 0 ? null : (
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
      )}
    </>
  )
}

/** How many days of training a week count as much as a record on each day. */
const FULL_WEEK = 3

const daysIn = ({ periods }: { readonly periods: ReadonlyArray<{ readonly days: number }> }): number =>
  periods.reduce((sum, { days }) => sum + days, 0)

/** The groups of figures that have data, the one that is recorded most first. */
const groupsOf = (trends: Trends, girth: string | undefined, distanceUnit: DistanceUnit) => {
  const { from, to, range, weight, bodyFat, steps, measures, food, energy, training } = trends
  const days = { from, to }
  const { sessions } = training
  const weighing = (
    <SmoothedCard
      {...days}
      title="Weight"
      metric="weight"
      smoothed={weight}
      empty="No weight in this range. Record one on Today, or let an agent do it."
    />
  )
  return [
    {
      name: "training",
      size: 3,
      recorded: (sessions * 7) / FULL_WEEK,
      cards: [
        // The card above shows these two weeks.
        ...(range === "7" ? [] : [<TrainingCards {...days} training={training} />]),
        <BestSets {...days} exercises={training.exercises} distanceUnit={distanceUnit} />
      ]
    },
    { name: "weight", size: 1, recorded: Math.max(daysIn(weight), weight.excluded.length), cards: [weighing] },
    { name: "food", size: 2, recorded: daysIn(food), cards: [<FoodCards {...days} food={food} />] },
    // It is made of weights and food.
    {
      name: "energy expenditure",
      size: 1,
      recorded: isMeasured(energy) ? Math.min(daysIn(weight), daysIn(food)) - 0.5 : 0,
      cards: [<EnergyCard {...days} energy={energy} />]
    },
    { name: "steps", size: 1, recorded: daysIn(steps), cards: [<StepsCard {...days} steps={steps} />] },
    {
      name: "body fat",
      size: 1,
      recorded: Math.max(daysIn(bodyFat), bodyFat.excluded.length),
      cards: [
        <SmoothedCard
          {...days}
          title="Body fat"
          metric="body_fat"
          smoothed={bodyFat}
          empty="No body fat in this range. Record it on Today, or let an agent do it."
        />
      ]
    },
    {
      name: "measures",
      size: measures.length,
      recorded: Math.max(0, ...measures.map(daysIn)),
      cards: [<MeasureCards {...days} range={range} measures={measures} girth={girth} />]
    }
  ]
    .filter(({ recorded }) => recorded > 0)
    .toSorted((one, other) => other.recorded - one.recorded)
}

/** How many cards of groups are open on a phone, so that the page is at most four screens long. */
const MOST_OPEN = 4

/** How many groups, from the first, are open on a phone: at least one. */
const openOf = (groups: ReadonlyArray<{ readonly size: number }>): number => {
  const upTo = (count: number) => groups.slice(0, count).reduce((sum, { size }) => sum + size, 0)
  return Math.max(1, groups.filter((_, index) => upTo(index + 1) <= MOST_OPEN).length)
}

/** The groups of figures, after `children`; on a narrow screen, what is recorded least is behind one line. */
const Groups = ({
  groups,
  children
}: {
  readonly groups: ReturnType<typeof groupsOf>
  readonly children?: Children
}) => {
  const open = openOf(groups)
  const later = groups.slice(open)
  const names = later.map(({ name }) => name).join(", ")
  return (
    <div class="columns trends">
      {children}
      {groups.slice(0, open).flatMap(({ cards }) => cards)}
      {later.length === 0 ? null : (
        <details class="later">
          <summary>{`More: ${names}`}</summary>
          {later.flatMap(({ cards }) => cards)}
        </details>
      )}
    </div>
  )
}

export const trendsPage: Page = {
  path: TRENDS_PATH,
  nav: "Trends",
  show: Effect.fnUntraced(function* ({ call, query, user }) {
    const range = query.range ?? "90"
    if (!isRange(range)) return yield* fieldFault("range", `must be one of ${RANGES.join(", ")}`)
    const trends = yield* call("get_trends", { range })
    const { from, to, energy, weight, training } = trends
    const groups = groupsOf(trends, parameterOf(query, "girth"), user.distanceUnit)
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
          {groups.length === 0 ? (
            <p>Nothing was measured, eaten or trained in this range. Charts come with what you log.</p>
          ) : null}
          <Groups groups={groups}>
            <WeeksCard weeks={trends.weeks} weightUnit={weight.unit} volumeUnit={training.unit} />
          </Groups>
          {isMeasured(energy) ? null : <MissingEnergy energy={energy} until={to} />}
        </>
      )
    }
  })
}
