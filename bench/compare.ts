import { isDeepStrictEqual } from "node:util"
import pg from "pg"
import type { Contenders } from "./contenders.ts"
import { type BenchUser, benchUser } from "./data/people.ts"
import { distinct, type Operation, operations } from "./operations.ts"
import type { Server } from "./servers.ts"

/** Users of every timezone, so of some whose day has not begun to be logged. */
const SAMPLE = 6
/** As long as a change of a user may take until it is noticed, and a little more. */
const NOTICED_MILLIS = 1500

/** Tables that writes of the operations change; the rate limits are counted by every call, so they always differ. */
const TABLES = [
  "body_metrics",
  "diary_entries",
  "workouts",
  "workout_totals",
  "streak_runs",
  "badges",
  "idempotency_keys"
]

interface Answer {
  readonly status: number
  readonly body: unknown
}

interface Request {
  readonly method: Operation["method"]
  readonly path: string
  readonly body?: unknown
  readonly key?: string | undefined
  readonly token?: string | undefined
}

const send = async ({ port }: Server, { method, path, body, key, token }: Request): Promise<Answer> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      host: `localhost:${port}`,
      accept: "application/json, text/event-stream",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, body: await response.json() }
}

/** Without what no two calls have in common: the ids of what is new, and what is left of the limits. */
const withoutChance = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, item) => (/^remaining/.test(name) ? undefined : item)).replace(
      /(entry|wkout)_[0-9a-z]{16}/g,
      "$1"
    )
  )

const fail = (what: string, answers: Readonly<Record<string, unknown>>): never => {
  const lines = Object.entries(answers).map(([name, answer]) => `  ${name}: ${JSON.stringify(answer)?.slice(0, 600)}`)
  throw new Error(`The servers differ in ${what}:\n${lines.join("\n")}`)
}

/**
 * Fields of outputs that the service adds to the contract, by operation. The peers may leave them out, and do that much
 * less.
 */
const ADDITIONAL: Readonly<Record<string, ReadonlyArray<string>>> = {
  get_context: ["historyPage"],
  set_body_metrics: ["readings.previous"],
  search_foods: ["foods.portions", "foods.items", "searchedFor"],
  list_food_entries: ["entries.serving", "totals", "total"],
  log_food_entry: ["entry.serving"],
  log_workout: ["workout"],
  list_workouts: ["workouts.exercises", "total"]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A value without those of the additional fields that `other` does not have. Fields are named by their path. */
const asFarAs = (other: unknown, value: unknown, additional: ReadonlyArray<string>, path = ""): unknown => {
  if (Array.isArray(value) && Array.isArray(other))
    return value.map((item, index) => asFarAs(other[index], item, additional, path))
  if (!isRecord(value) || !isRecord(other)) return value
  const at = (name: string) => (path === "" ? name : `${path}.${name}`)
  const kept = Object.entries(value).filter(([name]) => name in other || !additional.includes(at(name)))
  return Object.fromEntries(kept.map(([name, field]) => [name, asFarAs(other[name], field, additional, at(name))]))
}

/** Fails if the servers differ, but for additional fields of the first one. */
const checkSame = (
  what: string,
  answers: Readonly<Record<string, unknown>>,
  additional: ReadonlyArray<string> = []
): void => {
  const [first, ...others] = Object.values(answers)
  if (!others.every((other) => isDeepStrictEqual(other, asFarAs(other, first, additional)))) fail(what, answers)
}

const restRequest = ({ method, path }: Operation, call: Operation["calls"][number], token: string): Request => ({
  method,
  path:
    call.query === undefined
      ? path
      : `${path}?${new URLSearchParams(Object.entries(call.query).map(([name, value]): [string, string] => [name, String(value)]))}`,
  body: call.body,
  token,
  ...(call.key ? { key: "compared" } : {})
})

const mcpRequest = ({ tool }: Operation, call: Operation["calls"][number], token: string): Request => ({
  method: "POST",
  path: "/v1/mcp",
  body: {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: tool,
      arguments: { ...call.query, ...call.body, ...(call.key ? { idempotency_key: "compared" } : {}) }
    }
  },
  token
})

/** An MCP answer as the REST answer that it stands for. */
const structured = ({ status, body }: Answer): Answer => ({
  status,
  body: (body as { readonly result?: { readonly structuredContent?: unknown } }).result?.structuredContent
})

/** What a user has, to be put back, and the same as it can be compared: without ids and instants. */
const keep = async (client: pg.Client, { userId }: BenchUser) => {
  const tables: Array<{ readonly table: string; readonly rows: string; readonly shown: unknown }> = []
  for (const table of TABLES) {
    const { rows } = await client.query<{ readonly rows: string; readonly shown: unknown }>(
      `SELECT COALESCE(json_agg(kept), '[]')::text AS rows,
         json_agg(to_jsonb(kept) - '{entry_id,workout_id,created_at,kept_at,replaced_value,serving_size,serving_unit,serving_text,output}'::text[]) AS shown
       FROM ${table} AS kept WHERE user_id = $1`,
      [userId]
    )
    tables.push({ table, rows: rows[0]?.rows ?? "[]", shown: withoutChance(rows[0]?.shown ?? null) })
  }
  const shown = Object.fromEntries(
    tables.map(({ table, shown }) => [
      table,
      Array.isArray(shown) ? shown.map((row) => JSON.stringify(row)).sort() : null
    ])
  )
  const restore = async () => {
    for (const { table, rows } of tables) {
      const { rows: columns } = await client.query<{ readonly name: string }>(
        "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'",
        [table]
      )
      const names = columns.map(({ name }) => name).join(", ")
      await client.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
      await client.query(
        `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`,
        [rows]
      )
    }
  }
  return { shown, restore }
}

