/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { type Failure, ValidationFailed } from "../contract/errors.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import { ActivityDay as Day } from "../values/activity-day.ts"
import type { WeightUnit } from "../values/units.ts"
import { Form, TextField } from "./form.tsx"
import { NumberText } from "./inputs.ts"
import { action, type Visit } from "./page.ts"
import { redirect } from "./view.ts"

type Metric = "weight" | "body_fat" | "steps"

const METRICS = ["weight", "body_fat", "steps"] as const

const labelOf = (metric: Metric, weightUnit: WeightUnit): string =>
  ({ weight: `Weight (${weightUnit})`, body_fat: "Body fat (%)", steps: "Steps" })[metric]

/** The faults of a reading, by the fields of its form. */
const ofReading = (failure: Failure): Failure =>
  failure._tag === "validation_failed"
    ? ValidationFailed.of(
        ...failure.details.fields.map(({ field, message }) => ({ field: field.replace("readings[0].", ""), message }))
      )
    : failure

const setReading = (metric: Metric, to: `/${string}`) =>
  action(
    Schema.Struct({ value: NumberText, date: Schema.optionalWith(Day, { exact: true }) }),
    ({ call, user }, { value, date }) =>
      call("set_body_metrics", {
        metric,
        readings: [
          {
            value,
            ...(metric === "weight" ? { unit: user.bodyWeightUnit } : {}),
            ...(date === undefined ? {} : { date })
          }
        ]
      }).pipe(Effect.mapBoth({ onFailure: ofReading, onSuccess: () => redirect(to, "reading") }))
  )

/** The actions of the forms that record readings. */
export const readingActions = (to: `/${string}`) => ({
  weight: setReading("weight", to),
  body_fat: setReading("body_fat", to),
  steps: setReading("steps", to)
})

/** A form for each metric. */
export const RecordReadings = ({
  visit: { user, form },
  today,
  to
}: {
  readonly visit: Visit
  readonly today: ActivityDay
  readonly to: string
}) => (
  <section class="card">
    <h2>Record</h2>
    <div class="record">
      {METRICS.map((metric) => {
        const state = form(metric)
        return (
          <Form state={state} to={to} className="row">
            <TextField
              state={state}
              name="value"
              label={labelOf(metric, user.bodyWeightUnit)}
              inputmode={metric === "steps" ? "numeric" : "decimal"}
            />
            <TextField state={state} name="date" label="Day" type="date" value={today} />
            <button type="submit" aria-label={`Save ${labelOf(metric, user.bodyWeightUnit)}`}>
              Save
            </button>
          </Form>
        )
      })}
    </div>
  </section>
)
