import { Option, ParseResult, SchemaAST } from "effect"
import { type Must, mustIn } from "../values/must.ts"
import type { BrokenRule, Fault } from "./broken-rule.ts"
import { exampleOf, fieldMeant, heldBy, textMeant, valueMeant } from "./meant.ts"

const LONGEST_QUOTE = 80

/** Shortens a text for a message, and makes it valid Unicode, which received text need not be. */
const cut = (text: string): string =>
  (text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text).toWellFormed()

/** A received value as quoted in a message. */
export const quote = (value: unknown): string => {
  if (value === undefined) return "nothing"
  if (typeof value === "number") return String(value)
  if (typeof value === "string")
    return value.isWellFormed()
      ? cut(JSON.stringify(value.slice(0, LONGEST_QUOTE + 1)))
      : "text that is not valid Unicode"
  return value === null
    ? "null"
    : Array.isArray(value)
      ? `an array of ${value.length}`
      : cut(typeof value === "object" ? "an object" : String(value))
}

/** `exercises[0].sets[1].reps`; `body` for the input as a whole. */
export const fieldOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>((field, key) => {
    if (typeof key === "number") return `${field}[${key}]`
    const name = key === "" ? '""' : String(key)
    return field === "" ? name : `${field}.${name}`
  }, "") || "body"

/** The values of a schema that allows only literals; otherwise undefined. */
const literals = (ast: SchemaAST.AST): ReadonlyArray<string> | undefined => {
  if (SchemaAST.isLiteral(ast)) return ast.literal === null ? [] : [String(ast.literal)]
  if (!SchemaAST.isUnion(ast)) return undefined
  const all = ast.types.map(literals)
  return all.every((some) => some !== undefined) ? all.flat() : undefined
}

const inWords = (text: string): Must => ({ be: "said", text })

/** What a schema states of its values; undefined if it states nothing. */
const statedBy = (ast: SchemaAST.AST): Must | undefined => {
  const stated = mustIn(ast.annotations)
  if (stated !== undefined) return stated
  const message = Option.map(SchemaAST.getMessageAnnotation(ast), (message) =>
    message(new ParseResult.Type(ast, undefined))
  )
  return Option.isSome(message) && typeof message.value === "string" ? inWords(message.value) : undefined
}

/** What a value must be. */
export const mustBe = (ast: SchemaAST.AST): Must => {
  const allowed = literals(ast)
  if (allowed !== undefined && allowed.length > 0) return { be: "one of", values: allowed }
  if (SchemaAST.isRefinement(ast) || SchemaAST.isUnion(ast)) {
    const stated = statedBy(ast)
    if (stated !== undefined) return stated
    if (SchemaAST.isRefinement(ast)) return mustBe(ast.from)
  }
  switch (ast._tag) {
    case "StringKeyword":
      return inWords("must be text")
    case "NumberKeyword":
      return inWords("must be a number")
    case "BooleanKeyword":
      return inWords("must be true or false")
    case "TupleType": {
      const example = exampleOf(ast)
      return { be: "list", ...(example === undefined ? {} : { example }) }
    }
    case "TypeLiteral": {
      const required = ast.propertySignatures.filter(({ isOptional }) => !isOptional).map(({ name }) => String(name))
      return { be: "object", fields: required }
    }
    case "Transformation":
      return mustBe(ast.from)
    case "Union": {
      const [first] = ast.types.filter((type) => !(SchemaAST.isLiteral(type) && type.literal === null))
      return first === undefined ? inWords("is not allowed") : mustBe(first)
    }
    default:
      return inWords("is not of the right kind")
  }
}

/** Why a field must be given that was not. */
export const leftOut = (type: SchemaAST.AST): Extract<BrokenRule, { readonly is: "missing" }> => ({
  is: "missing",
  must: mustBe(type)
})

/** The fault of an unknown field: where it belongs, or else which fields are known. */
export const unknownField = (owner: SchemaAST.AST, name: PropertyKey, value: unknown): BrokenRule => {
  if (!SchemaAST.isTypeLiteral(owner)) return { is: "unknown", instead: "known are none" }
  const known = owner.propertySignatures.map(({ name }) => String(name))
  return fieldMeant(owner, String(name), value) ?? { is: "unknown", instead: `known are ${known.join(", ") || "none"}` }
}

/** What a value must be, and what was received. */
const mismatch = (ast: SchemaAST.AST, actual: unknown): BrokenRule => {
  const must = mustBe(ast)
  if (typeof actual !== "string") return { is: "wrong", must, received: quote(actual) }
  const held = heldBy(ast, actual)
  if (held !== undefined) {
    const hint = `: send the ${held} itself, without quotes`
    return { is: "wrong", must, received: "text that holds one", hint }
  }
  const allowed = literals(ast)
  const hint = allowed === undefined ? textMeant(ast, actual) : valueMeant(allowed, actual)
  return { is: "wrong", must, received: quote(actual), hint }
}

