import { HttpServerResponse } from "@effect/platform"
import {
  createMcpHandler,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isLegacyRequest,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  WebStandardStreamableHTTPServerTransport
} from "@modelcontextprotocol/server"
import { Effect, Predicate, Record } from "effect"
import { quote } from "../../contract/faults.ts"
import { CODE, idOf, rpcError } from "./json-rpc.ts"
import { type CallerWork, serverFor } from "./server.ts"
import { VERSIONS } from "./versions.ts"

type Fields = Readonly<Record<string, string | undefined>>

/** What a page of a list takes. */
const PAGE = "at most a cursor, as text"

/** For requests of the earlier revisions: checks of their parameters by the SDK's schemas, and what they take. */
const REQUESTS = new Map<unknown, { readonly fits: (message: unknown) => boolean; readonly takes: string }>([
  [
    "initialize",
    {
      fits: isSpecType.InitializeRequest,
      takes: "protocolVersion as text, capabilities as an object, and clientInfo with a name and a version"
    }
  ],
  ["tools/list", { fits: isSpecType.ListToolsRequest, takes: PAGE }],
  ["tools/call", { fits: isSpecType.CallToolRequest, takes: "a tool's name and, as an object, its arguments" }],
  ["prompts/list", { fits: isSpecType.ListPromptsRequest, takes: PAGE }],
  [
    "prompts/get",
    { fits: isSpecType.GetPromptRequest, takes: "a prompt's name and, as an object of texts, its arguments" }
  ],
  ["resources/list", { fits: isSpecType.ListResourcesRequest, takes: PAGE }],
  ["resources/templates/list", { fits: isSpecType.ListResourceTemplatesRequest, takes: PAGE }],
  ["resources/read", { fits: isSpecType.ReadResourceRequest, takes: "a resource's uri, as text" }]
])

/** The request as passed to the SDK. Answers are always JSON, so the client's Accept header is not enforced. */
const webRequest = (fields: Fields): Request => {
  const headers = new Headers(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  )
  headers.set("accept", "application/json, text/event-stream")
  return new Request("http://mcp.invalid/", { method: "POST", headers })
}

const LONGEST_TEXT = 300

/** Shortens long text in JSON: the SDK's errors quote the whole input. */
const brief = (value: unknown): unknown => {
  if (typeof value === "string") return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
  if (Array.isArray(value)) return value.map(brief)
  return Predicate.isRecord(value) ? Record.map(value, brief) : value
}

/** The SDK's answer: results unchanged, errors shortened. */
const responseOf = async (answer: Response): Promise<HttpServerResponse.HttpServerResponse> => {
  const text = await answer.text()
  const { status } = answer
  if (text === "") return HttpServerResponse.empty({ status })
  const body: unknown = JSON.parse(text)
  return Predicate.hasProperty(body, "error")
    ? HttpServerResponse.unsafeJson({ ...body, error: brief(body.error) }, { status })
    : HttpServerResponse.text(text, { status, contentType: "application/json" })
}

const methodOf = (message: unknown): unknown => (Predicate.hasProperty(message, "method") ? message.method : undefined)

/** Whether a request has parameters that are invalid for its method. */
const hasWrongParams = (message: unknown): boolean => REQUESTS.get(methodOf(message))?.fits(message) === false

const wrongParams = (message: unknown) =>
  rpcError({
    status: 200,
    code: CODE.invalidParams,
    message: `params are not what ${methodOf(message)} takes: ${REQUESTS.get(methodOf(message))?.takes}.`,
    id: idOf(message)
  })

/**
 * Most members in a message's lists and objects together, not counting a tool's arguments: the SDK takes microseconds
 * for each. Real messages have some dozens.
 */
const MOST_MEMBERS = 2000

