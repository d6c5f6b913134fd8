import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openInput } from "../../../src/annexes/imports/formats/input.ts"
import { openWorkbook, type SheetRow } from "../../../src/annexes/imports/formats/workbook.ts"
import { datesOfStyles } from "../../../src/annexes/imports/formats/workbook-styles.ts"
import { readContent } from "./reading.ts"
import { HEAD, workbook, X } from "./workbook-of.ts"

const folder = { path: "" }
beforeAll(() => {
  folder.path = mkdtempSync(join(tmpdir(), "fettle-workbook-"))
})
afterAll(() => rmSync(folder.path, { recursive: true }))

/** The rows of each sheet, by its name. */
const rowsIn = async (content: Uint8Array) => {
  const path = join(folder.path, `${crypto.randomUUID()}.xlsx`)
  writeFileSync(path, content)
  const { sheets } = await openWorkbook(await openInput(path))
  const found: Record<string, ReadonlyArray<SheetRow>> = {}
  for (const { name, rows } of sheets) {
    const all: Array<SheetRow> = []
    for await (const { rows: some } of rows()) all.push(...some)
    found[name] = all
  }
  return found
}

const date = (iso: string) => new Date(`${iso}Z`)

describe("the cells of a workbook", () => {
  test("are shared, rich, inline and computed texts, numbers, booleans and dates; errors are empty", async () => {
    const shared = `${HEAD}<sst ${X}><si><t>Apple &amp; pear</t></si><si><r><t>Ri</t></r><r><rPr/><t xml:space="preserve">ch </t></r><rPh><t>no</t></rPh></si></sst>`
    const row = [
      `<row r="3" spans="1:9"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="D3" t="inlineStr"><is><t>in_x000A_line</t></is></c>`,
      `<c r="E3" t="str"><f>A1&amp;"x"</f><v>sum</v></c><c r="F3"><v>1.5E2</v></c><c r="G3" t="b"><v>1</v></c><c r="H3" t="e"><v>#N/A</v></c>`,
      `<c r="I3" t="d"><v>2024-03-01T07:30:00</v></c></row><row r="9"/><row><c><v>7</v></c><c/><c t="s"><v>99</v></c></row>`
    ]
    const found = await rowsIn(workbook({ "A &amp; B": row.join("\n") }, { parts: { "xl/sharedStrings.xml": shared } }))
    const cells = ["Apple & pear", "Rich ", null, "in\nline", "sum", 150, true, null, date("2024-03-01T07:30:00")]
    expect(found).toEqual({
      "A & B": [
        { number: 3, cells },
        { number: 10, cells: [7] }
      ]
    })
  })

  test("are dates if their style says so, counted from 1900 or from 1904", async () => {
    const formats = ["yyyy\\-mm\\-dd", '0.0" d"', "[Red]0", "[h]:mm"]
    const styles = `${HEAD}<styleSheet ${X}><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', "&quot;")}"/>`)
      .join(
        ""
      )}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, 14, 164, 165, 166, 167].map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`
    const row = `<row>${[0, 1, 2, 3, 4, 5].map((style) => `<c s="${style}"><v>45352.5</v></c>`).join("")}</row>`
    const parts = { "xl/styles.xml": styles }
    const [noon, later] = [date("2024-03-01T12:00:00"), date("2028-03-02T12:00:00")]
    const shown = (at: Date) => ({ S: [{ number: 1, cells: [45352.5, at, at, 45352.5, 45352.5, at] }] })
    expect(await rowsIn(workbook({ S: row }, { parts }))).toEqual(shown(noon))
    const properties = `<workbookPr date1904="1"/>`
    expect(await rowsIn(workbook({ S: row }, { parts, properties }))).toEqual(shown(later))
  })

  test("without a style are numbers, also next to dates", async () => {
    const styles = `${HEAD}<styleSheet ${X}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`
    const row = `<row><c s="1"><v>45352</v></c><c><v>45352</v></c></row>`
    expect(await rowsIn(workbook({ S: row }, { parts: { "xl/styles.xml": styles } }))).toEqual({
      S: [{ number: 1, cells: [date("2024-03-01T00:00:00"), 45352] }]
    })
  })
})

test("numbers of a built-in format for dates or times are dates (ECMA-376, part 1, 18.8.30)", async () => {
  const formats = Array.from({ length: 60 }, (_, format) => format)
  const isDate = await datesOfStyles(async (element) => {
    for (const format of formats) element("xf", new Map([["numFmtId", `${format}`]]), ["styleSheet", "cellXfs", "xf"])
  })
  const ranges = formats.filter((format) => isDate[format] !== isDate[format - 1] && format > 0)
  expect(ranges).toEqual([14, 23, 27, 37, 45, 48, 50, 59])
  expect(isDate[14]).toBe(true)
})

/** The rows of a sheet. */
const sheet = (...rows: ReadonlyArray<ReadonlyArray<string | number>>) =>
  rows
    .map((cells) => {
      const of = (cell: string | number) =>
        typeof cell === "number" ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`
      return `<row>${cells.map(of).join("")}</row>`
    })
    .join("")

