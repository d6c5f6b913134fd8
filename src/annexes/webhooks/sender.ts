import { Clock, Effect, Option } from "effect"
import { AppConfig } from "../../config.ts"
import { inOwnTime } from "../../platform/database/work.ts"
import { Metrics } from "../../platform/telemetry/metrics/metrics.ts"
import { randomText } from "../../values/ids.ts"
import { Bell } from "./bell.ts"
import { type Reach, WebhookHosts } from "./destination.ts"
import { FAILING_MILLIS, LONGEST_PAUSE, pauseAfter } from "./model.ts"
import { AnswerMillis, type Attempt, send } from "./send.ts"
import { signedHeaders } from "./signature.ts"
import { type Claimed, type Outcome, type Waiting, WebhookStore, type Which } from "./store.ts"

/** For how long a process keeps a webhook for itself, in milliseconds: longer than an attempt takes. */
const LEASE_MILLIS = 10_000

/** Most deliveries and milliseconds before a webhook gives way to others. */
const TURN_DELIVERIES = 100
const TURN_MILLIS = 10_000

/** How many deliveries are read at a time. */
const AT_ONCE = 20

/** Most webhooks to which a process sends at a time. */
const MOST_AT_A_TIME = 16

/** How long a process waits before it looks for what other processes have recorded, and for retries. */
const LOOK_EVERY = "5 seconds"

const isSuccess = (attempt: Attempt): boolean => "status" in attempt && attempt.status >= 200 && attempt.status < 300

/** What to record of an attempt, and when the next one is due. */
export const outcomeOf = (
  attempt: Attempt,
  { failures, failingSince }: Pick<Claimed, "failures" | "failingSince">,
  at: number
): Omit<Outcome, "place" | "at" | "leasedUntil"> => {
  const status = "status" in attempt ? attempt.status : null
  const fault = "status" in attempt ? null : attempt.fault
  if (isSuccess(attempt)) return { isSent: true, status, fault, retryAt: 0, stoppedWhy: null }
  const asked = "status" in attempt ? (attempt.retryAfterMillis ?? 0) : 0
  const pause = Math.max(pauseAfter(failures + 1), Math.min(asked, LONGEST_PAUSE))
  const isOver = failingSince !== null && at - failingSince >= FAILING_MILLIS
  const stoppedWhy = status === 410 ? "gone" : isOver ? "failing" : null
  return { isSent: false, status, fault, retryAt: at + pause, stoppedWhy }
}

/** Sends what waits for webhooks. */
export const makeSender = Effect.gen(function* () {
  const store = yield* WebhookStore
  const hosts = yield* WebhookHosts
  const millis = yield* AnswerMillis
  const { webhooksPrivate } = yield* AppConfig
  const meter = Option.getOrUndefined(yield* Metrics)
  const reach: Reach = webhooksPrivate ? "private" : "public"

  /** Makes one attempt, and records it. Returns whether to go on with the next delivery. */
  const deliver = Effect.fnUntraced(function* (claimed: Claimed, waiting: Waiting) {
    const now = yield* Clock.currentTimeMillis
    const { secret, oldSecret, oldSecretUntil } = claimed
    const isOverlap = oldSecret !== null && oldSecretUntil !== null && now < oldSecretUntil
    const headers = signedHeaders(waiting, isOverlap ? [secret, oldSecret] : [secret], now)
    const url = new URL(claimed.url)
    const attempt = yield* Effect.promise(() => send(hosts, url, reach, headers, waiting.body, millis))
    const at = yield* Clock.currentTimeMillis
    const outcome = outcomeOf(attempt, claimed, at)
    const isHeld = yield* store.finish(claimed, {
      ...outcome,
      place: waiting.place,
      at,
      leasedUntil: at + LEASE_MILLIS
    })
    meter?.delivered(outcome.isSent ? "sent" : outcome.stoppedWhy === null ? "failed" : "stopped")
    if (!outcome.isSent) {
      const log = outcome.stoppedWhy === null ? Effect.logInfo : Effect.logWarning
      const what = outcome.stoppedWhy === null ? "A webhook failed, and is tried again" : "A webhook is stopped"
      yield* log(what).pipe(
        Effect.annotateLogs({
          webhook: claimed.id,
          status: outcome.status,
          fault: outcome.fault,
          failures: claimed.failures + 1
        })
      )
    }
    return isHeld && outcome.isSent
  })

  /** Sends to a webhook in order until nothing waits, an attempt fails, or its turn is over. */
  const serve = Effect.fnUntraced(function* (which: Which) {
    const begun = yield* Clock.currentTimeMillis
    const lease = yield* randomText(16)
    const found = yield* store.claim(which, lease, begun, begun + LEASE_MILLIS)
    if (Option.isNone(found)) return
    // A success ends a row of failures.
    let claimed = found.value
    let sent = 0
    const going = Effect.gen(function* () {
      while (sent < TURN_DELIVERIES && (yield* Clock.currentTimeMillis) - begun < TURN_MILLIS) {
        const some = yield* store.next(which, AT_ONCE)
        if (some.length === 0) break
        for (const waiting of some) {
          if (!(yield* deliver(claimed, waiting))) return
          claimed = { ...claimed, failures: 0, failingSince: null }
          sent += 1
        }
      }
      yield* store.release(claimed)
    })
    yield* Effect.onInterrupt(going, () => store.release(claimed))
  })

  /** Serves a webhook. What fails here is done again once its lease has ended; a server that ends gives that up. */
  const served = (which: Which) =>
    inOwnTime(`webhooks of ${which.userId}`)(serve(which)).pipe(
      Effect.catchAllCause((cause) => Effect.logError("Sending to a webhook failed", cause))
    )

  const due = Effect.flatMap(Clock.currentTimeMillis, (now) => store.due(now, MOST_AT_A_TIME * 2))

  return { due, served }
})

/** Sends what is due now. Returns to how many webhooks. */
export const sendDue = Effect.gen(function* () {
  const { due, served } = yield* makeSender
  const all = yield* due
  yield* Effect.forEach(all, served, { concurrency: MOST_AT_A_TIME, discard: true })
  return all.length
})

/** Sends whatever becomes due, forever. */
export const sending = Effect.gen(function* () {
  const bell = yield* Bell
  const { due, served } = yield* makeSender
  const underWay = new Set<Which["id"]>()

  const begin = (which: Which) => {
    const done = Effect.zipRight(
      Effect.sync(() => underWay.delete(which.id)),
      bell.ring
    )
    return Effect.suspend(() => {
      if (underWay.has(which.id) || underWay.size >= MOST_AT_A_TIME) return Effect.void
      underWay.add(which.id)
      return Effect.forkScoped(Effect.ensuring(served(which), done))
    })
  }

  return yield* due.pipe(
    Effect.flatMap((all) => Effect.forEach(all, begin, { discard: true })),
    Effect.catchAllCause((cause) => Effect.logError("Webhooks could not be looked up", cause)),
    Effect.zipRight(Effect.timeoutOption(bell.heard, LOOK_EVERY)),
    Effect.forever
  )
}).pipe(Effect.scoped)
