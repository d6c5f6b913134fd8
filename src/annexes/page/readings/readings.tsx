/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import type { BrokenRule } from "../../../contract/broken-rule.ts"
import { Conflict, type Failure } from "../../../contract/errors.ts"
import { present } from "../../../contract/fields.ts"
import {
  COUNTED,
  type CountedMetric,
  canonicalOf,
  Metric,
  type ShownReading,
  unitFor
} from "../../../features/body-metrics/model.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import { longDay, number } from "../../../values/charts/format.ts"
import type { WeightUnit } from "../../../values/units.ts"
import { asFaultsOf } from "../frame/faults.ts"
import { Folding } from "../frame/folding.tsx"
import { Form, SelectField, TextField } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { Given } from "../frame/inputs.ts"
import { action, type Done, Redraw, type Visit } from "../frame/page.ts"
import { Redirect, redirect } from "../frame/view.ts"
import { ASKED_FIELD, MEANT_FIELD, SURE_FIELD } from "../workouts/slips.ts"
import { MEASURES, nameOf, UNIT_TEXTS } from "./metric-names.ts"
import { type InUnit, LIKELY_FIELD, measuredOf, OddQuestion, oddIn, typedFor } from "./reading-typed.tsx"

const labelOf = (metric: CountedMetric, weightUnit: WeightUnit): string =>
  ({ weight: `Weight (${weightUnit})`, body_fat: "Body fat (%)", steps: "Steps" })[metric]

/** A fault without its metric, which the label of the field names. */
const withoutMetric = (rule: BrokenRule): BrokenRule => {
  if (rule.is !== "out of bounds" && rule.is !== "unit") return rule
  const { metric: _, ...rest } = rule
  return rest
}

/** Maps a reading's faults to the form's fields. */
const ofReading = asFaultsOf(({ field, rule }) => ({
  field: field.replace("readings[0].", ""),
  rule: withoutMetric(rule)
}))

/** Sets the reading of a day, in the person's unit, with a button to undo that. */
const save = (
  visit: Visit,
  metric: Metric,
  { value, unit, date }: InUnit & { readonly date?: ActivityDay },
  to: `/${string}`
) =>
  visit
    .call("set_body_metrics", {
      metric,
      readings: [{ value, unit, ...(date === undefined ? {} : { date }) }]
    })
    .pipe(
      Effect.mapError(ofReading),
      Effect.map(({ readings: [saved] }) => {
        if (saved === undefined || !saved.changed) return redirect(to, "reading")
        const { date, display, previous } = saved
        const unit = metric === "steps" ? "" : UNIT_TEXTS[display.unit]
        const when = date === visit.today ? "" : ` for ${longDay(date)}`
        return new Redirect(to, {
          undo: {
            text: `${nameOf(metric)} ${number(display.value, 2)}${unit} is saved${when}.`,
            to,
            action: "undo_reading",
            fields: {
              metric,
              date,
              after: String(saved.value),
              ...(previous === null ? {} : { before: String(previous.value) })
            }
          }
        })
      })
    )

const Day = present(ActivityDay)
const Answer = present(Given)

/** The fields of a reading's form. The last two are buttons, which answer a question about what was typed. */
const reading = { value: Given, date: Day, [SURE_FIELD]: Answer, [MEANT_FIELD]: Answer }

interface Typed {
  readonly value: string
  readonly date?: ActivityDay
  readonly sure?: string
  readonly meant?: string
}

/** Saves what was typed. A weight or steps that are hardly meant are asked about first. */
const saveTyped = Effect.fnUntraced(function* (
  visit: Visit,
  metric: Metric,
  { value: text, date, sure, meant }: Typed,
  to: `/${string}`
): Effect.fn.Return<Done, Failure> {
  const quantity = yield* typedFor(metric, meant ?? text, visit)
  const day = date ?? visit.today
  const given = date === undefined ? {} : { date }
  const odd =
    meant !== undefined || sure === text || day > visit.today ? undefined : yield* oddIn(visit, metric, quantity, day)
  if (odd === undefined) return yield* save(visit, metric, { ...quantity, ...given }, to)
  const { likely } = odd
  return new Redraw({
    value: text,
    ...given,
    [ASKED_FIELD]: odd.odd,
    ...(likely === undefined ? {} : { [LIKELY_FIELD]: likely })
  })
})

const setReading = (metric: CountedMetric, to: `/${string}`) =>
  action(Schema.Struct(reading), (visit, typed) => saveTyped(visit, metric, typed, to))

/** Sets the reading of a metric that the form names. */
const setMeasure = (to: `/${string}`) =>
  action(Schema.Struct({ ...reading, metric: Schema.Literal(...MEASURES) }), (visit, { metric, ...typed }) =>
    saveTyped(visit, metric, typed, to)
  )

