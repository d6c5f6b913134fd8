/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { type Metric, MetricUnit, unitFor } from "../../../features/body-metrics/model.ts"
import { LOOK_BACK_DAYS, oddInWords, oddOf } from "../../../features/body-metrics/odd.ts"
import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import type { FormState } from "../frame/form.tsx"
import { textOf } from "../frame/inputs.ts"
import { fieldFault, type Visit } from "../frame/page.ts"
import { typedCount, typedNumber } from "../frame/typed-number.ts"
import { type Measured, quantityFault, typedQuantity } from "../frame/typed-quantity.ts"
import { ASKED_FIELD, MEANT_FIELD, SURE_FIELD } from "../workouts/slips.ts"
import { UNIT_TEXTS } from "./metric-names.ts"

export interface InUnit {
  readonly value: number
  readonly unit: MetricUnit
}

const isMetricUnit = Schema.is(MetricUnit)

/** The field with what was probably meant. */
export const LIKELY_FIELD = "likely"

/** What each metric's field measures. */
export const measuredOf = (metric: Metric): Measured =>
  metric === "weight" || metric === "steps"
    ? metric
    : metric === "body_fat"
      ? "percent"
      : metric === "resting_heart_rate"
        ? "bpm"
        : metric === "sleep"
          ? "minutes"
          : "length"

/** A field's text as a value of a metric. Without a unit, it is in the person's. */
export const typedFor = (metric: Metric, text: string, visit: Visit) => {
  const measured = measuredOf(metric)
  const typed = typedQuantity(
    text,
    measured,
    unitFor(metric, visit.user),
    metric === "steps" ? typedCount : typedNumber
  )
  if (typeof typed !== "object") return fieldFault("value", quantityFault(typed, measured))
  const { value, unit } = typed
  return isMetricUnit(unit)
    ? Effect.succeed({ value, unit })
    : Effect.dieMessage(`Readings of ${metric} have no unit ${unit}`)
}

/** What is odd about a weight or steps; undefined if nothing is. */
export const oddIn = Effect.fnUntraced(function* (
  visit: Visit,
  metric: Metric,
  { value, unit }: InUnit,
  date: ActivityDay
) {
  if (unit !== "kg" && unit !== "lb" && unit !== "steps") return undefined
  const from = plusDays(date, -LOOK_BACK_DAYS)
  const { readings } =
    metric === "weight" ? yield* visit.call("list_body_metrics", { metric, from, to: date }) : { readings: [] }
  const odd = oddOf(metric, { date, value, unit }, readings)
  return odd && oddInWords({ value, unit }, odd, (unit) => UNIT_TEXTS[unit])
})

/** The question about a value that is hardly meant, with a button for each answer. */
export const OddQuestion = ({ state }: { readonly state: FormState }) => {
  const asked = textOf(state.values, ASKED_FIELD)
  const likely = textOf(state.values, LIKELY_FIELD)
  if (asked === undefined) return null
  return (
    <div class="summary ask" role="alert" tabindex={-1} autofocus>
      <p>{asked}.</p>
      <div class="buttons">
        {likely === undefined ? null : (
          <button type="submit" name={MEANT_FIELD} value={likely}>
            It was {likely}
          </button>
        )}
        <button type="submit" name={SURE_FIELD} value={textOf(state.values, "value") ?? ""} class="quiet">
          It is right
        </button>
      </div>
    </div>
  )
}
