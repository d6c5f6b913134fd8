import type { Tool } from "@modelcontextprotocol/server"
import { isJsonObject, type Json } from "../../../src/contract/json-schema.ts"

/*
 * Rules for tool definitions on which these guides agree. They need no model and no network.
 *
 * [spec]      MCP specification 2025-11-25, Tools: modelcontextprotocol.io/specification/2025-11-25/server/tools
 * [anthropic] Tool use, best practices for tool definitions: docs.anthropic.com/en/docs/agents-and-tools/tool-use
 * [openai]    Function calling, best practices: platform.openai.com/docs/guides/function-calling
 * [smells]    Hasan et al. 2026, a study of defects in MCP tool descriptions: arxiv.org/abs/2602.14878
 */

/** Parameters whose name and type are enough, and ids that another tool describes. */
export const SAY_THEMSELVES: ReadonlySet<string> = new Set([
  "foodId",
  "customFoodId",
  "brandName",
  "name",
  "notes",
  "servings",
  "amount",
  "date",
  "value",
  "calories",
  "reps",
  "distanceMeters",
  "fiber",
  "sugars",
  "saturatedFat",
  "sodium",
  "protein",
  "carbs",
  "fat",
  "alcohol",
  "reps"
])

const CLOSED = /^(metric|unit|kind|category|comparison|type|mealType|setType|loadIntent|servingSizeUnit|days)$/
const DAYS = /^(date|from|to|startDate|endDate)$/
const [MOST_SENTENCES, LONGEST] = [6, 600]

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]{3,}/g) ?? []

/** Every parameter with its path, including those of lists and objects, and whether a parent refers to another tool. */
const parametersOf = (
  schema: Json,
  path: string,
  isReferred: boolean
): ReadonlyArray<{
  readonly path: string
  readonly name: string
  readonly schema: Json
  readonly isReferred: boolean
}> => {
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : []
  const below = isReferred || /^As in \w+\.$/.test(String(schema.description))
  return [
    ...properties.flatMap(([name, field]) =>
      isJsonObject(field)
        ? [
            { path: `${path}.${name}`, name, schema: field, isReferred: below },
            ...parametersOf(field, `${path}.${name}`, below)
          ]
        : []
    ),
    ...(isJsonObject(schema.items) ? parametersOf(schema.items, `${path}[]`, below) : [])
  ]
}

const isClosed = ({ enum: values, items }: Json): boolean =>
  Array.isArray(values) || (isJsonObject(items) && Array.isArray(items.enum))

const faultsOfParameter = ({ path, name, schema, isReferred }: ReturnType<typeof parametersOf>[number]) => {
  const { type, anyOf, description, required = [], properties = {} } = schema
  const isDay = DAYS.test(name) && !JSON.stringify(schema).includes('"format":"date"')
  return [
    // [openai], [anthropic], [smells]: describe every parameter.
    ...(description === undefined && !isReferred && !isClosed(schema) && !SAY_THEMSELVES.has(name)
      ? [`${path} is not described`]
      : []),
    // [spec]: JSON Schema; clients reject parameters without a type.
    ...(type === undefined && anyOf === undefined ? [`${path} has no type`] : []),
    // [openai]: enums make invalid values impossible to represent.
    ...(CLOSED.test(name) && !isClosed(schema) && !/^Of |, or a portion|^As in /.test(String(description))
      ? [`${path} has no enum`]
      : []),
    ...(isDay ? [`${path} is not a date`] : []),
    ...(Array.isArray(required) && isJsonObject(properties) && required.every((field) => String(field) in properties)
      ? []
      : [`${path} requires what it does not declare`])
  ]
}

