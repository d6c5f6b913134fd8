import { Clock, Context, DateTime, Effect, Layer } from "effect"
import type { Account } from "../accounts/store.ts"
import type { Allowance, Limits } from "../caller/limits.ts"
import { dayOf, limitsOf, type User } from "../caller/user.ts"
import { AppConfig } from "../config.ts"
import { RateLimited } from "../contract/errors.ts"
import { askingFor } from "../database/asker.ts"
import { type ActivityDay, plusDays } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import { type Buckets, ENOUGH, fullBuckets, type Taking, takeFrom } from "./buckets.ts"
import { makeKnownBuckets } from "./known-buckets.ts"

export class RateLimitStore extends Context.Tag("RateLimitStore")<
  RateLimitStore,
  {
    /**
     * Refills the user's buckets up to now and takes one call from all that it needs, or from none. Returns the buckets as
     * they then are, and whether the call was let through; nothing, and takes nothing, where the account is not at this
     * revision any more. Exact for any number of processes at once.
     */
    readonly take: (
      userId: UserId,
      revision: number,
      taking: Taking
    ) => Effect.Effect<{ readonly buckets: Buckets; readonly allowed: boolean } | undefined>
    /** The user's buckets as they were last kept, if they were. */
    readonly find: (userId: UserId) => Effect.Effect<Buckets | undefined>
  }
>() {}

/** Holds every user to their limits: token buckets for reads and writes, and a count of writes a day. */
export class RateLimiter extends Context.Tag("RateLimiter")<
  RateLimiter,
  {
    /**
     * Takes one read or write at `now` (epoch milliseconds), or takes nothing and says what to wait for. Returns undefined, and
     * takes nothing, if the account has changed since: the caller must authenticate again. A call that this process knows to find
     * no room is refused without asking the store, for a second at most; meanwhile a change of the account goes unnoticed here.
     */
    readonly take: (
      account: Account,
      access: "read" | "write",
      now: number
    ) => Effect.Effect<{ readonly allowance: Allowance; readonly refused: RateLimited | undefined } | undefined>
    /** What is left, taking nothing. */
    readonly peek: (user: User, now: number) => Effect.Effect<Allowance>
  }
>() {}

/** Where a limit never refills, nobody knows how long to wait: told as a day. */
const NEVER_SECONDS = 86_400

/** Pauses spare this process, so they go by real time where the service's clock is another. */
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
        return Effect.map(askingFor(user.id)(store.find(user.id)), (kept = fullBuckets(taking)) =>
          allowanceOf(taking.limits, takeFrom(kept, taking).buckets)
        )
      }
    })
  })
)

/** Seconds in which a whole bucket comes back. */
const windowOf = (burst: number, perMinute: number): number =>
  perMinute === 0 ? NEVER_SECONDS : Math.max(1, Math.ceil((burst * 60) / perMinute))

/** What is left, in the headers of draft-ietf-httpapi-ratelimit-headers: quota and window in seconds, then what remains. */
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
