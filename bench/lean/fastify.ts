/** The lean peer on Node.js: Fastify with its compiled schemas, and node-postgres. */
import { randomUUID } from "node:crypto"
import { Ajv } from "ajv"
import Fastify, { type FastifyError } from "fastify"
import { envelopeOf, invalid, Refusal } from "./errors.ts"
import { admit, type Caller } from "./guard.ts"
import { database } from "./node-database.ts"
import { restRoutes } from "./routes.ts"
import { settings } from "./settings.ts"

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller
  }
}

const app = Fastify({ bodyLimit: 1_048_576, genReqId: () => `req_${randomUUID()}` })

const formats = { date: /^\d{4}-\d{2}-\d{2}$/ }
const ofQuery = new Ajv({ coerceTypes: true, allErrors: true, formats })
const ofBody = new Ajv({ allErrors: true, formats })
app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === "querystring" ? ofQuery : ofBody).compile(schema))

app.addHook("onSend", async (request, reply) => {
  reply.header("request-id", request.id)
})

app.setErrorHandler((error: FastifyError, request, reply) => {
  const refusal =
    error instanceof Refusal
      ? error
      : error.validation !== undefined || (error.statusCode ?? 500) < 500
        ? invalid(error.validation?.[0]?.instancePath ?? "body", error.message)
        : new Refusal(500, "internal_error", "Something failed inside.")
  if (refusal.status === 500) console.error(error)
  return reply.code(refusal.status).send(envelopeOf(refusal, request.id))
})

app.decorateRequest("caller")
for (const { method, path, access, input, output, run } of restRoutes)
  app.route<{ Headers: { "idempotency-key"?: string } }>({
    method,
    url: path,
    schema: { [method === "GET" ? "querystring" : "body"]: input, response: { 200: output } },
    onRequest: async (request, reply) => {
      request.caller = await admit(database, request.headers.authorization, access)
      reply.headers(request.caller.headers)
    },
    handler: (request) =>
      run(database, request.caller, method === "GET" ? request.query : request.body, request.headers["idempotency-key"])
  })

await app.listen({ host: "127.0.0.1", port: settings.port })
