import { basename } from "node:path"
import readWorkbook from "read-excel-file/node"
import { isActivityDay } from "../../values/activity-day.ts"
import type { HistoryRow, KnownNutrition, Moment, Place, ReadOptions } from "../rows.ts"
import { kilocaloriesIn, kilogramsIn, unitInName } from "./amounts.ts"
import type { Emitter } from "./emitter.ts"
import { fault, type Input, unreadable } from "./input.ts"

/** A workbook is read as a whole, so it must be small. Ten years of days take about 2 MiB. */
const LARGEST = 32 * 1024 * 1024
const MOST_UNPACKED = 256 * 1024 * 1024

/** Whether the archive is a workbook. */
export const isMacroFactor = (input: Input): boolean => input.entries.some(({ name }) => name === "xl/workbook.xml")

/** What a workbook holds is known only when it is looked at. */
type Cell = unknown
interface Sheet {
  readonly sheet: string
  readonly data: ReadonlyArray<ReadonlyArray<Cell>>
}

const DAY_MS = 86_400_000
/** 1900-01-01 is 1, and the 29th of February 1900, which there was not, is counted. */
const SERIAL_ZERO = Date.UTC(1899, 11, 30)

/** A day, with the time of day where the cell has one. */
const momentOf = (cell: Cell): Moment | null => {
  const text =
    typeof cell === "number" && cell > 0 && cell < 100_000
      ? new Date(SERIAL_ZERO + Math.round(cell * 86_400) * 1000).toISOString()
      : cell instanceof Date && !Number.isNaN(cell.getTime())
        ? cell.toISOString()
        : typeof cell === "string"
          ? cell.trim()
          : ""
  const day = text.slice(0, 10)
  return isActivityDay(day) ? { day, time: null, instant: null, zone: null } : null
}

const timeOfDay = (cell: Cell): string | null => {
  const millis =
    typeof cell === "number" && cell >= 0 && cell < 1
      ? Math.round(cell * 86_400) * 1000
      : cell instanceof Date
        ? ((cell.getTime() % DAY_MS) + DAY_MS) % DAY_MS
        : null
  if (millis !== null) return new Date(millis % DAY_MS).toISOString().slice(11, 19)
  const found = typeof cell === "string" ? /^(\d{1,2}):(\d{2})/.exec(cell.trim()) : null
  return found === null || Number(found[1]) > 23 ? null : `${found[1]?.padStart(2, "0")}:${found[2]}:00`
}

const numberIn = (cell: Cell): number | null =>
  typeof cell === "number" && Number.isFinite(cell) && cell >= 0 ? cell : null
const textIn = (cell: Cell): string =>
  cell === null || cell === undefined ? "" : String(cell).replaceAll("\0", "").trim()

/** The columns of a sheet by name, in lower case. */
const columnsOf = ([header = []]: Sheet["data"]) => {
  const names = header.map((cell) => textIn(cell).toLowerCase())
  const search = (pattern: RegExp) => names.findIndex((name) => pattern.test(name))
  return {
    names,
    date: search(/^date$/),
    time: search(/^time$/),
    weight: search(/^weight \((?:kg|lbs?)\)$/),
    fat: search(/^(?:fat percent|body fat(?: \(%\)|%| percent)?)$/),
    steps: search(/^steps$/),
    calories: search(/^calories \((?:kcal|kj)\)$/),
    protein: search(/^protein \(g\)$/),
    carbs: search(/^carbs \(g\)$/),
    fats: search(/^fat \(g\)$/),
    alcohol: search(/^alcohol \(g\)$/),
    food: search(/^food name$/),
    size: search(/^serving size$/),
    quantity: search(/^serving qty$/)
  }
}
type Columns = ReturnType<typeof columnsOf>

const readingsOf = (row: ReadonlyArray<Cell>, column: Columns, at: Moment, place: Place): Array<HistoryRow> => {
  const reading = { _tag: "Reading", place, at, origin: null } as const
  const kilograms = kilogramsIn(unitInName(column.names[column.weight] ?? "") ?? "") ?? 1
  const found = [
    { metric: "weight", value: numberIn(row[column.weight]), factor: kilograms },
    { metric: "body_fat", value: numberIn(row[column.fat]), factor: 1 },
    { metric: "steps", value: numberIn(row[column.steps]), factor: 1 }
  ] as const
  return found
    .filter(({ value }) => value !== null && value > 0)
    .map(({ metric, value, factor }, index) => ({
      ...reading,
      rows: index === 0 ? 1 : 0,
      metric,
      value: metric === "steps" ? Math.round(value ?? 0) : (value ?? 0) * factor
    }))
}

