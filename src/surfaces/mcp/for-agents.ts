import { isJsonObject, type Json } from "../../contract/json-schema.ts"

/*
 * Every agent keeps tools/list in its context, so it states everything once: what is needed to choose a tool, to fill
 * in its input, and to find a value in an output. Everything else about a field is in openapi.json.
 */

/** The keywords kept in input schemas. Bounds are not kept, because descriptions state them. */
const INPUT_KEYWORDS = ["type", "required", "properties", "items", "enum", "format"]

/** Descriptions of inputs at least this long are given only once. */
const SHORTEST_SAID_ONCE = 60

/** Keeps no description. */
const NONE = Number.POSITIVE_INFINITY

/** The keywords kept in output schemas. Agents need names and types; they see values in the output. */
const OUTPUT_KEYWORDS = ["type", "properties", "items", "anyOf"]

/** Shorter descriptions of inputs are dropped, because they only repeat name and type. */
const SHORTEST_OF_INPUT = 12

/** Shorter descriptions of outputs are dropped, because they only name a unit or repeat the field's name. */
const SHORTEST_OF_OUTPUT = 50

/** Keeps these keywords of a schema, and its description if it is long enough. */
const trim = (schema: Json, keywords: ReadonlyArray<string>, shortest: number): Json =>
  Object.fromEntries(
    Object.entries(schema).filter(([keyword, value]) =>
      keyword === "description"
        ? typeof value === "string" && value.length >= shortest
        : keywords.includes(keyword) && !(keyword === "required" && Array.isArray(value) && value.length === 0)
    )
  )

const textOf = (description: unknown): string => (typeof description === "string" ? description : "")

const mapFields = (properties: Json, change: (field: Json, name: string) => Json): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, isJsonObject(field) ? change(field, name) : field])
  )

const mapSchemas = (schema: Json, change: (schema: Json) => Json): Json => ({
  ...schema,
  ...(isJsonObject(schema.items) ? { items: change(schema.items) } : {}),
  ...(isJsonObject(schema.properties) ? { properties: mapFields(schema.properties, change) } : {}),
  ...(Array.isArray(schema.anyOf)
    ? { anyOf: schema.anyOf.map((each) => (isJsonObject(each) ? change(each) : each)) }
    : {})
})

const withoutNull = (schema: Json): Json => ({
  ...schema,
  ...(Array.isArray(schema.type) ? { type: schema.type.find((type) => type !== "null") } : {}),
  ...(Array.isArray(schema.enum) ? { enum: schema.enum.filter((value) => value !== null) } : {})
})

/**
 * Writes several types as `anyOf`. A list of types is valid too, but clients that allow one type per schema reject it or
 * drop the constraint.
 */
const withSingleTypes = (schema: Json): Json => {
  const single = mapSchemas(schema, withSingleTypes)
  const { description, type, ...rest } = single
  if (!Array.isArray(type)) return single
  return {
    ...(description === undefined ? {} : { description }),
    anyOf: type.map((type) => (type === "null" ? { type } : { type, ...rest }))
  }
}

/** What to keep of a tool's input: these keywords, and descriptions of at least this length. */
interface Trimming {
  readonly tool: string
  readonly keywords: ReadonlyArray<string>
  readonly shortest: number
}

/**
 * Creates input schemas for agents, one tool after another. They omit the `null` that every optional field accepts,
 * unless null has a meaning of its own; in that case it is also in `decoded`, the schema of the decoded input. A long
 * description that an earlier tool has is not repeated, and neither are the descriptions within a list or object that an
 * earlier tool has too.
 */
export const inputsForAgents = (): ((encoded: Json, decoded: Json, tool: string) => Json) => {
  const toolOf = new Map<string, string>()

  const described = (schema: Json, tool: string): Json => {
    const description = textOf(schema.description)
    if (description.length < SHORTEST_SAID_ONCE) return schema
    const before = toolOf.get(description) ?? tool
    toolOf.set(description, before)
    return before === tool ? schema : { ...schema, description: `As in ${before}.` }
  }

  /** The earlier tool that has a list or object with the same schema, if any. */
  const earlierWith = (schema: Json, tool: string): string | undefined => {
    if (schema.items === undefined && schema.properties === undefined) return undefined
    const text = JSON.stringify(schema)
    const before = toolOf.get(text) ?? tool
    toolOf.set(text, before)
    return before === tool ? undefined : before
  }

  const within = (encoded: Json, decoded: Json, { tool, keywords, shortest }: Trimming): Json => {
    const accepted = Array.isArray(decoded.type) ? encoded : withoutNull(encoded)
    const earlier = shortest === NONE ? undefined : earlierWith(encoded, tool)
    const kept = earlier === undefined ? shortest : NONE
    const trimmed = trim(accepted, keywords, kept)
    const schema = earlier === undefined ? described(trimmed, tool) : { ...trimmed, description: `As in ${earlier}.` }
    const { items, properties } = schema
    const { items: decodedItems, properties: decodedFields } = decoded
    const inner = (field: Json, decodedField: unknown) =>
      isJsonObject(decodedField)
        ? within(field, decodedField, { tool, keywords: INPUT_KEYWORDS, shortest: kept })
        : field
    if (isJsonObject(items)) return { ...schema, items: inner(items, decodedItems) }
    if (!isJsonObject(properties) || !isJsonObject(decodedFields)) return schema
    return { ...schema, properties: mapFields(properties, (field, name) => inner(field, decodedFields[name])) }
  }

  return (encoded, decoded, tool) =>
    withSingleTypes(
      within(encoded, decoded, {
        tool,
        keywords: [...INPUT_KEYWORDS, "additionalProperties"],
        shortest: SHORTEST_OF_INPUT
      })
    )
}

/**
 * Creates an output schema for agents: the output's fields with their types. Agents see deeper fields in the output
 * itself, and the tool's description states what they must know beforehand.
 */
export const outputForAgents = (output: Json): Json => {
  const brief = (field: Json): Json => {
    const schema = trim(field, ["type", "items", "anyOf"], SHORTEST_OF_OUTPUT)
    return isJsonObject(schema.items) ? { ...schema, items: brief(schema.items) } : schema
  }
  const { properties, ...schema } = trim(output, OUTPUT_KEYWORDS, SHORTEST_OF_OUTPUT)
  // What marks a repeated answer says itself.
  const { replayed: _, ...fields } = isJsonObject(properties) ? properties : {}
  return withSingleTypes({ ...schema, properties: mapFields(fields, brief) })
}
