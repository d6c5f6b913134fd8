import { operations as served } from "../src/api.ts"
import {
  FOOD_QUESTIONS,
  FOURTH_FOOD_QUESTIONS,
  FRESH_FOOD_QUESTIONS
} from "../test/features/food-search/everyday-questions.ts"
import { EVERYDAY_QUERIES } from "../test/features/food-search/queries.ts"
import { dice } from "./data/dice.ts"
import { benchUsers } from "./data/people.ts"
import { COUNTER, NEW_DAY } from "./load/connection.ts"

interface Call {
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly key?: true
}

/** An operation, or one way to call it. */
export interface Operation {
  /** The operation's name, followed after a comma by the way it is called. */
  readonly name: string
  readonly tool: string
  readonly method: string
  readonly path: string
  /** The lean peers' path for this way of calling, if it differs. The service's path does not change. */
  readonly leanPath?: string
  /** The calls made in turn. */
  readonly calls: ReadonlyArray<Call>
}

const FOOD_IDS = ["food_sr28_01123", "food_sr28_09040", "food_sr28_20044", "food_sr28_01077", "food_sr28_04053"]

const sets = (weight: number) => [1, 2, 3].map(() => ({ weight: { value: weight, unit: "kg" }, reps: 8, intensity: 7 }))

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** More searches than the service caches, so that each has been dropped when it comes again. */
const SEARCHES = [
  ...new Set(
    [...EVERYDAY_QUERIES, ...FOOD_QUESTIONS, ...FRESH_FOOD_QUESTIONS, ...FOURTH_FOOD_QUESTIONS].map(
      ({ query }) => query
    )
  )
]

/**
 * This many of these searches, distributed as people make them: the one in position n is made 1/n times as often as the
 * first (Zipf's law).
 */
const asPeopleSearch = (searches: number): ReadonlyArray<string> => {
  const throwDice = dice(1)
  const upTo: Array<number> = []
  for (const [index] of SEARCHES.entries()) upTo.push((upTo.at(-1) ?? 0) + 1 / (index + 1))
  return Array.from({ length: searches }, () => {
    const thrown = (throwDice(1_000_000) / 1_000_000) * (upTo.at(-1) ?? 0)
    return SEARCHES[upTo.findIndex((limit) => thrown < limit)] ?? ""
  })
}

/** Searches in which nothing is cached. */
export const NEW_SEARCHES = "search_foods, new"

/** Lists in which the lean peers return everything that the service does. */
const WHOLE_WORKOUTS = "list_workouts, whole"
const WHOLE_DIARY = "list_food_entries, whole"
const LEAN_PATHS: Readonly<Record<string, string>> = {
  [WHOLE_WORKOUTS]: "/v1/workouts/whole",
  [WHOLE_DIARY]: "/v1/food-entries/whole"
}

/** Weights, on one day or today. */
const weights = (date?: string): ReadonlyArray<Call> =>
  Array.from({ length: 89 }, (_, index) => ({
    body: { metric: "weight", readings: [{ value: 70 + index / 10, unit: "kg", ...(date && { date }) }] }
  }))

const lunches = (date?: string): ReadonlyArray<Call> =>
  FOOD_IDS.map((foodId) => ({ body: { foodId, servings: 1.5, mealType: "lunch", ...(date && { date }) }, key: true }))

const legDay = (date?: string): ReadonlyArray<Call> => [
  {
    body: {
      name: "Leg day",
      durationSeconds: 3600,
      exercises: [
        { exerciseId: "exr_barbell_squat", sets: sets(100) },
        { exerciseId: "exr_barbell_deadlift", sets: sets(120) },
        { exerciseId: "exr_running", sets: [{ distanceMeters: 2000, durationSeconds: 600 }] }
      ],
      ...(date && { date })
    }
  }
]

/** Ends the name of a way of logging in which each call is the first on its day. */
const ON_NEW_DAYS = ", a new day"

