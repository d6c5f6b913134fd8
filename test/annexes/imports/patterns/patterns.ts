import { Glob } from "bun"
import ts from "typescript5"

export interface Pattern {
  /** Where it is written, as `readers/hevy.ts:12`. */
  readonly place: string
  readonly pattern: RegExp
}

const ROOT = new URL("../../../../src/", import.meta.url).pathname

const patternsIn = (file: string, text: string): ReadonlyArray<Pattern> => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Array<Pattern> = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/")
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({
        place: `${file}:${line}`,
        pattern: new RegExp(node.text.slice(1, end), node.text.slice(end + 1))
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Every pattern written in these folders of `src`. */
export const patternsOf = async (...folders: ReadonlyArray<string>): Promise<ReadonlyArray<Pattern>> => {
  const files = await Array.fromAsync(new Glob("**/*.ts").scan(ROOT))
  const wanted = files.filter((file) => folders.some((folder) => file.startsWith(folder))).sort()
  const read = await Promise.all(wanted.map(async (file) => patternsIn(file, await Bun.file(ROOT + file).text())))
  return read.flat()
}
