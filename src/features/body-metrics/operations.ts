import { Effect, Option } from "effect"
import { NotFound } from "../../contract/errors.ts"
import { NOTHING_DUE } from "../../contract/handler/charge.ts"
import { charging, implement } from "../../contract/handler/handlers.ts"
import type { User } from "../../contract/handler/user.ts"
import { type ActivityDay, plusDays } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { NEIGHBOUR_DAYS } from "../../values/trends/slips.ts"
import { SETTLING_DAYS } from "../../values/trends/weight-trend.ts"
import { DiaryStore } from "../diary/store.ts"
import { energyOf, isAnalysed, trendOf } from "./analysis.ts"
import { batchIsSmallEnough } from "./batch.ts"
import { BodyMetricsApi, rangeOf } from "./definition.ts"
import { asGiven, canonical, type Metric, type MetricUnit, type Reading, show, showValue, summaryOf } from "./model.ts"
import { hintOf, LOOK_BACK_DAYS, mayBeOdd, type Typed } from "./odd.ts"
import { BodyMetricStore } from "./store.ts"

const listed = (
  metric: Metric,
  range: { readonly from: ActivityDay; readonly to: ActivityDay },
  { user, today }: { readonly user: User; readonly today: ActivityDay },
  readings: ReadonlyArray<Reading>
) => ({
  metric,
  ...range,
  timezone: user.timezone,
  readings: readings.map((reading) => show(metric, reading, user)),
  today,
  ...summaryOf(metric, readings, user)
})

/** What to say of readings that have been set, if one may be hardly meant. */
const hintFor = Effect.fnUntraced(function* (
  store: BodyMetricStore["Type"],
  userId: UserId,
  metric: Metric,
  given: ReadonlyArray<Typed>
) {
  const [first, ...others] = given.map(({ date }) => date).sort()
  if (first === undefined) return undefined
  const [from, to] = [plusDays(first, -LOOK_BACK_DAYS), others.at(-1) ?? first]
  const history = yield* store.range(NOTHING_DUE, userId, metric, from, to)
  return hintOf(metric, given, history.value)
})

/** Readings as they were typed, in the unit that each is in. */
const typedOf = (
  metric: Metric,
  given: ReadonlyArray<{ readonly date?: ActivityDay; readonly value: number; readonly unit?: MetricUnit }>,
  today: ActivityDay
): ReadonlyArray<Typed> => {
  const own: Typed["unit"] = metric === "steps" ? "steps" : "kg"
  return given.map(({ date = today, value, unit }) => ({ date, value, unit: unit === "lb" ? unit : own }))
}

export const implementation = implement(
  BodyMetricsApi,
  Effect.gen(function* () {
    const store = yield* BodyMetricStore
    const diary = yield* DiaryStore

    return {
      list_body_metrics: charging(
        Effect.fnUntraced(function* ({ metric, analysis = false, ...asked }, { user, today }, charge) {
          const day = { user, today }
          const range = rangeOf(asked, today)
          const { from, to } = range
          if (!analysis || !isAnalysed(metric)) {
            const found = yield* store.range(charge, user.id, metric, from, to)
            return found.map((readings) => listed(metric, range, day, readings))
          }
          // Reads further back, so that the trend is settled at the start of the range and a rate has its 28 days; and
          // further on, so that readings have neighbours on each side.
          const [first, last] = [plusDays(from, -SETTLING_DAYS), plusDays(to, NEIGHBOUR_DAYS)]
          const found = yield* store.range(charge, user.id, metric, first, last)
          const readings = found.value
          const inRange = readings.filter(({ date }) => from <= date && date <= to)
          const trend = trendOf(metric, readings, to, user)
          if (metric !== "weight") return found.with({ ...listed(metric, range, day, inRange), trend })
          const eaten = yield* diary.daily(user.id, from, to)
          const energy = energyOf(inRange, eaten, range, today, user.bodyWeightUnit)
          return found.with({ ...listed(metric, range, day, inRange), trend, energy })
        })
      ),

      set_body_metrics: charging(
        Effect.fnUntraced(function* ({ metric, readings: given }, { user, today }, charge) {
          // If a day occurs several times, its last reading counts, at the position of the first.
          const byDay = new Map(
            given.map((reading) => {
              const { date = today, value, unit } = reading
              return [date, { value: canonical(metric, value, unit), reading }] as const
            })
          )
          const readings = [...byDay].map(([date, { value }]): Reading => ({ date, value }))
          const set = yield* store.set(charge, user.id, today, metric, readings)
          const { before, earlier } = set.value
          const hint = mayBeOdd(metric, readings, earlier)
            ? yield* hintFor(store, user.id, metric, typedOf(metric, given, today))
            : undefined
          return set.with({
            metric,
            timezone: user.timezone,
            readings: [...byDay].map(([date, { value, reading }]) => {
              const held = before.get(date)
              return {
                date,
                ...showValue(metric, value, user),
                changed: held !== value,
                previous: held === undefined ? null : showValue(metric, held, user),
                ...asGiven(metric, reading, user)
              }
            }),
            ...(hint === undefined ? {} : { hint })
          })
        })
      ),

      delete_body_metric: Effect.fnUntraced(function* ({ metric, date: given }, { user, today }) {
        const date = given ?? today
        const deleted = yield* store.delete(user.id, today, metric, date)
        if (Option.isNone(deleted)) {
          return yield* new NotFound({
            message: `There is no ${metric} reading on ${date}. list_body_metrics shows the days that have one.`,
            people: `There is no ${metric.replaceAll("_", " ")} reading on ${date}.`
          })
        }
        const shown = showValue(metric, deleted.value, user)
        return { metric, date, timezone: user.timezone, deleted: true as const, ...shown }
      })
    }
  }),
  { set_body_metrics: batchIsSmallEnough }
)
