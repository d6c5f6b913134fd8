import { HttpServerResponse } from "@effect/platform"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect, Predicate, Runtime, Schema } from "effect"
import { operations } from "../../api.ts"
import type { Outcome } from "../../call/outcome.ts"
import { type Answered, Pipeline } from "../../call/pipeline.ts"
import { AppConfig, historyAddress } from "../../config.ts"
import { envelope, type Failure } from "../../contract/errors.ts"
import { present } from "../../contract/fields.ts"
import { quickDecoder, UNDECIDED } from "../../contract/quick-decode.ts"
import { jsonOf } from "../../values/json.ts"
import { ENDS_CONNECTION, failed, isUnread, json, parseJson, readBytes, sendsJson } from "../web/exchange.ts"
import { ANY, type Handler, type Route } from "../web/router.ts"
import { CODE, rpcError } from "./json-rpc.ts"
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
  SERVER_INFO,
  SERVER_INFO_META_KEY
} from "./meta.ts"
import type { Run } from "./resources.ts"
import { LEGACY_VERSIONS, MODERN_VERSION } from "./versions.ts"

/**
 * Handles all messages other than usual tool calls. Loaded with the first one, because the SDK takes a while to load.
 */
const handlers = Effect.promise(async () => ({
  answer: (await import("./answer.ts")).answer,
  readResource: (await import("./resources.ts")).readResource
}))

const tools: ReadonlySet<string> = new Set(operations.map(({ name }) => name))

/** The parts of a tool call needed to answer it. */
interface PlainCall {
  readonly id: string | number
  readonly name: string
  readonly input: unknown
  readonly isModern: boolean
}

type Headers = Readonly<Record<string, string | undefined>>
type Meta = Readonly<Record<string, unknown>>

const isAbsentOr = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value)
const isProgressToken = isAbsentOr((token) => typeof token === "string" || Number.isInteger(token))

const withoutMembers = (value: unknown): boolean => Predicate.isRecord(value) && Object.keys(value).length === 0
const everyMember = (value: unknown, is: (member: unknown) => boolean): boolean =>
  Predicate.isRecord(value) && Object.values(value).every(is)

/** Whether capabilities are certainly valid. Unknown ones may be valid too, but are left to the SDK. */
const areCapabilities = (capabilities: unknown): boolean =>
  Predicate.isRecord(capabilities) &&
  Object.entries(capabilities).every(([name, value]) => {
    switch (name) {
      case "extensions":
      case "experimental":
        return everyMember(value, Predicate.isRecord)
      case "elicitation":
      case "sampling":
        return everyMember(value, withoutMembers)
      case "roots":
        return withoutMembers(value)
      default:
        return false
    }
  })

const isClientInfo = isAbsentOr(
  (info) =>
    Predicate.isRecord(info) &&
    typeof info.name === "string" &&
    typeof info.version === "string" &&
    Object.entries(info).every(
      ([name, value]) => ["name", "version", "title"].includes(name) && typeof value === "string"
    )
)

const OWN_PREFIX = "io.modelcontextprotocol/"
const MODERN_KEYS: ReadonlyArray<string> = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY
]

/** Whether this is the `_meta` of a call in revision 2026-07-28, which requires one. */
const isModernMeta = (meta: Meta): boolean =>
  meta[PROTOCOL_VERSION_META_KEY] === MODERN_VERSION &&
  areCapabilities(meta[CLIENT_CAPABILITIES_META_KEY]) &&
  isClientInfo(meta[CLIENT_INFO_META_KEY]) &&
  isProgressToken(meta.progressToken) &&
  Object.keys(meta).every((key) => MODERN_KEYS.includes(key) || !key.startsWith(OWN_PREFIX))

/** Whether this is the `_meta` of a call in an earlier revision, without fields that the protocol defines. */
const isLegacyMeta = (meta: Meta): boolean =>
  isProgressToken(meta.progressToken) &&
  Object.keys(meta).every((key) => key !== RELATED_TASK_META_KEY && !key.startsWith(OWN_PREFIX))

const record = Schema.Unknown.pipe(Schema.filter(Predicate.isRecord))

/** Decodes a tool call in the usual form, with known members only. */
const decode = quickDecoder(
  Schema.Struct({
    jsonrpc: Schema.Literal("2.0"),
    id: Schema.Union(Schema.String, Schema.Int),
    method: Schema.Literal("tools/call"),
    params: Schema.Struct({
      name: Schema.String,
      arguments: present(record),
      _meta: present(record)
    })
  })
)

/**
 * A call of a known tool in the usual form, including its headers; undefined if the SDK's server must handle the
 * message. Creating such a server costs more than most calls.
 */
const plainCall = (message: unknown, headers: Headers): PlainCall | undefined => {
  const call = decode(message)
  if (call === UNDECIDED || !tools.has(call.params.name)) return undefined
  const { name, arguments: input = {}, _meta: meta } = call.params
  const version = headers["mcp-protocol-version"]
  if (version === MODERN_VERSION) {
    const isPlain =
      headers["mcp-method"] === "tools/call" && headers["mcp-name"] === name && meta !== undefined && isModernMeta(meta)
    return isPlain ? { id: call.id, name, input, isModern: true } : undefined
  }
  const isPlain =
    (version === undefined || LEGACY_VERSIONS.includes(version)) && (meta === undefined || isLegacyMeta(meta))
  return isPlain ? { id: call.id, name, input, isModern: false } : undefined
}

/** Marks a replayed output, as text: a model sees no header, which marks it over REST. */
const marked = (text: string, { replayed }: Outcome): string =>
  replayed === true ? `${text.slice(0, -1)},"replayed":true}` : text

