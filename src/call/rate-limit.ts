import { Clock, Context, DateTime, Effect, Layer } from "effect"
import type { Account } from "../accounts/store.ts"
import type { Allowance, Limits } from "../caller/limits.ts"
import { dayOf, limitsOf, type User } from "../caller/user.ts"
import { AppConfig } from "../config.ts"
import { RateLimited } from "../contract/errors.ts"
import { onBehalfOf } from "../database/statements.ts"
import { type ActivityDay, plusDays } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import { type Buckets, ENOUGH, fullBuckets, makeKnownBuckets, type Taking, takeFrom } from "./buckets.ts"

export class RateLimitStore extends Context.Tag("RateLimitStore")<
  RateLimitStore,
  {
    /**
     * Refills the user's buckets up to now, then takes one call from every bucket it needs, or from none. Returns the
     * new buckets and whether the call was allowed. Returns undefined, and takes nothing, if the account's revision is
     * no longer `revision`. Exact for any number of concurrent processes.
     */
    readonly take: (
      userId: UserId,
      revision: number,
      taking: Taking
    ) => Effect.Effect<{ readonly buckets: Buckets; readonly allowed: boolean } | undefined>
    /** The user's buckets as last stored, if they were. */
    readonly find: (userId: UserId) => Effect.Effect<Buckets | undefined>
  }
>() {}

/** Enforces each user's limits: token buckets for reads and writes, and a maximum of writes per day. */
export class RateLimiter extends Context.Tag("RateLimiter")<
  RateLimiter,
  {
    /**
     * Takes one read or write at `now` (epoch milliseconds), or takes nothing and reports how long to wait. Returns
     * undefined, and takes nothing, if the account has changed since it was cached; the caller must authenticate again.
     * For up to a second, this process refuses calls by what it knows of the buckets, without asking the store. A
     * change of the account is not noticed meanwhile.
     */
    readonly take: (
      account: Account,
      access: "read" | "write",
      now: number
    ) => Effect.Effect<{ readonly allowance: Allowance; readonly refused: RateLimited | undefined } | undefined>
    /** What is left, without taking anything. */
    readonly peek: (user: User, now: number) => Effect.Effect<Allowance>
  }
>() {}

/** The wait reported for a limit that never refills: a day. */
const NEVER_SECONDS = 86_400

/** Refusals are delayed by real time, even if the service's clock is a test clock. */
const realClock = Clock.make()

const secondsUntilFull = (level: number, perMinute: number): number => {
  const seconds = Math.ceil((1 - level) / (perMinute / 60) - 1e-6)
  return Number.isFinite(seconds) ? Math.max(1, seconds) : NEVER_SECONDS
}

/** Whole seconds until the user's next Activity Day begins. */
const secondsUntilTomorrow = (user: User, day: ActivityDay, now: number): number => {
  const midnight = DateTime.makeZoned(`${plusDays(day, 1)}T00:00:00`, {
    timeZone: DateTime.zoneUnsafeMakeNamed(user.timezone),
    adjustForTimeZone: true
  })
  if (midnight._tag === "None") return NEVER_SECONDS
  return Math.max(1, Math.ceil((DateTime.toEpochMillis(midnight.value) - now) / 1000))
}

const refusal = (user: User, access: "read" | "write", buckets: Buckets, { limits, now, day }: Taking): RateLimited => {
  const spent =
    access === "read"
      ? [
          {
            bucket: "reads.perMinute" as const,
            limit: limits.readsPerMinute,
            seconds: limits.readsBurst < 1 ? NEVER_SECONDS : secondsUntilFull(buckets.reads, limits.readsPerMinute)
          }
        ]
      : [
          ...(buckets.writes >= ENOUGH
            ? []
            : [
                {
                  bucket: "writes.perMinute" as const,
                  limit: limits.writesPerMinute,
                  seconds:
                    limits.writesBurst < 1 ? NEVER_SECONDS : secondsUntilFull(buckets.writes, limits.writesPerMinute)
                }
              ]),
          ...(buckets.writesToday < limits.writesPerDay
            ? []
            : [
                {
                  bucket: "writes.perDay" as const,
                  limit: limits.writesPerDay,
                  seconds: secondsUntilTomorrow(user, day, now)
                }
              ])
        ]
  const { bucket, limit, seconds } = spent.reduce((longest, each) => (each.seconds > longest.seconds ? each : longest))
  return new RateLimited({
    message: `The limit ${bucket} (${limit}) is spent. Wait ${seconds} seconds, then call again; get_context shows every limit.`,
    details: { retryAfterSeconds: seconds, bucket, limit }
  })
}

