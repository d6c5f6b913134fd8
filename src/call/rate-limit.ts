import { type Cause, Clock, Context, Data, DateTime, Effect, Exit, Layer } from "effect"
import type { Account } from "../accounts/store.ts"
import type { Allowance, Limits } from "../caller/limits.ts"
import { dayOf, limitsOf, type User } from "../caller/user.ts"
import { AppConfig } from "../config.ts"
import { RateLimited } from "../contract/errors.ts"
import { onBehalfOf } from "../database/work.ts"
import { type ActivityDay, plusDays } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import { type Buckets, ENOUGH, fullBuckets, makeKnownBuckets, type Taking, takeFrom } from "./buckets.ts"

/** What the store knows after a call: the user's buckets, and whether they allowed it. */
export interface Taken {
  readonly buckets: Buckets
  readonly allowed: boolean
}

/** A call is a read or a write. */
export interface TakingCall extends Taking {
  readonly access: "read" | "write"
}

export class RateLimitStore extends Context.Tag("RateLimitStore")<
  RateLimitStore,
  {
    /**
     * Refills the user's buckets up to now, then takes one call from every bucket it needs, or from none: before the
     * first statement of `work`, which may carry it along, or after the work if this has none. `judge` is told the new
     * buckets and whether the call was allowed; undefined, and nothing is taken, if the account's revision is no longer
     * `revision`. If it dies, so does the work. Exact for any number of concurrent processes.
     */
    readonly before: <A, E, R>(
      userId: UserId,
      revision: number,
      taking: TakingCall,
      judge: (taken: Taken | undefined) => Exit.Exit<void>,
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    /** The user's buckets as last stored, if they were. */
    readonly find: (userId: UserId) => Effect.Effect<Buckets | undefined>
  }
>() {}

/** A call was not counted, because the account has changed since it was cached. */
export class AccountChanged extends Data.TaggedError("AccountChanged") {}

/** Enforces each user's limits: token buckets for reads and writes, and a maximum of writes per day. */
export class RateLimiter extends Context.Tag("RateLimiter")<
  RateLimiter,
  {
    /**
     * Takes one read or write at `now` (epoch milliseconds) and runs `work`, whose first statement may carry the taking
     * along. `counted` is told what is left, and the refusal if there is one. A refused call takes nothing, and nothing
     * of its work takes effect; nor does it if the account has changed since it was cached, when the caller must
     * authenticate again. For up to a second, this process refuses calls by what it knows of the buckets, without asking
     * the store. A change of the account is not noticed meanwhile.
     */
    readonly count: <A, E, R>(
      account: Account,
      access: "read" | "write",
      now: number,
      counted: (allowance: Allowance, refused: RateLimited | undefined) => void,
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | RateLimited | AccountChanged, R>
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

    const takingOf = <Access extends Taking["access"]>(user: User, access: Access, now: number) => ({
      access,
      limits: limitsOf(user, config.limits),
      now,
      day: dayOf(user, now)
    })

    return RateLimiter.of({
      count: ({ user, revision }, access, now, counted, work) =>
        Effect.suspend(() => {
          const taking = takingOf(user, access, now)
          const refuse = (buckets: Buckets) => {
            const refused = refusal(user, access, buckets, taking)
            counted(allowanceOf(taking.limits, buckets), refused)
            return refused
          }
          const known = knownBuckets.of(user.id, revision, taking)
          const refused = knownBuckets.refuse(known, access, taking)
          if (refused !== undefined) {
            const answer = Effect.suspend(() => refuse(refused.buckets))
            return refused.pause === 0 ? answer : Effect.delay(answer, refused.pause).pipe(Effect.withClock(realClock))
          }
          let isAnswered = false
          let stopped: RateLimited | AccountChanged | undefined
          /** Ends the work as a defect, whatever errors it declares. */
          const stop = (reason: RateLimited | AccountChanged) => {
            stopped = reason
            return Exit.die(reason)
          }
          const judge = (taken: Taken | undefined): Exit.Exit<void> => {
            isAnswered = true
            knownBuckets.answered(known, access, taken?.buckets)
            if (taken === undefined) {
              knownBuckets.forget(user.id)
              return stop(new AccountChanged())
            }
            if (!taken.allowed) return stop(refuse(taken.buckets))
            counted(allowanceOf(taking.limits, taken.buckets), undefined)
            return Exit.void
          }
          const end = <E>(cause: Cause.Cause<E>): Effect.Effect<never, E | RateLimited | AccountChanged> => {
            if (!isAnswered) knownBuckets.answered(known, access, undefined)
            return stopped === undefined ? Effect.failCause(cause) : Effect.fail(stopped)
          }
          return Effect.catchAllCause(store.before(user.id, revision, taking, judge, work), end)
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
