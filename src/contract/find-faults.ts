import { Option, ParseResult, Predicate, Schema, SchemaAST } from "effect"
import type { BrokenRule, Fault } from "./broken-rule.ts"
import { MOST_NAMED } from "./errors.ts"
import { faultsOf, fieldOf, leftOut, mustBe, quote, unknownField } from "./faults.ts"
import { quickDecoder, UNDECIDED } from "./quick-decode.ts"

type Path = ReadonlyArray<PropertyKey>

/** The faults of one input: the first ones, and the number of others. */
interface Found {
  readonly named: Array<Fault>
  more: number
}

/** Adds the faults of a value that its quick decoder did not accept. */
type Find = (value: unknown, path: Path, found: Found) => void

const isFull = ({ named }: Found): boolean => named.length >= MOST_NAMED

const add = (found: Found, path: Path, ruleOf: () => BrokenRule): void => {
  if (isFull(found)) found.more++
  else found.named.push({ field: fieldOf(path), rule: ruleOf() })
}

/** A part of a schema: whether a value is certainly valid, and the value's faults if not. */
interface Part {
  readonly isValid: (value: unknown) => boolean
  readonly find: Find
}

const partOf = (ast: SchemaAST.AST): Part => {
  const quickly = quickDecoder(Schema.make<unknown>(ast))
  return { isValid: (value) => quickly(value) !== UNDECIDED, find: finderOf(ast) }
}

const findIn = ({ isValid, find }: Part, value: unknown, path: Path, found: Found): void => {
  if (!isValid(value)) find(value, path, found)
}

/** Has Schema's own parser find the faults, unless they are only counted. */
const byTheParser = (ast: SchemaAST.AST): Find => {
  const decode = ParseResult.decodeUnknownEither(Schema.make<unknown, unknown>(ast), {
    errors: "all",
    onExcessProperty: "error"
  })
  return (value, path, found) => {
    if (isFull(found)) {
      found.more++
      return
    }
    const decoded = decode(value)
    if (decoded._tag === "Left") found.named.push(...faultsOf(decoded.left, path, ast))
  }
}

const inStruct = (ast: SchemaAST.TypeLiteral, otherwise: Find): Find => {
  const fields = ast.propertySignatures.map(({ name, isOptional, type }) => ({
    name,
    isOptional,
    type,
    part: partOf(type)
  }))
  const known = new Set(fields.map(({ name }) => name))
  return (value, path, found) => {
    if (!Predicate.isRecord(value)) return otherwise(value, path, found)
    for (const name of Object.keys(value)) {
      if (known.has(name)) continue
      if (isFull(found)) found.more++
      else add(found, [...path, name], () => unknownField(ast, name, value[name]))
    }
    for (const { name, isOptional, type, part } of fields) {
      if (Object.hasOwn(value, name)) findIn(part, value[name], [...path, name], found)
      else if (!isOptional) {
        add(found, [...path, name], () => leftOut(type))
      }
    }
  }
}

const inList = (items: SchemaAST.AST, otherwise: Find): Find => {
  const part = partOf(items)
  return (value, path, found) => {
    if (!Array.isArray(value)) return otherwise(value, path, found)
    value.forEach((item: unknown, index) => {
      if (!part.isValid(item)) part.find(item, [...path, index], found)
    })
  }
}

const isNull = (ast: SchemaAST.AST): boolean => SchemaAST.isLiteral(ast) && ast.literal === null

/** Marks filters that depend only on a list's length. Effect does not export it. */
const STABLE_FILTER = Symbol.for("effect/annotation/StableFilter")

/**
 * A list with bounds on its length. Its items are checked whatever its length. The list's own fault comes first,
 * because the faults of its items may fill the list of faults.
 */
const inBoundedList = (ast: SchemaAST.Refinement): Find => {
  const part = partOf(ast.from)
  return (value, path, found) => {
    if (Array.isArray(value) && Option.isSome(ast.filter(value, SchemaAST.defaultParseOption, ast)))
      add(found, path, () => ({ is: "wrong", must: mustBe(ast), received: quote(value) }))
    findIn(part, value, path, found)
  }
}

const finderOf = (ast: SchemaAST.AST): Find => {
  const otherwise = byTheParser(ast)
  switch (ast._tag) {
    case "TypeLiteral":
      return ast.indexSignatures.length > 0 ? otherwise : inStruct(ast, otherwise)
    case "Transformation":
      return ast.transformation._tag === "TypeLiteralTransformation" && SchemaAST.isTypeLiteral(ast.from)
        ? inStruct(ast.from, otherwise)
        : otherwise
    case "TupleType": {
      const [items] = ast.rest
      return ast.elements.length > 0 || ast.rest.length !== 1 || items === undefined
        ? otherwise
        : inList(items.type, otherwise)
    }
    case "Refinement":
      return ast.annotations[STABLE_FILTER] === true ? inBoundedList(ast) : otherwise
    case "Union": {
      const [one, ...others] = ast.types.filter((type) => !isNull(type))
      const isOptionalField =
        one !== undefined && others.length === 0 && Option.isNone(SchemaAST.getMessageAnnotation(ast))
      return isOptionalField && !SchemaAST.isLiteral(one) ? finderOf(one) : otherwise
    }
    default:
      return otherwise
  }
}

/**
 * Finds all faults of an input at once, as Schema's own parser would. That parser prepares an issue for every part of
 * an input, so it gets only the invalid values here, and no more than can be named: further faults are counted.
 */
export const faultFinder = <A, I>(schema: Schema.Schema<A, I>) => {
  let part: Part | undefined
  return (input: unknown): { readonly named: ReadonlyArray<Fault>; readonly more: number } => {
    part ??= partOf(schema.ast)
    const found: Found = { named: [], more: 0 }
    findIn(part, input, [], found)
    return found
  }
}
