import { isJson, type Json } from "../contract/json-schema.ts"

/*
 * tools/list stands in the context of every agent, so it tells each thing once: what helps to choose a tool, to fill in its input, and to
 * know where an output holds what is sought. Whatever else there is to know of a field is in openapi.json.
 */

/** What an input's schema keeps. Bounds are told in words, by the descriptions. */
const INPUT_KEYWORDS = ["type", "required", "properties", "items", "enum", "format"]

/** Longer descriptions of inputs are said once. */
const SHORTEST_SAID_ONCE = 60

/** Of an output an agent needs names and types; which values there are it sees when it reads one. */
const OUTPUT_KEYWORDS = ["type", "properties", "items", "anyOf"]

/** Shorter descriptions of inputs only repeat name and type. */
const SHORTEST_OF_INPUT = 12

/** Shorter descriptions of outputs name a unit or repeat the field's name; what an agent must know takes more words. */
const SHORTEST_OF_OUTPUT = 50

/** A shape with fewer fields than this is told again rather than referred to. */
const FEWEST_FIELDS = 3

/** The keywords of a schema that are kept, and its description if it is long enough. */
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
    Object.entries(properties).map(([name, field]) => [name, isJson(field) ? change(field, name) : field])
  )

const withoutNull = (schema: Json): Json => ({
  ...schema,
  ...(Array.isArray(schema.type) ? { type: schema.type.find((type) => type !== "null") } : {}),
  ...(Array.isArray(schema.enum) ? { enum: schema.enum.filter((value) => value !== null) } : {})
})

/**
 * Makes inputs' schemas for agents, one tool after the other, without the `null` that is accepted for every optional field. Null stays where
 * it has a meaning of its own: there `decoded`, the schema of the same input after decoding, has it too. A long description that an earlier
 * tool gave is not repeated.
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
      isJson(decodedField) ? within(field, decodedField, tool, INPUT_KEYWORDS) : field
    if (isJson(items)) return { ...schema, items: inner(items, decodedItems) }
    if (!isJson(properties) || !isJson(decodedFields)) return schema
    return { ...schema, properties: mapFields(properties, (field, name) => inner(field, decodedFields[name])) }
  }

  return (encoded, decoded, tool) => within(encoded, decoded, tool, [...INPUT_KEYWORDS, "additionalProperties"])
}

/** A shape: its fields' names, each with its type. */
type Shape = ReadonlyMap<string, string>

const shapeOf = (properties: Json): Shape =>
  new Map(Object.entries(properties).map(([name, field]) => [name, isJson(field) ? typeOf(field) : ""]))

const typeOf = ({ type, items, properties }: Json): string => {
  if (isJson(items)) return `[${typeOf(items)}]`
  return isJson(properties) ? JSON.stringify([...shapeOf(properties)].sort()) : String(type)
}

const isWithin = (shape: Shape, larger: Shape): boolean => [...shape].every(([name, type]) => larger.get(name) === type)

/**
 * Makes outputs' schemas for agents, one tool after the other. Fields that stood together in an earlier shape are not told again: the
 * description says where they were told.
 */
export const outputsForAgents = (): ((output: Json, tool: string) => Json) => {
  const told: Array<{ readonly place: string; readonly shape: Shape }> = []

  /** The largest shape told before that this one has all fields of. */
  const earlier = (shape: Shape) =>
    told
      .filter((other) => isWithin(other.shape, shape))
      .reduce<(typeof told)[number] | undefined>(
        (largest, other) => (other.shape.size > (largest?.shape.size ?? 0) ? other : largest),
        undefined
      )

  const within = (output: Json, tool: string, path: string): Json => {
    const { properties, ...schema } = trim(output, OUTPUT_KEYWORDS, SHORTEST_OF_OUTPUT)
    if (isJson(schema.items)) return { ...schema, items: within(schema.items, tool, path) }
    if (!isJson(properties)) return schema
    const shape = shapeOf(properties)
    const isWhole = path === ""
    const before = isWhole ? undefined : earlier(shape)
    if (shape.size >= FEWEST_FIELDS && before?.shape.size !== shape.size) {
      told.push({ place: isWhole ? `the output of ${tool}` : `${path} in ${tool}`, shape })
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

  return (output, tool) => within(output, tool, "")
}
