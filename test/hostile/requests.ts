import { operations } from "../../src/api.ts"
import { type Json, jsonSchemaOf } from "../../src/contract/json-schema.ts"
import type { Operation } from "../../src/contract/operation.ts"
import { type Random, randomOf } from "./random.ts"
import { anything, damaged, type Known, near, nearObject, queryText, toJson } from "./values.ts"

/** A request to send; `operation` is the one whose route it takes, if it is meant to take one. */
export interface HostileRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** What requests are made from: the senders' tokens, the host, and existing items to target. */
export interface Surroundings extends Known {
  readonly host: string
  readonly tokens: ReadonlyArray<string>
}

const NO_FIELDS: Json = { properties: {} }

const SCHEMAS = new Map<Operation, Json>(
  operations.map((operation) => [
    operation,
    operation.input === undefined ? NO_FIELDS : jsonSchemaOf(operation.input, { open: false })
  ])
)

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** The example with one of its parts replaced, at any depth. */
const mutated = (random: Random, value: unknown, known: Known): unknown => {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.below(value.length)
    return value.map((item: unknown, index) => (index === at ? mutated(random, item, known) : item))
  }
  if (isJson(value) && random.chance(0.9)) {
    const names = Object.keys(value)
    if (names.length === 0) return value
    const at = random.pick(names)
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [name, name === at ? mutated(random, child, known) : child])
    )
  }
  return anything(random)
}

/** The example, with ids that exist in some places. */
const example = (random: Random, operation: Operation, known: Known): Json => {
  const schema = SCHEMAS.get(operation)?.properties
  const input = isJson(operation.example.input) ? operation.example.input : {}
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field = isJson(schema) ? schema[name] : undefined
      return [
        name,
        /^id$|^goalId$|^customFoodId$/.test(name) && isJson(field) ? near(random, field, name, known, value) : value
      ]
    })
  )
}

const inputOf = (random: Random, operation: Operation, known: Known): unknown => {
  if (random.chance(0.02)) return anything(random)
  if (random.chance(0.5)) {
    const given = isJson(operation.example.input) ? operation.example.input : {}
    return nearObject(random, SCHEMAS.get(operation) ?? NO_FIELDS, known, given)
  }
  const input = example(random, operation, known)
  return random.chance(0.5) ? input : mutated(random, input, known)
}

const queryOf = (random: Random, input: unknown): string => {
  const fields = isJson(input) ? Object.entries(input) : [["input", input] as const]
  const pairs = fields.map(([name, value]) => {
    const text = typeof value === "string" ? value : toJson(value)
    const pair = `${encodeURIComponent(name.toWellFormed())}=${queryText(random, text)}`
    return random.chance(0.97)
      ? pair
      : random.pick([`${pair}&${pair}`, name, `${name}[]=1`, `&&${pair}&`, `=${pair}`, `${pair}#x`])
  })
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}

const KEYS = ["", " ", "a b", "é", "x".repeat(255), "x".repeat(256), "a,b", '"quoted"', "\u007f"]

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

/** Headers that are wrong, unusual or somebody else's. */
const oddHeaders = (random: Random, { tokens, host }: Surroundings): Readonly<Record<string, string>> => {
  const token = random.pick(tokens)
  const at = random.below(token.length)
  return random.pick<Readonly<Record<string, string>>>([
    { authorization: "" },
    { authorization: "Bearer" },
    { authorization: `Basic ${token}` },
    { authorization: `bearer  ${token} ` },
    { authorization: `Bearer ${token}, Bearer ${token}` },
    { authorization: `Bearer ${token.slice(0, at)}` },
    { authorization: `Bearer ${token.slice(0, at)}0${token.slice(at + 1)}` },
    { authorization: `Bearer fettle_live_${token.slice(12)}` },
    { authorization: `Bearer ${"x".repeat(5000)}` },
    { origin: "null" },
    { origin: "https://evil.example" },
    { origin: `http://${host}` },
    { origin: `http://${host}.evil.example` },
    { origin: "<script>", "access-control-request-method": "GET" },
    { origin: `http://${host}`, "access-control-request-method": "PUT", "access-control-request-headers": "*" },
    { host: "evil.example" },
    { host: "localhost" },
    { host: "127.0.0.1:1" },
    { host: `evil.example, ${host}` },
    { host: `${host}.` },
    { "x-forwarded-host": "evil.example", "x-forwarded-for": "127.0.0.1", forwarded: "host=evil.example" },
    { "content-type": "" },
    { "content-type": "text/plain" },
    { "content-type": "application/json; charset=utf-16" },
    { "content-type": "application/x-www-form-urlencoded" },
    { "content-type": "multipart/form-data; boundary=x" },
    { "content-encoding": "gzip" },
    { "content-encoding": "identity" },
    { "idempotency-key": random.pick(KEYS) },
    { accept: "text/event-stream" },
    { "mcp-protocol-version": random.pick(["1999-01-01", "2025-06-18", "__proto__", ""]) },
    { "mcp-session-id": "1", "last-event-id": "1" },
    { "x-http-method-override": "DELETE", "x-method-override": "DELETE" },
    { cookie: `token=${token}` },
    { range: "bytes=0-1", "if-none-match": "*", "if-modified-since": "x" },
    { "x-odd": "y".repeat(4000) }
  ])
}

