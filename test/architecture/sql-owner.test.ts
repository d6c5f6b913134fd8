import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript5"

const ROOT = join(import.meta.dir, "../..")

const filesIn = (folder: string, ending: string): ReadonlyArray<string> =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8")

/** Every table that has an owner's column, by the migrations. */
const OWNED_TABLES = filesIn("migrations", ".sql").flatMap((file) =>
  [...read(file).matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+) \(([^;]*)\);/g)].flatMap(([, table = "", columns = ""]) =>
    /^\s*user_id /m.test(columns) ? [{ table, columns }] : []
  )
)
const OWNED = OWNED_TABLES.map(({ table }) => table)

/** The template texts of a file; what is put into one stands as a question mark. */
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

/** Wherever rows of such a table are read, changed or deleted; a row that is added has its owner, or the table refuses it. */
const USES = new RegExp(`\\b(?:FROM|JOIN|UPDATE|USING)\\s+(?:${OWNED.join("|")})\\b`, "g")

const occurrences = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

const oneLine = (text: string): string => text.replace(/--.*$/gm, "").replace(/\s+/g, " ").trim()

/** The statements about every user at once: the operator's, and the sweep. */
const ABOUT_ALL = [
  "SELECT EXISTS (SELECT 1 FROM users) AS found",
  "SELECT ? FROM users ORDER BY created_at, user_id",
  "DELETE FROM idempotency_keys WHERE (user_id, operation, key) IN ( SELECT user_id, operation, key FROM idempotency_keys WHERE kept_at <= ? LIMIT ?) AND kept_at <= ? RETURNING 1"
]

/** The functions that the migrations make. */
const FUNCTIONS = filesIn("migrations", ".sql").flatMap((file) =>
  [...read(file).matchAll(/CREATE (?:OR REPLACE )?FUNCTION [\s\S]*?\$\$([\s\S]*?)\$\$/g)].map(([, body = ""]) => body)
)

test("every statement that touches users' data names user_id, as often as it names their tables", () => {
  const statements = [...filesIn("src", ".ts").flatMap(templatesIn), ...FUNCTIONS]
    .map(oneLine)
    .filter((text) => occurrences(text, USES) > 0)
  expect(OWNED.length).toBeGreaterThan(10)
  expect(statements.length).toBeGreaterThan(30)
  expect(statements).toEqual(expect.arrayContaining([...ABOUT_ALL]))
  const nameless = statements.filter((text) => occurrences(text, /\buser_id\b/g) < occurrences(text, USES))
  expect(nameless.filter((text) => !ABOUT_ALL.includes(text))).toEqual([])
})

test("every table of users' data has its owner first in its key", () => {
  for (const { table, columns } of OWNED_TABLES) {
    expect([table, /PRIMARY KEY \(user_id\b|^\s*user_id \w+ PRIMARY KEY/m.test(columns)]).toEqual([table, true])
  }
})
