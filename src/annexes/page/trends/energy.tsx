/** @jsxImportSource hono/jsx */

import type { ActivityDay } from "../../../values/activity-day.ts"
import { BandChart } from "../../../values/charts/band-chart.tsx"
import { longDay, number, signed } from "../../../values/charts/format.ts"
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
          <Tile label="Spent" value={kilocalories(expenditure.value)} unit="kcal a day" note={`95 %: ${spent}`} />
        )}
        <Tile
          label="Eaten less spent"
          value={expenditure.value === undefined || balance.value === undefined ? undefined : signed(balance.value)}
          unit="kcal a day"
          note={`95 %: ${signed(balance.low)} to ${signed(balance.high)}`}
        />
      </Tiles>
      <p class="soft">
        {`Measured ${longDay(from)} – ${longDay(to)}: what you ate on ${number(intake?.daysLogged ?? 0)} of ${number(intake?.days ?? 0)} days, less the change of your weight.`}
        {left === 0 ? "" : ` ${number(left)} that look unfinished or mistaken are left out.`}
        {warning === undefined ? "" : ` ${warning}`}
      </p>
    </>
  )
}

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
        names={{ value: "kcal a day", interval: "95 % interval" }}
        format={kilocalories}
        empty="No estimate in this range."
      />
      <p class="soft">{latest.caveat}</p>
    </section>
  )
}
