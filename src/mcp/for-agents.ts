import { isJsonObject, type Json } from "../contract/json-schema.ts"

/*
 * Every agent holds tools/list in its context. So it says each thing once: what is needed to choose a tool, to fill in
 * its input, and to find a value in an output. Everything else about a field is in openapi.json.
 */

/** The keywords kept in input schemas. Bounds are not kept: descriptions state them. */
const INPUT_KEYWORDS = ["type", "required", "properties", "items", "enum", "format"]

/** Descriptions of inputs from this length on are given only once. */
const SHORTEST_SAID_ONCE = 60

/** The keywords kept in output schemas. Agents need names and types; values they see in the output. */
const OUTPUT_KEYWORDS = ["type", "properties", "items", "anyOf"]

/** Shorter descriptions of inputs are dropped: they only repeat name and type. */
const SHORTEST_OF_INPUT = 12

/** Shorter descriptions of outputs are dropped: they only name a unit or repeat the field's name. */
const SHORTEST_OF_OUTPUT = 50

/** Shapes with fewer fields are repeated rather than referred to. */
const FEWEST_FIELDS = 3

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

/**
 * Makes input schemas for agents, one tool after the other. They leave out the `null` that every optional field
 * accepts. Null is kept if it has a meaning of its own; then it is also in `decoded`, the schema of the decoded input.
 * A long description that an earlier tool has is not repeated.
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

  const within = (encoded: Json, decoded: Json, tool: string, keywords: ReadonlyArray<string>): Json => {
    const accepted = Array.isArray(decoded.type) ? encoded : withoutNull(encoded)
    const schema = described(trim(accepted, keywords, SHORTEST_OF_INPUT), tool)
    const { items, properties } = schema
    const { items: decodedItems, properties: decodedFields } = decoded
    const inner = (field: Json, decodedField: unknown) =>
      isJsonObject(decodedField) ? within(field, decodedField, tool, INPUT_KEYWORDS) : field
    if (isJsonObject(items)) return { ...schema, items: inner(items, decodedItems) }
    if (!isJsonObject(properties) || !isJsonObject(decodedFields)) return schema
    return { ...schema, properties: mapFields(properties, (field, name) => inner(field, decodedFields[name])) }
  }

  return (encoded, decoded, tool) =>
    withSingleTypes(within(encoded, decoded, tool, [...INPUT_KEYWORDS, "additionalProperties"]))
}

/** The names of an object's fields, each with its type. */
type Shape = ReadonlyMap<string, string>

const shapeOf = (properties: Json): Shape =>
  new Map(Object.entries(properties).map(([name, field]) => [name, isJsonObject(field) ? typeOf(field) : ""]))

const typeOf = ({ type, items, properties }: Json): string => {
  if (isJsonObject(items)) return `[${typeOf(items)}]`
  return isJsonObject(properties) ? JSON.stringify([...shapeOf(properties)].sort()) : String(type)
}

const isWithin = (shape: Shape, larger: Shape): boolean => [...shape].every(([name, type]) => larger.get(name) === type)

/**
 * Makes output schemas for agents, one tool after the other. Fields that an earlier shape has are not repeated; the
 * description refers to that shape.
 */
export const outputsForAgents = (): ((output: Json, tool: string) => Json) => {
  const known: Array<{ readonly place: string; readonly shape: Shape }> = []

  /** The largest earlier shape whose fields this one all has. */
  const earlier = (shape: Shape) =>
    known
      .filter((other) => isWithin(other.shape, shape))
      .reduce<(typeof known)[number] | undefined>(
        (largest, other) => (other.shape.size > (largest?.shape.size ?? 0) ? other : largest),
        undefined
      )

  const within = (output: Json, tool: string, path: string): Json => {
    const { properties, ...schema } = trim(output, OUTPUT_KEYWORDS, SHORTEST_OF_OUTPUT)
    if (isJsonObject(schema.items)) return { ...schema, items: within(schema.items, tool, path) }
    if (!isJsonObject(properties)) return schema
    const shape = shapeOf(properties)
    const isWhole = path === ""
    const before = isWhole ? undefined : earlier(shape)
    if (shape.size >= FEWEST_FIELDS && before?.shape.size !== shape.size) {
      known.push({ place: isWhole ? `the output of ${tool}` : `${path} in ${tool}`, shape })
    }
    const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => before?.shape.has(name) !== true))
    const isEmpty = Object.keys(rest).length === 0
    const reference = before === undefined ? "" : `${isEmpty ? "As" : "Has the fields of"} ${before.place}.`
    const description = [textOf(schema.description), reference].filter((text) => text !== "").join(" ")
    return {
      ...schema,
      ...(description === "" ? {} : { description }),
      ...(isEmpty
        ? {}
        : { properties: mapFields(rest, (field, name) => within(field, tool, isWhole ? name : `${path}.${name}`)) })
    }
  }

  return (output, tool) => withSingleTypes(within(output, tool, ""))
}
