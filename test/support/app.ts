import { afterAll, beforeAll, describe } from "bun:test"
import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import {
  DateTime,
  type Effect,
  Layer,
  Logger,
  LogLevel,
  ManagedRuntime,
  Schema,
  TestClock,
  TestContext,
  TestServices
} from "effect"
import { operations } from "../../src/api.ts"
import * as App from "../../src/app.ts"
import { AppConfig, type Settings } from "../../src/config.ts"
import { Timezone, type User } from "../../src/contract/handler/user.ts"
import { createToken, createUser, newUser } from "../../src/features/accounts/accounts.ts"
import * as Tracing from "../../src/platform/telemetry/tracing/tracer.ts"
import * as Siblings from "../../src/platform/workers/siblings.ts"
import type * as Storage from "../../src/storage.ts"
import { webHandlerOf } from "../../src/surfaces/server/server.ts"
import { quickReader } from "./reader.ts"
import { BASE_URL, settings } from "./settings.ts"
import { databases, oneDatabase, type StoreSet, storeSets } from "./stores.ts"

export { BASE_URL, settings }

export const TODAY = "2026-03-14"
export const NOON = `${TODAY}T12:00:00Z`

/** Milliseconds that creating a database may take, including its catalogues. */
const START_TIMEOUT = 60_000

export interface Failed {
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly details?: { readonly fields?: ReadonlyArray<{ readonly field: string; readonly message: string }> } & Record<
    string,
    unknown
  >
}

/** The outcome of a call, the same for both surfaces. */
export type Outcome = { readonly ok: true; readonly output: unknown } | { readonly ok: false; readonly error: Failed }

export type Call = (operation: string, input?: Record<string, unknown>) => Promise<Outcome>

export interface Person {
  readonly id: User["id"]
  readonly token: string
  readonly rest: Call
  readonly mcp: Call
}

type Stores = Layer.Layer.Success<typeof Storage.memory>
/** A request, with what its connection knows and does. */
type Sent = RequestInit & { readonly peer?: string; readonly extend?: () => void }

type Services = Stores | Layer.Layer.Success<typeof App.layer> | AppConfig

/**
 * Builds a layer on the real clock. Stores wait for the database's server, and the wait would never end on a clock that
 * stands still.
 */
const inRealTime = <A, E, R>(layer: Layer.Layer<A, E, R>) =>
  Layer.scopedContext(TestServices.provideLive(Layer.build(layer)))

/**
 * The whole service, without sockets, on one set of stores, with a clock that stands still until it is set. As in
 * `fettle serve`, it traces only with a collector.
 */
