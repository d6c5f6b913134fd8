import { Option, SchemaAST } from "effect"
import { errorsBetween } from "../values/text/spelling.ts"
import type { BrokenRule } from "./broken-rule.ts"

/** Common spellings of callers, and the value each one means. */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = {
  lbs: "lb",
  pound: "lb",
  pounds: "lb",
  kgs: "kg",
  kilo: "kg",
  kilos: "kg",
  kilogram: "kg",
  kilograms: "kg",
  gram: "g",
  grams: "g",
  milliliter: "ml",
  millilitre: "ml",
  milliliters: "ml",
  millilitres: "ml",
  "%": "percent",
  percentage: "percent",
  step: "steps",
  monday: "mon",
  tuesday: "tue",
  wednesday: "wed",
  thursday: "thu",
  friday: "fri",
  saturday: "sat",
  sunday: "sun",
  water: "hydration"
}

interface OtherField {
  readonly field: string
  readonly hint: string
}

const AS_AMOUNT: OtherField = { field: "amount", hint: 'amount: {"value":150,"unit":"g"}' }
const AS_INTENSITY: OtherField = { field: "intensity", hint: "intensity" }

/** Fields that callers expect, and the fields that take their place. */
const OTHER_FIELDS: ReadonlyMap<string, OtherField> = new Map([
  ["grams", AS_AMOUNT],
  ["quantity", AS_AMOUNT],
  ["rpe", AS_INTENSITY],
  ["effort", AS_INTENSITY]
])

const STONE = /^(st|stones?)$/

/**
 * Names of at least this many letters are compared by their beginning and with one typing error. Names longer than the
 * maximum are not taken for misspellings.
 */
const LEAST_LETTERS = 4
const MOST_LETTERS = 40

/** The longest value repeated in a hint, in UTF-16 code units of JSON. */
const LONGEST_REPEATED = 60

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** The hint for a received text that is close to an allowed value, after a colon; otherwise empty. */
export const valueMeant = (allowed: ReadonlyArray<string>, received: unknown): string => {
  if (typeof received !== "string") return ""
  const text = received.trim().toLowerCase().replace(/\.$/, "")
  if (allowed.includes("lb") && STONE.test(text)) return ": 1 stone is 14 lb"
  const meant = allowed.find((value) => value.toLowerCase() === text) ?? OTHER_SPELLINGS[text]
  return meant !== undefined && allowed.includes(meant) ? `: write ${meant}` : ""
}

/** The hint for a text that contains the JSON value that the schema asks for, after a colon; otherwise empty. */
export const textMeant = (ast: SchemaAST.AST, text: string): string => {
  const encoded = SchemaAST.encodedAST(ast)
  const isText =
    (SchemaAST.isNumberKeyword(encoded) && /^-?\d+(\.\d+)?$/.test(text)) ||
    (SchemaAST.isBooleanKeyword(encoded) && /^(true|false)$/.test(text))
  return isText ? ": send it without quotes" : ""
}

/** Whether a received text contains the list or object that the schema asks for, as JSON text. */
export const heldBy = (ast: SchemaAST.AST, text: string): "array" | "object" | undefined => {
  const trimmed = text.trim()
  const isWithin = (first: string, last: string) => trimmed.startsWith(first) && trimmed.endsWith(last)
  if (SchemaAST.isTupleType(ast) && isWithin("[", "]")) return "array"
  return SchemaAST.isTypeLiteral(ast) && isWithin("{", "}") ? "object" : undefined
}

/** The schema without null, filters and defaults around it. */
const bare = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (SchemaAST.isRefinement(ast) || SchemaAST.isTransformation(ast)) return bare(ast.from)
  if (!SchemaAST.isUnion(ast)) return ast
  const [one, ...others] = ast.types.filter((type) => !(SchemaAST.isLiteral(type) && type.literal === null))
  return one === undefined || others.length > 0 ? ast : bare(one)
}

/** An example of a list or object as JSON, if its schema has one. */
export const exampleOf = (ast: SchemaAST.AST): string | undefined =>
  Option.match(SchemaAST.getExamplesAnnotation(bare(ast)), {
    onNone: () => undefined,
    onSome: ([example]) => JSON.stringify(example)
  })

/** The fields of the objects in a field, and whether it holds a list of them. */
const within = (ast: SchemaAST.AST): { readonly names: ReadonlyArray<string>; readonly isList: boolean } => {
  const schema = bare(ast)
  const [items] = SchemaAST.isTupleType(schema) ? schema.rest : []
  const object = items === undefined ? schema : bare(items.type)
  const names = SchemaAST.isTypeLiteral(object) ? object.propertySignatures.map(({ name }) => String(name)) : []
  return { names, isList: items !== undefined }
}

/** The known name that `name` abbreviates or spells differently. */
const nearest = (name: string, known: ReadonlyArray<string>): string | undefined => {
  if (name.length > MOST_LETTERS) return undefined
  const given = plain(name)
  const same = known.find((other) => plain(other) === given)
  if (same !== undefined || given.length < LEAST_LETTERS) return same
  const isShort = (other: string) =>
    plain(other).startsWith(given) || (other.length >= LEAST_LETTERS && given.startsWith(plain(other)))
  const [short] = known.filter(isShort).toSorted((a, b) => a.length - b.length)
  return short ?? known.find((other) => errorsBetween(plain(other), given, 1) !== undefined)
}

/** The fault of an unknown field that belongs in another field or has another name. Undefined if nothing is close. */
export const fieldMeant = (
  { propertySignatures }: SchemaAST.TypeLiteral,
  name: string,
  value: unknown
): BrokenRule | undefined => {
  const known = propertySignatures.map(({ name }) => String(name))
  if (name === "date" && known.includes("from") && known.includes("to"))
    return { is: "unknown", instead: "pass it as from and to" }
  const other = OTHER_FIELDS.get(plain(name))
  if (other !== undefined && known.includes(other.field)) return { is: "unknown", instead: `pass it as ${other.hint}` }
  const near = nearest(name, known)
  const meant = propertySignatures.find((field) => field.name === near)
  if (meant !== undefined) {
    const example = exampleOf(meant.type)
    return { is: "unknown", instead: `did you mean ${near}${example === undefined ? "" : `, such as ${example}`}?` }
  }
  const holder = propertySignatures.find(({ type }) => within(type).names.includes(name))
  if (holder === undefined) return undefined
  const whole = JSON.stringify({ [name]: value }) ?? ""
  const shown = whole.length <= LONGEST_REPEATED ? whole : `{"${name}":…}`
  return { is: "elsewhere", where: `${String(holder.name)}: ${within(holder.type).isList ? `[${shown}]` : shown}` }
}
