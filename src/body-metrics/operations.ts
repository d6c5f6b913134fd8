import { Effect } from "effect"
import { CurrentUser, limitsOf, today } from "../accounts/model.ts"
import { type Achievements, changeFacts } from "../achievements/store.ts"
import { AppConfig } from "../config.ts"
import type { Transactions } from "../database/transactions.ts"
import { type FieldError, NotFound, ValidationFailed } from "../errors.ts"
import { implement } from "../operation.ts"
import { type ActivityDay, daysBetween, plusDays } from "../values/activity-day.ts"
import { BodyMetricsApi } from "./definition.ts"
import { canonical, type GivenValue, type Metric, type Reading, show } from "./model.ts"
import { BodyMetricStore } from "./store.ts"

const DEFAULT_RANGE_DAYS = 30
const LONGEST_RANGE_DAYS = 366

interface GivenReading extends GivenValue {
  readonly date?: ActivityDay
}

/** The canonical readings, one for each day in order of first appearance, the last of a day winning; or every fault. */
const resolve = (metric: Metric, given: ReadonlyArray<GivenReading>, today: ActivityDay) => {
  const byDay = new Map<ActivityDay, number>()
  const faults: Array<FieldError> = []
  given.forEach(({ date = today, ...reading }, index) => {
    const value = canonical(metric, reading)
    if (typeof value === "number") byDay.set(date, value)
    else faults.push({ field: `readings[${index}].${value.field}`, message: value.message })
    if (date > today) {
      faults.push({ field: `readings[${index}].date`, message: `must not lie after today, ${today}; received ${date}` })
    }
  })
  const readings: ReadonlyArray<Reading> = [...byDay].map(([date, value]) => ({ date, value }))
  return faults.length === 0 ? Effect.succeed(readings) : Effect.fail(ValidationFailed.of(...faults))
}

const checkRange = (from: ActivityDay, to: ActivityDay) => {
  const onBoth = (message: string) => ValidationFailed.of({ field: "from", message }, { field: "to", message })
  if (from > to) return Effect.fail(onBoth(`from (${from}) must not lie after to (${to})`))
  if (daysBetween(from, to) >= LONGEST_RANGE_DAYS) {
    return Effect.fail(onBoth(`the range ${from} to ${to} spans more than ${LONGEST_RANGE_DAYS} days; ask in parts`))
  }
  return Effect.void
}

export const bodyMetrics = implement(
  BodyMetricsApi,
  Effect.gen(function* () {
    const config = yield* AppConfig
    const store = yield* BodyMetricStore
    const facts = yield* Effect.context<Achievements | Transactions>()

    return {
      list_body_metrics: Effect.fn("list_body_metrics")(function* (input) {
        const user = yield* CurrentUser
        const to = input.to ?? (yield* today(user))
        const from = input.from ?? plusDays(to, 1 - DEFAULT_RANGE_DAYS)
        yield* checkRange(from, to)
        const readings = yield* store.range(user.id, input.metric, from, to)
        return {
          metric: input.metric,
          from,
          to,
          timezone: user.timezone,
          readings: readings.map((reading) => show(input.metric, reading, user.bodyWeightUnit))
        }
      }),

      set_body_metrics: Effect.fn("set_body_metrics")(function* ({ metric, readings: given }) {
        const user = yield* CurrentUser
        const activityDay = yield* today(user)
        const { bodyMetricBatch } = limitsOf(user, config.limits)
        if (given.length > bodyMetricBatch) {
          return yield* ValidationFailed.of({
            field: "readings",
            message: `must hold at most ${bodyMetricBatch} readings; received ${given.length}: send them in several calls`
          })
        }
        const readings = yield* resolve(metric, given, activityDay)
        const before = yield* changeFacts(
          user.id,
          activityDay,
          Effect.map(store.set(user.id, metric, readings), (result) => ({
            result,
            days: readings.map(({ date }) => date)
          }))
        ).pipe(Effect.provide(facts))
        return {
          metric,
          timezone: user.timezone,
          readings: readings.map((reading) => ({
            ...show(metric, reading, user.bodyWeightUnit),
            changed: before.get(reading.date) !== reading.value
          }))
        }
      }),

      delete_body_metric: Effect.fn("delete_body_metric")(function* (input) {
        const user = yield* CurrentUser
        const activityDay = yield* today(user)
        const { metric, date = activityDay } = input
        const deleted = yield* changeFacts(
          user.id,
          activityDay,
          Effect.map(store.delete(user.id, metric, date), (result) => ({ result, days: [date] }))
        ).pipe(Effect.provide(facts))
        if (!deleted) {
          return yield* new NotFound({
            message: `There is no ${metric} reading on ${date}. list_body_metrics shows the days that have one.`
          })
        }
        return { metric, date, timezone: user.timezone, deleted: true as const }
      })
    }
  })
)