describe("a day's alcohol in a separate sheet", () => {
  // 45352 is 1 March 2024.
  const micronutrients = sheet(["Date", "Fiber (g)", "Alcohol (g)"], [45352, 20, 14.2], [45353, 18, 0])
  const sums = sheet(
    ["Date", "Calories (kcal)", "Fat (g)", "Carbs (g)", "Protein (g)"],
    [45352, 2100, 60, 220, 130],
    [45354, 1900, 50, 200, 120]
  )

  test("belongs to the sums of that day, whichever sheet comes first", async () => {
    for (const sheets of [
      { "Calories &amp; Macros": sums, Micronutrients: micronutrients },
      { Micronutrients: micronutrients, "Calories &amp; Macros": sums }
    ]) {
      const { rows } = await readContent("MacroFactor.xlsx", workbook(sheets))
      const eaten = rows.flatMap((row) => (row._tag === "Eaten" ? [[row.at.day, row.nutrition.alcohol]] : []))
      expect(eaten).toEqual([
        ["2024-03-01", 14.2],
        ["2024-03-03", null]
      ] as never)
    }
  })

  test("of a day without a number is unknown, and makes no entry of that day", async () => {
    const sheets = {
      "Calories &amp; Macros": sheet(["Date", "Calories (kcal)"], [45352, ""]),
      Micronutrients: sheet(["Date", "Fiber (g)", "Alcohol (g)"], [45352, 20, ""])
    }
    const { rows } = await readContent("MacroFactor.xlsx", workbook(sheets))
    expect(rows.filter(({ _tag }) => _tag === "Eaten")).toEqual([])
  })

  test("is reported as left out beside a log of foods, because it does not say whose it is", async () => {
    const log = sheet(["Date", "Food Name", "Calories (kcal)"], [45352, "Beer", 150])
    const { rows } = await readContent(
      "MacroFactor.xlsx",
      workbook({ "Food Log": log, Micronutrients: micronutrients })
    )
    expect(rows.flatMap((row) => (row._tag === "Eaten" ? [row.nutrition.alcohol] : []))).toEqual([null])
    expect(JSON.stringify(rows)).toContain("days whose alcohol is left out")
    expect(JSON.stringify(rows)).not.toContain("was added")
  })
})