const OTHERWISE = "This reading has been changed since, so it was left as it is."

/**
 * Restores a day's value from before a reading was saved or deleted. Leaves it alone if it is not `after`, the value
 * that was saved, or none. `to` is the address of the page.
 */
export const undoReading = (to: (visit: Visit) => string) =>
  action(
    Schema.Struct({
      metric: Metric,
      date: ActivityDay,
      before: present(Schema.NumberFromString),
      after: present(Schema.NumberFromString)
    }),
    (visit, { metric, date, before, after }) =>
      Effect.gen(function* () {
        const { readings } = yield* visit.call("list_body_metrics", { metric, from: date, to: date })
        const now = readings[0]?.value
        if (before !== now && after !== now) return yield* new Conflict({ message: OTHERWISE })
        yield* before === undefined
          ? visit.call("delete_body_metric", { metric, date })
          : visit.call("set_body_metrics", {
              metric,
              readings: [{ value: before, date, unit: canonicalOf(metric).unit }]
            })
        return redirect(to(visit), "undone")
      }).pipe(whenGone("This reading no longer exists: it has since been removed."), Effect.mapError(ofReading))
  )

/** Changes a reading that is listed. `to` is the address of the list. */
export const changeReading = (to: (visit: Visit) => `/${string}`) =>
  action(Schema.Struct({ ...reading, metric: Metric }), (visit, { metric, ...typed }) =>
    saveTyped(visit, metric, typed, to(visit))
  )

/** The actions of the forms that record readings. */
export const readingActions = (to: `/${string}`) => ({
  weigh: setReading("weight", to),
  weight: setReading("weight", to),
  body_fat: setReading("body_fat", to),
  steps: setReading("steps", to),
  measure: setMeasure(to),
  undo_reading: undoReading(() => to)
})

/** A field for today's weight, with the latest one as its placeholder. */
export const WeighForm = ({
  visit,
  latest,
  to
}: {
  readonly visit: Visit
  readonly latest: ShownReading | null
  readonly to: string
}) => {
  const state = visit.form("weigh")
  return (
    <Form state={state} to={to} className="row">
      <TextField
        state={state}
        name="value"
        label={labelOf("weight", visit.user.bodyWeightUnit)}
        inputmode="decimal"
        {...(latest === null ? {} : { placeholder: number(latest.display.value, 1) })}
        measured="weight"
        unit={visit.user.bodyWeightUnit}
      />
      <button type="submit" aria-label="Save today's weight">
        Save
      </button>
      <OddQuestion state={state} />
    </Form>
  )
}

/** A form for each metric, for today or another day. */
export const RecordReadings = ({ visit, to }: { readonly visit: Visit; readonly to: string }) => {
  const states = [...COUNTED, "measure"].map((form) => visit.form(form))
  const measure = visit.form("measure")
  const isRefused = states.some(({ faults, values }) => faults.size > 0 || Object.keys(values).length > 0)
  return (
    <Folding isOpen={isRefused} summary="Record another, or for another day">
      <div class="record">
        {COUNTED.map((metric) => {
          const state = visit.form(metric)
          const label = labelOf(metric, visit.user.bodyWeightUnit)
          return (
            <Form state={state} to={to} className="row">
              <TextField
                state={state}
                name="value"
                label={label}
                inputmode={metric === "steps" ? "numeric" : "decimal"}
                measured={measuredOf(metric)}
                unit={unitFor(metric, visit.user)}
              />
              <TextField state={state} name="date" label="Day" type="date" value={visit.today} />
              <button type="submit" class="quiet" aria-label={`Save ${label}`}>
                Save
              </button>
              <OddQuestion state={state} />
            </Form>
          )
        })}
        <Form
          state={measure}
          to={to}
          className="row"
          data={{
            "data-measures": MEASURES.map(
              (metric) => `${metric}:${measuredOf(metric)}:${unitFor(metric, visit.user)}`
            ).join(";")
          }}
        >
          <SelectField
            state={measure}
            name="metric"
            label="More"
            options={MEASURES.map((metric) => [
              metric,
              `${nameOf(metric)} (${UNIT_TEXTS[unitFor(metric, visit.user)].trim()})`
            ])}
          />
          <TextField state={measure} name="value" label="Value" inputmode="decimal" row="measure" />
          <TextField state={measure} name="date" label="Day" type="date" value={visit.today} row="measure" />
          <button type="submit" class="quiet" aria-label="Save this reading">
            Save
          </button>
        </Form>
      </div>
    </Folding>
  )
}