/** A successful result without its structuredContent. A replay is marked outside the output too. */
const success = (text: string, { replayed }: Outcome): CallToolResult => ({
  content: [{ type: "text", text }],
  ...(replayed === true ? { _meta: { replayed } } : {})
})

/** A failure has no structuredContent, because clients would check it against the output schema. */
const failure = (failure: Failure, requestId: string): CallToolResult => {
  const error = envelope(failure, requestId)
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }], _meta: { "fettle/error": error } }
}

/** A tool's result from the outcome of its operation, the same in every revision of the protocol. */
const toolResult = ({ outcome, output }: Answered, requestId: string): CallToolResult =>
  outcome.failure === undefined
    ? {
        ...success(marked(jsonOf(output), outcome), outcome),
        structuredContent: outcome.replayed === true ? { ...Object(output), replayed: true } : Object(output)
      }
    : failure(outcome.failure, requestId)

/** Adds the fields that a result needs in revision 2026-07-28. The SDK's server adds the same. */
const modernResult = (result: CallToolResult): CallToolResult => ({
  ...result,
  resultType: "complete",
  _meta: { ...result._meta, [SERVER_INFO_META_KEY]: SERVER_INFO }
})

/** The answer to a plain call. The output is serialized once, although it is sent both as text and as JSON. */
const plainAnswer = ({ id, isModern }: PlainCall, { outcome, output }: Answered, requestId: string): string => {
  const text = marked(jsonOf(output), outcome)
  const result = outcome.failure === undefined ? success(text, outcome) : failure(outcome.failure, requestId)
  const answer = JSON.stringify({ jsonrpc: "2.0", id, result: isModern ? modernResult(result) : result })
  // The result is the last member of the answer, and left open for one more.
  return outcome.failure === undefined ? `${answer.slice(0, -2)},"structuredContent":${text}}}` : answer
}

const FORBIDDEN = 403

/** GET and DELETE are for streams and sessions, which a stateless server does not have. */
const notAllowed = rpcError({
  status: 405,
  code: CODE.transport,
  message: "Method not allowed: send JSON-RPC with POST.",
  headers: { allow: "POST" }
})

const notJson = rpcError({
  status: 415,
  code: CODE.transport,
  message: "The body must be JSON, sent with Content-Type: application/json."
})

/**
 * The MCP endpoint: stateless streamable HTTP with JSON answers. Tool calls use the same pipeline as REST requests.
 * `guide` is the text of the guide for agents, which is also a resource.
 */
export const mcpRoutes = Effect.fn("mcpRoutes")(function* (guide: Effect.Effect<string>) {
  const pipeline = yield* Pipeline
  const address = historyAddress(yield* AppConfig)

  const post: Handler = Effect.fnUntraced(function* (request, arrival) {
    const identity = yield* pipeline.authenticate(request.headers.authorization, arrival)
    let outcome: Outcome = { user: identity.account.user, app: identity.app }
    const run: Run = (operation, input) =>
      Effect.map(
        pipeline.run(
          { identity, operation, input: Effect.succeed(input), form: "json", idempotencyKey: undefined },
          arrival
        ),
        (answered) => {
          outcome = answered.outcome
          return answered
        }
      )
    /**
     * If the identity becomes invalid during a call, the answer has the HTTP status 401, as it would have had before
     * the call. If it lacks a scope, the status is 403, which makes clients ask for more.
     */
    const answered = (response: HttpServerResponse.HttpServerResponse) => {
      const { failure } = outcome
      if (failure?._tag !== "unauthorized") return { response, outcome }
      const refused = failed(failure, arrival.requestId)
      const isForbidden = failure.credentials === "insufficient"
      return { response: isForbidden ? HttpServerResponse.setStatus(refused, FORBIDDEN) : refused, outcome }
    }
    const parsed = sendsJson(request) ? yield* Effect.either(Effect.flatMap(readBytes(request), parseJson)) : undefined
    const call = parsed?._tag === "Right" ? plainCall(parsed.right, request.headers) : undefined
    if (call !== undefined) {
      return answered(json(plainAnswer(call, yield* run(call.name, call.input), arrival.requestId)))
    }
    yield* identity.recheck(arrival.at)
    if (parsed === undefined) return { response: notJson, outcome }
    if (parsed._tag === "Left") {
      const [fault] = parsed.left.details.fields
      const message = `Parse error: the body ${fault?.message ?? "cannot be read"}.`
      const headers = isUnread(parsed.left) ? ENDS_CONNECTION : {}
      return { response: rpcError({ status: 400, code: CODE.parseError, message, headers }), outcome }
    }
    const callTool = (name: string, input: unknown) =>
      Effect.map(run(name, input), (answered) => toolResult(answered, arrival.requestId))
    const { answer, readResource } = yield* handlers
    const runPromise = Runtime.runPromise(yield* Effect.runtime())
    const response = yield* answer(parsed.right, request.headers, {
      isForApp: identity.app !== undefined,
      isReadOnly: !identity.scopes.has("write"),
      historyAddress: address,
      callTool: (name, input) => runPromise(callTool(name, input)),
      readResource: (uri) => runPromise(Effect.either(readResource(uri, guide, run, arrival)))
    })
    return answered(response)
  })

  const route = (method: string, handler: Handler): Route => ({ method, path: "/v1/mcp", surface: "mcp", handler })
  return [route("POST", post), route(ANY, () => Effect.succeed({ response: notAllowed, outcome: {} }))]
})
