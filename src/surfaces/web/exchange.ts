import { Cookies, type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Context, Effect } from "effect"
import { type Fault, said } from "../../contract/broken-rule.ts"
import { envelope, type Failure, STATUS, ValidationFailed } from "../../contract/errors.ts"
import { fieldOf } from "../../contract/faults.ts"
import { Work } from "../../platform/database/work.ts"
import { jsonOf } from "../../values/json.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Largest body in bytes: 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576

/** Largest form in bytes, unless it contains a part of a file: 384 KiB. */
export const MOST_FORM_BYTES = 393_216

/** Most fields of a form. A workout of 100 exercises with 6 sets each has up to 5,200. */
const MOST_FIELDS = 6_000

/**
 * How many bytes of an oversized body are still received and discarded, and for how long. If the connection closed
 * while a proxy is sending, the proxy would answer 502 instead of the fault.
 */
const MOST_DISCARDED_BYTES = 8 * MAX_BODY_BYTES
const DISCARDING = "1 second"

/** How long a body may take to arrive, in seconds. */
const BODY_SECONDS = 10

const bodyFault = (text: string) => ValidationFailed.of(said("body", text))
const tooLarge = bodyFault("must be at most 1 MiB; send it in several calls")
const tooSlow = bodyFault(
  `did not come to its end within ${BODY_SECONDS} seconds; send it faster, or less of it in each of several calls`
)
const cutShort = bodyFault("could not be read to its end; send it again")

/**
 * Whether the body was not read to its end. Bun would receive the rest, however long, and discard it before the
 * connection's next request.
 */
export const isUnread = (fault: ValidationFailed): boolean =>
  fault === tooLarge || fault === tooSlow || fault === cutShort

/** Closes the connection after the answer. */
export const ENDS_CONNECTION = { connection: "close" }

/** Replaces text that is not percent-encoded UTF-8: an unpaired surrogate, which no field accepts. */
const MALFORMED = "\ud800"

const decodeComponent = (text: string): string => {
  if (!/[+%]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return MALFORMED
  }
}

/** The query of a request, without its question mark. */
export const queryOf = ({ url }: Request): string => {
  const start = url.indexOf("?")
  return start === -1 ? "" : url.slice(start + 1)
}

/** The fields of a query or form. A repeated field becomes an array of its values, which no field accepts. */
export const parseFields = (query: string): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  const fields = new Map<string, string | Array<string>>()
  for (const pair of query.split("&")) {
    if (pair === "") continue
    const end = pair.indexOf("=")
    const key = decodeComponent(end === -1 ? pair : pair.slice(0, end))
    const value = end === -1 ? "" : decodeComponent(pair.slice(end + 1))
    const before = fields.get(key)
    if (Array.isArray(before)) before.push(value)
    else fields.set(key, before === undefined ? value : [before, value])
  }
  return Object.fromEntries(fields)
}

const lengthOf = ({ headers }: Request): number | undefined =>
  headers["content-length"] === undefined ? undefined : Number(headers["content-length"])

const hasBody = (request: Request): boolean =>
  (lengthOf(request) ?? 0) > 0 || request.headers["transfer-encoding"] !== undefined

/** The input of a GET or DELETE: query parameters as text, by name. */
export const readQuery = (request: Request): Effect.Effect<unknown> => Effect.sync(() => parseFields(queryOf(request)))

/** The fault of sending a body when the query is the input. */
export const bodyBeside = (request: Request): ReadonlyArray<Fault> =>
  hasBody(request) ? [said("body", `is not taken by ${request.method}: send the inputs in the query string`)] : []

