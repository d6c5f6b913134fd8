import { HttpServerResponse } from "@effect/platform"
import { Cause, DateTime, Effect, Exit } from "effect"
import type { Identity } from "../../../call/identity.ts"
import { type Arrival, failedOutcome, type Outcome } from "../../../call/outcome.ts"
import { Pipeline } from "../../../call/pipeline.ts"
import { RateLimited, Unauthorized } from "../../../contract/errors.ts"
import type { Achievements } from "../../../facts/achievements.ts"
import type { AccountStore } from "../../../features/accounts/store.ts"
import type { OwnExercises } from "../../../features/exercises/store.ts"
import { inOwnTime } from "../../../platform/database/work.ts"
import { failed } from "../../../surfaces/web/exchange.ts"
import { EXPORT, EXPORT_PATH } from "../../../surfaces/web/export-path.ts"
import type { Handler, Route } from "../../../surfaces/web/router.ts"
import { isHeld } from "../../../surfaces/web/unchanging.ts"
import type { UserId } from "../../../values/ids.ts"
import { once } from "../../../values/once.ts"
import type { NewcomerStore } from "../../identity/sign-in/newcomers.ts"
import type { ImportStore } from "../ledger/store.ts"
import { contentOf, streamHistory } from "./export.ts"
import type { ArchiveStore } from "./store.ts"

/** When to ask again while another archive is being made, in seconds. */
const AGAIN_AFTER = 30

const ofApp = new Unauthorized({
  message: "/export takes API tokens of full access or with the scope read, but none of connected apps.",
  credentials: "invalid"
})

const another = new RateLimited({
  message: `Another archive of yours is being made. Wait ${AGAIN_AFTER} seconds, then ask again.`,
  details: { retryAfterSeconds: AGAIN_AFTER, bucket: "calls.atOnce", limit: 1 }
})

type Services = AccountStore | Achievements | ArchiveStore | OwnExercises | ImportStore | NewcomerStore

/**
 * `GET /export`: everything that the caller's user has, as the archive that the page offers. Programs fetch it
 * regularly; with `If-None-Match` they get it only if something has changed. A process makes one at a time for a person.
 */
export const exportRoutes = Effect.gen(function* () {
  const pipeline = yield* Pipeline
  const services = yield* Effect.context<Services>()
  const busy = new Set<UserId>()

  /** Makes the archive, unless the caller has it. The person's place is free again once it is written. */
  const send = Effect.fnUntraced(function* (userId: UserId, held: string | undefined, { at }: Arrival) {
    if (busy.has(userId)) return yield* another
    busy.add(userId)
    const leave = once(() => busy.delete(userId))
    return yield* Effect.gen(function* () {
      // Two archives of the same content differ by their time, so the tag is a weak one.
      const etag = `W/"${yield* contentOf(userId)}"`
      const headers = { etag, "cache-control": "private, no-cache" }
      if (isHeld(held, etag)) {
        leave()
        return HttpServerResponse.empty({ status: 304, headers })
      }
      const name = `fettle-${DateTime.formatIsoDateUtc(DateTime.unsafeMake(at))}.zip`
      return HttpServerResponse.raw(yield* streamHistory(userId, leave), {
        contentType: "application/zip",
        headers: { ...headers, "content-disposition": `attachment; filename="${name}"` }
      })
    }).pipe(
      Effect.tapErrorCause(() => Effect.sync(leave)),
      inOwnTime(userId),
      Effect.provide(services)
    )
  })

  const handler: Handler = (request, arrival) => {
    const answer = (identity: Identity) =>
      Effect.gen(function* () {
        if (identity.app !== undefined) return yield* ofApp
        yield* pipeline.count(identity, "read", arrival)
        return yield* send(identity.account.user.id, request.headers["if-none-match"], arrival)
      })
    return Effect.gen(function* () {
      const identity = yield* Effect.exit(pipeline.authenticate(request.headers.authorization, arrival))
      const known: Outcome = Exit.isSuccess(identity)
        ? { operation: EXPORT, user: identity.value.account.user }
        : { operation: EXPORT }
      const done = yield* Effect.exit(Effect.flatMap(identity, answer))
      if (Exit.isSuccess(done)) return { response: done.value, outcome: known }
      const outcome = yield* failedOutcome(
        Cause.map(done.cause, (failure) => failure),
        arrival,
        known
      )
      return { response: failed(outcome.failure, arrival.requestId), outcome }
    })
  }

  const route: Route = { method: "GET", path: EXPORT_PATH, surface: "rest", handler }
  return [route]
})
