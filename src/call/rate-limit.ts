import { Clock, Context, DateTime, Effect, Exit, Layer } from "effect"
import { AppConfig } from "../config.ts"
import { RateLimited } from "../contract/errors.ts"
import { type Charge, NotCharged } from "../contract/handler/charge.ts"
import type { Allowance, Limits } from "../contract/handler/limits.ts"
import { dayOf, limitsOf, type User } from "../contract/handler/user.ts"
import type { Account } from "../features/accounts/store.ts"
import { onBehalfOf } from "../platform/database/work.ts"
import { type ActivityDay, plusDays } from "../values/activity-day.ts"
import type { UserId } from "../values/ids.ts"
import { type Buckets, ENOUGH, fullBuckets, makeKnownBuckets, type Taking, takeFrom } from "./buckets.ts"
import { CallCharge, type Carried, type Taken } from "./charge.ts"

/** A call is a read or a write. */
export interface TakingCall extends Taking {
  readonly access: "read" | "write"
}

export class RateLimitStore extends Context.Tag("RateLimitStore")<
  RateLimitStore,
  {
    /**
     * Refills the user's buckets up to now, then takes one call from every bucket it needs, or from none. Returns
     * undefined, and takes nothing, if the account's revision is no longer `revision`. Exact for any number of concurrent
     * processes.
     */
    readonly take: (userId: UserId, revision: number, taking: TakingCall) => Effect.Effect<Taken | undefined>
    /** The same, together with a query; undefined if one statement cannot do both. */
    readonly carried: (userId: UserId, revision: number, taking: TakingCall) => Carried | undefined
    /** The user's buckets as last stored, if they were. */
    readonly find: (userId: UserId) => Effect.Effect<Buckets | undefined>
  }
>() {}

/** Enforces each user's limits: token buckets for reads and writes, and a maximum of writes per day. */
export class RateLimiter extends Context.Tag("RateLimiter")<
  RateLimiter,
  {
    /**
     * The charge of one read or write at `now` (epoch milliseconds). The caller must make sure that it is taken. For up
     * to a second, this process refuses calls by its own copy of the buckets, without asking the store; a changed
     * account is not noticed in that time.
     */
    readonly charge: (account: Account, access: "read" | "write", now: number) => Effect.Effect<Charge, NotCharged>
    /** The remaining limits; takes nothing. */
    readonly peek: (user: User, now: number) => Effect.Effect<Allowance>
  }
>() {}

/** The wait reported for a limit that never refills: a day. */
const NEVER_SECONDS = 86_400

/** Refusals are delayed by real time, even if the service's clock is a test clock. */
const realClock = Clock.make()

/** Whole seconds until a bucket at `level` allows a call, if it starts to refill in `lead` milliseconds. */
const secondsUntilCall = (level: number, perMinute: number, lead: number): number => {
  const seconds = Math.ceil(lead / 1000 + (1 - level) / (perMinute / 60) - 1e-6)
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
  const lead = Math.max(0, buckets.at - now)
  const spent =
    access === "read"
      ? [
          {
            bucket: "reads.perMinute" as const,
            limit: limits.readsPerMinute,
            seconds:
              limits.readsBurst < 1 ? NEVER_SECONDS : secondsUntilCall(buckets.reads, limits.readsPerMinute, lead)
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
                    limits.writesBurst < 1
                      ? NEVER_SECONDS
                      : secondsUntilCall(buckets.writes, limits.writesPerMinute, lead)
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
    message: `The limit ${bucket} (${limit}) is spent. Wait ${seconds} second${seconds === 1 ? "" : "s"}, then call again; get_context shows every limit.`,
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
      charge: ({ user, revision }, access, now) =>
        Effect.suspend(() => {
          const taking = takingOf(user, access, now)
          const spent = (buckets: Buckets) => {
            const allowance = allowanceOf(taking.limits, buckets)
            return new NotCharged({ spent: { refusal: refusal(user, access, buckets, taking), allowance } })
          }
          const known = knownBuckets.of(user.id, revision, taking)
          const refused = knownBuckets.refuse(known, access, taking)
          if (refused !== undefined) {
            const answer = Effect.suspend(() => spent(refused.buckets))
            return refused.pause === 0 ? answer : Effect.delay(answer, refused.pause).pipe(Effect.withClock(realClock))
          }
          const judge = (taken: Taken | undefined): Exit.Exit<Allowance, NotCharged> => {
            knownBuckets.answered(known, access, taken?.buckets)
            if (taken === undefined) {
              knownBuckets.forget(user.id)
              return Exit.fail(new NotCharged({ spent: undefined }))
            }
            return taken.allowed
              ? Exit.succeed(allowanceOf(taking.limits, taken.buckets))
              : Exit.fail(spent(taken.buckets))
          }
          return Effect.succeed(
            new CallCharge({
              alone: Effect.suspend(() => store.take(user.id, revision, taking)),
              carried: store.carried(user.id, revision, taking),
              judge,
              failed: () => knownBuckets.answered(known, access, undefined)
            })
          )
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
