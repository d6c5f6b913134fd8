import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript5"

const ROOT = join(import.meta.dir, "../..")

const filesIn = (folder: string, ending: string): ReadonlyArray<string> =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8")

const withoutComments = (text: string): string => text.replace(/--.*$/gm, "")

/** The text of every database file, without comments. */
export const MIGRATIONS = filesIn("migrations", ".sql").map((file) => withoutComments(read(file)))

/** Every table that the migrations create. */
export const TABLES = MIGRATIONS.flatMap((text) =>
  [...text.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+) \(([^;]*)\);/g)].map(([, table = "", columns = ""]) => ({
    table,
    columns
  }))
)

/** The tables with an owner's column. */
export const OWNED_TABLES = TABLES.filter(({ columns }) => /^\s*user_id /m.test(columns))
export const OWNED = OWNED_TABLES.map(({ table }) => table)

/** The template texts of a file, with a question mark for each interpolated value. */
const templatesIn = (file: string): ReadonlyArray<string> => {
  const templates: Array<string> = []
  const visit = (node: ts.Node) => {
    if (ts.isNoSubstitutionTemplateLiteral(node)) templates.push(node.text)
    if (ts.isTemplateExpression(node)) {
      templates.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("?"))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true))
  return templates
}

const oneLine = (text: string): string => withoutComments(text).replace(/\s+/g, " ").trim()

/** The statements in the functions that the migrations create. */
export const OF_FUNCTIONS = MIGRATIONS.flatMap((text) =>
  [...text.matchAll(/CREATE (?:OR REPLACE )?FUNCTION [\s\S]*?\$\$([\s\S]*?)\$\$/g)].flatMap(([, body = ""]) =>
    body.split(";").map(oneLine)
  )
)

/** The template texts of the service: its statements and other texts. */
export const OF_SERVICE = filesIn("src", ".ts").flatMap(templatesIn).map(oneLine)
