import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type { Tool } from "@modelcontextprotocol/sdk/types.js"
import { operations } from "../../src/api.ts"
import type { Operation } from "../../src/contract/operation.ts"
import * as Storage from "../../src/storage.ts"
import { llms } from "../../src/surfaces/http/llms.ts"
import { openApi } from "../../src/surfaces/http/openapi.ts"
import { BASE_URL, makeService, type Service } from "../support/app.ts"
import { listedCodes } from "../support/codes.ts"

/** The one HTTP status of every code. */
const STATUS: Readonly<Record<string, number>> = {
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
}

const BASE = [
  "unauthorized",
  "origin_not_allowed",
  "misdirected_request",
  "subscription_required",
  "rate_limited",
  "internal_error"
]

type Mark = "read-only" | "destructive" | "not idempotent" | "keyed"

/**
 * The only list of operations that is written by hand, to be compared with the list from which everything else is
 * derived: each operation's name, method and path, its marks, and the codes that it lists beyond those that all
 * operations have.
 */
const PROMISED: ReadonlyArray<
  readonly [
    name: string,
    method: Operation["method"],
    path: `/v1/${string}`,
    marks: ReadonlyArray<Mark>,
    codes: ReadonlyArray<string>
  ]
> = [
  ["get_context", "GET", "/v1/me", ["read-only"], []],
  ["list_body_metrics", "GET", "/v1/body-metrics", ["read-only"], ["validation_failed"]],
  ["set_body_metrics", "PUT", "/v1/body-metrics", ["destructive"], ["validation_failed"]],
  ["delete_body_metric", "DELETE", "/v1/body-metrics", ["destructive"], ["validation_failed", "not_found"]],
  ["search_foods", "GET", "/v1/foods", ["read-only"], ["validation_failed"]],
  ["list_food_entries", "GET", "/v1/food-entries", ["read-only"], ["validation_failed"]],
  [
    "log_food_entry",
    "POST",
    "/v1/food-entries",
    ["not idempotent", "keyed"],
    ["validation_failed", "not_found", "idempotency_conflict"]
  ],
  ["update_food_entry", "PATCH", "/v1/food-entries", ["destructive"], ["validation_failed", "not_found"]],
  ["delete_food_entry", "DELETE", "/v1/food-entries", ["destructive"], ["validation_failed", "not_found"]],
  [
    "save_custom_food",
    "POST",
    "/v1/custom-foods",
    ["destructive", "not idempotent", "keyed"],
    ["validation_failed", "not_found", "conflict", "idempotency_conflict", "limit_exceeded"]
  ],
  ["delete_custom_food", "DELETE", "/v1/custom-foods", ["destructive"], ["validation_failed", "not_found", "conflict"]],
  ["search_exercises", "GET", "/v1/exercises", ["read-only"], ["validation_failed"]],
  ["list_workouts", "GET", "/v1/workouts", ["read-only"], ["validation_failed"]],
  ["get_workout", "GET", "/v1/workouts/detail", ["read-only"], ["validation_failed", "not_found"]],
  ["log_workout", "POST", "/v1/workouts", ["not idempotent", "keyed"], ["validation_failed", "idempotency_conflict"]],
  ["replace_workout", "PUT", "/v1/workouts", ["destructive"], ["validation_failed", "not_found", "conflict"]],
  ["delete_workout", "DELETE", "/v1/workouts", ["destructive"], ["validation_failed", "not_found", "conflict"]],
  ["list_goals", "GET", "/v1/goal-templates", ["read-only"], []],
  [
    "save_goal",
    "POST",
    "/v1/goal-templates",
    ["not idempotent", "keyed"],
    ["validation_failed", "not_found", "idempotency_conflict", "limit_exceeded"]
  ],
  ["delete_goal", "DELETE", "/v1/goal-templates", ["destructive"], ["validation_failed", "not_found"]],
  ["get_daily_goals", "GET", "/v1/daily-goals", ["read-only"], ["validation_failed"]],
  ["set_goal_progress", "PUT", "/v1/daily-goals", ["destructive"], ["validation_failed", "not_found"]]
]