const oddPath = (random: Random, path: string): string =>
  random.pick([
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    path.replace("/v1", "/v2"),
    path.replace("/v1", "/v1/."),
    path.replace("/v1", "/v1//"),
    path.replace("/v1", "/x/../v1"),
    `${path}%00`,
    `${path};a=b`,
    `${path}.json`,
    `${path}/${encodeURIComponent("<script>alert(1)</script>")}`,
    "/v1",
    "/v1/",
    "/v1/__proto__",
    "/v1/constructor",
    "/v1/mcp/",
    "/v1/openapi.json",
    "/v1/llms.txt",
    "/",
    "/docs",
    "/health",
    "/ready",
    "/../../etc/passwd",
    "/%"
  ])

const isInQuery = ({ method }: Operation): boolean => method === "GET" || method === "DELETE"

const restRequest = (
  random: Random,
  operation: Operation,
  surroundings: Surroundings,
  headers: Json
): HostileRequest => {
  const input = inputOf(random, operation, surroundings)
  const method = random.chance(0.97) ? operation.method : random.pick(METHODS)
  const path = random.chance(0.97) ? operation.path : oddPath(random, operation.path)
  const query = isInQuery(operation) || random.chance(0.02) ? queryOf(random, input) : ""
  const json = toJson(input)
  const key =
    operation.takesIdempotencyKey && random.chance(0.3) ? { "idempotency-key": `key-${random.below(30)}` } : {}
  // Not every client can send a GET with a body.
  const body =
    method === "GET" || method === "HEAD" || isInQuery(operation)
      ? undefined
      : random.chance(0.95)
        ? json
        : damaged(random, json)
  return {
    method,
    path: `${path}${query}`,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...key, ...headers },
    body
  }
}

const RPC_METHODS = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "notifications/initialized",
  "notifications/cancelled",
  "notifications/progress",
  "resources/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "tasks/list",
  "sampling/createMessage",
  "rpc.discover",
  "constructor",
  "__proto__",
  "toString",
  "",
  " tools/call",
  "TOOLS/CALL"
]

/** An invalid JSON-RPC message, or one with another method than a tool's call. */
const oddMessage = (random: Random, call: Json): unknown => {
  const params = isJson(call.params) ? call.params : {}
  return random.pick<() => unknown>([
    () => ({ ...call, jsonrpc: anything(random) }),
    () => ({ ...call, id: anything(random) }),
    () => ({ ...call, method: anything(random) }),
    () => ({ ...call, params: anything(random) }),
    () => ({ ...call, params: { ...params, name: anything(random) } }),
    () => ({ ...call, params: { ...params, _meta: anything(random), task: anything(random) } }),
    () => ({ ...call, method: random.pick(RPC_METHODS), params: random.chance(0.5) ? params : {} }),
    () => ({ jsonrpc: "2.0", method: random.pick(RPC_METHODS) }),
    () => ({ jsonrpc: "2.0", id: 1, method: random.pick(RPC_METHODS) }),
    () => ({ jsonrpc: "2.0", id: 1, result: anything(random) }),
    () => ({ jsonrpc: "2.0", id: 1, error: anything(random) }),
    () => ({ ...call, ...Object.fromEntries([[random.pick(["__proto__", "extra"]), anything(random)]]) }),
    () => [call],
    () => [],
    () => anything(random)
  ])()
}

const mcpRequest = (
  random: Random,
  operation: Operation,
  surroundings: Surroundings,
  headers: Json
): HostileRequest => {
  const call = {
    jsonrpc: "2.0",
    id: random.pick([0, 1, "a", -1]),
    method: "tools/call",
    params: { name: operation.name, arguments: inputOf(random, operation, surroundings) }
  }
  const json = toJson(random.chance(0.85) ? call : oddMessage(random, call))
  return {
    method: random.chance(0.98)
      ? "POST"
      : random.pick(METHODS.filter((method) => method !== "GET" && method !== "HEAD")),
    path: "/v1/mcp",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: random.chance(0.95) ? json : damaged(random, json)
  }
}

/**
 * The request for a seed, for any operation on either surface, made from the operations' definitions alone, so that new
 * operations are covered. About half are valid or nearly so, so that they reach the stores.
 */
export const hostileRequest = (seed: number, surroundings: Surroundings): HostileRequest => {
  const random = randomOf(seed)
  const headers = {
    host: surroundings.host,
    authorization: `Bearer ${random.pick(surroundings.tokens)}`,
    ...(random.chance(0.06) ? oddHeaders(random, surroundings) : {})
  }
  const make = random.chance(0.5) ? restRequest : mcpRequest
  return make(random, random.pick(operations), surroundings, headers)
}

/** The request as a failure message shows it. */
export const describe = (seed: number, { method, path, headers, body }: HostileRequest): string => {
  const { authorization: _token, ...rest } = headers
  return `seed ${seed}: ${method} ${path.slice(0, 2000)} ${JSON.stringify(rest)} ${body?.slice(0, 4000) ?? ""}`
}