const allowanceOf = (limits: Limits, buckets: Buckets): Allowance => ({
  limits,
  reads: Math.floor(buckets.reads + 1e-9),
  writes: Math.floor(buckets.writes + 1e-9),
  writesToday: Math.max(0, limits.writesPerDay - buckets.writesToday)
})

export const layer = Layer.effect(
  RateLimiter,
  Effect.gen(function* () {
    const config = yield* AppConfig
    const store = yield* RateLimitStore
    const knownBuckets = makeKnownBuckets()

    const takingOf = (user: User, access: Taking["access"], now: number): Taking => ({
      access,
      limits: limitsOf(user, config.limits),
      now,
      day: dayOf(user, now)
    })

    return RateLimiter.of({
      take: ({ user, revision }, access, now) =>
        Effect.suspend(() => {
          const taking = takingOf(user, access, now)
          const outcome = (buckets: Buckets, isAllowed: boolean) => ({
            allowance: allowanceOf(taking.limits, buckets),
            refused: isAllowed ? undefined : refusal(user, access, buckets, taking)
          })
          const known = knownBuckets.of(user.id, revision, taking)
          const refused = knownBuckets.refuse(known, access, taking)
          if (refused !== undefined) {
            const answer = Effect.succeed(outcome(refused.buckets, false))
            return refused.pause === 0 ? answer : Effect.delay(answer, refused.pause).pipe(Effect.withClock(realClock))
          }
          return Effect.matchCauseEffect(store.take(user.id, revision, taking), {
            onFailure: (cause) => {
              knownBuckets.answered(known, access, undefined)
              return Effect.failCause(cause)
            },
            onSuccess: (taken) => {
              knownBuckets.answered(known, access, taken?.buckets)
              if (taken === undefined) {
                knownBuckets.forget(user.id)
                return Effect.succeed(undefined)
              }
              return Effect.succeed(outcome(taken.buckets, taken.allowed))
            }
          })
        }),
      peek: (user, now) => {
        const taking = takingOf(user, "nothing", now)
        return Effect.map(onBehalfOf(user.id)(store.find(user.id)), (kept = fullBuckets(taking)) =>
          allowanceOf(taking.limits, takeFrom(kept, taking).buckets)
        )
      }
    })
  })
)

/** How many seconds an empty bucket takes to fill up. */
const windowOf = (burst: number, perMinute: number): number =>
  perMinute === 0 ? NEVER_SECONDS : Math.max(1, Math.ceil((burst * 60) / perMinute))

/** The headers of draft-ietf-httpapi-ratelimit-headers: quota and window in seconds, and what remains. */
export const rateLimitHeaders = ({
  limits,
  reads,
  writes,
  writesToday
}: Allowance): Readonly<Record<string, string>> => ({
  "ratelimit-policy": [
    `"reads";q=${limits.readsBurst};w=${windowOf(limits.readsBurst, limits.readsPerMinute)}`,
    `"writes";q=${limits.writesBurst};w=${windowOf(limits.writesBurst, limits.writesPerMinute)}`,
    `"writes-per-day";q=${limits.writesPerDay};w=86400`
  ].join(", "),
  ratelimit: `"reads";r=${reads}, "writes";r=${writes}, "writes-per-day";r=${writesToday}`
})
