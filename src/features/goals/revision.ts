import { Either, Schema } from "effect"
import { type Fault, said } from "../../contract/broken-rule.ts"
import { quote } from "../../contract/faults.ts"
import { type ActivityDay, isActivityDay } from "../../values/activity-day.ts"
import { WeightUnit } from "../../values/units.ts"
import { Weekday } from "../../values/weekday.ts"
import { valueFaults } from "../body-metrics/model.ts"
import {
  bodyMetricOf,
  Comparison,
  detailOf,
  fixedUnitOf,
  type Goal,
  GoalMetric,
  type GoalType,
  type Terms
} from "./model.ts"

/** The input for a goal. Omitted fields are unchanged, or have the defaults of a new goal. */
export interface GivenGoal {
  readonly name?: string
  readonly type?: GoalType
  readonly metric?: GoalMetric
  readonly targetValue?: number
  readonly unit?: string
  readonly comparison?: Comparison
  readonly schedule?: {
    readonly days?: ReadonlyArray<Weekday>
    readonly startDate?: ActivityDay
    readonly endDate?: ActivityDay | null
  }
  readonly active?: boolean
}

/** The same input, with unchecked fields. */
type Unchecked = { readonly [Field in keyof GivenGoal]?: unknown }

const ONLY_NUMERIC = ["metric", "targetValue", "comparison"] as const

const VALUES_OF: Readonly<Record<(typeof ONLY_NUMERIC)[number], ReadonlyArray<string> | string>> = {
  metric: GoalMetric.literals,
  targetValue: "a number of at least 0",
  comparison: Comparison.literals
}

/** Boolean goals have no target. */
const faultsOfType = (type: unknown, given: Unchecked): ReadonlyArray<Fault> =>
  ONLY_NUMERIC.filter((field) => type === "boolean" && given[field] !== undefined).map((field) =>
    said(field, "must be left out for a boolean goal, which has none", { received: quote(given[field]) })
  )

const isMetric = Schema.is(GoalMetric)

const isWeightUnit = Schema.is(WeightUnit)

const KG_OR_LB = "kg or lb for a goal of weight"

/** The faults of a unit of weight. That of an existing goal stays, so that its earlier targets keep their meaning. */
const faultsOfWeightUnit = (unit: unknown, stored: string | null | undefined): ReadonlyArray<Fault> => {
  if (stored !== undefined) return unit === undefined || unit === null ? [] : faultOfFixed("unit", stored, unit)
  if (unit === undefined || unit === null) return [said("unit", `is required: ${KG_OR_LB}`)]
  return isWeightUnit(typeof unit === "string" ? unit.trim() : unit)
    ? []
    : [said("unit", `must be ${KG_OR_LB}`, { received: quote(unit) })]
}

/** Whether a goal's fixed unit may be given, too. */
const mayNameUnit = (metric: unknown): boolean =>
  isMetric(metric) && (metric === "body_fat" || detailOf(metric) !== undefined)

/**
 * Only goals with progress set by hand have a unit of the person's choice. Those of weight are in kg or lb; `stored` is
 * the unit of an existing one.
 */
const faultsOfUnit = (
  type: unknown,
  metric: unknown,
  { unit }: Unchecked,
  stored?: string | null
): ReadonlyArray<Fault> => {
  if (type !== "boolean" && metric === "weight") return faultsOfWeightUnit(unit, stored)
  if (unit === undefined || unit === null) return []
  const fixed = isMetric(metric) ? fixedUnitOf(metric) : undefined
  if (type !== "boolean" && (fixed === undefined || (unit === fixed && mayNameUnit(metric)))) return []
  const why =
    type === "boolean" ? "a boolean goal, which has none" : `a goal of ${metric}, whose unit is always ${fixed}`
  return [said("unit", `must be left out for ${why}`, { received: quote(unit) })]
}

/** A target for the body must be a possible reading. Values that are not numbers are reported by their own fields. */
export const faultsOfTarget = (metric: unknown, target: unknown, unit: unknown): ReadonlyArray<Fault> => {
  const body = isMetric(metric) ? bodyMetricOf(metric) : undefined
  const own = typeof unit === "string" ? unit.trim() : unit
  if (body === undefined || typeof target !== "number" || (body === "weight" && !isWeightUnit(own))) return []
  return valueFaults(body, target, body === "weight" ? own : undefined).map(({ rule }) => ({
    field: "targetValue",
    rule
  }))
}

/** Values that are not days are reported by their own fields. */
const faultsOfDates = (startDate: unknown, endDate: unknown): ReadonlyArray<Fault> => {
  if (!isActivityDay(startDate) || !isActivityDay(endDate) || startDate <= endDate) return []
  const rule = { is: "order", first: ["startDate", startDate], last: ["endDate", endDate] } as const
  return ["schedule.startDate", "schedule.endDate"].map((field) => ({ field, rule }))
}

