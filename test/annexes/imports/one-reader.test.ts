import { describe, expect, test } from "bun:test"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { DOCUMENT_KINDS } from "../../../src/annexes/imports/apps/documents.ts"
import { recogniseTable, tableStarts } from "../../../src/annexes/imports/apps/recognise-table.ts"
import { isHealthExport } from "../../../src/annexes/imports/apps/recorders/apple-health.ts"
import { TABLE_KINDS } from "../../../src/annexes/imports/apps/tables.ts"
import { activityFormatOf } from "../../../src/annexes/imports/formats/activities/activity-format.ts"
import { CsvSplitter } from "../../../src/platform/files/csv.ts"
import { expectedOf, fixture, fixtureNames, type Outcome, readContent } from "./reading.ts"

const FIXTURES = join(import.meta.dir, "fixtures")

/** All files of the exports, including those of archives that are kept as folders. */
const files = fixtureNames.flatMap((name) => {
  const path = join(FIXTURES, name)
  if (!statSync(path).isDirectory()) return [name]
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .sort()
    .map((file) => join(name, file))
    .filter((file) => statSync(join(FIXTURES, file)).isFile())
})

/** The readers that recognise a file with this content alone, whatever its name. */
const readersOf = (name: string, bytes: Uint8Array): ReadonlyArray<string> => {
  const text = new TextDecoder().decode(bytes)
  const starts = tableStarts(text)
  const tables = TABLE_KINDS.flatMap((kind, at) => {
    const isOpened = kind.opening !== undefined && recogniseTable([], name, [kind], text) !== null
    return isOpened || starts.some(({ header, first }) => kind.matches(header, first))
      ? `table ${at} ${kind.source}`
      : []
  })
  const documents = DOCUMENT_KINDS.flatMap((kind, at) =>
    kind.matches(text, name) ? `document ${at} ${kind.source}` : []
  )
  return [
    ...(isHealthExport(text) ? ["apple-health"] : []),
    ...(activityFormatOf(bytes) === null ? [] : ["activity-files"]),
    ...tables,
    ...documents
  ]
}

test("each file of an export has one reader, or none if its name or the files beside it decide", () => {
  const read = files
    .filter((name) => !/\.(?:zip|xlsx)$/.test(name))
    .map((name) => [name, readersOf(name, readFileSync(join(FIXTURES, name)))] as const)
  expect(read.filter(([, readers]) => readers.length > 1)).toEqual([])
  expect(read.filter(([, readers]) => readers.length === 0).map(([name]) => name)).toMatchInlineSnapshot(`
    [
      "apple-health.zip/apple_health_export/export_cda.xml",
      "cronometer-differing.zip/dailysummary.csv",
      "cronometer.zip/dailysummary.csv",
      "cronometer.zip/notes.csv",
      "fitbit-takeout.zip/Takeout/Fitbit/Global Export Data/heart_rate-2025-01-13.json",
      "garmin-archive.zip/DI_CONNECT/DI-Connect-User/user.json",
      "google-fit.zip/Takeout/Fit/Daily activity metrics/2026-03-01.csv",
      "lose-it.zip/body-fat.csv",
      "lose-it.zip/steps.csv",
      "macrofactor.xlsx/[Content_Types].xml",
      "macrofactor.xlsx/_rels/.rels",
      "macrofactor.xlsx/xl/_rels/workbook.xml.rels",
      "macrofactor.xlsx/xl/workbook.xml",
      "macrofactor.xlsx/xl/worksheets/sheet1.xml",
      "macrofactor.xlsx/xl/worksheets/sheet2.xml",
      "macrofactor.xlsx/xl/worksheets/sheet3.xml",
      "macrofactor.xlsx/xl/worksheets/sheet4.xml",
      "macrofactor.xlsx/xl/worksheets/sheet5.xml",
      "macrofactor.xlsx/xl/worksheets/sheet6.xml",
      "macrofactor.xlsx/xl/worksheets/sheet7.xml",
      "myfitnesspal-resaved.csv",
      "plain-days.csv",
      "whoop.zip/physiological_cycles.csv",
      "withings.zip/aggregates_distance.csv",
      "withings.zip/aggregates_steps.csv",
    ]
  `)
})

