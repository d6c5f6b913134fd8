/** @jsxImportSource hono/jsx */
import { BarChart } from "../../../values/charts/bar-chart.tsx"
import { number } from "../../../values/charts/format.ts"
import type { Trends } from "../features/overview/definition.ts"
import { Tile, Tiles } from "./figures.tsx"
import { Card, type Days } from "./trend-card.tsx"

type Nutrient = Trends["food"]["details"][number]["nutrient"]

const NAMES: Readonly<Record<Nutrient, readonly [name: string, unit: string]>> = {
  fiber: ["Fibre", "g"],
  sugars: ["Sugars", "g"],
  saturatedFat: ["Saturated fat", "g"],
  sodium: ["Sodium", "mg"]
}

/** Fibre, sugars, saturated fat and sodium, each if a person has it: what is known of the foods of a day. */
export const NutrientCards = ({ food: { grain, details }, from, to }: Days & Pick<Trends, "food">) =>
  details.map(({ nutrient, periods, mean }) => {
    const [name, unit] = NAMES[nutrient]
    const digits = unit === "g" ? 1 : 0
    return (
      <Card title={name} id={nutrient}>
        <Tiles>
          <Tile label="Average" value={number(mean, digits)} unit={`${unit} a day`} note="of foods that state it" />
        </Tiles>
        <BarChart
          id={`${nutrient}-chart`}
          title={`${name} a day, ${unit}`}
          description={`On average ${number(mean, digits)} ${unit} a day, of the foods that state it.`}
          unit={`${unit} a day`}
          from={from}
          to={to}
          grain={grain}
          bars={periods.map(({ first, mean }) => ({ first, amounts: [mean] }))}
          parts={[{ label: grain === "day" ? `${name}, ${unit}` : `${name} a day, ${unit}`, className: "c2" }]}
          mean={mean}
          figures="averages"
          format={(value) => number(value, digits)}
          empty=""
        />
      </Card>
    )
  })