interface Described {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string
            readonly parameters: ReadonlyArray<{
              readonly name: string
              readonly in: string
              readonly required: boolean
            }>
          }
        >
      >
    >
  >
}

const described = Object.entries((openApi(BASE_URL) as unknown as Described).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters }]) => ({
    name: operationId,
    method: method.toUpperCase(),
    path,
    parameters
  }))
)

const sorted = (names: ReadonlyArray<string>) => names.toSorted()
const namesWhere = <A extends { readonly name: string }>(all: ReadonlyArray<A>, holds: (one: A) => boolean) =>
  sorted(all.filter(holds).map(({ name }) => name))

const marked = (mark: Mark) => sorted(PROMISED.filter(([, , , marks]) => marks.includes(mark)).map(([name]) => name))

describe("the service has exactly the promised operations", () => {
  const promised = sorted(PROMISED.map(([name, method, path]) => `${name} ${method} ${path}`))

  test("there are 22, each named once", () => {
    expect(new Set(promised).size).toBe(22)
  })

  test("the list from which everything else is derived", () => {
    expect(sorted(operations.map(({ name, method, path }) => `${name} ${method} ${path}`))).toEqual(promised)
    expect(namesWhere(operations, ({ access }) => access === "read")).toEqual(marked("read-only"))
    expect(namesWhere(operations, ({ destructive }) => destructive)).toEqual(marked("destructive"))
    expect(namesWhere(operations, ({ idempotent }) => !idempotent)).toEqual(marked("not idempotent"))
    expect(namesWhere(operations, ({ takesIdempotencyKey }) => takesIdempotencyKey)).toEqual(marked("keyed"))
  })

  test("openapi.json", () => {
    expect(sorted(described.map(({ name, method, path }) => `${name} ${method} ${path}`))).toEqual(promised)
  })

  test("llms.txt", () => {
    const operations = /^## Operations$(.*)/ms.exec(llms(BASE_URL))?.[1] ?? ""
    const sections = operations.split(/^### /m).slice(1)
    const listed = sections.map((section) => {
      const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) ([\w/-]+)/m.exec(section) ?? []
      return `${section.split("\n", 1)[0]} ${method} ${path}`
    })
    expect(sorted(listed)).toEqual(promised)
  })
})

describe("MCP has exactly the promised tools", () => {
  let service: Service
  let tools: ReadonlyArray<Tool>
  beforeAll(async () => {
    service = await makeService(Storage.memory)
    const { token } = await service.person()
    tools = (await (await service.mcpClient(token)).listTools()).tools
  })
  afterAll(() => service.stop())

  test("by name", () => {
    expect(namesWhere(tools, () => true)).toEqual(sorted(PROMISED.map(([name]) => name)))
  })

  test("by their hints", () => {
    const hinted = (hint: "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint", value: boolean) =>
      namesWhere(tools, ({ annotations }) => annotations?.[hint] === value)
    expect(hinted("readOnlyHint", true)).toEqual(marked("read-only"))
    expect(hinted("destructiveHint", true)).toEqual(marked("destructive"))
    expect(hinted("idempotentHint", false)).toEqual(marked("not idempotent"))
    expect(hinted("openWorldHint", true)).toEqual([])
  })

  test("by the idempotency key, an argument here and a header in openapi.json", () => {
    expect(namesWhere(tools, ({ inputSchema }) => "idempotency_key" in (inputSchema.properties ?? {}))).toEqual(
      marked("keyed")
    )
    const headers = described.map(({ name, parameters }) => ({
      name,
      headers: parameters.filter((parameter) => parameter.in === "header")
    }))
    expect(namesWhere(headers, ({ headers }) => headers.length > 0)).toEqual(marked("keyed"))
    for (const { headers: given } of headers) {
      for (const { name, required } of given) expect([name.toLowerCase(), required]).toEqual(["idempotency-key", false])
    }
  })
})

describe("openapi.json lists each operation's errors, under the one status of each code", () => {
  test.each([...PROMISED])("%s", (_name, method, path, _marks, codes) => {
    const promised = Object.fromEntries([...BASE, ...codes].map((code) => [code, STATUS[code]]))
    expect(listedCodes({ method, path })).toEqual(promised as Record<string, number>)
  })
})
