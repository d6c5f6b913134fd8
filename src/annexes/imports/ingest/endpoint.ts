import { timingSafeEqual } from "node:crypto"
import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Cause, Effect, Either, Exit, Option } from "effect"
import { Authentication } from "../../../call/authentication.ts"
import type { DeviceIdentity, Identity } from "../../../call/identity.ts"
import { type Arrival, failedOutcome, type Outcome } from "../../../call/outcome.ts"
import { Conflict, type Failure, isFailure, Unauthorized } from "../../../contract/errors.ts"
import { repeatedInOwnTime, repeatedWithTime } from "../../../platform/database/in-own-time.ts"
import { inOwnTime, onBehalfOf } from "../../../platform/database/work.ts"
import { Metrics } from "../../../platform/telemetry/metrics/metrics.ts"
import { ENDS_CONNECTION, failed, succeeded } from "../../../surfaces/web/exchange.ts"
import { INGEST, INGEST_PATH } from "../../../surfaces/web/ingest-path.ts"
import type { Answer, Handler, Route } from "../../../surfaces/web/router.ts"
import type * as Arrivals from "../devices/arrive.ts"
import { type DeviceClosed, deviceFor } from "../devices/device-for.ts"
import { spoolFolder } from "../uploads/spool.ts"
import { makeCharge } from "./charge.ts"
import { makePlaces } from "./places.ts"
import { isLeftUnread, type Received, receiveBody } from "./receive.ts"
import { makeTake } from "./take-body.ts"

type Request = HttpServerRequest.HttpServerRequest

const badSignature = new Unauthorized({
  message: "X-Signature must be sha256= and the HMAC-SHA256 of the body under the secret of this device, in hex.",
  credentials: "invalid"
})

const paused = new Conflict({ message: "This device is paused. Resume it in the settings, then send again." })

/** Compares in constant time, so that the timing reveals nothing about the secret. */
const isSigned = (given: string | undefined, { signature }: Received): boolean => {
  const expected = Buffer.from(`sha256=${signature}`)
  const actual = Buffer.from((given ?? "").trim().toLowerCase())
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

const asFailure = ({ isPaused }: DeviceClosed): Failure =>
  isPaused ? paused : new Unauthorized({ message: "This device has been ended.", credentials: "invalid" })

/** Why the caller would be refused now, for example because their account was deleted meanwhile. */
const refusalSince = (identity: Identity, { at }: Arrival): Effect.Effect<Unauthorized | undefined> =>
  identity.refresh(at).pipe(
    Effect.match({ onFailure: (refusal) => refusal, onSuccess: () => undefined }),
    Effect.catchAllDefect(() => Effect.succeed(undefined))
  )

/** `POST /ingest`: where devices send data by themselves. It is not an operation, and agents never use it. */
export const ingestRoutes = Effect.gen(function* () {
  const authentication = yield* Authentication
  const charge = yield* makeCharge
  const take = yield* makeTake
  const inPlace = makePlaces()
  const meter = Option.getOrUndefined(yield* Metrics)
  const services = yield* Effect.context<Arrivals.Services>()

  const answer = Effect.fnUntraced(function* (request: Request, arrival: Arrival, who: DeviceIdentity) {
    const { identity, tokenId } = who
    const { user } = identity.account
    const device = yield* repeatedInOwnTime(Effect.mapError(deviceFor(user.id, tokenId), asFailure))
    const folder = yield* spoolFolder
    const { "content-encoding": encoding, "x-signature": signature } = request.headers
    const received = yield* receiveBody(request.source, folder, { secret: device.secret, encoding })
    if (device.secret !== null && !isSigned(signature, received)) return yield* badSignature
    const { counts, leftOut, replaced } = yield* Effect.catchTag(
      take(request, identity, device, folder, received),
      "DeviceClosed",
      (closed) => Effect.fail(asFailure(closed))
    )
    meter?.arrived(counts)
    yield* Effect.annotateLogs(Effect.logInfo("A device sent records"), {
      requestId: arrival.requestId,
      userId: user.id,
      deviceId: device.id,
      ...counts
    })
    return succeeded({ ...counts, leftOut, replaced })
  }, Effect.scoped)

  const handler: Handler = (request, arrival) =>
    Effect.gen(function* () {
      const who = yield* Effect.either(authentication.authenticateDevice(request.headers.authorization, arrival.at))
      if (Either.isLeft(who))
        return { response: failed(who.left, arrival.requestId), outcome: { operation: INGEST, failure: who.left } }
      arrival.extend?.()
      const { identity } = who.right
      const { user } = identity.account
      const known: Outcome = { operation: INGEST, user }
      // Work that has begun continues when its client disconnects, because the client would send the same again.
      const taking = inOwnTime(user.id)(Effect.provide(answer(request, arrival, who.right), services))
      const charging = repeatedWithTime(onBehalfOf(user.id)(charge(identity, arrival)))
      const working = Effect.zipRight(charging, taking)
      const done = yield* Effect.exit(inPlace(user.id, working))
      if (Exit.isSuccess(done)) return { response: done.value, outcome: known }
      const refusal = isFailure(Cause.squash(done.cause)) ? undefined : yield* refusalSince(identity, arrival)
      const cause = refusal === undefined ? done.cause : Cause.fail(refusal)
      const outcome = yield* failedOutcome(cause, arrival, known)
      const response = failed(outcome.failure, arrival.requestId)
      const isUnread = isLeftUnread(outcome.failure)
      const sent: Answer = {
        outcome,
        response: isUnread ? HttpServerResponse.setHeaders(response, ENDS_CONNECTION) : response
      }
      return sent
    })

  const route: Route = { method: "POST", path: INGEST_PATH, surface: "ingest", handler }
  return [route]
})
