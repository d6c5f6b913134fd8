/** @jsxImportSource hono/jsx */
import { counted, number, shortDay } from "../../../values/charts/format.ts"
import type { Trends } from "../features/overview/definition.ts"
import { Card } from "./trend-card.tsx"

type Weeks = Trends["weeks"]
type Week = Weeks["current"]

interface Row {
  readonly name: string
  /** The figure of a week; undefined without one. */
  readonly of: (week: Week) => string | undefined
}

const positive = (value: number): string | undefined => (value > 0 ? number(value) : undefined)

const optional = (value: number | undefined, decimals = 0) =>
  value === undefined ? undefined : number(value, decimals)

const rowsOf = (weightUnit: string, volumeUnit: string): ReadonlyArray<Row> => [
  { name: "Calories a day, kcal", of: ({ calories }) => optional(calories) },
  { name: "Protein a day, g", of: ({ protein }) => optional(protein) },
  { name: "Sessions", of: ({ sessions }) => positive(sessions) },
  { name: `Volume, ${volumeUnit}`, of: ({ volume }) => positive(volume) },
  { name: `Average weight, ${weightUnit}`, of: ({ weight }) => optional(weight, 1) }
]

/** On how many days the calories of each week were logged. */
const foodText = ({ current, previous }: Weeks): string =>
  current.foodDays + previous.foodDays === 0
    ? ""
    : `Calories and protein are averages of the days with an entry (${counted(current.foodDays, "day", "days")} this week, ${number(previous.foodDays)} last week). Today counts from tomorrow on.`

/** This week so far beside the last one: a row for each figure that one of them has. Empty if neither has any. */
export const WeeksCard = ({
  weeks,
  weightUnit,
  volumeUnit
}: {
  readonly weeks: Weeks
  readonly weightUnit: string
  readonly volumeUnit: string
}) => {
  const { current, previous } = weeks
  const rows = rowsOf(weightUnit, volumeUnit)
    .map(({ name, of }) => ({ name, cells: [of(current), of(previous)] }))
    .filter(({ cells }) => cells.some((cell) => cell !== undefined))
  const food = foodText(weeks)
  return rows.length === 0 ? null : (
    <Card title="This week" id="weeks">
      <table>
        {food === "" ? null : <caption>{food}</caption>}
        <thead>
          <tr>
            <th scope="col">
              <span class="said">Figure</span>
            </th>
            <th scope="col" class="number">
              This week, from {shortDay(current.from)}
            </th>
            <th scope="col" class="number">
              Last week, from {shortDay(previous.from)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr>
              <th scope="row">{name}</th>
              {cells.map((cell) => (
                <td class="number">{cell ?? "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
