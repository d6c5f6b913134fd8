import { Effect, Schema } from "effect"
import { present } from "../../contract/fields.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { ItemId, itemIds } from "../../values/item-id.ts"
import { must } from "../../values/must.ts"
import { Decimal } from "../../values/number.ts"
import { trimmed } from "../../values/text.ts"
import { Weekday, weekdayOf } from "../../values/weekday.ts"
import { type Detail, MACRONUTRIENTS, type Summed } from "../foods/nutrition.ts"

export const GoalId = ItemId.pipe(Schema.brand("GoalId"))
export type GoalId = typeof GoalId.Type

export const goalIds = itemIds("goal")
export const newGoalId: Effect.Effect<GoalId> = Effect.map(goalIds.make, (id) => GoalId.make(id))

export const GoalType = Schema.Literal("numeric", "boolean")
export type GoalType = typeof GoalType.Type

/** Metrics whose progress is calculated from the diary and readings. For all others, progress is set by hand. */
const CALCULATED = [
  "calories",
  "protein",
  "fat",
  "carbs",
  "alcohol",
  "fiber",
  "sugars",
  "saturated_fat",
  "sodium",
  "steps",
  "weight",
  "body_fat"
] as const
export type CalculatedMetric = (typeof CALCULATED)[number]

export const GoalMetric = Schema.Literal(...CALCULATED, "hydration", "custom")
export type GoalMetric = typeof GoalMetric.Type

export const Comparison = Schema.Literal("min", "max", "equals")
export type Comparison = typeof Comparison.Type

export const GoalName = trimmed({ min: 1, max: 200 })
export const GoalUnit = trimmed({ min: 1, max: 20 })

/** A target, or progress towards one. */
export const NonNegative = Decimal.pipe(
  Schema.filter((value) => value >= 0, { ...must({ be: "number", min: 0 }), jsonSchema: { minimum: 0 } })
)

export const Days = Schema.Array(Weekday).pipe(
  Schema.filter((days) => days.length > 0 && new Set(days).size === days.length, {
    ...must({ be: "said", text: "must be 1 to 7 different weekdays" }),
    jsonSchema: { minItems: 1, maxItems: 7, uniqueItems: true }
  })
)

/** The metric from which a goal's progress is calculated; undefined if it is set by hand. */
export const calculatedBy = (metric: GoalMetric | null): CalculatedMetric | undefined =>
  CALCULATED.find((calculated) => calculated === metric)

/** Metrics of which a reading holds until the next one. */
const BODY = ["weight", "body_fat"] as const
export type BodyMetric = (typeof BODY)[number]

/** The metric of a goal for the body; undefined for other goals. */
export const bodyMetricOf = (metric: GoalMetric | null): BodyMetric | undefined => BODY.find((each) => each === metric)

const UNITS: Readonly<Record<Exclude<CalculatedMetric, "weight">, string>> = {
  calories: "kcal",
  protein: "g",
  fat: "g",
  carbs: "g",
  alcohol: "g",
  fiber: "g",
  sugars: "g",
  saturated_fat: "g",
  sodium: "mg",
  steps: "steps",
  body_fat: "percent"
}

/** The nutrients that not every food states, by the metric of their goals. */
const DETAIL_OF: { readonly [metric in GoalMetric]?: Detail } = {
  fiber: "fiber",
  sugars: "sugars",
  saturated_fat: "saturatedFat",
  sodium: "sodium"
}

/** The nutrient that a goal with this metric counts, if not every food states it. */
export const detailOf = (metric: GoalMetric | null): Detail | undefined =>
  metric === null ? undefined : DETAIL_OF[metric]

/** The nutrient that a goal with this metric counts, if not every entry of a diary knows it. */
export const nutrientOf = (metric: CalculatedMetric): Summed | undefined =>
  MACRONUTRIENTS.find((each) => each === metric) ?? detailOf(metric)

/** The fixed unit of goals with this metric; undefined if the unit is the goal's own, or for a boolean goal. */
export const fixedUnitOf = (metric: GoalMetric | null): string | undefined => {
  const calculated = calculatedBy(metric)
  return calculated === undefined || calculated === "weight" ? undefined : UNITS[calculated]
}