const faultsOfDescription = ({ name, title = "", description = "" }: Tool): ReadonlyArray<string> => {
  const sentences = description.split(/(?<=[.!?])\s+(?=[A-Z`])/).filter((text) => text !== "")
  const own = new Set(wordsOf(`${name.replaceAll("_", " ")} ${title}`))
  return [
    // [anthropic]: what it does, when to use it, and what it returns, in a few sentences.
    ...(sentences.length >= 1 && sentences.length <= MOST_SENTENCES ? [] : ["has too many sentences, or none"]),
    ...(description.length <= LONGEST ? [] : ["is too long"]),
    ...(/^([A-Z][a-z]+s|Call this first:) /.test(description) ? [] : ["does not begin with what the tool does"]),
    // [smells]: a description that repeats the name means nothing.
    ...(new Set(wordsOf(description).filter((word) => !own.has(word))).size >= 5 ? [] : ["repeats the name"]),
    // Hidden text and instructions to the model are how tools are poisoned.
    ...(/[^\x20-\x7e]/.test(description) || /<|\bIMPORTANT\b|\bignore (all|any|previous)\b/i.test(description)
      ? ["contains hidden text or instructions"]
      : [])
  ].map((fault) => `description ${fault}`)
}

const faultsOfAnnotations = ({ name, annotations = {} }: Tool): ReadonlyArray<string> => {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  const isComplete = [readOnlyHint, destructiveHint, idempotentHint, openWorldHint].every(
    (hint) => typeof hint === "boolean"
  )
  return [
    ...(isComplete ? [] : ["annotations are incomplete"]),
    ...(/^(get|list|search)_/.test(name) === (readOnlyHint === true) ? [] : ["name and readOnlyHint disagree"]),
    ...(readOnlyHint === true && (destructiveHint !== false || idempotentHint !== true)
      ? ["a read is neither destructive nor without repetition"]
      : []),
    ...(name.startsWith("delete_") && destructiveHint !== true ? ["a deletion is destructive"] : [])
  ]
}

/** The faults of one tool by the rules above. */
export const faultsOfTool = (tool: Tool): ReadonlyArray<string> => {
  const input: Json = { ...tool.inputSchema }
  return [
    // [spec], [anthropic], [openai]: the characters and the length that all of them accept.
    ...(/^[a-z]+(_[a-z]+)+$/.test(tool.name) && tool.name.length <= 64 ? [] : ["name is not verb_noun"]),
    ...(tool.title === undefined || tool.title === tool.name ? ["title is missing"] : []),
    ...faultsOfDescription(tool),
    ...faultsOfAnnotations(tool),
    ...(input.type === "object" &&
    input.additionalProperties === false &&
    !/"(\$ref|allOf|oneOf)"/.test(JSON.stringify(input))
      ? []
      : ["input is not a flat, closed object"]),
    ...faultsOfParameter({ path: "input", name: "", schema: { description: "", ...input }, isReferred: false }),
    ...parametersOf(input, "input", false).flatMap(faultsOfParameter)
  ]
}

/** The share of words that two descriptions have in common (Jaccard index), from 0 to 1. */
const likeness = (one: Tool, other: Tool): number => {
  const [a, b] = [new Set(wordsOf(one.description ?? "")), new Set(wordsOf(other.description ?? ""))]
  return a.intersection(b).size / Math.max(1, a.union(b).size)
}

/** Faults between tools: equal names or titles, descriptions that are too similar, and names of missing tools. */
export const faultsBetween = (tools: ReadonlyArray<Tool>): ReadonlyArray<string> => {
  const names = new Set(tools.map(({ name }) => name))
  const verbs = new Set([...names].map((name) => name.split("_")[0] ?? ""))
  return tools.flatMap((tool, index) => [
    ...tools
      .slice(index + 1)
      .flatMap((other) => [
        ...(tool.name === other.name || tool.title === other.title
          ? [`${tool.name} and ${other.name} have one name`]
          : []),
        ...(likeness(tool, other) > 0.6 ? [`${tool.name} and ${other.name} are described alike`] : [])
      ]),
    ...(JSON.stringify(tool).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [])
      .filter((word) => verbs.has(word.split("_")[0] ?? "") && !names.has(word))
      .map((word) => `${tool.name} names ${word}, which is not a tool`)
  ])
}