type Servers = Pick<Contenders, "rest" | "mcp">

const checkOperation = async (client: pg.Client, { rest, mcp }: Servers, operation: Operation, user: BenchUser) => {
  const ways = [
    ...rest.map((server) => ({ name: server.name, server, request: restRequest, read: (answer: Answer) => answer })),
    ...mcp.map((server) => ({ name: `${server.name} over MCP`, server, request: mcpRequest, read: structured }))
  ]
  const before = await keep(client, user)
  for (const call of operation.calls.slice(0, operation.method === "GET" ? 12 : 2)) {
    const answers: Record<string, unknown> = {}
    const left: Record<string, unknown> = {}
    for (const { name, server, request, read } of ways) {
      const answer = read(await send(server, request(operation, call, user.token)))
      answers[name] = { status: answer.status, body: withoutChance(answer.body) }
      if (operation.method === "GET") continue
      left[name] = (await keep(client, user)).shown
      if (call.key) {
        const again = read(await send(server, request(operation, call, user.token)))
        const replayed = (await keep(client, user)).shown
        if (!isDeepStrictEqual(again.body, answer.body)) fail(`the replay of ${operation.name}`, { answer, again })
        checkSame(`what a replay of ${operation.name} leaves`, { once: left[name], twice: replayed })
      }
      await before.restore()
    }
    const additional = (ADDITIONAL[operation.tool] ?? []).map((path) => `body.${path}`)
    checkSame(`the answer of ${operation.name}`, answers, additional)
    checkSame(`what ${operation.name} writes`, left)
    const [{ status } = { status: 0 }] = Object.values(answers) as Array<Answer>
    if (status !== 200) fail(`${operation.name}, which must succeed`, answers)
  }
}

const REFUSED: ReadonlyArray<readonly [string, Omit<Request, "token">]> = [
  ["an unknown query field", { method: "GET", path: "/v1/body-metrics?metric=weight&colour=red" }],
  ["a missing query field", { method: "GET", path: "/v1/body-metrics" }],
  ["a day that does not exist", { method: "GET", path: "/v1/body-metrics?metric=weight&from=2025-02-30" }],
  ["a number that is none", { method: "GET", path: "/v1/workouts?limit=ten" }],
  ["a number out of bounds", { method: "GET", path: "/v1/foods?query=egg&limit=51" }],
  ["a search for nothing", { method: "GET", path: "/v1/foods" }],
  ["a forged cursor", { method: "GET", path: "/v1/food-entries?cursor=AAAAAAAAAAAAAAAAAAAAAAbbbb" }],
  [
    "a number as text",
    { method: "PUT", path: "/v1/body-metrics", body: { metric: "steps", readings: [{ value: "1" }] } }
  ],
  [
    "a weight without unit",
    { method: "PUT", path: "/v1/body-metrics", body: { metric: "weight", readings: [{ value: 70 }] } }
  ],
  [
    "a reading in the future",
    { method: "PUT", path: "/v1/body-metrics", body: { metric: "steps", readings: [{ value: 1, date: "2099-01-01" }] } }
  ],
  [
    "an unknown field",
    { method: "POST", path: "/v1/food-entries", body: { foodId: "x", servings: 1, mealType: "lunch", colour: "red" } }
  ],
  [
    "an unknown food",
    { method: "POST", path: "/v1/food-entries", body: { foodId: "x", servings: 1, mealType: "lunch" } }
  ],
  [
    "an unknown exercise",
    { method: "POST", path: "/v1/workouts", body: { name: "Day", exercises: [{ exerciseId: "exr_x", sets: [{}] }] } }
  ]
]

const checkRefusals = async (client: pg.Client, { rest }: Servers, user: BenchUser) => {
  const check = async (what: string, status: number, request: Request) => {
    const answers: Record<string, unknown> = {}
    for (const server of rest) answers[server.name] = (await send(server, request)).status
    checkSame(`what they answer to ${what}`, { expected: status, ...answers })
  }
  for (const [what, request] of REFUSED)
    await check(what, what === "an unknown food" ? 404 : 400, { ...request, token: user.token })
  const me: Request = { method: "GET", path: "/v1/me", token: user.token }
  await check("no token", 401, { method: "GET", path: "/v1/me" })
  await check("a token of nobody", 401, { ...me, token: benchUser(1_000_000).token })
  const changed = async (set: string, what: string, status: number) => {
    await client.query(`UPDATE users SET ${set} WHERE user_id = $1`, [user.userId])
    await Bun.sleep(NOTICED_MILLIS)
    await check(what, status, me)
  }
  try {
    await changed("plan = 'free'", "a user without access", 403)
    await changed("plan = 'paid', reads_burst = 0", "a user without calls left", 429)
  } finally {
    await changed("plan = 'paid', reads_burst = NULL", "a user with access", 200)
  }
}

/**
 * Throws where the servers do not answer the same, write the same rows or refuse the same: a race between servers that do
 * different things shows nothing.
 */
export const checkSameAnswers = async (url: string, servers: Servers): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (let index = 0; index < SAMPLE; index++)
      for (const operation of distinct(operations)) await checkOperation(client, servers, operation, benchUser(index))
    await checkRefusals(client, servers, benchUser(0))
  } finally {
    await client.end()
  }
}
