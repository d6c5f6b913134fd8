import { Schema } from "effect"
import type { Allowance, Limits } from "../../contract/handler/limits.ts"
import { Count } from "../../values/number.ts"

const limit = (description: string) => Count.annotations({ description })

/** A user's limits and what is left of them, as get_context returns them. */
export const ShownLimits = Schema.Struct({
  reads: Schema.Struct({
    perMinute: limit("Refill a minute."),
    burst: limit("Most at once."),
    remaining: limit("Left now.")
  }).annotations({ description: "Rate of reading operations." }),
  writes: Schema.Struct({
    perMinute: limit("Refill a minute."),
    burst: limit("Most at once."),
    perDay: limit("Most in a day."),
    remaining: limit("Left now."),
    remainingToday: limit("Left today.")
  }).annotations({ description: "Rate of writing operations." }),
  bodyMetricBatch: limit("Most readings a call."),
  goalTemplates: limit("Most allowed."),
  customFoods: limit("Most allowed.")
}).annotations({
  description: "burst is the most at once, remaining what is left"
})
type ShownLimits = typeof ShownLimits.Type

export const showLimits = (limits: Limits, allowance: Allowance): ShownLimits => {
  const { readsPerMinute, readsBurst, writesPerMinute, writesBurst, writesPerDay } = limits
  const { bodyMetricBatch, goalTemplates, customFoods } = limits
  return {
    reads: { perMinute: readsPerMinute, burst: readsBurst, remaining: allowance.reads },
    writes: {
      perMinute: writesPerMinute,
      burst: writesBurst,
      perDay: writesPerDay,
      remaining: allowance.writes,
      remainingToday: allowance.writesToday
    },
    bodyMetricBatch,
    goalTemplates,
    customFoods
  }
}
