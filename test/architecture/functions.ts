import ts from "typescript5"
import { sources } from "./imports.ts"

/** A function of the source, and how many lines it has from its first to its last. */
export interface Measured {
  readonly name: string
  /** File and line, such as `src/call/pipeline.ts:40`. */
  readonly at: string
  readonly lines: number
}

/** A function's own name, or that of the variable, property or call that receives it. */
const nameOf = (node: ts.Node): string => {
  if ((ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) && node.name) {
    return node.name.getText()
  }
  if (ts.isSourceFile(node) || ts.isBlock(node)) return "(anonymous)"
  return nameOf(node.parent)
}

/** The functions of a file, including nested ones. */
export const measuredIn = (path: string, text: string): ReadonlyArray<Measured> => {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, kind)
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  const measured: Array<Measured> = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const first = lineAt(node.getStart(file))
      measured.push({ name: nameOf(node), at: `${path}:${first}`, lines: lineAt(node.getEnd()) - first + 1 })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return measured
}

/** Every function of the source, the longest first. */
export const functions: ReadonlyArray<Measured> = [...sources.values()]
  .flatMap(({ path, text }) => measuredIn(path, text))
  .sort((one, other) => other.lines - one.lines)