/** The part of a goal that has dated versions. */
export interface Terms {
  /** kcal, grams, milligrams, steps, percent, or the goal's own unit; null for a boolean goal. */
  readonly targetValue: number | null
  readonly comparison: Comparison | null
  readonly schedule: {
    readonly days: ReadonlyArray<Weekday>
    readonly startDate: ActivityDay
    /** Last day, inclusive; null if open-ended. */
    readonly endDate: ActivityDay | null
  }
  readonly active: boolean
}

/** A goal template, with the terms of one day. */
export interface Goal extends Terms {
  readonly id: GoalId
  readonly name: string
  readonly type: GoalType
  /** Null only for a boolean goal. */
  readonly metric: GoalMetric | null
  /** The unit given for a hydration or custom goal; kg or lb for weight; null for all others. */
  readonly unit: string | null
}

/** Whether a goal with these terms is due on `day`. */
export const isDueOn = ({ active, schedule: { days, startDate, endDate } }: Terms, day: ActivityDay): boolean =>
  active && startDate <= day && (endDate === null || day <= endDate) && days.some((each) => each === weekdayOf(day))

const Shared = {
  name: Schema.String.annotations({ description: "Name." }),
  type: GoalType.annotations({ description: "numeric has a target; boolean is a yes/no habit." }),
  metric: Schema.NullOr(GoalMetric).annotations({ description: "What it counts; null for boolean." }),
  targetValue: Schema.NullOr(Schema.Number).annotations({
    description: "In unit; null for boolean."
  }),
  unit: present(Schema.String.annotations({ description: "Absent unless known." })),
  comparison: Schema.NullOr(Comparison).annotations({ description: "Value against target; null for boolean." }),
  calculated: Schema.Boolean.annotations({ description: "True when it follows diary and readings." })
}

/** A goal template as shown in answers. */
export const ShownGoal = Schema.Struct({
  id: Schema.String.annotations({ description: "goalId elsewhere." }),
  name: Shared.name,
  type: Shared.type,
  metric: Shared.metric,
  targetValue: Shared.targetValue,
  unit: Shared.unit,
  comparison: Shared.comparison,
  schedule: Schema.Struct({
    days: Schema.Array(Weekday).annotations({ description: "Weekdays it is due on." }),
    startDate: ActivityDay.annotations({ description: "First day." }),
    endDate: Schema.NullOr(ActivityDay).annotations({ description: "Last day, included; null: open." })
  }).annotations({ description: "The days it is due on." }),
  active: Schema.Boolean.annotations({ description: "False while paused." }),
  calculated: Shared.calculated
})
export type ShownGoal = typeof ShownGoal.Type

/** Progress: a number for numeric goals, yes or no for boolean ones. */
export const CurrentValue = Schema.Union(Schema.Number, Schema.Boolean).annotations({
  description: "Progress: a number, or true or false for boolean."
})
export type CurrentValue = typeof CurrentValue.Type

export const completed = Schema.Boolean.annotations({ description: "Whether that meets the goal." })

/** A goal on one day, with its progress. */
export const DailyGoal = Schema.Struct({
  goalId: Schema.String.annotations({ description: "Pass to set_goal_progress." }),
  ...Shared,
  currentValue: CurrentValue,
  completed,
  partial: present(
    Schema.Literal(true).annotations({ description: "Some food of the day has no value: judged by what is known." })
  )
})
export type DailyGoal = typeof DailyGoal.Type

/** The fields that lists and days show alike, apart from the goal's id. */
export const showShared = (goal: Goal): Omit<DailyGoal, "goalId" | "currentValue" | "completed" | "partial"> => {
  const unit = fixedUnitOf(goal.metric) ?? goal.unit
  return {
    name: goal.name,
    type: goal.type,
    metric: goal.metric,
    targetValue: goal.targetValue,
    ...(unit === null ? {} : { unit }),
    comparison: goal.comparison,
    calculated: calculatedBy(goal.metric) !== undefined
  }
}

export const show = (goal: Goal): ShownGoal => ({
  id: goal.id,
  ...showShared(goal),
  schedule: goal.schedule,
  active: goal.active
})
