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
  /** Where the expression begins and ends that the change is part of. */
  readonly from: number
  readonly to: number
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
      // A number that names a property is no expression; its value is.
      const about = ts.isPropertyAssignment(node.parent) && node.parent.name === node ? node.parent.initializer : node
      const [from, to] = [about.getStart(), about.getEnd()]
      const was = source.slice(start, end)
      const isAtLoad = !isInFunction(node)
      found.push({ path, start, end, was, becomes: change.becomes, from, to, isAtLoad, isStatement: opens(node), line })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The file's text with the change. */
export const mutated = (source: string, { start, end, becomes }: Mutant): string =>
  source.slice(0, start) + becomes + source.slice(end)

/** The file's text, in which each mutant's expression first notes that it ran, at the mutant's place among all. */
export const watched = (
  source: string,
  mutants: ReadonlyArray<Mutant>,
  placeOf: (mutant: Mutant) => number
): string => {
  const notes = mutants.flatMap((mutant) => [
    { at: mutant.from, isFirst: mutant.isStatement, note: `(ran[${placeOf(mutant)}]=1,` },
    { at: mutant.to, isFirst: false, note: ")" }
  ])
  const inOrder = notes.toSorted((a, b) => a.at - b.at || Number(b.isFirst) - Number(a.isFirst))
  let [text, told] = ["", 0]
  for (const { at, isFirst, note } of inOrder) {
    text += `${source.slice(told, at)}${isFirst ? ";" : ""}${note}`
    told = at
  }
  return text + source.slice(told)
}
