import { Schema, SchemaAST } from "effect"
import { operations } from "../../src/api.ts"
import { isJsonObject, type Json, jsonSchemaOf } from "../../src/contract/json-schema.ts"
import type { Operation } from "../../src/contract/operation.ts"

const HEAD = `// Written by scripts/client/contract-types.ts in Fettle's repository, from the definition of its operations.
import type { Unlisted } from "./unlisted.ts"
`

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, "  ")

const commentOf = (paragraphs: ReadonlyArray<string>): string => {
  const lines = paragraphs.join("\n\n").replaceAll("*/", "*\\/").split("\n")
  if (lines.length === 1) return `/** ${lines[0]} */\n`
  return `/**\n${lines.map((line) => (line === "" ? " *" : ` * ${line}`)).join("\n")}\n */\n`
}

const objectOf = (node: Json): string => {
  if (!isJsonObject(node.properties)) throw new Error(`An object without properties: ${JSON.stringify(node)}`)
  const required = listOf(node.required)
  const fields = Object.entries(node.properties).map(([name, field]) => {
    if (!isJsonObject(field)) throw new Error(`${name} has no schema`)
    const comment = typeof field.description === "string" ? commentOf([field.description]) : ""
    return `${comment}readonly ${name}${required.includes(name) ? "" : "?"}: ${typeOf(field)}\n`
  })
  return fields.length === 0 ? "{}" : `{\n${indented(fields.join(""))}}`
}

const typeNamed = (type: unknown, node: Json): ReadonlyArray<string> => {
  const values = listOf(node.enum).filter((value) => typeof value === type)
  if (type === "null") return ["null"]
  if (type === "object") return [objectOf(node)]
  if (type === "integer" || type === "number") return ["number"]
  if (type === "boolean") return values.length === 0 ? ["boolean"] : values.map(String)
  if (type === "string")
    return values.length === 0 ? ["string"] : [...values.map((value) => JSON.stringify(value)), "Unlisted"]
  if (type === "array" && isJsonObject(node.items)) return [`ReadonlyArray<${typeOf(node.items)}>`]
  throw new Error(`No type for ${JSON.stringify(node)}`)
}

const membersOf = (node: Json): ReadonlyArray<string> => {
  if (Array.isArray(node.anyOf)) return node.anyOf.flatMap((member) => (isJsonObject(member) ? membersOf(member) : []))
  return [node.type].flat().flatMap((type) => typeNamed(type, node))
}

const typeOf = (node: Json): string => [...new Set(membersOf(node))].join(" | ")

/** Adds to a type's schema the descriptions of its encoded form, in which every field has one. */
const withTexts = (node: unknown, encoded: unknown): unknown => {
  if (!isJsonObject(node) || !isJsonObject(encoded)) return node
  const { properties, items } = node
  const texts = isJsonObject(encoded.properties) ? encoded.properties : {}
  const fields = Object.entries(isJsonObject(properties) ? properties : {})
  return {
    ...node,
    ...(encoded.description === undefined ? {} : { description: encoded.description }),
    ...(items === undefined ? {} : { items: withTexts(items, encoded.items) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(fields.map(([name, field]) => [name, withTexts(field, texts[name])])) })
  }
}

/**
 * The type of an input. Its encoded form also accepts null for every optional field, which means the same as omitting
 * it.
 */
const inputOf = ({ input }: Operation): string => {
  if (input === undefined) return "Readonly<Record<string, never>>"
  const type = jsonSchemaOf(Schema.make<unknown>(SchemaAST.typeAST(input.ast)), { open: false })
  const node = withTexts(type, jsonSchemaOf(input, { open: false }))
  return isJsonObject(node) ? objectOf(node) : ""
}

const outputOf = ({ output }: Operation): string => objectOf(jsonSchemaOf(output, { open: true }))

const interfaceOf = (name: string, comment: string, typeOf: (operation: Operation) => string): string => {
  const entries = operations.map((operation) => {
    const texts = commentOf([`${operation.title}.`, operation.description])
    return `${texts}readonly ${operation.name}: ${typeOf(operation)}\n`
  })
  return `${commentOf([comment])}export interface ${name} {\n${indented(entries.join(""))}}\n`
}

/**
 * The content of `src/client/contract.ts` in the published package: the inputs and outputs of every operation as plain
 * types, with the definition's texts as doc comments.
 */
export const contractTypes = (): string =>
  [
    HEAD,
    interfaceOf("Inputs", "The input of each operation, by name.", inputOf),
    interfaceOf("Outputs", "The answer of each operation, by name.", outputOf)
  ].join("\n")
