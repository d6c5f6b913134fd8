import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"
import { LIMIT_BUCKETS } from "../values/limit-buckets.ts"
import { integer } from "../values/number.ts"
import { type Fault, messageOf, UNKNOWN_FIELD } from "./broken-rule.ts"
import { present } from "./fields.ts"

/** Every error code, with the HTTP status it always has. */
export const STATUS = {
  validation_failed: 400,
  unauthorized: 401,
  origin_not_allowed: 403,
  subscription_required: 403,
  not_found: 404,
  conflict: 409,
  idempotency_conflict: 409,
  limit_exceeded: 409,
  misdirected_request: 421,
  rate_limited: 429,
  internal_error: 500
} as const

export type Code = keyof typeof STATUS

const message = Schema.String.annotations({ description: "What was wrong, and what to do next." })
const requestId = Schema.String.annotations({
  description: "The request's id, also in the Request-Id header; quote it when asking for help."
})

/** The fields of every error besides its details. `requestId` is set once the error is part of an answer. */
const common = { message, requestId: present(requestId) }

/**
 * What the person's page says instead of a message to programs; null if it has words of its own for the case. It is not
 * published. Without it, the page shows the message.
 */
const people = { people: present(Schema.NullOr(Schema.String)) }

/** The wire form of an error class: `{ error: { code, message, requestId, details? } }` under the code's status. */
export const wire = <A extends Failure, I>(
  Failure: Schema.Schema<A, I> & { readonly fields: Schema.Struct.Fields; readonly _tag: A["_tag"] },
  description: string
): Schema.Schema<A, Envelope> => {
  const code: Code = Failure._tag
  const details = Failure.fields.details
  const error = { code: Schema.Literal(code).annotations({ description }), message, requestId }
  const wireForm = Schema.Struct({ error: Schema.Struct(details === undefined ? error : { ...error, details }) })
  const failureOf = Schema.decodeUnknownSync(Failure)
  const schema = Schema.transform(wireForm.annotations({ description }), Schema.typeSchema(Failure), {
    strict: false,
    decode: ({ error: { code, ...props } }) => failureOf({ _tag: code, ...props }),
    encode: (failure) => envelope(failure, failure.requestId ?? "")
  }).annotations(HttpApiSchema.annotations({ status: STATUS[code] }))
  return Schema.make<A, Envelope>(schema.ast)
}

export interface Envelope {
  readonly error: {
    readonly code: Code
    readonly message: string
    readonly requestId: string
    readonly details?: unknown
  }
}

/** The error envelope of one answer. */
export const envelope = (failure: Failure, requestId: string): Envelope => ({
  error: {
    code: failure._tag,
    message: failure.message,
    requestId,
    ...("details" in failure && failure.details !== undefined ? { details: failure.details } : {})
  }
})

/** An invalid field as published: its path as the caller wrote it (`readings[0].value`), and what is wrong with it. */
export const FieldError = Schema.Struct({
  field: Schema.String.annotations({
    description: "Path of the field, such as readings[0].value; body for the body as a whole."
  }),
  message: Schema.String.annotations({ description: "What is wrong with it, and what is allowed." })
})
export type FieldError = typeof FieldError.Type

/** The start of a fault about several unknown fields. */
const UNKNOWN_FIELDS = "are not known fields here"

/** Most fields that a message names for one fault. */
const MOST_LISTED = 5
/** Most invalid fields named in the details of a failure. Further ones are only counted. */
export const MOST_NAMED = 50

/** The faults as sentences, each message once: `a, b: are not known fields here; known are …`. */
const sentencesOf = (faults: ReadonlyArray<FieldError>): ReadonlyArray<string> => {
  const isShared = (message: string) => !message.startsWith("is ") || message.startsWith(UNKNOWN_FIELD)
  const groups = Map.groupBy(faults, ({ field, message }) => (isShared(message) ? message : `${field} ${message}`))
  return [...groups.values()].map((group) => {
    const message = group[0]?.message ?? ""
    const fields = group.map(({ field }) => field)
    // A message about the whole input is a complete sentence.
    if (/^[A-Z]/.test(message)) return message
    const [are, rest] = [UNKNOWN_FIELDS, message.slice(UNKNOWN_FIELD.length)]
    return `${fields.join(", ")}: ${fields.length > 1 && message.startsWith(UNKNOWN_FIELD) ? `${are}${rest}` : message}`
  })
}

/** Longest field name shown. Longer ones are cut. */
const LONGEST_NAME = 80

/** Faults with field names of bounded length in valid Unicode. Names that become equal when cut are numbered. */
const withShortNames = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> => {
  const times = new Map<string, number>()
  return faults.map(({ field, rule }) => {
    if (field.length <= LONGEST_NAME) return { field: field.toWellFormed(), rule }
    const name = `${field.slice(0, LONGEST_NAME)}…`.toWellFormed()
    const before = times.get(name) ?? 0
    times.set(name, before + 1)
    return { field: before === 0 ? name : `${name} (${before + 1})`, rule }
  })
}

