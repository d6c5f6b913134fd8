/** @jsxImportSource hono/jsx */
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

/** A day's totals, and what is left of its goals. */
export const Totals = ({
  totals: { calories, protein, carbs, fat } = { calories: 0, protein: 0, carbs: 0, fat: 0 },
  day,
  entries,
  goals
}: {
  readonly totals:
    | { readonly calories: number; readonly protein: number; readonly carbs: number; readonly fat: number }
    | undefined
  readonly day: ActivityDay
  /** The number of entries, in words. */
  readonly entries: string
  readonly goals: ReadonlyArray<Goal>
}) => (
  <div class="eaten" id="eaten" data-part={day}>
    <Tiles>
      <Tile label="Eaten" value={number(calories)} unit="kcal" note={leftOf(goals, "calories", calories) ?? entries} />
      <Tile label="Protein" value={number(protein, 1)} unit="g" note={leftOf(goals, "protein", protein)} />
      <Tile label="Carbs" value={number(carbs, 1)} unit="g" note={leftOf(goals, "carbs", carbs)} />
      <Tile label="Fat" value={number(fat, 1)} unit="g" note={leftOf(goals, "fat", fat)} />
    </Tiles>
  </div>
)
