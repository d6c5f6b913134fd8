/** @jsxImportSource hono/jsx */

import type { DailyGoal } from "../../../features/goals/model.ts"
import { number } from "../../../values/charts/format.ts"
import { round } from "../../../values/round.ts"
import type { Today } from "../features/overview/definition.ts"
import type { Children } from "../frame/view.ts"
import { AIMED, amountText, decimalsOf, METRICS } from "../goals/goal-words.ts"

const EATEN = ["calories", "protein", "carbs", "fat", "alcohol"] as const

/**
 * The first goal for calories and each macro. They are shown in the card of what is left instead of among the others.
 */
export const eatingGoals = (goals: ReadonlyArray<DailyGoal>): ReadonlyArray<DailyGoal> =>
  EATEN.flatMap((metric) => goals.find((goal) => goal.metric === metric) ?? [])

/** What is left of a goal in words: 44 g left, reached, or 120 kcal over. */
const leftOf = ({ targetValue, comparison, currentValue, unit, metric }: DailyGoal): readonly [string, string] => {
  const decimals = decimalsOf(metric)
  const left = (targetValue ?? 0) - round(Number(currentValue), decimals)
  const amount = number(Math.abs(left), decimals)
  if (left > 0) return [amount, `${unit} left`]
  if (comparison === "min") return [left === 0 ? "0" : `+${amount}`, `${unit}, reached`]
  return left === 0 ? ["0", `${unit} left`] : [amount, `${unit} over`]
}

const Bar = ({ goal, className }: { readonly goal: DailyGoal; readonly className: string }) => (
  <progress
    class={className}
    aria-label={`${goal.name}: ${number(Number(goal.currentValue), 1)} ${AIMED[goal.comparison ?? "equals"]} ${amountText(goal.targetValue ?? 0, goal.unit)}`}
    max={Math.max(goal.targetValue ?? 0, 1)}
    value={Math.max(0, Number(goal.currentValue))}
  />
)

const Macro = ({ goal }: { readonly goal: DailyGoal }) => {
  const [amount, rest] = leftOf(goal)
  return (
    <div>
      <p>
        {goal.metric === null ? null : METRICS[goal.metric]} <strong>{amount}</strong> {rest}
      </p>
      <Bar goal={goal} className="macro" />
      <p class="soft">
        {number(Number(goal.currentValue), 1)} {AIMED[goal.comparison ?? "equals"]}{" "}
        {amountText(goal.targetValue ?? 0, goal.unit)}
      </p>
    </div>
  )
}

/** What is left of the goal for calories, and what was eaten of it. */
const EnergyLeft = ({ goal, calories }: { readonly goal: DailyGoal; readonly calories: number }) => {
  const [amount, rest] = leftOf(goal)
  return (
    <>
      <p class="lead">
        <strong>{amount}</strong> {rest}
      </p>
      <Bar goal={goal} className="energy" />
      <p class="soft">
        {number(calories)} eaten {AIMED[goal.comparison ?? "equals"]} {amountText(goal.targetValue ?? 0, goal.unit)}
      </p>
    </>
  )
}

/**
 * What is left to eat today according to goals, with what was eaten, and `children` below. Empty if there is none of
 * these.
 */
export const LeftToEat = ({
  goals,
  totals,
  total,
  children
}: Pick<Today, "goals" | "totals" | "total"> & { readonly children?: Children }) => {
  const all = eatingGoals(goals)
  const energy = all.find(({ metric }) => metric === "calories")
  const macros = all.filter((goal) => goal !== energy)
  if (all.length === 0 && total === 0 && (children === undefined || children === null)) return null
  return (
    <section class="card left" aria-label="Food today">
      {energy !== undefined ? (
        <EnergyLeft goal={energy} calories={totals.calories} />
      ) : total === 0 ? null : (
        <>
          <p class="lead">
            <strong>{number(totals.calories)}</strong> kcal eaten
          </p>
          <p class="soft">
            {number(totals.protein, 1)} g protein, {number(totals.carbs, 1)} g carbs, {number(totals.fat, 1)} g fat
          </p>
        </>
      )}
      {macros.length === 0 ? null : (
        <div class="macros">
          {macros.map((goal) => (
            <Macro goal={goal} />
          ))}
        </div>
      )}
      {children}
    </section>
  )
}
