import * as ts from "typescript5"

/** A small change to a file that its tests should notice. */
export interface Mutant {
  /** The file, from the root of the checkout. */
  readonly path: string
  /** Where the text that is replaced begins and ends, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly was: string
  readonly becomes: string
  /** Where the expression begins and ends that the change is part of: the largest that can be asked twice, if one can. */
  readonly from: number
  readonly to: number
  /** Whether that expression can be asked twice, as it only reads. */
  readonly isPure: boolean
  /** Whether it runs while its module is loaded. */
  readonly isAtLoad: boolean
  /** Whether a parenthesis there would call what the line before holds. */
  readonly isStatement: boolean
  /** Counted from 1. */
  readonly line: number
}

const OTHER_OPERATOR: ReadonlyMap<string, string> = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["===", "!=="],
  ["!==", "==="],
  ["&&", "||"],
  ["||", "&&"],
  ["-", "+"],
  ["*", "/"],
  ["/", "*"]
])

/** Texts for people and agents are judged by readers, and types by the compiler. */
const isJudgedElsewhere = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  (ts.isCallExpression(node) && /\.annotations$/.test(node.expression.getText()))

/** What a node may become: another operator, a number one larger, the opposite, or its branches exchanged. */
const changeOf = (node: ts.Node): { readonly of: ts.Node; readonly becomes: string } | undefined => {
  if (ts.isBinaryExpression(node)) {
    const becomes = OTHER_OPERATOR.get(node.operatorToken.getText())
    return becomes === undefined ? undefined : { of: node.operatorToken, becomes }
  }
  if (ts.isNumericLiteral(node)) return { of: node, becomes: String(Number(node.text) + 1) }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { of: node, becomes: "false" }
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { of: node, becomes: "true" }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return { of: node, becomes: `(${node.operand.getText()})` }
  if (ts.isConditionalExpression(node)) {
    const { condition, whenTrue, whenFalse } = node
    return { of: node, becomes: `${condition.getText()} ? ${whenFalse.getText()} : ${whenTrue.getText()}` }
  }
  return undefined
}

/** Methods that only read, of texts, numbers, lists and sets. */
const READING = new Set(
  (
    "abs at ceil charCodeAt codePointAt endsWith floor get has includes indexOf isArray isFinite isInteger isNaN isNone " +
    "isSome lastIndexOf localeCompare max min padEnd padStart round sign slice startsWith toFixed toLowerCase toUpperCase " +
    "trim trunc"
  ).split(" ")
)

const READING_PREFIXES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ExclamationToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.TildeToken
])

const assigns = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment

/** Whether an expression only reads: asked twice, it gives the same and leaves nothing behind. */
const isPure = (node: ts.Node): boolean => {
  if (ts.isIdentifier(node) || ts.isNumericLiteral(node) || ts.isStringLiteralLike(node)) return true
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isTypeOfExpression(node))
    return isPure(node.expression)
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isPure(node.expression)
  if (ts.isPropertyAccessExpression(node)) return isPure(node.expression)
  if (ts.isElementAccessExpression(node)) return isPure(node.expression) && isPure(node.argumentExpression)
  if (ts.isPrefixUnaryExpression(node)) return READING_PREFIXES.has(node.operator) && isPure(node.operand)
  if (ts.isConditionalExpression(node)) return [node.condition, node.whenTrue, node.whenFalse].every(isPure)
  if (ts.isTemplateExpression(node)) return node.templateSpans.every(({ expression }) => isPure(expression))
  if (ts.isBinaryExpression(node)) {
    const isComma = node.operatorToken.kind === ts.SyntaxKind.CommaToken
    return !assigns(node) && !isComma && isPure(node.left) && isPure(node.right)
  }
  if (ts.isCallExpression(node)) {
    const { expression } = node
    const reads = ts.isPropertyAccessExpression(expression) && READING.has(expression.name.text)
    return reads && isPure(expression) && node.arguments.every(isPure)
  }
  return [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(node.kind)
}

/** Whether a call of a function can stand in the node's place: it is neither called, nor assigned to, nor part of a chain. */
const isReplaceable = (node: ts.Node): boolean => {
  const { parent } = node
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression !== node
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent))
    return parent.expression !== node || !ts.isOptionalChain(parent)
  if (ts.isBinaryExpression(parent)) return parent.left !== node || !assigns(parent)
  if (ts.isPrefixUnaryExpression(parent)) return READING_PREFIXES.has(parent.operator)
  return !(
    ts.isTaggedTemplateExpression(parent) ||
    ts.isPostfixUnaryExpression(parent) ||
    ts.isDeleteExpression(parent)
  )
}

