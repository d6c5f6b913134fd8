import { OpenApi } from "@effect/platform"
import { Record } from "effect"
import { Api, operations } from "../../api.ts"
import { type Json, plain } from "../../contract/json-schema.ts"
import type { Operation } from "../../contract/operation.ts"
import { errorExamples } from "./error-examples.ts"

const FRAMEWORK_SCHEMAS = ["HttpApiDecodeError", "Issue", "PropertyKey"]

const RESPONSE_HEADERS = {
  "Request-Id": {
    description: "The request's id: quote it when asking for help.",
    schema: { type: "string" },
    example: "req_7q2k5v8x1c4n9b3m6z0t"
  }
}
/** The extra headers of every authenticated answer. */
const LIMIT_HEADERS = {
  "RateLimit-Policy": {
    description: "Each limit's quota and window in seconds (draft-ietf-httpapi-ratelimit-headers).",
    schema: { type: "string" },
    example: '"reads";q=100;w=20, "writes";q=60;w=30, "writes-per-day";q=5000;w=86400'
  },
  RateLimit: {
    description: "What is left of each limit.",
    schema: { type: "string" },
    example: '"reads";r=99, "writes";r=60, "writes-per-day";r=5000'
  }
}
const REPLAY_HEADER = {
  "Idempotent-Replayed": {
    description: "true where this is the answer kept for the call's idempotency key.",
    schema: { type: "string", enum: ["true"] }
  }
}
/** Statuses of answers given before the caller is known. */
const ANONYMOUS = new Set(["401", "421"])

const RETRY_HEADER = {
  "Retry-After": { description: "Whole seconds to wait.", schema: { type: "integer", minimum: 1 } }
}

const STATUS_HEADERS: Readonly<Record<string, Json>> = {
  "401": { "WWW-Authenticate": { description: "How to authenticate (RFC 6750).", schema: { type: "string" } } },
  "429": RETRY_HEADER,
  "500": RETRY_HEADER
}

type Responses = OpenApi.OpenAPISpecOperation["responses"]

const isFrameworkSchema = (schema: Json): boolean =>
  FRAMEWORK_SCHEMAS.some((name) => schema.$ref === `#/components/schemas/${name}`)

/** An error schema without the framework's own alternatives; undefined if nothing is left. */
const declaredOnly = (schema: Json): Json | undefined => {
  if (isFrameworkSchema(schema)) return undefined
  const alternatives: ReadonlyArray<Json> = Array.isArray(schema.anyOf) ? schema.anyOf : [schema]
  const declared = alternatives.filter((alternative) => !isFrameworkSchema(alternative))
  return declared.length > 1 ? { ...schema, anyOf: declared } : declared[0]
}

const describeResponses = (responses: Responses, schemas: Json, operation: Operation): Json => {
  const described: Record<string, Json> = {}
  for (const [status, response] of Object.entries(responses)) {
    const given: Json = { ...response.content?.["application/json"]?.schema }
    const isSuccess = status === "200"
    const schema = isSuccess ? plain(given, { open: true }) : declaredOnly(given)
    if (schema === undefined) continue
    const names = isSuccess ? [] : (JSON.stringify(schema).match(/(?<=schemas\/)\w+/g) ?? [])
    const meanings = names.map((name) => (schemas[name] as Json | undefined)?.description)
    described[status] = {
      description: isSuccess ? operation.title : meanings.join(" Or: "),
      headers: {
        ...RESPONSE_HEADERS,
        ...(ANONYMOUS.has(status) ? {} : LIMIT_HEADERS),
        ...(isSuccess && operation.takesIdempotencyKey ? REPLAY_HEADER : {}),
        ...STATUS_HEADERS[status]
      },
      content: {
        "application/json": { schema, ...(isSuccess ? { example: operation.example.output } : {}) }
      }
    }
  }
  return described
}

const exampleOf = (operation: Operation, field: string): Json => {
  const value = (operation.example.input as Json)[field]
  return value === undefined ? {} : { example: value }
}

const describeOperation = (spec: OpenApi.OpenAPISpec, operation: Operation): Json => {
  const path = spec.paths[operation.path as keyof typeof spec.paths]
  const given = path?.[operation.method.toLowerCase() as "get"]
  if (given === undefined) throw new Error(`${operation.name} is missing from the description`)
  const { parameters, requestBody, responses, ...rest } = given
  const body = requestBody?.content["application/json"]?.schema
  return {
    ...rest,
    security: [{ bearer: [] }],
    parameters: parameters.map(({ schema, ...parameter }) => {
      const { description: _description, ...bare } = plain(schema, { open: false }) as Json
      return { ...parameter, schema: bare, ...exampleOf(operation, parameter.name) }
    }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: plain(body, { open: false }), example: operation.example.input }
            }
          }
        }),
    responses: describeResponses(responses, { ...spec.components.schemas }, operation)
  }
}

/** Adds an example to each error schema. */
const withExamples = (schemas: Json): Json =>
  Record.map(schemas, (schema, code) => {
    const example = errorExamples[code]
    return example === undefined ? schema : { ...(schema as Json), examples: [example] }
  })

const describe = (): Json => {
  const spec = OpenApi.fromApi(Api)
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    const path = paths[operation.path] ?? {}
    path[operation.method.toLowerCase()] = describeOperation(spec, operation)
    paths[operation.path] = path
  }
  const schemas = Object.entries(spec.components.schemas).filter(([name]) => !FRAMEWORK_SCHEMAS.includes(name))
  return {
    openapi: spec.openapi,
    info: spec.info,
    servers: [{ url: "/" }],
    tags: spec.tags,
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: withExamples(plain(Object.fromEntries(schemas), { open: true }) as Json),
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "API token of one user: fettle_<environment>_<random>_<checksum>."
        }
      }
    }
  }
}

let description: Json | undefined

/** The OpenAPI 3.1 description of every operation, for a service at `baseUrl`. */
export const openApi = (baseUrl: string): Json => {
  description ??= describe()
  return { ...description, servers: [{ url: baseUrl }] }
}