export const makeService = async (
  stores: Layer.Layer<Stores, never, AppConfig>,
  changed: Partial<Settings> = {},
  siblings: Layer.Layer<Siblings.Siblings> = Siblings.layerAlone
) => {
  const config = Layer.succeed(AppConfig, { ...settings, ...changed })
  const runtime = ManagedRuntime.make(
    App.layer.pipe(
      Layer.provideMerge(Layer.merge(inRealTime(stores), siblings)),
      Layer.provideMerge(Layer.provideMerge(Tracing.layer, config)),
      Layer.provideMerge(Layer.merge(TestContext.TestContext, quickReader)),
      Layer.provideMerge(Logger.minimumLogLevel(LogLevel.None))
    )
  )
  const run = <A, E>(effect: Effect.Effect<A, E, Services>) => runtime.runPromise(effect)
  const setTime = (instant: string) => runtime.runPromise(TestClock.setTime(DateTime.unsafeMake(instant).epochMillis))
  await setTime(NOON)
  const httpApp = await runtime.runPromise(App.app)
  const handle = webHandlerOf(httpApp, await runtime.runtime())

  /** Sends a request as if it came through the base address, unless it names another host. */
  const fetch = (path: string, init: Sent = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (!headers.has("host")) headers.set("host", new URL(BASE_URL).host)
    const length = typeof init.body === "string" ? Buffer.byteLength(init.body) : undefined
    if (length !== undefined && !headers.has("content-length")) headers.set("content-length", String(length))
    const request = new Request(new URL(path, BASE_URL).href, { ...init, headers })
    return handle(request, () => init.peer, init.extend)
  }

  /** An output as received, which must match its operation's schema exactly. */
  const promised = (name: string, output: unknown): unknown => {
    const operation = operations.find((operation) => operation.name === name)
    if (operation === undefined) throw new Error(`There is no operation ${name}`)
    Schema.decodeUnknownSync(operation.output, { onExcessProperty: "error" })(output)
    return output
  }

  const rest =
    (token: string): Call =>
    async (name, input = {}) => {
      const operation = operations.find((operation) => operation.name === name)
      if (operation === undefined) throw new Error(`There is no operation ${name}`)
      const { method, path } = operation
      const inQuery = method === "GET" || method === "DELETE"
      const query = new URLSearchParams(
        Object.entries(input).map(([key, value]): [string, string] => [key, String(value)])
      )
      const response = await fetch(inQuery && query.size > 0 ? `${path}?${query}` : path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(inQuery ? {} : { "content-type": "application/json" }) },
        ...(inQuery ? {} : { body: JSON.stringify(input) })
      })
      if (response.ok) return { ok: true, output: promised(name, await response.json()) }
      const { error } = (await response.json()) as { readonly error: Failed }
      return { ok: false, error }
    }

  const mcpClient = async (token: string): Promise<McpClient> => {
    const client = new McpClient({ name: "test", version: "1" })
    await client.connect(
      new StreamableHTTPClientTransport(new URL("/v1/mcp", BASE_URL), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
        fetch: (url, init) => fetch(String(url), init)
      }) as never
    )
    return client
  }

  const mcp = (token: string): Call => {
    let client: Promise<McpClient> | undefined
    return async (name, input = {}) => {
      client ??= mcpClient(token)
      const result = await (await client).callTool({ name, arguments: input })
      if (result.isError !== true) return { ok: true, output: promised(name, result.structuredContent) }
      const { error } = (result._meta as { "fettle/error": { error: Failed } })["fettle/error"]
      return { ok: false, error }
    }
  }

  /** A new user with a token. */
  const person = async (
    details: Partial<Omit<User, "id" | "timezone">> & { readonly timezone?: string } = {}
  ): Promise<Person> => {
    const timezone = Timezone.make(details.timezone ?? "UTC")
    const id = await run(createUser({ ...newUser("Test", timezone), ...details, timezone }))
    const { token } = await run(createToken({ userId: id, name: "test", environment: "test", expiresAt: null }))
    return { id, token, rest: rest(token), mcp: mcp(token) }
  }

  const routes = () => runtime.runPromise(App.routes)

  return { run, fetch, setTime, person, rest, mcp, mcpClient, routes, stop: () => runtime.dispose() }
}

export type Service = Awaited<ReturnType<typeof makeService>>

/** High enough for a test with many calls while the clock stands still. */
const WIDE = { readsPerMinute: 1e6, readsBurst: 1e6, writesPerMinute: 1e6, writesBurst: 1e6, writesPerDay: 1e6 }

/** A new user whom no rate limit stops. */
export const newPerson = (service: Service, details: Parameters<Service["person"]>[0] = {}): Promise<Person> =>
  service.person({ ...details, ownLimits: { ...WIDE, ...details.ownLimits } })

type OverStores = (subject: string, tests: (service: () => Service, stores: StoreSet["name"]) => void) => void

const over =
  (sets: ReadonlyArray<StoreSet>): OverStores =>
  (subject, tests) => {
    for (const { name, reused } of sets) {
      describe(`${subject} (${name})`, () => {
        let service: Service | undefined
        beforeAll(async () => {
          service = await makeService(reused)
        }, START_TIMEOUT)
        afterAll(() => service?.stop())
        tests(() => {
          if (service === undefined) throw new Error("The service has not started")
          return service
        }, name)
      })
    }
  }

/**
 * Runs the same tests over every set of stores; `service()` is the service on the current one, and `stores` its name.
 * The tests share no data with other suites, but may change the database only through the service.
 */
export const overEveryStore = over(storeSets)

/** The same over databases only. */
export const overEveryDatabase = over(databases)

/** The same over one database; see {@link oneDatabase}. */
export const overOneDatabase = over(oneDatabase)

/** The output of a call that must succeed. */
export const output = async <A = Record<string, unknown>>(outcome: Promise<Outcome>): Promise<A> => {
  const settled = await outcome
  if (!settled.ok) throw new Error(`${settled.error.code}: ${settled.error.message}`)
  return settled.output as A
}

/** The error of a call that must fail. */
export const failure = async (outcome: Promise<Outcome>): Promise<Failed> => {
  const settled = await outcome
  if (settled.ok) throw new Error(`Succeeded with ${JSON.stringify(settled.output)}`)
  return settled.error
}

/** The fields that a validation failure names. */
export const invalidFields = async (outcome: Promise<Outcome>): Promise<ReadonlyArray<string>> => {
  const { code, message, details } = await failure(outcome)
  if (code !== "validation_failed") throw new Error(`${code}: ${message}`)
  return details?.fields?.map(({ field }) => field) ?? []
}