const eatenOf = (row: ReadonlyArray<Cell>, column: Columns, at: Moment, place: Place): Array<HistoryRow> => {
  const perUnit = kilocaloriesIn(unitInName(column.names[column.calories] ?? "") ?? "") ?? 1
  const calories = numberIn(row[column.calories])
  const nutrition: KnownNutrition = {
    calories: calories === null ? null : calories * perUnit,
    protein: numberIn(row[column.protein]),
    carbs: numberIn(row[column.carbs]),
    fat: numberIn(row[column.fats]),
    alcohol: numberIn(row[column.alcohol])
  }
  const isKnown = Object.values(nutrition).some((value) => value !== null)
  const name = textIn(row[column.food])
  if (!isKnown || (column.food !== -1 && name === "")) return []
  const amount = [textIn(row[column.quantity]), textIn(row[column.size])].filter((text) => text !== "").join(" × ")
  const time = column.time === -1 ? null : timeOfDay(row[column.time] ?? null)
  const food = { name: name || "All foods of the day", brand: null, amount: amount || null }
  return [{ _tag: "Eaten", place, rows: 1, at: { ...at, time }, meal: null, ...food, nutrition, notes: null }]
}

/** Whether the weights of a sheet are loads, and not those of the person. */
const isOfSets = ({ names }: Columns): boolean => names.some((name) => /^(?:exercise|reps|sets?\b)/.test(name))

/**
 * What each sheet is read for. Foods are taken one by one where there is a log of them, else as sums of days, which two sheets may
 * hold; weights and steps likewise stand in several sheets.
 */
const plan = (sheets: ReadonlyArray<Sheet>) => {
  const found = sheets.map((sheet) => ({ sheet, column: columnsOf(sheet.data) }))
  const first = (has: (column: Columns) => boolean) =>
    found.find(({ column }) => column.date !== -1 && has(column))?.sheet
  const eaten =
    first(({ food, calories }) => food !== -1 && calories !== -1) ??
    first(({ calories, weight }) => calories !== -1 && weight === -1) ??
    first(({ calories }) => calories !== -1)
  return found.map(({ sheet, column }) => ({
    sheet,
    column,
    isEaten: sheet === eaten,
    hasReadings: !isOfSets(column) && (column.weight !== -1 || column.fat !== -1 || column.steps !== -1)
  }))
}

/** Reads a workbook of MacroFactor into `emit`, sheet by sheet. Its days are serial numbers. */
export async function* readMacroFactor(
  input: Input,
  _options: ReadOptions,
  emit: Emitter
): AsyncGenerator<number, void, undefined> {
  const file = basename(input.path)
  if (input.totalBytes > LARGEST) throw fault(file, null, "is larger than 32 MiB", "Export a shorter time")
  let unpacked = 0
  for (const entry of input.entries) {
    for await (const { bytes } of entry.bytes()) {
      unpacked += bytes.length
      if (unpacked > MOST_UNPACKED)
        throw fault(file, null, "unpacks to far more than any export holds", "Export a shorter time")
    }
  }
  const sheets = await readWorkbook(input.path).catch((cause: unknown) => {
    throw unreadable(file, null, cause)
  })
  const isRead = plan(sheets)
  if (!isRead.some(({ isEaten, hasReadings }) => isEaten || hasReadings)) {
    throw fault(
      file,
      null,
      "has no sheet with weights, steps or foods by date",
      "Pass a workbook that MacroFactor exported; save one of another app as CSV"
    )
  }
  for (const { sheet, column, isEaten, hasReadings } of isRead) {
    const name = sheet.sheet
    for (const [index, row] of sheet.data.slice(1).entries()) {
      const place = { file: name, line: index + 2 }
      if (!isEaten && !hasReadings) {
        emit.count(place, "rows of a sheet that holds nothing to keep, or what another sheet has")
        continue
      }
      const at = momentOf(row[column.date] ?? null)
      if (at === null) {
        if (row.some((cell) => textIn(cell) !== ""))
          emit.leaveOut(place, `"${textIn(row[column.date]).slice(0, 40)}" is no date`)
        continue
      }
      const rows = [
        ...(hasReadings ? readingsOf(row, column, at, place) : []),
        ...(isEaten ? eatenOf(row, column, at, place) : [])
      ]
      if (rows.length === 0) emit.count(place, "days without a value")
      for (const [order, found] of rows.entries()) {
        emit.push(found._tag === "Warning" || order === 0 ? found : { ...found, rows: 0 })
      }
    }
    emit.endFile()
    yield input.totalBytes
  }
}
