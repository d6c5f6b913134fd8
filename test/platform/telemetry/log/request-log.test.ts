import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import pg from "pg"
import { startServer } from "../../../support/process.ts"
import { filledSettings, folder } from "../../../support/stores.ts"

type Line = Readonly<Record<string, unknown>>

/** What callers send and store, which must never appear in the log. */
const SECRETS = {
  query: "zanzibarquery",
  body: "zanzibarbody",
  malformed: "zanzibarmalformed",
  header: "zanzibarheader",
  path: "zanzibarpath",
  field: "zanzibarfield",
  tool: "zanzibartool",
  key: "zanzibarkey",
  weight: "71.2347",
  token: "fettle_test_zanzibartoken"
}

describe("the log of a server whose database is broken while it is called", () => {
  const scope = Effect.runSync(Scope.make())
  const scoped = <A>(resource: Effect.Effect<A, never, Scope.Scope>) => Effect.runPromise(Scope.extend(resource, scope))
  let server: Awaited<ReturnType<typeof startServer>>
  let text = ""
  let lines: ReadonlyArray<Line> = []
  const answers = new Map<string, string>()

  const rest = async (name: string, method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${server.baseUrl}${path}`, {
      method,
      ...init,
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json", ...init.headers }
    })
    await response.text()
    answers.set(name, response.headers.get("request-id") ?? "")
  }
  const tool = (name: string, tool: string, input: Record<string, unknown>) =>
    rest(name, "POST", "/v1/mcp", {
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: input } })
    })
  const lineOf = (name: string) =>
    lines.find(({ requestId, status }) => requestId === answers.get(name) && status !== undefined)
  const causeOf = (name: string) =>
    lines.find(({ requestId, cause }) => requestId === answers.get(name) && cause !== undefined)

  beforeAll(async () => {
    const home = await scoped(folder)
    const settings = await scoped(filledSettings)
    const log = join(home, "log")
    server = await startServer({ LOG_LEVEL: "trace", ...settings }, { log })
    const break_ = async (statement: string) => {
      const client = new pg.Client(
        settings.DATABASE_URL === undefined
          ? { host: settings.DATA_DIR, user: "postgres", database: "postgres" }
          : { connectionString: settings.DATABASE_URL }
      )
      await client.connect()
      await client.query(statement)
      await client.end()
    }
    const weight = { metric: "weight", readings: [{ value: Number(SECRETS.weight), unit: "kg" }] }

    await rest("context", "GET", "/v1/me")
    await rest("search", "GET", `/v1/foods?query=${SECRETS.query}`)
    await rest("unknown field", "GET", `/v1/foods?query=egg&${SECRETS.field}=1`)
    await rest("weigh", "PUT", "/v1/body-metrics", { body: JSON.stringify(weight) })
    await rest("malformed", "PUT", "/v1/body-metrics", { body: `{"metric": ${SECRETS.malformed}` })
    await rest("nowhere", "GET", `/v1/${SECRETS.path}`)
    await rest("elsewhere", "GET", `/${SECRETS.path}`)
    await rest("token", "GET", "/v1/me", { headers: { authorization: `Bearer ${SECRETS.token}` } })
    await rest("origin", "GET", "/v1/me", { headers: { origin: `https://${SECRETS.header}.example` } })
    await rest("host", "GET", "/v1/me", { headers: { host: `${SECRETS.header}.example` } })
    const headers = { "idempotency-key": SECRETS.key, "user-agent": SECRETS.header, "x-more": SECRETS.header }
    const food = { name: SECRETS.body, protein: 1, carbs: 2, fat: 3, servingSize: 100, servingSizeUnit: "g" }
    const goal = { name: SECRETS.body, type: "boolean" }
    await rest("food", "POST", "/v1/custom-foods", { headers, body: JSON.stringify(food) })
    await tool("tool", "search_foods", { query: SECRETS.query })
    await tool("failing tool", "delete_goal", { id: SECRETS.body })
    await tool("unknown tool", SECRETS.tool, { query: SECRETS.query })

    await break_("ALTER TABLE body_metrics ADD CHECK (value < 0) NOT VALID")
    await rest("row refused", "PUT", "/v1/body-metrics", { body: JSON.stringify(weight) })
    await tool("row refused to a tool", "set_body_metrics", weight)
    await break_(`
      CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM NEW.name::integer; RETURN NEW; END $$;
      CREATE TRIGGER tell BEFORE INSERT ON goals FOR EACH ROW EXECUTE FUNCTION tell()`)
    await rest("value told", "POST", "/v1/goal-templates", { body: JSON.stringify(goal) })
    await break_("ALTER TABLE goals RENAME COLUMN name TO title")
    await rest("statement refused", "GET", "/v1/goal-templates")
    await break_(`
      CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER fill BEFORE INSERT ON custom_foods FOR EACH ROW EXECUTE FUNCTION fill()`)
    await rest("disk full", "POST", "/v1/custom-foods", { body: JSON.stringify(food) })

    server.child.kill("SIGTERM")
    await server.child.exited
    text = readFileSync(log, "utf8")
    lines = text
      .trimEnd()
      .split("\n")
      .map((line): Line => JSON.parse(line))
  }, 60_000)
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  test("every line is one flat object with time, level and message", () => {
    for (const line of lines) {
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(["trace", "debug", "info", "warn", "error"]).toContain(String(line.level))
      expect(typeof line.message).toBe("string")
      expect(Object.values(line).filter((value) => typeof value === "object")).toEqual([])
    }
  })

  test("every request has one line with its id, with user, operation, surface, status, duration and error", () => {
    const expected: Record<string, readonly [string | undefined, string | undefined, number, string | undefined]> = {
      context: ["get_context", "rest", 200, undefined],
      search: ["search_foods", "rest", 200, undefined],
      "unknown field": ["search_foods", "rest", 400, "validation_failed"],
      weigh: ["set_body_metrics", "rest", 200, undefined],
      malformed: ["set_body_metrics", "rest", 400, "validation_failed"],
      nowhere: [undefined, "rest", 404, "not_found"],
      elsewhere: [undefined, undefined, 404, "not_found"],
      token: [undefined, "rest", 401, "unauthorized"],
      origin: [undefined, "rest", 403, "origin_not_allowed"],
      host: [undefined, "rest", 421, "misdirected_request"],
      food: ["save_custom_food", "rest", 200, undefined],
      tool: ["search_foods", "mcp", 200, undefined],
      "failing tool": ["delete_goal", "mcp", 404, "not_found"],
      "unknown tool": [undefined, "mcp", 200, undefined],
      "row refused": ["set_body_metrics", "rest", 500, "internal_error"],
      "row refused to a tool": ["set_body_metrics", "mcp", 500, "internal_error"],
      "value told": ["save_goal", "rest", 500, "internal_error"],
      "statement refused": ["list_goals", "rest", 500, "internal_error"],
      "disk full": ["save_custom_food", "rest", 500, "internal_error"]
    }
    expect([...answers.keys()]).toEqual(Object.keys(expected))
    for (const [name, [operation, surface, status, error]] of Object.entries(expected)) {
      const line = lineOf(name)
      expect([name, line?.operation, line?.surface, line?.status, line?.error]).toEqual([
        name,
        operation,
        surface,
        status,
        error
      ])
      expect(line?.milliseconds).toBeGreaterThan(0)
      const isKnown = operation !== undefined || name === "unknown tool"
      expect(String(line?.userId)).toMatch(isKnown ? /^usr_\w+$/ : /^undefined$/)
      expect(lines.filter((other) => other.requestId === line?.requestId && "status" in other)).toHaveLength(1)
    }
  })

  test("a fault's cause is logged with the request's id, PostgreSQL's details, and where it happened", () => {
    expect(causeOf("row refused")).toMatchObject({ level: "error", message: "Request failed" })
    expect(causeOf("row refused")?.cause).toMatch(
      /^SqlError: Failed to execute statement < PostgreSQL 23514 \(table body_metrics, constraint \w+\)$/
    )
    expect(causeOf("row refused to a tool")?.cause).toBe(causeOf("row refused")?.cause)
    expect(causeOf("value told")?.cause).toBe("SqlError: Failed to execute statement < PostgreSQL 22P02")
    expect(causeOf("statement refused")?.cause).toMatch(/< PostgreSQL 42703: column .* does not exist$/)
    expect(causeOf("statement refused")?.stack).toContain("at ")
  })

  test("a fault that the operator can correct has the next step beside its cause", () => {
    expect(causeOf("disk full")).toMatchObject({
      cause: "SqlError: Failed to execute statement < PostgreSQL 53100: full",
      nextStep: "Make room on the database's disk; until then, writes fail"
    })
    expect(causeOf("row refused")?.nextStep).toBeUndefined()
  })

  test.each(Object.entries(SECRETS))("it does not contain the %s", (_what, secret) => {
    expect(text).not.toContain(secret)
  })

  test("nor the user's token, nor where the body, the row or the message was", () => {
    expect(server.token).toMatch(/^fettle_test_\w+$/)
    expect(text).not.toContain(server.token)
    expect(text).not.toContain("fettle_test_")
    expect(text).not.toContain("Failing row")
  })
})