/**
 * Exports whose readers use the positions of columns: in every language, if names repeat, or because several columns
 * have the same meaning. Others are not a single table with a header.
 */
const BY_PLACE =
  /^(?:garmin|gymbook|strava|stronglifts|withings-(?:french|german)|strong-(?:chinese|french|a-quoted-lines)|fitnotes-(?:unquoted|ios)|health-auto-export-workouts|renpho-older|fatsecret|jefit|libra|fitbit-old|fitbit-food-log|samsung-food)/
/** Tables so common that each further column is a reason against them. A reader of such a table is listed here. */
const ALL_NAMED = /^(?:plain[-.]|fitnotes-body-older)/

const tables = fixtureNames.filter((name) => name.endsWith(".csv") && !BY_PLACE.test(name))

interface Split {
  readonly delimiter: string
  readonly records: ReadonlyArray<ReadonlyArray<string>>
}

const splitOf = (name: string): Split => {
  const text = Buffer.from(fixture(name)).toString().replace("\ufeff", "")
  const splits = [",", ";", "\t"].map((delimiter) => {
    const splitter = new CsvSplitter({ delimiter })
    return { delimiter, records: [...splitter.push(text), ...splitter.end()].map(({ fields }) => fields) }
  })
  const [most] = splits.sort((one, other) => other.records.flat().length - one.records.flat().length)
  return most ?? { delimiter: ",", records: [] }
}

const written = ({ delimiter, records }: Split): string =>
  records.map((fields) => `${fields.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)}\n`).join("")

const meaningOf = ({ source, rows, fault, questions }: Outcome) => ({
  source,
  fault: fault?.message ?? null,
  questions: questions.map(({ option }) => option),
  rows: rows
    .filter((row) => row._tag !== "Warning")
    .map((row) => JSON.parse(JSON.stringify(row, (key, value) => (key === "place" ? undefined : value))))
})

/** Each record with at most as many fields as the header. */
const squared = ({ delimiter, records }: Split): Split => {
  const width = records[0]?.length ?? 0
  return {
    delimiter,
    records: records.map((fields) => Array.from({ length: width }, (_, at) => fields[at] ?? ""))
  }
}

describe("a table that is read by the names of its columns", () => {
  test.each(tables)("%s has the same facts with its columns in any order", async (name) => {
    const { options } = expectedOf(name)
    const split = squared(splitOf(name))
    const expected = meaningOf(await readContent(name, written(split), options))
    const places = [...(split.records[0] ?? []).keys()]
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(places, { minLength: places.length }), async (order) => {
        const records = split.records.map((fields) => order.map((at) => fields[at] ?? ""))
        expect(meaningOf(await readContent(name, written({ ...split, records }), options))).toEqual(expected)
      }),
      { numRuns: 5 }
    )
  })

  test.each(tables.filter((name) => !ALL_NAMED.test(name)))(
    "%s has the same facts with further columns",
    async (name) => {
      const { options } = expectedOf(name)
      const split = squared(splitOf(name))
      const expected = meaningOf(await readContent(name, written(split), options))
      for (const place of [0, split.records[0]?.length ?? 0]) {
        const records = split.records.map((fields, at) => fields.toSpliced(place, 0, at === 0 ? "Xyzzy" : "x 1"))
        const outcome = await readContent(name, written({ ...split, records }), options)
        expect(meaningOf(outcome)).toEqual(expected)
        if (outcome.rows.some((row) => row._tag !== "LeftOut" && row._tag !== "Warning"))
          expect([name, ...outcome.notKept.map(({ kind }) => kind)]).toContainEqual(expect.stringContaining("Xyzzy"))
      }
    }
  )
})