export class ValidationFailed extends Schema.TaggedError<ValidationFailed>()("validation_failed", {
  ...common,
  /** The rules that the named fields break, for this service's own pages; they are not published. */
  faults: Schema.optionalWith(Schema.Array(Schema.declare((_: unknown): _ is Fault => true)), { default: () => [] }),
  details: Schema.Struct({
    fields: Schema.Array(FieldError),
    more: present(
      integer({ min: 1, max: 1_000_000_000 }).annotations({
        description: `How many more fields are invalid, after the first ${MOST_NAMED}; absent: none.`
      })
    )
  })
}) {
  static readonly wire = wire(ValidationFailed, "Invalid input; details.fields names each invalid field.")

  /** A failure with these faults, one a field. */
  static readonly of = (...faults: ReadonlyArray<Fault>): ValidationFailed => ValidationFailed.counting(faults, 0)

  /**
   * A failure with these faults, one a field, plus `more` that were only counted. Its message has their number and the
   * first fault, and its details name the first MOST_NAMED.
   */
  static readonly counting = (all: ReadonlyArray<Fault>, more: number): ValidationFailed => {
    const faults = withShortNames(all.slice(0, MOST_NAMED))
    const named = faults.map(({ field, rule }) => ({ field, message: messageOf(rule) }))
    const [first = "", ...others] = sentencesOf(named.slice(0, MOST_LISTED))
    const inAll = all.length + more
    const isOne = others.length === 0 && inAll <= MOST_LISTED
    const unnamed = inAll - named.length
    return new ValidationFailed({
      message: `Invalid input${isOne ? "" : ` in ${inAll} fields (see details.fields)`}. ${first}`,
      faults,
      details: { fields: named, ...(unnamed === 0 ? {} : { more: unnamed }) }
    })
  }
}

export class Unauthorized extends Schema.TaggedError<Unauthorized>()("unauthorized", {
  ...common,
  /** Whether credentials were missing, invalid, or lack a scope: the `WWW-Authenticate` header differs. */
  credentials: present(Schema.Literal("missing", "invalid", "insufficient"))
}) {
  static readonly wire = wire(
    Unauthorized,
    "The token is missing, malformed, expired, revoked or of the other environment."
  )
}

export class OriginNotAllowed extends Schema.TaggedError<OriginNotAllowed>()("origin_not_allowed", common) {
  static readonly wire = wire(
    OriginNotAllowed,
    "The browser origin is not allowed; call from a server, script or agent."
  )
}

export class SubscriptionRequired extends Schema.TaggedError<SubscriptionRequired>()("subscription_required", {
  ...common,
  details: Schema.Struct({
    resubscribeUrl: Schema.String.annotations({ description: "Page where the user can subscribe again." })
  })
}) {
  static readonly wire = wire(SubscriptionRequired, "The user's paid access or trial has lapsed.")
}

export class NotFound extends Schema.TaggedError<NotFound>()("not_found", { ...common, ...people }) {
  static readonly wire = wire(NotFound, "The user has no such item.")
}

/**
 * A feature whose conflicts have details extends this class, with a wire form and a name in openapi.json of its own.
 */
export class Conflict extends Schema.TaggedError<Conflict>()("conflict", { ...common, ...people }) {
  static readonly wire = wire(Conflict, "The item is being changed at this moment.")
}

export class IdempotencyConflict extends Schema.TaggedError<IdempotencyConflict>()("idempotency_conflict", common) {
  static readonly wire = wire(IdempotencyConflict, "The idempotency key was already used with a different input.")
}

export class LimitExceeded extends Schema.TaggedError<LimitExceeded>()("limit_exceeded", {
  ...common,
  ...people,
  details: Schema.Struct({
    limit: integer({ min: 0, max: 1_000_000_000 }).annotations({ description: "Most that the user may hold." }),
    current: integer({ min: 0, max: 1_000_000_000 }).annotations({ description: "How many the user holds now." })
  })
}) {
  static readonly wire = wire(LimitExceeded, "The user holds as many of these as allowed; delete one first.")
}

export class MisdirectedRequest extends Schema.TaggedError<MisdirectedRequest>()("misdirected_request", common) {
  static readonly wire = wire(MisdirectedRequest, "The request did not come through the service's base address.")
}

export class RateLimited extends Schema.TaggedError<RateLimited>()("rate_limited", {
  ...common,
  details: Schema.Struct({
    retryAfterSeconds: integer({ min: 0, max: 1_000_000_000 }).annotations({
      description: "Whole seconds to wait, as in the Retry-After header."
    }),
    bucket: Schema.Literal(...LIMIT_BUCKETS).annotations({
      description: "The limit that is spent; of several, the one with the longest wait."
    }),
    limit: integer({ min: 0, max: 1_000_000_000 }).annotations({ description: "That limit's number." })
  })
}) {
  static readonly wire = wire(RateLimited, "A rate limit of the user is spent; wait as long as Retry-After says.")
}

export class InternalError extends Schema.TaggedError<InternalError>()("internal_error", common) {
  static readonly wire = wire(InternalError, "Something failed inside; retry after a short wait.")
}

/** Every failure that has an envelope. Any other failure is answered with `internal_error`. */
export const Failure = Schema.Union(
  ValidationFailed,
  Unauthorized,
  OriginNotAllowed,
  SubscriptionRequired,
  NotFound,
  Conflict,
  IdempotencyConflict,
  LimitExceeded,
  MisdirectedRequest,
  RateLimited,
  InternalError
)
export type Failure = typeof Failure.Type
export const isFailure = Schema.is(Failure)