/** The largest expression around a change that only reads and can be replaced. */
const largestPure = (node: ts.Node): ts.Node | undefined => {
  let largest: ts.Node | undefined
  for (let around = node; isPure(around); around = around.parent) if (isReplaceable(around)) largest = around
  return largest
}

/** Whether a statement of a block begins with the node. */
const opens = (node: ts.Node): boolean => {
  const { parent } = node
  if (parent === undefined || parent.getStart() !== node.getStart()) return false
  return ts.isExpressionStatement(parent) ? ts.isBlock(parent.parent) || ts.isSourceFile(parent.parent) : opens(parent)
}

const isInFunction = (node: ts.Node): boolean =>
  node.parent !== undefined && (ts.isFunctionLike(node.parent) || isInFunction(node.parent))

/** Every mutant of a file, in the order of its text. */
export const mutantsOf = (path: string, source: string): ReadonlyArray<Mutant> => {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind)
  const found: Array<Mutant> = []
  const visit = (node: ts.Node): void => {
    if (isJudgedElsewhere(node)) {
      // The value that is annotated is code all the same.
      if (ts.isCallExpression(node)) visit(node.expression)
      return
    }
    const change = changeOf(node)
    if (change !== undefined) {
      const [start, end] = [change.of.getStart(), change.of.getEnd()]
      const line = file.getLineAndCharacterOfPosition(start).line + 1
      // A number that names a property is no expression; its object is.
      const about = ts.isPropertyAssignment(node.parent) && node.parent.name === node ? node.parent.parent : node
      const pure = about === node ? largestPure(node) : undefined
      const [from, to] = [(pure ?? about).getStart(), (pure ?? about).getEnd()]
      const was = source.slice(start, end)
      const isAtLoad = !isInFunction(node)
      const isStatement = opens(pure ?? about)
      const { becomes } = change
      found.push({ path, start, end, was, becomes, from, to, isPure: pure !== undefined, isAtLoad, isStatement, line })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The file's text with the change. */
export const mutated = (source: string, { start, end, becomes }: Mutant): string =>
  source.slice(0, start) + becomes + source.slice(end)

/** What stands before and after an expression. */
interface Around {
  readonly from: number
  readonly to: number
  readonly before: string
  readonly after: string
}

/** An expression that is the mutant's if that is on, and otherwise notes whether the mutant would make a difference. */
const switched = (source: string, mutant: Mutant, place: number): Around => {
  const { from, to, start, end, becomes, isPure, isStatement } = mutant
  const other = `(${source.slice(from, start)}${becomes}${source.slice(end, to)})`
  const opening = `${isStatement ? ";" : ""}(isMutantOn(${place})?${other}:`
  return isPure
    ? { from, to, before: `${opening}compareMutant(${place},(`, after: `),()=>${other}))` }
    : { from, to, before: `${opening}(noteMutant(${place}),`, after: "))" }
}

/** An expression that notes a mutant which was made, or not, when its module was loaded. */
const noting = ({ from, to, isStatement }: Mutant, places: ReadonlyArray<number>): Around => ({
  from,
  to,
  before: `${isStatement ? ";" : ""}(${places.map((place) => `noteMutant(${place}),`).join("")}`,
  after: ")"
})

const rewritten = (source: string, from: number, to: number, around: ReadonlyArray<Around>): string => {
  let [text, told, left] = ["", from, around]
  while (left[0] !== undefined) {
    const [outer, ...others] = left
    const inner = others.filter((each) => each.to <= outer.to)
    text += source.slice(told, outer.from) + outer.before
    text += rewritten(source, outer.from, outer.to, inner) + outer.after
    told = outer.to
    left = others.filter((each) => each.to > outer.to)
  }
  return text + source.slice(told, to)
}

/**
 * The file's text, in which each mutant can be switched on and off by its place among all. One that is made when the module
 * is loaded cannot: whatever runs of the file later notes it.
 */
export const switchable = (path: string, source: string, placeOf: ReadonlyMap<Mutant, number>): string => {
  const atLoad = [...placeOf].flatMap(([mutant, place]) => (mutant.isAtLoad ? [place] : []))
  const later = [...placeOf].flatMap(([mutant, place]) => (mutant.isAtLoad ? [] : [switched(source, mutant, place)]))
  const notes = atLoad.length === 0 ? [] : mutantsOf(path, source).filter(({ isAtLoad }) => !isAtLoad)
  const around = [...later, ...notes.map((mutant) => noting(mutant, atLoad))]
  return rewritten(
    source,
    0,
    source.length,
    around.toSorted((a, b) => a.from - b.from || b.to - a.to)
  )
}