const hasTooManyMembers = (message: unknown): boolean => {
  const params = Predicate.hasProperty(message, "params") ? message.params : undefined
  const tool = Predicate.hasProperty(params, "arguments") ? params.arguments : undefined
  let members = 0
  const isTooMuch = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null) return false
    const children: ReadonlyArray<unknown> = Array.isArray(value) ? value : Object.values(value)
    members += children.length
    return members > MOST_MEMBERS || (value !== tool && children.some(isTooMuch))
  }
  return isTooMuch(message)
}

/** The error for a body that is not a single JSON-RPC message; undefined if it is one. */
const malformed = (message: unknown): HttpServerResponse.HttpServerResponse | undefined => {
  if (Array.isArray(message)) {
    return rpcError({
      status: 400,
      code: CODE.invalidRequest,
      message: "Batches are not taken: send one JSON-RPC message a request."
    })
  }
  if (hasTooManyMembers(message)) {
    return rpcError({
      status: 400,
      code: CODE.invalidRequest,
      message: `The message is too large: its lists and objects may have ${MOST_MEMBERS} members in all, besides those within a tool's arguments.`,
      id: idOf(message)
    })
  }
  if (isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message)) return undefined
  return rpcError({
    status: 400,
    code: CODE.invalidRequest,
    message: 'The body must be one JSON-RPC message: {"jsonrpc":"2.0","id":…,"method":…,"params":…}.',
    id: idOf(message)
  })
}

/** Whether a message states its protocol version, as since 2026-07-28. The SDK then compares it with the header. */
const claimsVersion = (message: unknown): boolean =>
  Predicate.hasProperty(message, "params") &&
  Predicate.hasProperty(message.params, "_meta") &&
  Predicate.hasProperty(message.params._meta, PROTOCOL_VERSION_META_KEY)

const unsupported = (message: unknown, requested: string) =>
  rpcError({
    status: 400,
    code: CODE.unsupportedVersion,
    message: `The protocol version ${quote(requested)} is not supported; supported are ${VERSIONS.join(", ")}.`,
    id: idOf(message),
    data: { supported: VERSIONS, requested: brief(requested) }
  })

/** Answers a message of revision 2025-11-25 or earlier. */
const answerLegacy = (message: unknown, request: Request, work: CallerWork) => {
  if (hasWrongParams(message)) return Effect.succeed(wrongParams(message))
  const server = serverFor(work)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  return Effect.acquireUseRelease(
    Effect.promise(() => server.connect(transport)),
    () => Effect.promise(async () => responseOf(await transport.handleRequest(request, { parsedBody: message }))),
    () => Effect.promise(() => server.close())
  )
}

/** Answers a message of revision 2026-07-28. The SDK compares its `_meta` with its headers. */
const answerModern = (message: unknown, request: Request, work: CallerWork) => {
  // Lists change only with a release, so there is nothing to subscribe to. The SDK would open a stream.
  if (methodOf(message) === "subscriptions/listen") {
    const error = { status: 404, code: CODE.methodNotFound, message: "Method not found", id: idOf(message) }
    return Effect.succeed(rpcError(error))
  }
  const handler = createMcpHandler(() => serverFor(work), { legacy: "reject" })
  return Effect.promise(async () => {
    const answer = await handler.fetch(request, { parsedBody: message })
    // For invalid parameters, the SDK would return its validator's list of issues.
    return answer.ok && hasWrongParams(message) ? wrongParams(message) : responseOf(answer)
  })
}

/** Answers a message with the SDK's server for its protocol revision. */
export const answer = Effect.fnUntraced(function* (message: unknown, fields: Fields, work: CallerWork) {
  const version = fields["mcp-protocol-version"]
  if (version !== undefined && !VERSIONS.includes(version) && !claimsVersion(message))
    return unsupported(message, version)
  const refusal = malformed(message)
  if (refusal !== undefined) return refusal
  const request = webRequest(fields)
  const isLegacy = yield* Effect.promise(() => isLegacyRequest(request, message))
  return yield* isLegacy ? answerLegacy(message, request, work) : answerModern(message, request, work)
})