describe("a workbook with a log of foods", () => {
  const log = sheet(
    ["Date", "Food Name", "Calories (kcal)", "Protein (g)"],
    [45353, "Oats", 311, 11],
    [45353, "Milk", 120, 8]
  )
  const sums = sheet(
    ["Date", "Calories (kcal)", "Protein (g)"],
    [45352, 2100, 150],
    [45353, 431, 19],
    [45354, 0, 0],
    [45355, 1900, 120]
  )

  test("gives the sums of the days that the log lacks, whichever sheet comes first", async () => {
    for (const sheets of [
      { "Food Log": log, "Calories &amp; Macros": sums },
      { "Calories &amp; Macros": sums, "Food Log": log }
    ]) {
      const { rows } = await readContent("MacroFactor.xlsx", workbook(sheets))
      const eaten = rows.flatMap((row) =>
        row._tag === "Eaten" ? [[row.at.day, row.name, row.nutrition.calories]] : []
      )
      expect(eaten.toSorted()).toEqual([
        ["2024-03-01", "All foods of the day", 2100],
        ["2024-03-02", "Milk", 120],
        ["2024-03-02", "Oats", 311],
        ["2024-03-04", "All foods of the day", 1900]
      ])
      expect(rows.reduce((sum, row) => sum + (row._tag === "Warning" ? 0 : row.rows), 0)).toBe(6)
    }
  })

  test("takes these sums from a sheet that also has weights, if no other has them", async () => {
    const measured = sheet(
      ["Date", "Weight (kg)", "Calories (kcal)", "Protein (g)"],
      [45352, 81, 2100, 150],
      [45353, 80.5, 431, 19]
    )
    const eatenIn = async (sheets: Readonly<Record<string, string>>) => {
      const { rows } = await readContent("MacroFactor.xlsx", workbook(sheets))
      return rows.flatMap((row) => (row._tag === "Eaten" ? `${row.at.day} ${row.nutrition.calories}` : [])).sort()
    }
    const logged = ["2024-03-02 120", "2024-03-02 311"]
    expect(await eatenIn({ "Food Log": log, "Quick Export": measured })).toEqual(["2024-03-01 2100", ...logged])
    const other = sheet(["Date", "Calories (kcal)"], [45352, 2050])
    expect(await eatenIn({ "Food Log": log, "Quick Export": measured, Calories: other })).toEqual([
      "2024-03-01 2050",
      ...logged
    ])
  })
})

describe("a workbook beyond a bound", () => {
  const faultOf = async (content: Uint8Array) => (await readContent("MacroFactor.xlsx", content)).fault?.message

  test("has its rows refused after the 200,000th, quickly and with what to do", async () => {
    const row = (at: number) => `<row r="${at}"><c r="A${at}"><v>${at}</v></c><c r="B${at}"><v>80</v></c></row>`
    const rows = Array.from({ length: 1_000_000 }, (_, at) => row(at + 2)).join("")
    const header = `<row r="1"><c t="inlineStr"><is><t>Date</t></is></c><c t="inlineStr"><is><t>Weight (kg)</t></is></c></row>`
    const content = workbook({ Weight: header + rows })
    expect(content.length).toBeLessThan(32 * 1024 * 1024)
    const { cpuUsage } = process
    const before = cpuUsage()
    expect(await faultOf(content)).toBe("MacroFactor.xlsx: has more than 200,000 rows. Export a shorter time")
    // Reading everything at once would take minutes.
    expect(cpuUsage(before).user / 1e6).toBeLessThan(20)
  }, 120_000)

  test("is refused if the file is larger than 32 MiB", async () => {
    // Longer than what is looked back on to compress, so that it stays as large as it is.
    const block = crypto.getRandomValues(new Uint8Array(40_000))
    const filler = Buffer.alloc(32 * 1024 ** 2, block)
    const content = workbook({ S: "<row><c><v>7</v></c></row>" }, { parts: { "docProps/filler.xml": filler } })
    expect(content.length / 1024 ** 2).toBeWithin(32, 32.1)
    expect(await faultOf(content)).toContain("is larger than 32 MiB")
  })

  test("has at most 200,000 rows, the empty ones among them", async () => {
    const ofRows = (count: number) => rowsIn(workbook({ S: `${"<row/>".repeat(count - 1)}<row><c><v>7</v></c></row>` }))
    expect(await ofRows(200_000)).toEqual({ S: [{ number: 200_000, cells: [7] }] })
    await expect(ofRows(200_001)).rejects.toThrow("has more than 200,000 rows")
  })

  test("has its columns, sheets, names and texts refused", async () => {
    const text = (length: number) => `<row><c t="inlineStr"><is><t>${"x".repeat(length)}</t></is></c></row>`
    const faults: ReadonlyArray<readonly [string, Uint8Array]> = [
      ["more than 1000 columns", workbook({ S: `<row><c r="XFD1"><v>1</v></c></row>` })],
      ["more than 200 sheets", workbook(Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`S${at}`, ""])))],
      ["a sheet whose name is longer than 255 bytes", workbook({ ["é".repeat(128)]: "" })],
      ["a text of more than 32767 characters", workbook({ S: text(300_000) })]
    ]
    for (const [fault, content] of faults) expect(await faultOf(content)).toContain(fault)
  })
})
