import { Schema } from "effect"
import { operations } from "../../src/api.ts"
import { type Code, STATUS } from "../../src/contract/errors.ts"
import type { Operation } from "../../src/contract/operation.ts"
import { listedCodes } from "../support/codes.ts"
import type { HostileRequest } from "./requests.ts"

/** An answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const isCode = (code: string): code is Code => Object.hasOwn(STATUS, code)

const isJson = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const OUTPUTS = new Map(
  operations.map(
    (operation) =>
      [operation.name, Schema.decodeUnknownEither(operation.output, { onExcessProperty: "error" })] as const
  )
)
const LISTED = new Map(operations.map((operation) => [operation.name, listedCodes(operation)] as const))

const outputFaults = ({ name }: Operation, output: unknown): ReadonlyArray<string> =>
  OUTPUTS.get(name)?.(output)._tag === "Right" ? [] : [`the output is not what ${name} promises`]

const fieldFaults = (details: unknown): ReadonlyArray<string> => {
  const fields = isJson(details) ? details.fields : undefined
  const areNamed =
    Array.isArray(fields) &&
    fields.length > 0 &&
    fields.every((fault) => isJson(fault) && typeof fault.field === "string" && fault.field !== "" && fault.message)
  return areNamed ? [] : ["validation_failed names no field"]
}

/** The faults of an error envelope; `operation` is the one that failed, if one did. */
const envelopeFaults = (
  envelope: unknown,
  requestId: string | null,
  operation: Operation | undefined
): ReadonlyArray<string> => {
  const error = isJson(envelope) && Object.keys(envelope).length === 1 ? envelope.error : undefined
  if (!isJson(error)) return ["no error envelope"]
  const { code, message, details } = error
  if (typeof code !== "string" || !isCode(code)) return [`an unknown code: ${String(code)}`]
  return [
    ...(code === "internal_error" ? ["internal_error"] : []),
    ...(operation === undefined || Object.hasOwn(LISTED.get(operation.name) ?? {}, code)
      ? []
      : [`${operation.name} does not list ${code}`]),
    ...(typeof message === "string" && message !== "" && message.isWellFormed() ? [] : ["no message"]),
    ...(error.requestId === requestId ? [] : ["another request id than in the header"]),
    ...(code === "validation_failed" ? fieldFaults(details) : [])
  ]
}

const restFaults = (answer: Answer, operation: Operation | undefined): ReadonlyArray<string> => {
  const { status, headers, text } = answer
  const body = parse(text)
  if (status === 200) return operation === undefined ? [] : outputFaults(operation, body)
  const error = isJson(body) && isJson(body.error) ? body.error : {}
  const code = typeof error.code === "string" && isCode(error.code) ? error.code : undefined
  return [
    ...envelopeFaults(body, headers.get("request-id"), operation),
    ...(code !== undefined && STATUS[code] === status ? [] : [`status ${status} for ${code}`]),
    ...(code !== "unauthorized" || headers.has("www-authenticate") ? [] : ["401 without a challenge"])
  ]
}

const toolOf = (body: string | undefined): Operation | undefined => {
  const message = parse(body ?? "")
  const params = isJson(message) && message.method === "tools/call" && isJson(message.params) ? message.params : {}
  return operations.find(({ name }) => name === params.name)
}

const resultFaults = (
  result: unknown,
  requestId: string | null,
  operation: Operation | undefined
): ReadonlyArray<string> => {
  if (!isJson(result)) return ["a result that is not an object"]
  if (operation === undefined) return []
  const content = Array.isArray(result.content) && isJson(result.content[0]) ? result.content[0].text : undefined
  const parsed = typeof content === "string" ? parse(content) : undefined
  if (result.isError !== true) {
    const same = JSON.stringify(parsed) === JSON.stringify(result.structuredContent)
    return [...outputFaults(operation, result.structuredContent), ...(same ? [] : ["text and structure differ"])]
  }
  return [
    ...envelopeFaults(parsed, requestId, operation),
    ...("structuredContent" in result ? ["structuredContent beside an error"] : [])
  ]
}

const mcpFaults = (request: HostileRequest, answer: Answer): ReadonlyArray<string> => {
  const { status, headers, text } = answer
  if (status === 401 || status === 403 || status === 421) return restFaults(answer, undefined)
  if (status === 202) return text === "" ? [] : ["202 with a body"]
  const body = parse(text)
  if (!isJson(body) || body.jsonrpc !== "2.0") return ["no JSON-RPC message"]
  if ("result" in body) {
    const operation = toolOf(request.body)
    return [
      ...(status === 200 ? [] : [`status ${status} for a result`]),
      ...resultFaults(body.result, headers.get("request-id"), operation)
    ]
  }
  const { error } = body
  if (!isJson(error) || typeof error.code !== "number" || typeof error.message !== "string")
    return ["no JSON-RPC error"]
  return [
    ...(error.code === -32603 ? ["a JSON-RPC internal error"] : []),
    ...([200, 400, 405, 415].includes(status) ? [] : [`status ${status} for a JSON-RPC error`]),
    ...(error.message.length < 500 ? [] : ["a JSON-RPC error of great length"])
  ]
}

/** No answer reveals internals. */
const LEAK = /node_modules|\.ts:\d+|at Object\.|SqlError|error: syntax error|PGlite|ECONNREFUSED/

const LONGEST_ERROR = 200_000

/** The operation whose route a request took. */
const routeOf = ({ method, path }: HostileRequest): Operation | undefined => {
  const { pathname } = new URL(path.startsWith("//") ? "/" : path, "http://localhost")
  return operations.find((operation) => operation.method === method && operation.path === pathname)
}

/** Every fault of an answer; empty for a good one. */
export const faultsOf = (request: HostileRequest, answer: Answer): ReadonlyArray<string> => {
  const { pathname } = new URL(path(request), "http://localhost")
  const always = [
    ...(answer.status >= 500 && pathname !== "/ready" ? [`status ${answer.status}`] : []),
    ...(/^req_[0-9a-z]{20}$/.test(answer.headers.get("request-id") ?? "") ? [] : ["no Request-Id"]),
    ...(answer.status !== 200 && LEAK.test(answer.text) ? ["reveals internals"] : []),
    ...(answer.status !== 200 && answer.text.length > LONGEST_ERROR
      ? [`an error of ${answer.text.length} characters`]
      : [])
  ]
  const isApi = pathname === "/v1" || pathname.startsWith("/v1/")
  if (!isApi || request.method === "HEAD") return always
  if (request.method === "OPTIONS" && answer.status === 204) return always
  if (pathname === "/v1/mcp") return [...always, ...mcpFaults(request, answer)]
  return [...always, ...restFaults(answer, routeOf(request))]
}

/** Two slashes at the start would be read as a host. */
const path = ({ path }: HostileRequest): string => (path.startsWith("//") ? "/" : path)