/** Reads a body, whose length may be known. Rejects with `tooLarge` as soon as it exceeds 1 MiB. */
const wholeBody = async (source: globalThis.Request, length: number | undefined): Promise<Uint8Array> => {
  if (length !== undefined) return source.bytes()
  const chunks: Array<Uint8Array> = []
  let total = 0
  for await (const chunk of source.body ?? []) {
    total += chunk.byteLength
    if (total > MAX_BODY_BYTES) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads a body within 10 seconds, then restarts the database deadline. The timer is a plain one: Effect's would fork
 * fibers, which cost more than the reading. A client that disconnects ends the wait, and the reading, which stops the
 * timer.
 */
const bodyInTime = (source: globalThis.Request, length: number | undefined) =>
  Effect.withFiberRuntime<Uint8Array, ValidationFailed>(({ currentContext }) => {
    const { deadline } = Context.get(currentContext, Work)
    return Effect.interruptible(
      Effect.async((resume) => {
        const end = (result: Effect.Effect<Uint8Array, ValidationFailed>) => {
          clearTimeout(timer)
          deadline.renew()
          resume(result)
        }
        const timer = setTimeout(() => end(Effect.fail(tooSlow)), BODY_SECONDS * 1000)
        wholeBody(source, length).then(
          (bytes) => end(Effect.succeed(bytes)),
          (error) => end(Effect.fail(error === tooLarge ? tooLarge : cutShort))
        )
      })
    )
  })

const receive = async (source: globalThis.Request): Promise<void> => {
  for await (const _ of source.body ?? []);
}

/** Receives and discards what is being sent, for at most a second. */
const discard = (source: globalThis.Request): Effect.Effect<void> =>
  Effect.tryPromise(() => receive(source)).pipe(Effect.ignore, Effect.interruptible, Effect.timeoutOption(DISCARDING))

/**
 * Reads the whole body. A body over 1 MiB is rejected without being kept, so that it cannot fill the memory. One that
 * is not complete after 10 seconds is rejected too. The database deadline restarts once the body is read.
 */
export const readBytes = (request: Request): Effect.Effect<Uint8Array, ValidationFailed> => {
  const { source } = request
  if (!(source instanceof globalThis.Request)) return Effect.succeed(new Uint8Array())
  const length = lengthOf(request)
  if (length === undefined || length <= MAX_BODY_BYTES) return bodyInTime(source, length)
  const refused = Effect.fail(tooLarge)
  return length > MOST_DISCARDED_BYTES ? refused : Effect.zipRight(discard(source), refused)
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

export const parseJson = (bytes: Uint8Array): Effect.Effect<unknown, ValidationFailed> => {
  if (bytes.byteLength === 0) return Effect.fail(bodyFault("is empty; send a JSON object"))
  return Effect.try({
    try: (): unknown => JSON.parse(utf8.decode(bytes)),
    catch: (error) => bodyFault(error instanceof TypeError ? "is not valid UTF-8" : "is not valid JSON")
  })
}

/** Whether a request declares its body as this media type, such as `application/json`. */
export const isOfType = ({ headers }: Request, type: string): boolean =>
  headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() === type

export const sendsJson = (request: Request): boolean => isOfType(request, "application/json")

/** The faults of query parameters when the body is the input. */
export const queryBeside = (request: Request): ReadonlyArray<Fault> =>
  Object.keys(parseFields(queryOf(request))).map((name) =>
    said(fieldOf([name]), `is not taken from the query: ${request.method} takes its inputs from the JSON body`)
  )

/** The input of a POST, PUT or PATCH: its JSON body. */
export const readBody = (request: Request): Effect.Effect<unknown, ValidationFailed> => {
  const encoding = request.headers["content-encoding"] ?? "identity"
  if (encoding !== "identity") return Effect.fail(bodyFault(`must not be compressed (Content-Encoding: ${encoding})`))
  return sendsJson(request)
    ? Effect.flatMap(readBytes(request), parseJson)
    : Effect.fail(bodyFault("must be JSON, sent with the header Content-Type: application/json"))
}

/** The fault of a form with too many bytes or fields. */
export const tooMuch = bodyFault(
  `must have at most ${MOST_FORM_BYTES / 1024} KiB and ${MOST_FIELDS.toLocaleString("en")} fields; send less of it at once`
)

/** Whether a form has too many fields. They are counted before any is decoded. */
const hasTooManyFields = (bytes: Uint8Array): boolean => {
  const separator = 0x26
  let found = 0
  for (let at = bytes.indexOf(separator); at !== -1; at = bytes.indexOf(separator, at + 1)) {
    found += 1
    if (found >= MOST_FIELDS) return true
  }
  return false
}

/** A line break in a form. Browsers send every one so, whatever was typed, and it would count as two characters. */
const SENT_LINE_BREAK = /%0d%0a/gi

/** The fields of a form posted by a page, with at most 6,000 fields and the given number of bytes. */
export const readForm = (
  request: Request,
  mostBytes = MOST_FORM_BYTES
): Effect.Effect<Readonly<Record<string, string | ReadonlyArray<string>>>, ValidationFailed> =>
  isOfType(request, "application/x-www-form-urlencoded")
    ? Effect.flatMap(readBytes(request), (bytes) =>
        bytes.byteLength > mostBytes || hasTooManyFields(bytes)
          ? Effect.fail(tooMuch)
          : Effect.try({
              try: () => parseFields(utf8.decode(bytes).replaceAll(SENT_LINE_BREAK, "%0A")),
              catch: () => bodyFault("is not valid UTF-8")
            })
      )
    : Effect.fail(bodyFault("must be a form, sent with the header Content-Type: application/x-www-form-urlencoded"))

/** The extra headers of a failure's answer. The boundary adds the challenge of `unauthorized`. */
const headersOf = (failure: Failure): Readonly<Record<string, string>> =>
  failure._tag === "rate_limited" ? { "retry-after": String(failure.details.retryAfterSeconds) } : {}

/** A failure as a response: status, headers and error envelope. */
export const failed = (failure: Failure, requestId: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.unsafeJson(envelope(failure, requestId), {
    status: STATUS[failure._tag],
    headers: headersOf(failure)
  })

/** JSON text as a response. */
export const json = (text: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.raw(text, { contentType: "application/json" })

/** An operation's output as a response. */
export const succeeded = (output: unknown): HttpServerResponse.HttpServerResponse => json(jsonOf(output))

/**
 * Longest answer in bytes that is sent directly. Unless it is a stream, Bun 1.4.5 sends anything over about 15 KB with
 * one system call for each part of each header, which costs ten times as much.
 */
const LONGEST_PLAIN = 15_000

const bodyOf = (text: string): string | ReadableStream =>
  Buffer.byteLength(text) <= LONGEST_PLAIN
    ? text
    : new ReadableStream({
        type: "direct",
        pull: (controller) => {
          controller.write(text)
          controller.end()
        }
      })

/**
 * A response as it is sent, with these headers added (names in lower case). Text, which nearly every answer is, is sent
 * from one plain object of headers, which takes about half the time of setting headers and converting them.
 */
export const sent = (
  response: HttpServerResponse.HttpServerResponse,
  headers: Readonly<Record<string, string>>,
  isHead: boolean
): Response => {
  const { body, cookies, status } = response
  // A stream that nobody reads would wait for its reader without end.
  if (isHead && body._tag === "Raw" && body.body instanceof ReadableStream) void body.body.cancel()
  return body._tag === "Raw" && typeof body.body === "string" && Cookies.isEmpty(cookies) && !isHead
    ? new Response(bodyOf(body.body), { status, headers: { ...response.headers, ...headers } })
    : HttpServerResponse.toWeb(HttpServerResponse.setHeaders(response, headers), { withoutBody: isHead })
}
