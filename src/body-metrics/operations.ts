import { Effect, Option } from "effect"
import { implement } from "../caller/handlers.ts"
import { NotFound } from "../contract/errors.ts"
import { batchIsSmallEnough } from "./batch.ts"
import { BodyMetricsApi, rangeOf } from "./definition.ts"
import { canonical, type Reading, show, showValue } from "./model.ts"
import { BodyMetricStore } from "./store.ts"

export const implementation = implement(
  BodyMetricsApi,
  Effect.gen(function* () {
    const store = yield* BodyMetricStore

    return {
      list_body_metrics: ({ metric, ...range }, { user, today }) => {
        const { from, to } = rangeOf(range, today)
        return Effect.map(store.range(user.id, metric, from, to), (readings) => ({
          metric,
          from,
          to,
          timezone: user.timezone,
          readings: readings.map((reading) => show(metric, reading, user.bodyWeightUnit))
        }))
      },

      set_body_metrics: Effect.fnUntraced(function* ({ metric, readings: given }, { user, today }) {
        // If a day occurs several times, its last reading counts, at the position of the first.
        const byDay = new Map(
          given.map(({ date = today, value, unit }) => [date, canonical(metric, value, unit)] as const)
        )
        const readings = [...byDay].map(([date, value]): Reading => ({ date, value }))
        const before = yield* store.set(user.id, today, metric, readings)
        return {
          metric,
          timezone: user.timezone,
          readings: readings.map(({ date, value }) => {
            const held = before.get(date)
            return {
              date,
              ...showValue(metric, value, user.bodyWeightUnit),
              changed: held !== value,
              ...(held === undefined ? {} : { previous: showValue(metric, held, user.bodyWeightUnit) })
            }
          })
        }
      }),

      delete_body_metric: Effect.fnUntraced(function* ({ metric, date: given }, { user, today }) {
        const date = given ?? today
        const deleted = yield* store.delete(user.id, today, metric, date)
        if (Option.isNone(deleted)) {
          return yield* new NotFound({
            message: `There is no ${metric} reading on ${date}. list_body_metrics shows the days that have one.`
          })
        }
        const shown = showValue(metric, deleted.value, user.bodyWeightUnit)
        return { metric, date, timezone: user.timezone, deleted: true as const, ...shown }
      })
    }
  }),
  { set_body_metrics: batchIsSmallEnough }
)
