import type { Unlisted } from "./unlisted.ts"

/**
 * What all errors share. None holds the request, its headers or another library's error, so none can expose the token.
 */
export abstract class FettleError extends Error {
  abstract readonly _tag: string
  /** The request's id, if the service answered; quote it when asking for help. */
  readonly requestId: string | undefined

  constructor(message: string, requestId?: string) {
    super(message)
    this.name = new.target.name
    this.requestId = requestId
  }
}

abstract class Detailed<Details> extends FettleError {
  constructor(
    message: string,
    readonly details: Details,
    requestId?: string
  ) {
    super(message, requestId)
  }
}

/** One invalid field. */
export interface FieldError {
  /** Path of the field, such as `readings[0].value`; `body` for the body as a whole. */
  readonly field: string
  /** What is wrong with it, and what is allowed. */
  readonly message: string
}

/** What is wrong with an input. */
export interface InvalidFields {
  readonly fields: ReadonlyArray<FieldError>
  /** How many more fields are invalid; absent: none. */
  readonly more?: number
}

/** The input is invalid. `details.fields` names each invalid field. */
export class ValidationFailed extends Detailed<InvalidFields> {
  readonly _tag = "validation_failed"
}

/** The token is missing, malformed, expired, revoked or of the other environment. */
export class Unauthorized extends FettleError {
  readonly _tag = "unauthorized"
}

/** The service does not accept calls from this page's origin. */
export class OriginNotAllowed extends FettleError {
  readonly _tag = "origin_not_allowed"
}

/** How a user whose access has lapsed can subscribe again. */
export interface Resubscription {
  /** Page where the user can subscribe again. */
  readonly resubscribeUrl: string
}

/** The user's paid access or trial has lapsed. */
export class SubscriptionRequired extends Detailed<Resubscription> {
  readonly _tag = "subscription_required"
}

/** The user has no such item. */
export class NotFound extends FettleError {
  readonly _tag = "not_found"
}

/** The item is being changed, or other items depend on it; in that case `details` lists them. */
export class Conflict extends Detailed<unknown> {
  readonly _tag = "conflict"
}

/** The idempotency key was already used with a different input. */
export class IdempotencyConflict extends FettleError {
  readonly _tag = "idempotency_conflict"
}

/** How many items a user may have, and has. */
export interface Holding {
  /** Most items that the user may have. */
  readonly limit: number
  /** How many the user has now. */
  readonly current: number
}

/** The user already has the maximum number of these items. */
export class LimitExceeded extends Detailed<Holding> {
  readonly _tag = "limit_exceeded"
}

/** The request did not come through the service's base address. */
export class MisdirectedRequest extends FettleError {
  readonly _tag = "misdirected_request"
}

/** A rate limit that is spent. */
export interface SpentLimit {
  /** Whole seconds to wait. */
  readonly retryAfterSeconds: number
  /** The exhausted limit; if there are several, the one with the longest wait. */
  readonly bucket:
    | "reads.perMinute"
    | "writes.perMinute"
    | "writes.perDay"
    | "arrivals.perMinute"
    | "arrivals.atOnce"
    | "calls.atOnce"
    | Unlisted
  /** That limit's number. */
  readonly limit: number
}

/** A rate limit of the user is spent. `details.retryAfterSeconds` is the time to wait, in whole seconds. */
export class RateLimited extends Detailed<SpentLimit> {
  readonly _tag = "rate_limited"
}

/** Something failed inside the service. */
export class InternalError extends FettleError {
  readonly _tag = "internal_error"
}

/** There was no complete answer: the service cannot be reached, or the connection was lost. */
export class ConnectionFailed extends FettleError {
  readonly _tag = "connection_failed"
}

/** No complete answer came within the call's `timeout`. The service may still have carried out the request. */
export class TimedOut extends FettleError {
  readonly _tag = "timed_out"
}

/** The call's `signal` was aborted. The service may still have carried out the request. */
export class Cancelled extends FettleError {
  readonly _tag = "cancelled"
}

/**
 * The answer is not from this version of Fettle: a proxy sent it, or a newer version with an error that is unknown
 * here.
 */
export class UnexpectedAnswer extends FettleError {
  readonly _tag = "unexpected_answer"

  constructor(
    message: string,
    /** HTTP status of the answer. */
    readonly status: number,
    /** An error code unknown to this version. */
    readonly code?: string,
    requestId?: string
  ) {
    super(message, requestId)
  }
}

/** Everything that a call can reject with. */
export type ClientError =
  | ValidationFailed
  | Unauthorized
  | OriginNotAllowed
  | SubscriptionRequired
  | NotFound
  | Conflict
  | IdempotencyConflict
  | LimitExceeded
  | MisdirectedRequest
  | RateLimited
  | InternalError
  | ConnectionFailed
  | TimedOut
  | Cancelled
  | UnexpectedAnswer

/** A fault that the client itself reports, without a request. */
export const refused = (field: string, message: string): ValidationFailed =>
  new ValidationFailed(`Invalid input. ${field}: ${message}`, { fields: [{ field, message }] })

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const areFields = (value: unknown): value is ValidationFailed["details"] =>
  isRecord(value) &&
  Array.isArray(value.fields) &&
  value.fields.every((fault) => isRecord(fault) && typeof fault.field === "string" && typeof fault.message === "string")

const isResubscription = (value: unknown): value is SubscriptionRequired["details"] =>
  isRecord(value) && typeof value.resubscribeUrl === "string"

const isHolding = (value: unknown): value is LimitExceeded["details"] =>
  isRecord(value) && typeof value.limit === "number" && typeof value.current === "number"

const isSpent = (value: unknown): value is RateLimited["details"] =>
  isRecord(value) &&
  typeof value.retryAfterSeconds === "number" &&
  typeof value.bucket === "string" &&
  typeof value.limit === "number"

type Read = (message: string, details: unknown, requestId: string) => ClientError | undefined

/** The class with its details, if they have the form that the class promises. */
const detailed =
  <D>(
    Class: new (message: string, details: D, requestId: string) => ClientError,
    has: (details: unknown) => details is D
  ): Read =>
  (message, details, requestId) =>
    has(details) ? new Class(message, details, requestId) : undefined

const plain =
  (Class: new (message: string, requestId: string) => ClientError): Read =>
  (message, _details, requestId) =>
    new Class(message, requestId)

/** The class for each code. A test compares them with the contract. */
const CLASSES: Readonly<Record<string, Read>> = {
  validation_failed: detailed(ValidationFailed, areFields),
  unauthorized: plain(Unauthorized),
  origin_not_allowed: plain(OriginNotAllowed),
  subscription_required: detailed(SubscriptionRequired, isResubscription),
  not_found: plain(NotFound),
  conflict: detailed(Conflict, (_details): _details is unknown => true),
  idempotency_conflict: plain(IdempotencyConflict),
  limit_exceeded: detailed(LimitExceeded, isHolding),
  misdirected_request: plain(MisdirectedRequest),
  rate_limited: detailed(RateLimited, isSpent),
  internal_error: plain(InternalError)
}

const classOf = (code: string): Read | undefined => (Object.hasOwn(CLASSES, code) ? CLASSES[code] : undefined)

/** The error for an unsuccessful answer. */
export const errorOf = (status: number, answer: unknown): ClientError => {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : {}
  const { code, message, requestId, details } = error
  if (typeof code !== "string" || typeof message !== "string" || typeof requestId !== "string")
    return new UnexpectedAnswer(`The answer has status ${status} and is not from Fettle.`, status)
  return classOf(code)?.(message, details, requestId) ?? new UnexpectedAnswer(message, status, code, requestId)
}
