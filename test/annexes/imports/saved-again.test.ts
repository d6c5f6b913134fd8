import { describe, expect, test } from "bun:test"
import type { HistoryRow } from "../../../src/annexes/imports/rows/rows.ts"
import { CsvSplitter } from "../../../src/platform/files/csv.ts"
import { expectedOf, fixture, fixtureNames, type Outcome, readContent } from "./reading.ts"

type Records = ReadonlyArray<ReadonlyArray<string>>

/** A way in which a program may save a table again. */
interface Saving {
  readonly delimiter: string
  readonly isQuoted?: boolean
  readonly lineEnd?: string
  /** Whether each row gets as many cells as the widest, including blank lines, as in a spreadsheet. */
  readonly isPadded?: boolean
  readonly encode?: (text: string) => Uint8Array
  /** Whether the first line names the delimiter, as for Excel. */
  readonly isNamed?: boolean
}

const SAVINGS: ReadonlyArray<readonly [string, Saving]> = [
  ["semicolons", { delimiter: ";" }],
  ["tabs", { delimiter: "\t" }],
  ["commas", { delimiter: "," }],
  ["all fields quoted", { delimiter: ",", isQuoted: true }],
  ["all fields quoted, semicolons", { delimiter: ";", isQuoted: true }],
  ["a byte order mark and CRLF", { delimiter: ",", lineEnd: "\r\n", encode: (text) => Buffer.from(`\ufeff${text}`) }],
  ["a spreadsheet's padding", { delimiter: ";", isPadded: true, lineEnd: "\r\n" }],
  ["a first line that names the delimiter", { delimiter: ";", isNamed: true, lineEnd: "\r\n" }],
  ["CR alone at the end of lines", { delimiter: ",", lineEnd: "\r" }],
  ["UTF-16 with tabs", { delimiter: "\t", lineEnd: "\r\n", encode: (text) => Buffer.from(`\ufeff${text}`, "utf16le") }],
  [
    "UTF-16 with the high byte first",
    { delimiter: ",", encode: (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16() }
  ]
]

/** Exports that are not proper CSV, so that a program that reads them as CSV changes their content. */
const NOT_CSV: ReadonlySet<string> = new Set(["fitnotes-unquoted.csv", "strong-a-quoted-lines.csv"])

const tables = fixtureNames.filter((name) => name.endsWith(".csv") && !NOT_CSV.has(name))

/** The records of a text, including blank lines. */
const recordsOf = (text: string): Records => {
  const delimiters = [",", ";", "\t"].map((delimiter) => {
    const splitter = new CsvSplitter({ delimiter })
    const records = text
      .split(/(?<=\n)(?=\r?\n)/)
      .flatMap((part, at) => [...(at > 0 ? [[""]] : []), ...splitter.push(part).map(({ fields }) => [...fields])])
    return [...records, ...splitter.end().map(({ fields }) => [...fields])]
  })
  const [most] = delimiters.sort((one, other) => other.flat().length - one.flat().length)
  return most ?? []
}

/**
 * In a file with semicolons, a comma in a number would be a decimal comma, so no program keeps it there for thousands.
 */
const withoutThousands = (cell: string): string =>
  /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(cell) ? cell.replaceAll(",", "") : cell

const saved = (records: Records, { delimiter, isQuoted, lineEnd = "\n", isPadded, isNamed }: Saving): string => {
  const width = Math.max(...records.map((fields) => fields.length))
  const needsQuotes = (cell: string) => isQuoted || cell.includes(delimiter) || /["\r\n]/.test(cell)
  const rows = records
    .filter((fields) => isPadded || fields.length > 1 || fields[0] !== "")
    .map((fields) => (isPadded ? [...fields, ...Array<string>(width - fields.length).fill("")] : fields))
    .map((fields) => fields.map((cell) => (delimiter === ";" ? withoutThousands(cell) : cell)))
    .map((fields) => fields.map((cell) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)))
    .map((fields) => fields.join(delimiter) + lineEnd)
  return (isNamed ? `sep=${delimiter}${lineEnd}` : "") + rows.join("")
}

/** The outcome of importing a file: its facts, and what is left out and why, without line numbers. */
const meaningOf = ({ source, rows, fault, questions }: Outcome) => ({
  source,
  fault: fault?.message ?? null,
  questions: questions.map(({ option }) => option),
  rows: rows.filter((row) => row._tag !== "Warning").map(withoutPlaces)
})

const withoutPlaces = (row: HistoryRow): unknown =>
  JSON.parse(JSON.stringify(row), (key, value) => (key === "place" ? undefined : value))

describe.each(SAVINGS)("a table saved again with %s", (_, saving) => {
  test.each(tables)("%s gives the same facts", async (name) => {
    const { options } = expectedOf(name)
    const bytes = fixture(name)
    const text = saved(recordsOf(Buffer.from(bytes).toString()), saving)
    const again = saving.encode?.(text) ?? Buffer.from(text)
    expect(meaningOf(await readContent(name, again, options))).toEqual(
      meaningOf(await readContent(name, bytes, options))
    )
  })
})

test("a first line that names the delimiter counts as a line, whatever comes before it", async () => {
  const table = "Date;Weight (kg)\r\n2024-03-01;81,5\r\n2024-03-02;heavy\r\n"
  for (const opening of ["sep=;\r\n", "\ufeffSEP=;\n", '"sep=;"\r\n']) {
    const { fault, rows } = await readContent("weights.csv", opening + table)
    expect(fault).toBeNull()
    expect(rows.filter(({ _tag }) => _tag !== "Warning")).toMatchObject([
      { _tag: "Reading", value: 81.5, place: { line: 3 } },
      { _tag: "LeftOut", place: { line: 4 } }
    ])
  }
})

test("truncated or invalid UTF-16 is refused with the place", async () => {
  const whole = Buffer.from(`\ufeff${Buffer.from(fixture("hevy-kg.csv")).toString()}`, "utf16le")
  const cut = await readContent("hevy.csv", Buffer.concat([whole, Buffer.from([0x41])]))
  expect(cut.fault?.message).toMatch(/line \d+: ends in the middle of a row\. A part is missing/)
  const end = whole.lastIndexOf(Buffer.from("\n", "utf16le"))
  const broken = Buffer.concat([whole.subarray(0, end), Buffer.from([0x00, 0xd8]), whole.subarray(end)])
  expect((await readContent("hevy.csv", broken)).fault?.message).toMatch(/line \d+: has characters that are not UTF-8/)
})
