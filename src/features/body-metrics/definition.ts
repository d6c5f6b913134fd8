import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Predicate, Schema } from "effect"
import { said } from "../../contract/broken-rule.ts"
import { rangeFaults } from "../../contract/day-range.ts"
import { NotFound } from "../../contract/errors.ts"
import { optional, present } from "../../contract/fields.ts"
import { operation } from "../../contract/operation.ts"
import type { Rule } from "../../contract/rule.ts"
import { ActivityDay, isActivityDay, plusDays } from "../../values/activity-day.ts"
import { must } from "../../values/must.ts"
import { Decimal } from "../../values/number.ts"
import { analysisFields, isAnalysed } from "./analysis.ts"
import { Metric, MetricUnit, SetReading, ShownReading, ShownSummary, valueFaults, valueFields } from "./model.ts"

const metric = Metric.annotations({ description: "Metric." })
const DEFAULT_RANGE_DAYS = 30
const LONGEST_RANGE_DAYS = 366

const isMetric = Schema.is(Metric)

/** The requested range; by default the 30 days up to today. */
export const rangeOf = (given: { readonly from?: ActivityDay; readonly to?: ActivityDay }, today: ActivityDay) => {
  const to = given.to ?? today
  return { from: given.from ?? plusDays(to, 1 - DEFAULT_RANGE_DAYS), to }
}

/** Faults of the range. Values that are not days are reported by the schema. */
const rangeFaultsOf = (from: unknown, to: unknown, today: ActivityDay) => {
  if (to !== undefined && !isActivityDay(to)) return []
  const range = rangeOf({ ...(to === undefined ? {} : { to }), ...(isActivityDay(from) ? { from } : {}) }, today)
  return rangeFaults(range.from, range.to, LONGEST_RANGE_DAYS)
}

/**
 * Faults of readings across fields: units, bounds, days in the future. Malformed readings are reported by the schema.
 */
const readingFaults: Rule = ({ metric, readings }, today) => {
  if (!Array.isArray(readings)) return []
  return readings.flatMap((reading: unknown, index) => {
    if (!Predicate.isRecord(reading)) return []
    const { value, unit, date } = reading
    const ofValue = isMetric(metric) ? valueFaults(metric, value, unit) : []
    const ofDate =
      isActivityDay(date) && date > today ? [said("date", `must not be after today, ${today}`, { received: date })] : []
    return [...ofValue, ...ofDate].map(({ field, rule }) => ({ field: `readings[${index}].${field}`, rule }))
  })
}

const timezone = Schema.String.annotations({ description: "IANA timezone." })

export const listBodyMetrics = operation({
  name: "list_body_metrics",
  method: "GET",
  path: "/body-metrics",
  title: "List body metrics",
  description:
    "Lists readings of one metric, oldest first, at most one a day. With analysis, also how fast they change, and for weight measured energy expenditure, deficit or surplus. For the latest weight and body fat alone, get_context is enough.",
  access: "read",
  input: Schema.Struct({
    metric,
    from: optional(ActivityDay.annotations({ description: "First day. Default: 29 days before `to`." })),
    to: optional(ActivityDay.annotations({ description: "Last day, included; at most 366 in all. Default: today." })),
    analysis: optional(
      Schema.Boolean.annotations({
        description: "Adds trend, and energy for weight, which needs 28 days, better 42. Not of steps, sleep."
      })
    )
  }),
  rule: ({ metric, from, to, analysis }, today) => {
    const ofAnalysis =
      isMetric(metric) && !isAnalysed(metric) && (analysis === true || analysis === "true")
        ? [said("analysis", `is for metrics with a trend; ${metric} has none, so leave it out`)]
        : []
    return [...ofAnalysis, ...rangeFaultsOf(from, to, today)]
  },
  output: Schema.Struct({
    metric,
    from: ActivityDay.annotations({ description: "First day of the range." }),
    to: ActivityDay.annotations({ description: "Last day of the range." }),
    timezone,
    readings: Schema.Array(ShownReading).annotations({
      description: "Oldest first; days without one are left out."
    }),
    today: ActivityDay.annotations({ description: "Today's Activity Day." }),
    ...ShownSummary,
    ...analysisFields
  }),
  example: {
    input: { metric: "weight", from: "2026-03-01", to: "2026-03-14" },
    output: {
      metric: "weight",
      from: "2026-03-01",
      to: "2026-03-14",
      timezone: "Europe/Berlin",
      readings: [{ date: "2026-03-14", value: 72.4, unit: "kg", display: { value: 72.4, unit: "kg" } }],
      today: "2026-03-14",
      mean: { value: 72.4, unit: "kg", display: { value: 72.4, unit: "kg" } },
      first: { date: "2026-03-14", value: 72.4, unit: "kg", display: { value: 72.4, unit: "kg" } },
      last: { date: "2026-03-14", value: 72.4, unit: "kg", display: { value: 72.4, unit: "kg" } },
      change: { value: 0, unit: "kg", display: { value: 0, unit: "kg" } }
    }
  }
})

