import { describe, expect, test } from "bun:test"
import { ownSchema } from "../../src/platform/database/schema.ts"

const { migrations, functions } = ownSchema()
const names = functions.map(({ name }) => name)

const withoutComments = (text: string): string => text.replace(/--.*$/gm, "")

describe("the files of the database", () => {
  test.each(functions.map(({ name, statement }) => [name, statement]))(
    "%s.sql has a comment, and the only body of the function of that name",
    (name, statement) => {
      expect(statement).toMatch(/^(?:-- .+\n)+(?:--\n(?:-- .+\n)+)*CREATE OR REPLACE FUNCTION \w+\s*\(/)
      const made = [...withoutComments(statement).matchAll(/\bCREATE\s+(?:OR REPLACE )?FUNCTION (\w+)/g)]
      expect(made.map(([, made]) => made)).toEqual([name])
      expect(statement).toEndWith("\n$$;\n")
    }
  )

  test("numbered files define no functions, and call them only in triggers, generated columns and checks", () => {
    const calls = new RegExp(`\\b(?:${names.join("|")})\\s*\\(`, "g")
    for (const { statements } of migrations) {
      const text = withoutComments(statements)
      expect(text).not.toMatch(/\bFUNCTION\b(?<!EXECUTE FUNCTION)/)
      const elsewhere = text
        .replace(/EXECUTE FUNCTION \w+\(\)/g, "")
        .replace(/(?:GENERATED ALWAYS AS|CHECK) \(\w+\(\w+\)\)/g, "")
      expect(elsewhere.match(calls)).toBeNull()
    }
  })

  test("a statement that adds a constraint to a table makes no other change to it, which a cluster refuses", () => {
    const change = /(?:\bTABLE \w+|,)\s+(?:ADD|ALTER|DROP|RENAME|VALIDATE)\b/g
    const refused = (statement: string) =>
      /\bADD CONSTRAINT\b/.test(statement) && (statement.match(change) ?? []).length > 1
    expect(refused("ALTER TABLE a DROP CONSTRAINT b, ADD CONSTRAINT b CHECK (is_b(c))")).toBe(true)
    const statements = migrations.flatMap(({ statements }) => withoutComments(statements).split(";"))
    expect(statements.filter(refused)).toEqual([])
  })

  test("migrations have at most 2,410 lines", () => {
    const texts = [
      ...functions.map(({ statement }) => statement),
      ...migrations.map(({ statements, after }) => statements + (after ?? ""))
    ]
    const lines = texts.map((text) => text.split("\n").length - 1)
    expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(2410)
  })
})
