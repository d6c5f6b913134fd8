import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Context, Effect, Layer } from "effect"
import { operations } from "../../src/api.ts"
import { RateLimitStore } from "../../src/call/rate-limit.ts"
import { STATUS } from "../../src/contract/errors.ts"
import type { Limits } from "../../src/contract/handler/limits.ts"
import type { Operation } from "../../src/contract/operation.ts"
import { AccountStore } from "../../src/features/accounts/store.ts"
import { type Call, type Failed, makeService, type Person, type Service } from "../support/app.ts"
import { listedCodes } from "../support/codes.ts"
import type { Input } from "../support/scenario.ts"
import { inMemory, type Stores } from "../support/stores.ts"
import { byOperation, scenarios } from "./scenarios.ts"

const SURFACES = ["rest", "mcp"] as const
type Surface = (typeof SURFACES)[number]

const PREPARE = byOperation(({ prepare }) => prepare)
const CHANGES = byOperation(({ changes }) => changes)
const CONFLICTS = byOperation(({ conflicts }) => conflicts)

const prepare = (operation: Operation, call: Call): Promise<Input> => {
  const prepared = PREPARE.get(operation.name)
  if (prepared === undefined) throw new Error(`Nothing prepares ${operation.name}`)
  return prepared(call)
}

const memory = inMemory.layer

const contested = scenarios.reduce((stores, { contested }) => contested?.(stores) ?? stores, memory)

const die = () => Effect.die(new Error("secret of the inside"))

const dead = (store: object) => Object.fromEntries(Object.keys(store).map((method) => [method, die]))

/** The stores in memory: those with these keys as they are, and all others broken, so that every query fails. */
const broken = (isWhole: (key: string) => boolean): Stores =>
  Layer.map(memory, ({ unsafeMap }) =>
    Context.unsafeMake(new Map([...unsafeMap].map(([key, store]) => [key, isWhole(key) ? store : dead(store)])))
  )

/** Only the stores that the guards need, so that a call gets as far as it can. */
const withoutStores = broken((key) => key === AccountStore.key || key === RateLimitStore.key)

const withoutLimits = broken((key) => key !== RateLimitStore.key)

let service: Service
let rivalled: Service
let storeless: Service
let limitless: Service
beforeAll(async () => {
  service = await makeService(memory)
  rivalled = await makeService(contested)
  storeless = await makeService(withoutStores)
  limitless = await makeService(withoutLimits)
})
afterAll(() => Promise.all([service, rivalled, storeless, limitless].map(({ stop }) => stop())))

interface Answer {
  readonly status: number
  readonly output?: unknown
  readonly error?: Failed
}

/** Calls an operation over a surface. The given headers replace those that a good client sends. */
const send = async (
  { fetch }: Service,
  surface: Surface,
  operation: Operation,
  input: Input,
  headers: Readonly<Record<string, string>>
): Promise<Answer> => {
  const inBody = surface === "mcp" || operation.query === undefined
  const isPost = surface === "mcp" || !["GET", "DELETE"].includes(operation.method)
  const params = { name: operation.name, arguments: input }
  const query = new URLSearchParams(Object.entries(input).map(([name, value]): [string, string] => [name, `${value}`]))
  const response = await fetch(
    surface === "mcp" ? "/v1/mcp" : inBody || query.size === 0 ? operation.path : `${operation.path}?${query}`,
    {
      method: surface === "mcp" ? "POST" : operation.method,
      headers: { ...headers, ...(isPost ? { "content-type": "application/json" } : {}) },
      ...(isPost
        ? { body: JSON.stringify(surface === "mcp" ? { jsonrpc: "2.0", id: 1, method: "tools/call", params } : input) }
        : {})
    }
  )
  const { status } = response
  const body = (await response.json()) as {
    readonly error?: Failed
    readonly result?: { readonly structuredContent?: unknown; readonly _meta?: { "fettle/error": { error: Failed } } }
  }
  if (body.error !== undefined) return { status, error: body.error }
  if (surface === "rest") return { status, output: body }
  const error = body.result?._meta?.["fettle/error"].error
  return error === undefined ? { status, output: body.result?.structuredContent } : { status, error }
}

interface Scene {
  readonly operation: Operation
  readonly surface: Surface
}

/** A person's call, with its faults. */
const call = (
  { operation, surface }: Scene,
  person: Person,
  input: Input,
  { on = service, headers = {} }: { readonly on?: Service; readonly headers?: Readonly<Record<string, string>> } = {}
) => send(on, surface, operation, input, { authorization: `Bearer ${person.token}`, ...headers })

