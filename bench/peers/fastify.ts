/**
 * A plain service on Fastify and node-postgres, for Node.js: a pool, parameterised statements, and Fastify's own JSON Schema
 * validation and serialisation.
 */
import { Ajv } from "ajv"
import Fastify from "fastify"
import pg from "pg"
import {
  getContext,
  type ListBodyMetrics,
  listBodyMetrics,
  type SetBodyMetrics,
  setBodyMetrics
} from "./body-metrics.ts"
import type { Database } from "./database.ts"
import { type ListFoodEntries, type LogFoodEntry, listFoodEntries, logFoodEntry } from "./diary.ts"
import { envelopeOf, invalid, Refusal } from "./errors.ts"
import { type SearchFoods, searchFoods } from "./foods.ts"
import { authenticate, take } from "./guard.ts"
import { inputs, outputs } from "./schemas.ts"
import { settings } from "./settings.ts"
import { type ListWorkouts, type LogWorkout, listWorkouts, logWorkout } from "./workouts.ts"

// The ranking of foods is the service's, and Node.js 20 has no `intersection` of sets yet.
Set.prototype.intersection ??= function <T>(this: Set<T>, other: ReadonlySetLike<unknown>) {
  return new Set([...this].filter((item) => other.has(item))) as never
}

const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: settings.connections })

const database: Database = {
  query: async (statement, values) => (await pool.query(statement, [...values])).rows,
  transaction: async (work) => {
    const client = await pool.connect()
    try {
      await client.query("BEGIN")
      const result = await work(async (statement, values) => (await client.query(statement, [...values])).rows)
      await client.query("COMMIT")
      return result
    } catch (error) {
      await client.query("ROLLBACK")
      throw error
    } finally {
      client.release()
    }
  }
}

const app = Fastify({ bodyLimit: 1_048_576 })

// A query is text and its numbers are read from it; a body says what it means. Unknown fields are refused in both.
const ofQuery = new Ajv({ coerceTypes: true, allErrors: true })
const ofBody = new Ajv({ allErrors: true })
app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === "querystring" ? ofQuery : ofBody).compile(schema))

app.setErrorHandler(
  (error: Error & { readonly validation?: ReadonlyArray<{ readonly instancePath: string }> }, _request, reply) => {
    if (!(error instanceof Refusal) && error.validation === undefined) console.error(error)
    const refusal =
      error instanceof Refusal
        ? error
        : error.validation !== undefined || error.name === "SyntaxError"
          ? invalid(error.validation?.[0]?.instancePath ?? "body", error.message)
          : new Refusal(500, "internal_error", "Something failed inside.")
    return reply.code(refusal.status).send(envelopeOf(refusal))
  }
)

app.decorateRequest("user")
app.decorateRequest("allowance")

type Caller = Awaited<ReturnType<typeof authenticate>>
type Allowance = Awaited<ReturnType<typeof take>>
declare module "fastify" {
  interface FastifyRequest {
    user: Caller
    allowance: Allowance
  }
}

/** Who calls, and whether they may, before the input is looked at. */
const guard = (access: "read" | "write") => ({
  onRequest: async (request: import("fastify").FastifyRequest) => {
    request.user = await authenticate(database, request.headers.authorization)
    request.allowance = await take(database, request.user, access)
  }
})

const keyOf = (headers: Readonly<Record<string, unknown>>): string | undefined => {
  const key = headers["idempotency-key"]
  if (key === undefined) return undefined
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid("Idempotency-Key", "is no valid key")
  return key
}

app.get("/v1/me", { ...guard("read"), schema: { response: { 200: outputs.getContext } } }, ({ user, allowance }) =>
  getContext(database, user, allowance)
)
app.get<{ Querystring: ListBodyMetrics }>(
  "/v1/body-metrics",
  { ...guard("read"), schema: { querystring: inputs.listBodyMetrics, response: { 200: outputs.listBodyMetrics } } },
  ({ user, query }) => listBodyMetrics(database, user, query)
)
app.put<{ Body: SetBodyMetrics }>(
  "/v1/body-metrics",
  { ...guard("write"), schema: { body: inputs.setBodyMetrics, response: { 200: outputs.setBodyMetrics } } },
  ({ user, body }) => setBodyMetrics(database, user, body)
)
app.get<{ Querystring: SearchFoods }>(
  "/v1/foods",
  { ...guard("read"), schema: { querystring: inputs.searchFoods, response: { 200: outputs.searchFoods } } },
  ({ user, query }) => searchFoods(database, user, query)
)
app.get<{ Querystring: ListFoodEntries }>(
  "/v1/food-entries",
  { ...guard("read"), schema: { querystring: inputs.listFoodEntries, response: { 200: outputs.listFoodEntries } } },
  ({ user, query }) => listFoodEntries(database, user, query)
)
app.post<{ Body: LogFoodEntry }>(
  "/v1/food-entries",
  { ...guard("write"), schema: { body: inputs.logFoodEntry, response: { 200: outputs.logFoodEntry } } },
  ({ user, body: { idempotency_key, ...input }, headers }) =>
    logFoodEntry(database, user, input, keyOf(headers) ?? idempotency_key)
)
app.get<{ Querystring: ListWorkouts }>(
  "/v1/workouts",
  { ...guard("read"), schema: { querystring: inputs.listWorkouts, response: { 200: outputs.listWorkouts } } },
  ({ user, query }) => listWorkouts(database, user, query)
)
app.post<{ Body: LogWorkout }>(
  "/v1/workouts",
  { ...guard("write"), schema: { body: inputs.logWorkout, response: { 200: outputs.logWorkout } } },
  ({ user, body: { idempotency_key, ...input }, headers }) =>
    logWorkout(database, user, input, keyOf(headers) ?? idempotency_key)
)

await app.listen({ host: "127.0.0.1", port: settings.port })
