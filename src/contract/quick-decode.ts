import { Either, Option, Predicate, type Schema, SchemaAST } from "effect"

/** Returned by a quick decoder instead of a value: the schema's own parser must decode this input, and reports its faults. */
export const UNDECIDED = Symbol("undecided")

type Decode = (input: unknown) => unknown

const undecided: Decode = () => UNDECIDED

/** Accepts the values for which `isRight` holds, as they are. */
const where =
  (isRight: (input: unknown) => boolean): Decode =>
  (input) =>
    isRight(input) ? input : UNDECIDED

const isString = where((input) => typeof input === "string")
const isNumber = where((input) => typeof input === "number")
const isBoolean = where((input) => typeof input === "boolean")

const union = (types: ReadonlyArray<SchemaAST.AST>): Decode => {
  if (types.every(SchemaAST.isLiteral)) {
    const literals = new Set<unknown>(types.map(({ literal }) => literal))
    return where((input) => literals.has(input))
  }
  const members = types.map(decodeOf)
  return (input) => {
    for (const decode of members) {
      const value = decode(input)
      if (value !== UNDECIDED) return value
    }
    return UNDECIDED
  }
}

const list = ({ elements, rest }: SchemaAST.TupleType): Decode => {
  const [items] = rest
  if (elements.length > 0 || rest.length !== 1 || items === undefined) return undecided
  const decode = decodeOf(items.type)
  return (input) => {
    if (!Array.isArray(input)) return UNDECIDED
    const output: Array<unknown> = []
    for (const item of input) {
      const value = decode(item)
      if (value === UNDECIDED) return UNDECIDED
      output.push(value)
    }
    return output
  }
}

/** An object with known fields; `transformations` may omit, rename or default some. */
const struct = (
  { propertySignatures, indexSignatures }: SchemaAST.TypeLiteral,
  transformations: ReadonlyArray<SchemaAST.PropertySignatureTransformation>
): Decode => {
  if (indexSignatures.length > 0) return undecided
  const fields = propertySignatures.map(({ name, type, isOptional }) => {
    const transformation = transformations.find(({ from }) => from === name)
    return {
      name: String(name),
      isOptional,
      decode: decodeOf(type),
      to: String(transformation?.to ?? name),
      transform: transformation?.decode
    }
  })
  return (input) => {
    if (!Predicate.isRecord(input)) return UNDECIDED
    const output: Record<string, unknown> = {}
    let undecoded = 0
    for (const _ in input) {
      undecoded++
      if (undecoded > fields.length) return UNDECIDED
    }
    for (const { name, isOptional, decode, to, transform } of fields) {
      const isGiven = Object.hasOwn(input, name)
      if (!isGiven && !isOptional) return UNDECIDED
      const value = isGiven ? decode(input[name]) : undefined
      if (value === UNDECIDED) return UNDECIDED
      if (isGiven) undecoded--
      if (transform === undefined) {
        if (isGiven) output[to] = value
      } else {
        const transformed = transform(isGiven ? Option.some(value) : Option.none())
        if (Option.isSome(transformed)) output[to] = transformed.value
      }
    }
    return undecoded === 0 ? output : UNDECIDED
  }
}

const transformed = (ast: SchemaAST.Transformation): Decode => {
  const { from, to, transformation } = ast
  // The result has the schema's type already, so it is not checked again.
  if (transformation._tag === "TypeLiteralTransformation")
    return SchemaAST.isTypeLiteral(from) ? struct(from, transformation.propertySignatureTransformations) : undecided
  const [first, then] = [decodeOf(from), decodeOf(to)]
  if (transformation._tag === "ComposeTransformation") {
    return (input) => {
      const value = first(input)
      return value === UNDECIDED ? UNDECIDED : then(value)
    }
  }
  return (input) => {
    const value = first(input)
    if (value === UNDECIDED) return UNDECIDED
    const result = transformation.decode(value, SchemaAST.defaultParseOption, ast, input)
    return Either.isEither(result) && Either.isRight(result) ? then(result.right) : UNDECIDED
  }
}

const refined = (ast: SchemaAST.Refinement): Decode => {
  const decode = decodeOf(ast.from)
  return (input) => {
    const value = decode(input)
    return value !== UNDECIDED && Option.isNone(ast.filter(value, SchemaAST.defaultParseOption, ast))
      ? value
      : UNDECIDED
  }
}

const decodeOf = (ast: SchemaAST.AST): Decode => {
  switch (ast._tag) {
    case "StringKeyword":
      return isString
    case "NumberKeyword":
      return isNumber
    case "BooleanKeyword":
      return isBoolean
    case "UnknownKeyword":
      return (input) => input
    case "Literal":
      return where((input) => input === ast.literal)
    case "Union":
      return union(ast.types)
    case "TupleType":
      return list(ast)
    case "TypeLiteral":
      return struct(ast, [])
    case "Refinement":
      return refined(ast)
    case "Transformation":
      return transformed(ast)
    default:
      return undecided
  }
}

/**
 * A fast path, some ten times as fast as Schema's own parser, which prepares an issue for every part of an input
 * although nearly all inputs are valid. It decodes certainly valid inputs exactly as the schema would, and leaves all
 * others to the schema. It never accepts unknown fields.
 */
export const quickDecoder = <A, I>(schema: Schema.Schema<A, I>): ((input: unknown) => A | typeof UNDECIDED) =>
  decodeOf(schema.ast) as (input: unknown) => A | typeof UNDECIDED