const faultsOfNew = (given: Unchecked): ReadonlyArray<Fault> => {
  const forNumeric = (given.type === "numeric" ? ONLY_NUMERIC : []).filter((field) => given[field] === undefined)
  return [
    ...(given.name === undefined ? [said("name", "is required for a new goal; to change one, pass its id")] : []),
    ...(given.type === undefined ? [said("type", "is required for a new goal: numeric or boolean")] : []),
    ...forNumeric.map((field) => ({
      field,
      rule: { is: "required for" as const, what: "a numeric goal", values: VALUES_OF[field] }
    })),
    ...faultsOfType(given.type, given),
    ...faultsOfUnit(given.type, given.metric, given),
    ...(given.type === "boolean" ? [] : faultsOfTarget(given.metric, given.targetValue, given.unit))
  ]
}

const partsOf = (schedule: unknown): Readonly<Record<string, unknown>> =>
  typeof schedule === "object" && schedule !== null ? { ...schedule } : { schedule }

const faultsOfNothing = ({ schedule, ...rest }: Unchecked): ReadonlyArray<Fault> => {
  const { endDate, ...parts } = partsOf(schedule)
  const isGiven = Object.values({ ...rest, ...parts }).some((value) => value !== undefined && value !== null)
  return isGiven || endDate !== undefined
    ? []
    : [{ field: "body", rule: { is: "nothing", fields: "at least one field beside id" } }]
}

/**
 * The faults of the input for a new goal or, with an `id`, for a change, as far as they do not depend on the stored
 * goal.
 */
export const faultsOfGiven = (
  { id, idempotency_key: _, ...given }: Unchecked & { readonly id?: unknown; readonly idempotency_key?: unknown },
  today: ActivityDay
): ReadonlyArray<Fault> => {
  const { startDate, endDate } = partsOf(given.schedule)
  return id === undefined
    ? [...faultsOfNew(given), ...faultsOfDates(startDate ?? today, endDate)]
    : [...faultsOfNothing(given), ...faultsOfDates(startDate, endDate)]
}

/** A new goal without its id: the input, completed with defaults. Fails with all faults. */
export const create = (given: GivenGoal, today: ActivityDay): Either.Either<Omit<Goal, "id">, ReadonlyArray<Fault>> => {
  const {
    name,
    type,
    metric = null,
    targetValue = null,
    unit = null,
    comparison = null,
    schedule,
    active = true
  } = given
  const startDate = schedule?.startDate ?? today
  const endDate = schedule?.endDate ?? null
  const faults = [...faultsOfNew(given), ...faultsOfDates(startDate, endDate)]
  if (faults.length > 0 || name === undefined || type === undefined) return Either.left(faults)
  const days = schedule?.days ?? Weekday.literals
  return Either.right({
    name,
    type,
    metric,
    unit: fixedUnitOf(metric) === undefined ? unit : null,
    targetValue,
    comparison,
    schedule: { days, startDate, endDate },
    active
  })
}

/** A change of a goal; `label` and `terms` are undefined if they do not change. */
export interface Change {
  /** Applies to all days. */
  readonly label: Pick<Goal, "name" | "unit"> | undefined
  readonly terms: Terms | undefined
}

const faultOfFixed = (field: "type" | "metric" | "unit", stored: string | null, given: unknown) =>
  stored === null || given === undefined || given === stored
    ? []
    : [said(field, `stays ${stored} once the goal exists`, { received: `${given}. For another, create a new goal` })]

/** The faults of a change that depend on the goal as stored. */
export const faultsOfChange = (given: Unchecked, stored: Goal): ReadonlyArray<Fault> => {
  const { startDate, endDate } = partsOf(given.schedule)
  return [
    ...faultOfFixed("type", stored.type, given.type),
    ...faultOfFixed("metric", stored.metric, given.metric),
    ...faultsOfType(stored.type, given),
    ...faultsOfUnit(stored.type, stored.metric, given, stored.unit),
    ...faultsOfTarget(stored.metric, given.targetValue, stored.unit),
    ...faultsOfDates(startDate ?? stored.schedule.startDate, endDate === undefined ? stored.schedule.endDate : endDate)
  ]
}

/** Applies the input to the stored goal; only given fields change. Fails with all faults. */
export const change = (given: GivenGoal, stored: Goal): Either.Either<Change, ReadonlyArray<Fault>> => {
  const faults = faultsOfChange(given, stored)
  if (faults.length > 0) return Either.left(faults)
  const { name, targetValue, comparison, schedule = {}, active } = given
  const unit = fixedUnitOf(stored.metric) === undefined ? given.unit : undefined
  const terms: Terms = {
    targetValue: targetValue ?? stored.targetValue,
    comparison: comparison ?? stored.comparison,
    schedule: {
      days: schedule.days ?? stored.schedule.days,
      startDate: schedule.startDate ?? stored.schedule.startDate,
      endDate: schedule.endDate === undefined ? stored.schedule.endDate : schedule.endDate
    },
    active: active ?? stored.active
  }
  const namesTerms = Object.values({ targetValue, comparison, active, ...schedule }).some((term) => term !== undefined)
  return Either.right({
    label:
      name === undefined && unit === undefined ? undefined : { name: name ?? stored.name, unit: unit ?? stored.unit },
    terms: namesTerms ? terms : undefined
  })
}
