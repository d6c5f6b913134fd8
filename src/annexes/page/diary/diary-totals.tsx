/** @jsxImportSource hono/jsx */

import { MACRONUTRIENTS, type Macros, type Nutrition, SUMMED, type Summed } from "../../../features/foods/nutrition.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { number } from "../../../values/charts/format.ts"
import { round } from "../../../values/round.ts"
import type { OutputOf } from "../frame/page.ts"
import { decimalsOf } from "../goals/goal-words.ts"
import { Tile, Tiles } from "../trends/figures.tsx"

type Goal = OutputOf<"get_daily_goals">["goals"][number]

/** What is left of a goal: 760 left of 2,000. */
const leftOf = (goals: ReadonlyArray<Goal>, metric: Goal["metric"], eaten: number): string | undefined => {
  const decimals = decimalsOf(metric)
  const goal = goals.find((each) => each.metric === metric && each.targetValue !== null)
  const target = goal?.targetValue ?? undefined
  if (goal === undefined || target === undefined) return undefined
  const left = target - round(eaten, decimals)
  if (left >= 0) return `${number(left, decimals)} left of ${number(target)}`
  return goal.comparison === "min" ? `${number(target)} reached` : `${number(-left, decimals)} over ${number(target)}`
}

/** What is known, in grams, and milligrams of sodium. */
type Known = { readonly [Each in Summed]?: number }

/** How many entries do not know each nutrient. */
type Unknown = { readonly [Each in Summed]?: number }

interface Entry {
  readonly nutrition: Known
  readonly unknown?: Nutrition["unknown"]
}

/** How many entries do not know each nutrient. */
export const unknownIn = (entries: ReadonlyArray<Entry>): Unknown => {
  const isUnknown = ({ nutrition, unknown = [] }: Entry, nutrient: Summed) =>
    nutrition[nutrient] === undefined || unknown.some((each) => each === nutrient)
  return Object.fromEntries(SUMMED.map((each) => [each, entries.filter((entry) => isUnknown(entry, each)).length]))
}

const NAMES: Readonly<Record<Summed, string>> = {
  protein: "protein",
  carbs: "carbs",
  fat: "fat",
  fiber: "fibre",
  sugars: "sugars",
  saturatedFat: "saturated fat",
  sodium: "sodium"
}

/** Fibre 21 g, 3 foods without a value. */
const moreText = (nutrient: Summed, amount: number, unknown: number): string =>
  [
    `${NAMES[nutrient]} ${nutrient === "sodium" ? `${number(amount)} mg` : `${number(amount, 1)} g`}`,
    ...(unknown === 0 ? [] : [`${unknown} ${unknown === 1 ? "food" : "foods"} without a value`])
  ].join(", ")

const isTile = (nutrient: Summed): boolean => MACRONUTRIENTS.some((each) => each === nutrient)

/** Details, and what is not whole of the figures above. */
const More = ({ known, unknown }: { readonly known: Known; readonly unknown: Unknown }) => {
  const texts = SUMMED.flatMap((nutrient) => {
    const amount = known[nutrient]
    const without = unknown[nutrient] ?? 0
    return amount === undefined || (isTile(nutrient) && without === 0) ? [] : [moreText(nutrient, amount, without)]
  })
  const text = texts.join("; ")
  return text === "" ? null : <p class="soft more">{`${text.charAt(0).toUpperCase()}${text.slice(1)}.`}</p>
}

/** A day's totals, and what is left of its goals. */
export const Totals = ({
  totals = { calories: 0, protein: 0, carbs: 0, fat: 0 },
  unknown,
  day,
  entries,
  goals
}: {
  readonly totals: (Pick<Macros, "calories" | "protein" | "carbs" | "fat"> & Known) | undefined
  readonly unknown: Unknown
  readonly day: ActivityDay
  /** The number of entries, in words. */
  readonly entries: string
  readonly goals: ReadonlyArray<Goal>
}) => {
  const { calories, protein, carbs, fat } = totals
  return (
    <div class="eaten" id="eaten" data-part={day}>
      <Tiles>
        <Tile
          label="Eaten"
          value={number(calories)}
          unit="kcal"
          note={leftOf(goals, "calories", calories) ?? entries}
        />
        <Tile label="Protein" value={number(protein, 1)} unit="g" note={leftOf(goals, "protein", protein)} />
        <Tile label="Carbs" value={number(carbs, 1)} unit="g" note={leftOf(goals, "carbs", carbs)} />
        <Tile label="Fat" value={number(fat, 1)} unit="g" note={leftOf(goals, "fat", fat)} />
      </Tiles>
      <More known={totals} unknown={unknown} />
    </div>
  )
}