/** The measured operations, each with inputs that clients send. */
const CALLS: Readonly<Record<string, ReadonlyArray<Call>>> = {
  get_context: [{}],
  list_body_metrics: [{ query: { metric: "weight" } }],
  set_body_metrics: weights(),
  [`set_body_metrics${ON_NEW_DAYS}`]: weights(NEW_DAY),
  search_foods: asPeopleSearch(2000).map((query) => ({ query: { query } })),
  [NEW_SEARCHES]: SEARCHES.map((query) => ({ query: { query } })),
  list_food_entries: [{ query: { from: daysAgo(20), to: daysAgo(7) } }],
  [WHOLE_DIARY]: [{ query: { from: daysAgo(20), to: daysAgo(7) } }],
  log_food_entry: lunches(),
  [`log_food_entry${ON_NEW_DAYS}`]: lunches(NEW_DAY),
  log_workout: legDay(),
  [`log_workout${ON_NEW_DAYS}`]: legDay(NEW_DAY),
  list_workouts: [{ query: { limit: 20 } }],
  [WHOLE_WORKOUTS]: [{ query: { limit: 20 } }]
}

/** All measured calls. Methods and paths are those of the API. */
export const operations: ReadonlyArray<Operation> = Object.entries(CALLS).map(([name, calls]) => {
  const [tool = ""] = name.split(",")
  const operation = served.find((each) => each.name === tool)
  if (operation === undefined) throw new Error(`The API has no operation ${tool}`)
  const leanPath = LEAN_PATHS[name]
  return {
    name,
    tool,
    method: operation.method,
    path: operation.path,
    ...(leanPath === undefined ? {} : { leanPath }),
    calls
  }
})

/**
 * Whether calls may be mixed with others, and are compared over MCP: they differ in the request, not only in what the lean
 * peers return. A day is new only once, so calls on new days are measured by themselves.
 */
export const isDistinct = ({ name, leanPath }: Operation): boolean =>
  leanPath === undefined && !name.endsWith(ON_NEW_DAYS)

export const distinct = (operations: ReadonlyArray<Operation>): ReadonlyArray<Operation> =>
  operations.filter(isDistinct)

const textOf = (
  method: string,
  path: string,
  port: number,
  headers: Readonly<Record<string, string>>,
  body: string | undefined
): string => {
  const all = {
    Host: `localhost:${port}`,
    ...headers,
    ...(body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) })
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`
}

/** Calls by this many users in turn; every key is new, because the generator numbers them. */
const eachUser = (users: number, { calls }: Operation) =>
  benchUsers(Math.max(users, calls.length)).map(({ token }, index) => ({
    authorization: `Bearer ${benchUsers(users).at(index % users)?.token ?? token}`,
    call: calls[index % calls.length]!
  }))

export const restRequests = (operation: Operation, port: number, users: number): ReadonlyArray<string> =>
  eachUser(users, operation).map(({ authorization, call: { query, body, key } }) => {
    const search =
      query === undefined
        ? ""
        : `?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`
    return textOf(
      operation.method,
      operation.path + search,
      port,
      { Authorization: authorization, ...(key ? { "Idempotency-Key": `bench-${COUNTER}` } : {}) },
      body === undefined ? undefined : JSON.stringify(body)
    )
  })

export const mcpRequests = (operation: Operation, port: number, users: number): ReadonlyArray<string> =>
  eachUser(users, operation).map(({ authorization, call: { query, body, key } }) =>
    textOf(
      "POST",
      "/v1/mcp",
      port,
      {
        Authorization: authorization,
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-06-18"
      },
      JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: operation.tool,
          arguments: { ...query, ...body, ...(key ? { idempotency_key: `bench-${COUNTER}` } : {}) }
        }
      })
    )
  )

/** Calls of each operation in turn, by many users, written by `requestsOf` for a surface. */
export const mixedRequests = (
  operations: ReadonlyArray<Operation>,
  port: number,
  users: number,
  requestsOf = restRequests
): ReadonlyArray<string> => {
  const all = distinct(operations).map((operation) => requestsOf(operation, port, users))
  const most = Math.max(...all.map(({ length }) => length))
  return Array.from({ length: most }, (_, index) => all.map((requests) => requests[index % requests.length]!)).flat()
}
