import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { isTechnical } from "../../../src/annexes/imports/formats/columns/unread.ts"
import { SOURCE_ROWS } from "../../../src/annexes/imports/sources.ts"
import { EVERY_COLUMN, type EveryColumn } from "./every-column.ts"
import { EVERY_LAID_OUT } from "./every-laid-out.ts"
import { readContent } from "./reading.ts"
import { tableIn } from "./table-in.ts"

const ALL = [...EVERY_COLUMN, ...EVERY_LAID_OUT]

/** The content of a table, with the cell of one column left empty. */
const contentOf = (table: EveryColumn, without = -1): string | Uint8Array => {
  const { before = "", delimiter = ",", columns, content } = table
  if (content !== undefined) return content(columns.map(([, value], at) => (at === without ? "" : value)))
  const quoted = (text: string) => (text.includes(delimiter) || text.includes(" ") ? `"${text}"` : text)
  const header = columns.map(([name]) => quoted(name)).join(delimiter)
  const row = columns.map(([, value], at) => (at === without ? "" : quoted(value))).join(delimiter)
  return `${before}${header}\n${row}\n`
}

const options = { weightUnit: "kg", distanceUnit: "km", steps: "largest", person: "Ann" } as const

const read = async (table: EveryColumn, without?: number) => {
  const { rows, notKept, fault, questions, source } = await readContent(
    table.name.split(",")[0] ?? "",
    contentOf(table, without),
    options
  )
  return { rows, notKept, source, problem: fault?.message ?? questions.map(({ _tag }) => _tag).join() }
}

/** A column's name as reports write it. */
const shortOf = (column: string): string => column.replace(/^com\.samsung\..*\.([^.]+)$/, "$1")

/** Of the columns of a table, which change what is read, and which the report names. */
const fatesOf = async (table: EveryColumn) => {
  const whole = await read(table)
  const named = new Set(whole.notKept.map(({ kind }) => kind))
  const columns = [...table.columns.entries()].filter(
    ([, [column]]) => table.beside?.includes(column) !== true && !isTechnical(shortOf(column), {})
  )
  const fates = []
  for (const [at, [column]] of columns) {
    const { rows, problem } = await read(table, at)
    const isKept = problem !== "" || JSON.stringify(rows) !== JSON.stringify(whole.rows)
    fates.push({ column: shortOf(column), isKept, isNamed: named.has(shortOf(column)) })
  }
  return { whole, fates }
}

const isFact = ({ _tag }: { readonly _tag: string }) => _tag !== "Warning" && _tag !== "LeftOut"

describe("of every column that an app writes, nothing is dropped in silence", () => {
  test.each(ALL.map((table) => [`${table.source}, ${table.name}`, table] as const))("%s", async (_, table) => {
    const { whole, fates } = await fatesOf(table)
    expect([whole.source, whole.problem]).toEqual([table.source, ""])
    expect(whole.rows.filter(isFact)).not.toEqual([])
    expect(fates.filter(({ isKept, isNamed }) => isKept === isNamed)).toEqual([])
  })
})

test("docs/history.md has the table of what is kept and what is named as the readers do it", async () => {
  const lines = []
  for (const table of ALL) {
    const { fates } = await fatesOf(table)
    const [kept, named] = [true, false].map((wanted) =>
      fates.flatMap(({ column, isKept }) => (isKept === wanted ? [column.replaceAll("|", "/")] : [])).join(", ")
    )
    lines.push(`${SOURCE_ROWS[table.source].name}, \`${table.name}\` | ${kept} | ${named || "–"}`)
  }
  const text = readFileSync(new URL("../../../docs/history.md", import.meta.url), "utf8")
  expect(tableIn(text, "| Columns of")).toEqual(lines)
})
