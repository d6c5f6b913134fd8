import { HttpServerResponse } from "@effect/platform"
import {
  createMcpHandler,
  isLegacyRequest,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  WebStandardStreamableHTTPServerTransport
} from "@modelcontextprotocol/server"
import { Effect, Predicate, Record } from "effect"
import { quote } from "../contract/decode.ts"
import { CODE, idOf, malformed, rpcError } from "./json-rpc.ts"
import { serverFor, type Work } from "./server.ts"
import { VERSIONS } from "./versions.ts"

type Fields = Readonly<Record<string, string | undefined>>

/** The parameters of the requests of the earlier revisions, as the SDK reads them. */
const REQUESTS = new Map<unknown, (message: unknown) => boolean>([
  ["initialize", isSpecType.InitializeRequest],
  ["tools/list", isSpecType.ListToolsRequest],
  ["tools/call", isSpecType.CallToolRequest],
  ["prompts/list", isSpecType.ListPromptsRequest],
  ["prompts/get", isSpecType.GetPromptRequest],
  ["resources/list", isSpecType.ListResourcesRequest],
  ["resources/templates/list", isSpecType.ListResourceTemplatesRequest],
  ["resources/read", isSpecType.ReadResourceRequest]
])

/** The request as the SDK takes it. Answers are always JSON, so whatever the client accepts, it may ask. */
const webRequest = (fields: Fields): Request => {
  const headers = new Headers(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  )
  headers.set("accept", "application/json, text/event-stream")
  return new Request("http://mcp.invalid/", { method: "POST", headers })
}

const LONGEST_TEXT = 300

/** JSON with no long text in it: the SDK quotes what it was sent, however long. */
const brief = (value: unknown): unknown => {
  if (typeof value === "string") return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
  if (Array.isArray(value)) return value.map(brief)
  return Predicate.isRecord(value) ? Record.map(value, brief) : value
}

/** The SDK's answer: a result as it stands, an error in few words. */
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

/** Whether a request has parameters that its method does not take. */
const hasWrongParams = (message: unknown): boolean => REQUESTS.get(methodOf(message))?.(message) === false

const wrongParams = (message: unknown) =>
  rpcError({
    status: 200,
    code: CODE.invalidParams,
    message: `params are not what ${methodOf(message)} takes; for tools/call: a tool's name and, as an object, its arguments.`,
    id: idOf(message)
  })

/** Whether a message names its version itself, as from 2026-07-28 on; the SDK then holds it against the header. */
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

/** Answers a message of 2025-11-25 or before. */
const answerLegacy = (message: unknown, request: Request, work: Work) => {
  if (hasWrongParams(message)) return Effect.succeed(wrongParams(message))
  const server = serverFor(work)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  return Effect.acquireUseRelease(
    Effect.promise(() => server.connect(transport)),
    () => Effect.promise(async () => responseOf(await transport.handleRequest(request, { parsedBody: message }))),
    () => Effect.promise(() => server.close())
  )
}

/** Answers a message of 2026-07-28; the SDK holds its `_meta` and its headers against each other. */
const answerModern = (message: unknown, request: Request, work: Work) => {
  // Nothing changes between releases, so there is nothing to listen for; the SDK would open a stream.
  if (methodOf(message) === "subscriptions/listen") {
    const error = { status: 404, code: CODE.methodNotFound, message: "Method not found", id: idOf(message) }
    return Effect.succeed(rpcError(error))
  }
  const handler = createMcpHandler(() => serverFor(work), { legacy: "reject" })
  return Effect.promise(async () => {
    const answer = await handler.fetch(request, { parsedBody: message })
    // What the SDK says of wrong parameters is its validator's list of issues.
    return answer.ok && hasWrongParams(message) ? wrongParams(message) : responseOf(answer)
  })
}

/** The answer to a message, by the SDK's server of its era. */
export const answer = Effect.fnUntraced(function* (message: unknown, fields: Fields, work: Work) {
  const version = fields["mcp-protocol-version"]
  if (version !== undefined && !VERSIONS.includes(version) && !claimsVersion(message))
    return unsupported(message, version)
  const refusal = malformed(message)
  if (refusal !== undefined) return refusal
  const request = webRequest(fields)
  const isLegacy = yield* Effect.promise(() => isLegacyRequest(request, message))
  return yield* isLegacy ? answerLegacy(message, request, work) : answerModern(message, request, work)
})