export const setBodyMetrics = operation({
  name: "set_body_metrics",
  method: "PUT",
  path: "/body-metrics",
  title: "Set body metrics",
  description:
    "Records readings of one metric. Each replaces what its day held, which `previous` returns; all are saved or none. To remove one, use delete_body_metric.",
  access: "write",
  destructive: true,
  input: Schema.Struct({
    metric,
    readings: Schema.Array(
      Schema.Struct({
        value: Decimal.annotations({
          description:
            "weight 20 to 500 kg, body_fat 2 to 80 percent, steps to 100,000, girths 5 to 300 cm, resting_heart_rate 20 to 200, sleep to 1,440 of the night that ended that day."
        }),
        date: optional(ActivityDay.annotations({ description: "Not in the future. Default: today." })),
        unit: optional(
          MetricUnit.annotations({
            description: "Required for weight and girths."
          })
        )
      })
    )
      .annotations({ examples: [[{ value: 80, unit: "kg" }]] })
      .pipe(Schema.minItems(1, must({ be: "held", min: 1, of: "reading" })))
      .annotations({ description: "1 to limits.bodyMetricBatch (100); of two for a day the later wins." })
  }),
  rule: readingFaults,
  output: Schema.Struct({
    metric,
    timezone,
    readings: Schema.Array(SetReading).annotations({
      description: "One for each day, in the order of the input."
    }),
    hint: present(Schema.String.annotations({ description: "Set where a weight or steps are hardly meant." }))
  }),
  example: {
    input: { metric: "weight", readings: [{ value: 72.4, unit: "kg", date: "2026-03-14" }] },
    output: {
      metric: "weight",
      timezone: "Europe/Berlin",
      readings: [
        {
          date: "2026-03-14",
          value: 72.4,
          unit: "kg",
          display: { value: 72.4, unit: "kg" },
          changed: true,
          previous: { value: 72.8, unit: "kg", display: { value: 72.8, unit: "kg" } }
        }
      ]
    }
  }
})

export const deleteBodyMetric = operation({
  name: "delete_body_metric",
  method: "DELETE",
  path: "/body-metrics",
  title: "Delete a body metric reading",
  description: "Deletes one day's reading of one metric and returns it. To correct a reading, use set_body_metrics.",
  access: "write",
  destructive: true,
  input: Schema.Struct({
    metric,
    date: optional(ActivityDay.annotations({ description: "Its day. Default: today." }))
  }),
  output: Schema.Struct({
    metric,
    date: ActivityDay.annotations({ description: "Day whose reading was deleted." }),
    timezone,
    deleted: Schema.Literal(true).annotations({ description: "Always true." }),
    ...valueFields
  }),
  errors: [NotFound],
  example: {
    input: { metric: "steps", date: "2026-03-14" },
    output: {
      metric: "steps",
      date: "2026-03-14",
      timezone: "Europe/Berlin",
      deleted: true,
      value: 8450,
      unit: "steps",
      display: { value: 8450, unit: "steps" }
    }
  }
})

export class BodyMetricsApi extends HttpApiGroup.make("body_metrics", { topLevel: true })
  .add(listBodyMetrics)
  .add(setBodyMetrics)
  .add(deleteBodyMetric)
  .annotate(OpenApi.Title, "Body metrics")
  .annotate(
    OpenApi.Description,
    "Weight, body fat, steps, girths, resting heart rate and sleep: one reading of each a day."
  ) {}
