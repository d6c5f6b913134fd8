/** The lean peer on Bun: Elysia with its compiled schemas, and Bun's own driver. */
import { randomUUID } from "node:crypto"
import { Elysia, t } from "elysia"
import { database } from "./bun-database.ts"
import { envelopeOf, invalid, Refusal } from "./errors.ts"
import { admit } from "./guard.ts"
import { restRoutes } from "./routes.ts"
import { settings } from "./settings.ts"

/** The part of JSON Schema that the routes use. */
interface JsonSchema {
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: JsonSchema
}

type Schema = Parameters<typeof t.Array>[0]

/** A JSON Schema in the form that Elysia compiles; in a query, numbers are text. */
const typeOf = (schema: JsonSchema, inQuery = false): Schema => {
  const { type, enum: values, properties, required = [], items, ...bounds } = schema
  if (typeof type === "object") return t.Union(type.map((each) => typeOf({ ...schema, type: each }, inQuery)))
  if (values !== undefined) return t.Union(values.map((value) => t.Literal(value)))
  if (items !== undefined) return t.Array(typeOf(items), bounds)
  switch (type) {
    case "string":
      return t.String(bounds)
    case "number":
      return t.Number(bounds)
    case "integer":
      return inQuery ? t.Numeric(bounds) : t.Integer(bounds)
    case "boolean":
      return t.Boolean()
    case "null":
      return t.Null()
    default: {
      const fields = Object.entries(properties ?? {}).map(([name, field]) => {
        const of = typeOf(field, inQuery)
        return [name, required.includes(name) ? of : t.Optional(of)]
      })
      return t.Object(Object.fromEntries(fields), { additionalProperties: false })
    }
  }
}

const refusalOf = (error: unknown, code: unknown): Refusal => {
  if (error instanceof Refusal) return error
  if (code === "VALIDATION" || code === "PARSE") return invalid("input", "does not have the form that is asked for")
  if (code === "NOT_FOUND") return new Refusal(404, "not_found", "There is nothing at this path.")
  console.error(error)
  return new Refusal(500, "internal_error", "Something failed inside.")
}

const app = new Elysia().onError(({ error, code, set }) => {
  const refusal = refusalOf(error, code)
  const requestId = `req_${randomUUID()}`
  set.status = refusal.status
  set.headers["request-id"] = requestId
  return envelopeOf(refusal, requestId)
})

for (const { method, path, access, input, output, run } of restRoutes) {
  const isGet = method === "GET"
  const response = { 200: typeOf(output) }
  // `derive` runs before validation, so that unauthorized callers learn nothing about the input.
  const calls = new Elysia().derive(async ({ headers, set }) => {
    const caller = await admit(database, headers.authorization, access)
    Object.assign(set.headers, caller.headers, { "request-id": `req_${randomUUID()}` })
    return { caller }
  })
  app.use(
    isGet
      ? calls.get(path, ({ caller, query, headers }) => run(database, caller, query, headers["idempotency-key"]), {
          query: typeOf(input, true),
          response
        })
      : calls.route(
          method,
          path,
          ({ caller, body, headers }) => run(database, caller, body, headers["idempotency-key"]),
          { body: typeOf(input), response }
        )
  )
}

app.listen({ port: settings.port, hostname: "127.0.0.1" })