const prepared = async (scene: Scene, on = service) => {
  const person = await on.person()
  return { person, input: await prepare(scene.operation, person[scene.surface]) }
}

const good = async (scene: Scene, headers: Readonly<Record<string, string>> = {}) => {
  const { person, input } = await prepared(scene)
  return call(scene, person, input, { headers })
}

/** A call by a new person, with whatever the operation needs. */
const byNewPerson = async (scene: Scene, details: Parameters<Service["person"]>[0], on = service) =>
  call(scene, await on.person(details), scene.operation.example.input as Input, { on })

/** What provokes each code, for every operation that lists it. */
const PROVOKE: Readonly<Record<string, (scene: Scene) => Promise<Answer>>> = {
  unauthorized: (scene) => good(scene, { authorization: "Bearer fettle_test_nonsense" }),
  origin_not_allowed: (scene) => good(scene, { origin: "https://evil.example.com" }),
  misdirected_request: (scene) => good(scene, { host: "evil.example.com" }),
  subscription_required: (scene) => byNewPerson(scene, { plan: "free" }),
  rate_limited: (scene) => byNewPerson(scene, { ownLimits: { readsBurst: 0, writesBurst: 0 } }),
  internal_error: async (scene) => {
    const withoutLimits = await byNewPerson(scene, {}, limitless)
    expect(withoutLimits.error?.code).toBe("internal_error")
    return byNewPerson(scene, {}, storeless)
  },
  validation_failed: async (scene) => {
    const { person, input } = await prepared(scene)
    return call(scene, person, { ...input, colour: "red" })
  },
  not_found: async (scene) => {
    const { input } = await prepared(scene)
    return call(scene, await service.person(), input)
  },
  conflict: async (scene) => {
    const provoke = CONFLICTS.get(scene.operation.name)
    if (provoke === undefined) throw new Error(`Nothing brings ${scene.operation.name} into conflict`)
    const person = await rivalled.person()
    return call(scene, person, await provoke(rivalled, person, person[scene.surface]), { on: rivalled })
  },
  idempotency_conflict: async (scene) => {
    const { person, input } = await prepared(scene)
    const first = { ...input, idempotency_key: "once" }
    expect((await call(scene, person, first)).error).toBeUndefined()
    return call(scene, person, { ...first, ...CHANGES.get(scene.operation.name) })
  },
  limit_exceeded: async (scene) => {
    const ownLimits: Partial<Limits> = Object.assign({}, ...scenarios.map(({ roomForOne }) => roomForOne))
    const person = await service.person({ ownLimits })
    const { id: _held, ...another } = await prepare(scene.operation, person[scene.surface])
    return call(scene, person, another)
  }
}

/** The failures that MCP answers with an HTTP status; every other failure is the result of a call. */
const HTTP_ON_MCP = ["unauthorized", "origin_not_allowed", "misdirected_request"]

const scenes = operations.flatMap((operation) =>
  SURFACES.map((surface) => ({ name: operation.name, surface, scene: { operation, surface } }))
)

describe.each(scenes)("$name over $surface", ({ surface, scene }) => {
  test("succeeds", async () => {
    const { status, output, error } = await good(scene)
    expect(error).toBeUndefined()
    expect(status).toBe(200)
    expect(output).toBeObject()
  })

  test.each(Object.keys(listedCodes(scene.operation)))("fails with %s", async (code) => {
    const provoke = PROVOKE[code]
    if (provoke === undefined) throw new Error(`Nothing provokes ${code}`)
    const { status, error } = await provoke(scene)
    expect(error).toMatchObject({ code, message: expect.stringMatching(/\w{3}/) })
    expect(error?.requestId).toMatch(/^req_[0-9a-z]{20}$/)
    expect(JSON.stringify(error)).not.toContain("secret")
    const isStatus = surface === "rest" || HTTP_ON_MCP.includes(code)
    expect(status).toBe(isStatus ? (STATUS as Readonly<Record<string, number>>)[code]! : 200)
  })
})

test("every code is listed somewhere, and no operation is prepared that no longer exists", () => {
  const listed = new Set(operations.flatMap((operation) => Object.keys(listedCodes(operation))))
  expect([...listed].sort()).toEqual(Object.keys(STATUS).sort())
  expect(Object.keys(PROVOKE).sort()).toEqual(Object.keys(STATUS).sort())
  expect([...PREPARE.keys()].sort()).toEqual(operations.map(({ name }) => name).sort())
})