const isNull = (issue: ParseResult.ParseIssue): boolean =>
  issue._tag === "Type" && SchemaAST.isLiteral(issue.ast) && issue.ast.literal === null

/** The faults in a parse issue. `owner` is the schema that contains it. */
export const faultsOf = (
  issue: ParseResult.ParseIssue,
  path: ReadonlyArray<PropertyKey>,
  owner: SchemaAST.AST
): ReadonlyArray<Fault> => {
  const fault = (rule: BrokenRule): ReadonlyArray<Fault> => [{ field: fieldOf(path), rule }]
  switch (issue._tag) {
    case "Pointer":
      return faultsOf(issue.issue, path.concat(issue.path), owner)
    case "Missing":
      return fault(leftOut(issue.ast.type))
    case "Unexpected":
      return fault(unknownField(owner, path.at(-1) ?? "", issue.actual))
    case "Composite": {
      const issues = Array.isArray(issue.issues) ? issue.issues : [issue.issues]
      if (!SchemaAST.isUnion(issue.ast)) return issues.flatMap((each) => faultsOf(each, path, issue.ast))
      if (literals(issue.ast) !== undefined) return fault(mismatch(issue.ast, issue.actual))
      if (Option.isSome(SchemaAST.getMessageAnnotation(issue.ast))) {
        return fault(mismatch(issue.ast, issue.actual))
      }
      const [first] = issues.filter((each) => !isNull(each))
      return first === undefined ? fault({ is: "said", text: "is not allowed" }) : faultsOf(first, path, owner)
    }
    case "Refinement":
      // A message about a number always includes its bounds, even if the number was sent as text.
      return issue.kind === "From" && !SchemaAST.isNumberKeyword(SchemaAST.encodedAST(issue.ast))
        ? faultsOf(issue.issue, path, owner)
        : fault(mismatch(issue.ast, issue.actual))
    case "Transformation":
      return faultsOf(issue.issue, path, owner)
    case "Type":
    case "Forbidden":
      return fault(mismatch(issue.ast, issue.actual))
  }
}

/** Reduces faults to one per field, the first. */
export const onePerField = (faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> => {
  const byField = new Map<string, Fault>()
  for (const fault of faults) {
    if (!byField.has(fault.field)) byField.set(fault.field, fault)
  }
  return [...byField.values()]
}

/**
 * Limits on the size of an input: items in one list, items in all lists, and fields in one object. A larger input is
 * refused as a whole, so that reporting its faults stays cheap. The largest valid input, a workout of 100 exercises
 * with 100 sets each, has 10,100 items.
 */
const MOST_ITEMS = 10_000
const MOST_ITEMS_IN_ALL = 20_000
const MOST_FIELDS = 1_000
const DEEPEST = 8

/** The fault of the first list or object that is too large to be checked in detail. */
export const oversized = (input: unknown): Fault | undefined => {
  let itemsInAll = 0
  /** The fault and path of the first oversized list or object in `value`, including itself. */
  const within = (
    value: unknown,
    depth: number
  ): { readonly rule: BrokenRule; readonly path: Array<PropertyKey> } | undefined => {
    if (typeof value !== "object" || value === null || depth > DEEPEST) return undefined
    const isList = Array.isArray(value)
    const keys = isList ? [] : Object.keys(value)
    const [most, count] = isList ? [MOST_ITEMS, value.length] : [MOST_FIELDS, keys.length]
    if (count > most) {
      const allowed = isList ? "far fewer, as the operation's description says" : `at most ${most}`
      return { rule: { is: "said", text: `must hold ${allowed}`, received: count }, path: [] }
    }
    if (isList) itemsInAll += count
    if (itemsInAll > MOST_ITEMS_IN_ALL)
      return {
        rule: { is: "said", text: `is too much: all lists together hold at most ${MOST_ITEMS_IN_ALL}` },
        path: []
      }
    for (let at = 0; at < count; at++) {
      const key = keys[at] ?? at
      const inner = (value as Readonly<Record<PropertyKey, unknown>>)[key]
      const found = typeof inner === "object" ? within(inner, depth + 1) : undefined
      if (found === undefined) continue
      found.path.unshift(key)
      return found
    }
    return undefined
  }
  const found = within(input, 0)
  return found && { field: fieldOf(found.path), rule: found.rule }
}
