import { Effect } from "effect"
import { Subscription } from "../../../call/authentication.ts"
import type { Identity } from "../../../call/identity.ts"
import type { Arrival } from "../../../call/outcome.ts"
import { Pipeline } from "../../../call/pipeline.ts"
import { invalidToken } from "../../../call/token-kinds.ts"
import { AppConfig } from "../../../config.ts"
import { RateLimited } from "../../../contract/errors.ts"
import { limitsOf } from "../../../contract/handler/user.ts"
import { DeviceStore } from "../devices/store.ts"

/** The identity without a daily limit of writes. */
const endless = (identity: Identity): Identity => {
  const { user, revision } = identity.account
  const ownLimits = { ...user.ownLimits, writesPerDay: 1_000_000_000 }
  return {
    ...identity,
    account: { user: { ...user, ownLimits }, revision },
    refresh: (now) => Effect.map(identity.refresh(now), endless)
  }
}

/** Charges an arrival: its own limit, and one write, without the daily limit. */
export const makeCharge = Effect.gen(function* () {
  const { limits } = yield* AppConfig
  const subscription = yield* Subscription
  const pipeline = yield* Pipeline
  const store = yield* DeviceStore
  return Effect.fnUntraced(function* (identity: Identity, arrival: Arrival) {
    const { user } = identity.account
    const refusal = subscription.refusal(user, arrival.at)
    if (refusal !== undefined) return yield* refusal
    const { arrivalsPerMinute, arrivalsBurst } = limitsOf(user, limits)
    const bucket = { perMinute: arrivalsPerMinute, burst: arrivalsBurst, now: arrival.at }
    const taken = yield* store.takeArrival(user.id, bucket)
    if (taken === undefined) return yield* invalidToken
    const { allowed, level } = taken
    if (!allowed) {
      const seconds = arrivalsPerMinute === 0 ? 86_400 : Math.max(1, Math.ceil(((1 - level) * 60) / arrivalsPerMinute))
      return yield* new RateLimited({
        message: `The limit arrivals.perMinute (${arrivalsPerMinute}) is spent. Wait ${seconds} seconds, then send again.`,
        details: { retryAfterSeconds: seconds, bucket: "arrivals.perMinute", limit: arrivalsPerMinute }
      })
    }
    yield* pipeline.count(endless(identity), "write", arrival)
  })
})
