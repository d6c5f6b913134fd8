import { isJsonObject, type Json } from "../../../contract/json-schema.ts"

/** A field of an input or output, as shown to readers. */
export interface Field {
  /** Its path, such as `readings[].value`. */
  readonly path: string
  readonly type: string
  readonly isRequired: boolean
  /** Its bounds in words, such as `at least 0`. */
  readonly bounds: ReadonlyArray<string>
  /** The only values it can have; empty if it has others. */
  readonly values: ReadonlyArray<string>
  readonly description: string
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
export const jsonOf = (value: unknown): Json => (isJsonObject(value) ? value : {})

const typesOf = (schema: Json): ReadonlyArray<string> => {
  const { type, anyOf } = schema
  if (anyOf !== undefined) return listOf(anyOf).flatMap((each) => typesOf(jsonOf(each)))
  return (typeof type === "string" ? [type] : listOf(type).map(textOf)).map((each) => {
    if (each === "array") return `list of ${typesOf(jsonOf(schema.items)).join(" or ")}s`
    return each === "string" && typeof schema.format === "string" ? schema.format : each
  })
}

const range = (minimum: unknown, maximum: unknown, what: string): ReadonlyArray<string> =>
  minimum === undefined
    ? maximum === undefined
      ? []
      : [`at most ${maximum}${what}`]
    : [maximum === undefined ? `at least ${minimum}${what}` : `${minimum} to ${maximum}${what}`]

const boundsOf = (schema: Json): ReadonlyArray<string> => [
  ...(schema.exclusiveMinimum === undefined ? [] : [`more than ${schema.exclusiveMinimum}`]),
  ...range(schema.minimum, schema.maximum, ""),
  ...range(schema.minLength, schema.maxLength, " characters"),
  ...range(schema.minItems, schema.maxItems, " items"),
  ...(schema.uniqueItems === true ? ["all different"] : []),
  ...(schema.pattern === undefined ? [] : [`matches ${schema.pattern}`])
]

/** Whether a value is a list, or may be one. */
const isList = ({ type }: Json): boolean => type === "array" || listOf(type).includes("array")

/** The field described by a schema, without nested fields. */
export const fieldOf = (path: string, schema: Json, isRequired: boolean): Field => {
  const items = jsonOf(schema.items)
  const isPlainList = isList(schema) && items.type !== "object"
  return {
    path,
    type: typesOf(schema).join(" or "),
    isRequired,
    bounds: [...boundsOf(schema), ...(isPlainList ? boundsOf(items).map((bound) => `each ${bound}`) : [])],
    values: listOf(schema.enum ?? items.enum).map(String),
    description: textOf(schema.description)
  }
}

/** Every field in a schema, each before its nested fields. */
export const fieldsOf = (schema: Json, path = ""): ReadonlyArray<Field> => {
  if (isList(schema)) return fieldsOf(jsonOf(schema.items), `${path}[]`)
  const required = listOf(schema.required)
  return Object.entries(jsonOf(schema.properties)).flatMap(([name, given]) => {
    const property = jsonOf(given)
    const own = path === "" ? name : `${path}.${name}`
    return [fieldOf(own, property, required.includes(name)), ...fieldsOf(property, own)]
  })
}
