/** @jsxImportSource hono/jsx */

import type { ActivityDay } from "../../../values/activity-day.ts"
import { BandChart } from "../../../values/charts/band-chart.tsx"
import { counted, longDay, number } from "../../../values/charts/format.ts"
import type { Trends } from "../features/overview/definition.ts"
import { Tile, Tiles } from "./figures.tsx"

type Energy = Trends["energy"]
type Latest = Energy["latest"]

/** What an estimate needs, by the names in list_body_metrics. Needs without a count are only in the hint. */
const NEEDS: ReadonlyMap<string, string> = new Map([
  ["weigh_ins", "weigh-ins"],
  ["food_days", "days with food"],
  ["weigh_in_span_days", "days from the first weigh-in to the last"],
  ["weigh_ins_in_each_third", "weigh-ins in each third of the time"],
  ["food_days_in_each_week", "days with food in each week"]
])

/** The smallest range of kcal shown. */
const LEAST = 600

const kilocalories = (value: number) => number(value)

/** Whether there is an expenditure to show, of today or in the range. */
export const isMeasured = ({ latest, periods }: Energy): boolean =>
  latest.expenditure !== undefined || periods.length > 0

/** What the estimate needs, in one sentence: the first needs that are short, with what there is of them. */
const needText = ({ missing = [] }: Latest): string => {
  const short = [...NEEDS].flatMap(([what, name]) => {
    const found = missing.find((each) => each.what === what)
    return found === undefined ? [] : [{ name, have: found.have, need: found.need }]
  })
  const [first, ...rest] = short.slice(0, 2)
  if (first === undefined) return "Energy expenditure can't be measured yet."
  const needs = [first, ...rest].map(({ name, need }) => `${number(need)} ${name}`).join(" and ")
  return `Energy expenditure needs ${needs}; you have ${[first, ...rest].map(({ have }) => number(have)).join(" and ")}.`
}

/** What is missing of an energy estimate, as one line that unfolds. */
export const MissingEnergy = ({
  energy: { latest },
  until
}: {
  readonly energy: Energy
  readonly until: ActivityDay
}) => {
  const { missing = [], hint, from, to } = latest
  return (
    <section class="card" aria-labelledby="energy">
      <details>
        <summary id="energy">{needText(latest)}</summary>
        <p>{hint}</p>
        <ul>
          {missing.flatMap(({ what, have, need }) => {
            const name = NEEDS.get(what)
            return name === undefined ? [] : [<li>{`${number(have)} of ${number(need)} ${name}`}</li>]
          })}
        </ul>
        <p class="soft">
          {`Counted from ${longDay(from)} to ${longDay(to)}.`}
          {to < until ? " Today counts from tomorrow on, when its diary is complete." : ""}
        </p>
      </details>
    </section>
  )
}

/** What the body's store gave or took a day: -180 is a deficit of 180 kcal. */
const storeText = (value: number): string =>
  value === 0 ? "0" : `a ${value < 0 ? "deficit" : "surplus"} of ${kilocalories(Math.abs(value))}`

/** The balance as a deficit or surplus, and between which values it lies with 95 % certainty. */
const Balance = ({
  value,
  low,
  high
}: Omit<NonNullable<Latest["balance"]>, "value"> & { readonly value: number | undefined }) => {
  const [least, most] = [Math.abs(low), Math.abs(high)].toSorted((one, other) => one - other).map(kilocalories)
  return (
    <Tile
      label={value === undefined ? "Deficit or surplus" : value < 0 ? "Deficit" : "Surplus"}
      value={value === undefined ? undefined : kilocalories(Math.abs(value))}
      unit="kcal a day"
      note={`95 % sure: ${low < 0 === high < 0 ? `${least} to ${most}` : `${storeText(low)} to ${storeText(high)}`}`}
    />
  )
}

const Figures = ({ latest }: { readonly latest: Latest }) => {
  const { expenditure, balance, intake, from, to, excluded, warning } = latest
  if (expenditure === undefined || balance === undefined) return <p>{needText(latest)}</p>
  const left = (excluded?.days.length ?? 0) + (excluded?.readings.length ?? 0)
  const spent = `${kilocalories(expenditure.low)} to ${kilocalories(expenditure.high)}`
  return (
    <>
      <Tiles>
        {expenditure.value === undefined ? (
          <Tile label="Spent" value={spent} unit="kcal a day" note="too uncertain for one value" />
        ) : (
          <Tile label="Spent" value={kilocalories(expenditure.value)} unit="kcal a day" note={`95 % sure: ${spent}`} />
        )}
        <Balance {...balance} value={expenditure.value === undefined ? undefined : balance.value} />
      </Tiles>
      <p class="soft">
        {`Measured from ${longDay(from)} to ${longDay(to)}, from the food of ${number(intake?.daysLogged ?? 0)} of ${number(intake?.days ?? 0)} days and from how your weight changed: each kilogram lost counts as 7,700 kcal spent, each kilogram gained as 7,700 kcal stored.`}
        {left === 0
          ? ""
          : ` ${counted(left, "day or weight that looks", "days or weights that look")} unfinished or mistaken ${left === 1 ? "is" : "are"} left out.`}
        {warning === undefined
          ? ""
          : " You ate much more in one half of this time than in the other, so water may have moved your weight. Later weeks will show."}
      </p>
    </>
  )
}

/** What no interval of the figures contains, in the conditions that list_body_metrics names it for programs. */
const Limits = ({ latest: { intake, balance } }: { readonly latest: Latest }) => (
  <p class="soft">
    If your diary always misses the same amount, you spend that much more than is shown, and the deficit or surplus is
    still right. With less than about 30 kg of body fat, a kilogram holds less than 7,700 kcal.
    {intake !== undefined && intake.daysLogged < intake.days
      ? " Days without food in the diary count as usual ones: if you feasted on them, you spend more than is shown."
      : ""}
    {balance !== undefined && balance.high < 0
      ? " In the first two weeks of a diet you lose water, too, so you spend less than is shown until those weeks are past."
      : ""}
  </p>
)

/** Energy expenditure: today's estimate, and a band over the range. */
export const EnergyCard = ({ energy, from, to }: Pick<Trends, "energy" | "from" | "to">) => {
  const { latest, periods, grain } = energy
  const value = latest.expenditure?.value
  return (
    <section class="card" aria-labelledby="energy">
      <h2 id="energy">Energy expenditure</h2>
      <Figures latest={latest} />
      <BandChart
        id="energy-chart"
        title="Energy expenditure a day, kcal"
        description={
          value === undefined
            ? "There is no estimate for today."
            : `The estimate up to ${longDay(latest.to)} is ${kilocalories(value)} kcal a day.`
        }
        unit="kcal a day"
        from={from}
        to={to}
        grain={grain}
        ranges={periods}
        least={LEAST}
        names={{ value: "kcal a day", interval: "95 % sure" }}
        format={kilocalories}
        empty="No estimate in this range."
      />
      <Limits latest={latest} />
    </section>
  )
}
