import { OpenApiJsonSchema } from "@effect/platform"
import type { Schema } from "effect"

/** JSON Schema as data. */
export interface Json {
  readonly [key: string]: unknown
}

export const isJsonObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const mapNodes = (value: unknown, change: (node: Json) => Json): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapNodes(item, change))
  if (!isJsonObject(value)) return value
  const children = Object.entries(value).map(([key, child]) => [key, mapNodes(child, change)] as const)
  return change(Object.fromEntries(children))
}

/** Merges `anyOf: [X, null]` into one nullable node, which is shorter and supported by more clients. */
const mergeNull = (node: Json): Json => {
  const { anyOf, ...rest } = node
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node
  const [some, nothing]: ReadonlyArray<unknown> = anyOf
  if (!isJsonObject(some) || !isJsonObject(nothing) || nothing.type !== "null" || typeof some.type !== "string")
    return node
  const values = Array.isArray(some.enum) ? { enum: [...some.enum, null] } : {}
  return { ...some, ...values, type: [some.type, "null"], ...rest }
}

/** Drops the titles that Effect gives refinements (`int`, `minItems(1)`), which mean nothing to readers. */
const dropTitle = ({ title, ...node }: Json): Json =>
  typeof title === "string" ? node : { ...node, ...(title === undefined ? {} : { title }) }

/** Opens an output's objects: outputs may gain fields within a version, so clients must accept unknown ones. */
const openObject = ({ additionalProperties, ...node }: Json): Json =>
  additionalProperties === false
    ? node
    : { ...node, ...(additionalProperties === undefined ? {} : { additionalProperties }) }

/** Simplifies a JSON Schema for readers and generators. `open` allows additional fields. */
export const plain = (schema: unknown, { open }: { readonly open: boolean }): unknown =>
  mapNodes(schema, (node) => {
    const tidy = mergeNull(dropTitle(node))
    return open ? openObject(tidy) : tidy
  })

const inline = (value: unknown, definitions: Readonly<Record<string, unknown>>): unknown =>
  mapNodes(value, ({ $ref, ...node }) => {
    if (typeof $ref !== "string") return $ref === undefined ? node : { $ref, ...node }
    const definition = inline(definitions[$ref.slice($ref.lastIndexOf("/") + 1)], definitions)
    return { ...(isJsonObject(definition) ? definition : {}), ...node }
  })

/** The JSON Schema of a schema's encoded form, self-contained: without references. */
export const jsonSchemaOf = (schema: Schema.Schema.All, options: { readonly open: boolean }): Json => {
  const definitions: Record<string, Json> = {}
  const root = plain(
    inline(
      OpenApiJsonSchema.makeWithDefs(schema as Schema.Schema<unknown>, {
        defs: definitions,
        topLevelReferenceStrategy: "skip"
      }),
      definitions
    ),
    options
  )
  return isJsonObject(root) ? root : {}
}
