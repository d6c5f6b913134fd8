import { detailsOf } from "../../../../features/foods/nutrition.ts"
import { isActivityDay } from "../../../../values/activity-day.ts"
import { centimetresIn, kilocaloriesIn, kilogramsIn, unitInName } from "../../formats/amounts.ts"
import type { Emitter } from "../../formats/emitter.ts"
import { fault, type Input } from "../../formats/input.ts"
import { measureNamed } from "../../formats/measures/names.ts"
import type { ReaderOptions } from "../../formats/table.ts"
import { type Cell, openWorkbook, type Sheet, type SheetRow, type Workbook } from "../../formats/workbook.ts"
import { pass } from "../../rows/advice.ts"
import type { HistoryRow, KnownNutrition, Moment, Place } from "../../rows/rows.ts"

/** Whether the archive is a workbook. */
export const isMacroFactor = (input: Input): boolean => input.entries.some(({ name }) => name === "xl/workbook.xml")

const DAY_MS = 86_400_000

/** The day in a cell; a number counts days as the workbook does. */
const momentOf = (cell: Cell, dateOf: Workbook["dateOf"]): Moment | null => {
  const date = typeof cell === "number" && cell > 0 ? dateOf(cell) : cell instanceof Date ? cell : null
  const text = date !== null && !Number.isNaN(date.getTime()) ? date.toISOString() : textIn(cell)
  const day = text.slice(0, 10)
  return isActivityDay(day) ? { day, time: null, instant: null, zone: null } : null
}

const timeOfDay = (cell: Cell | undefined): string | null => {
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

const numberIn = (cell: Cell | undefined): number | null =>
  typeof cell === "number" && Number.isFinite(cell) && cell >= 0 ? cell : null
const textIn = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? "" : String(cell).replaceAll("\0", "").trim()

/** A girth in a column such as `Left Bicep (cm)`. */
const girthIn = (name: string, place: number) => {
  const [, words = "", unit = ""] = /^(.+) \((cm|in)\)$/.exec(name) ?? []
  const metric = measureNamed(words)
  const factor = centimetresIn(unit)
  return metric === undefined || factor === null ? [] : [{ metric, place, factor }]
}

/** The columns of a sheet by lower-case name. */
const columnsOf = (header: SheetRow["cells"]) => {
  const names = header.map((cell) => textIn(cell).toLowerCase())
  const search = (pattern: RegExp) => names.findIndex((name) => pattern.test(name))
  return {
    names,
    date: search(/^date$/),
    time: search(/^time$/),
    weight: search(/^weight \((?:kg|lbs?)\)$/),
    fat: search(/^(?:fat percent|body fat(?: \(%\)|%| percent)?)$/),
    steps: search(/^steps$/),
    girths: names.flatMap((name, place) => girthIn(name, place)),
    calories: search(/^calories \((?:kcal|kj)\)$/),
    protein: search(/^protein \(g\)$/),
    carbs: search(/^carbs \(g\)$/),
    fats: search(/^fat \(g\)$/),
    alcohol: search(/^alcohol \(g\)$/),
    fiber: search(/^fiber \(g\)$/),
    sugars: search(/^sugars(?: \(total\))? \(g\)$/),
    saturatedFat: search(/^saturated fat \(g\)$/),
    sodium: search(/^sodium \(mg\)$/),
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
    { metric: "steps", value: numberIn(row[column.steps]), factor: 1 },
    ...column.girths.map(({ metric, place, factor }) => ({ metric, value: numberIn(row[place]), factor }))
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

/** Names the columns of a row that has values in columns that are not read. */
const nameUnread = (
  emit: Emitter,
  place: Place,
  row: ReadonlyArray<Cell>,
  header: ReadonlyArray<Cell>,
  column: Columns
) => {
  const { names: _, girths, ...places } = column
  const read = new Set([...Object.values(places), ...girths.map(({ place }) => place)])
  for (const [at, cell] of row.entries()) {
    const name = textIn(header[at])
    if (!read.has(at) && name !== "" && textIn(cell) !== "") emit.notKept(place, name, 1, place.file)
  }
}

/** Grams of alcohol by day, from a sheet that lists them separately from the day's sums. */
type AlcoholOfDays = ReadonlyMap<string, number>

const eatenOf = (
  row: ReadonlyArray<Cell>,
  column: Columns,
  at: Moment,
  place: Place,
  alcohol: AlcoholOfDays
): Array<HistoryRow> => {
  const perUnit = kilocaloriesIn(unitInName(column.names[column.calories] ?? "") ?? "") ?? 1
  const calories = numberIn(row[column.calories])
  const nutrition: KnownNutrition = {
    calories: calories === null ? null : calories * perUnit,
    protein: numberIn(row[column.protein]),
    carbs: numberIn(row[column.carbs]),
    fat: numberIn(row[column.fats]),
    alcohol: numberIn(row[column.alcohol]) ?? (column.food === -1 ? alcohol.get(at.day) : undefined) ?? null,
    ...detailsOf({
      fiber: numberIn(row[column.fiber]),
      sugars: numberIn(row[column.sugars]),
      saturatedFat: numberIn(row[column.saturatedFat]),
      sodium: numberIn(row[column.sodium])
    })
  }
  const isKnown = Object.values(nutrition).some((value) => value !== null)
  const name = textIn(row[column.food])
  if (!isKnown || (column.food !== -1 && name === "")) return []
  const amount = [textIn(row[column.quantity]), textIn(row[column.size])].filter((text) => text !== "").join(" × ")
  const time = column.time === -1 ? null : timeOfDay(row[column.time])
  const food = { name: name || "All foods of the day", brand: null, amount: amount || null }
  return [{ _tag: "Eaten", place, rows: 1, at: { ...at, time }, meal: null, ...food, nutrition, notes: null }]
}

/** Whether the weights of a sheet are loads rather than the person's. */
const isOfSets = ({ names }: Columns): boolean => names.some((name) => /^(?:exercise|reps|sets?\b)/.test(name))

/** The first row of a sheet. */
const headerOf = async (sheet: Sheet): Promise<SheetRow> => {
  for await (const { rows } of sheet.rows()) if (rows[0] !== undefined) return rows[0]
  return { number: 0, cells: [] }
}

/**
 * Decides what each sheet is read for. Foods are read one by one from a food log, and as daily sums, which two sheets may
 * contain, for the days that it lacks; weights and steps likewise occur in several sheets.
 */
const plan = async (sheets: ReadonlyArray<Sheet>) => {
  const found: Array<{
    readonly sheet: Sheet
    readonly header: number
    readonly names: ReadonlyArray<Cell>
    readonly column: Columns
  }> = []
  for (const sheet of sheets) {
    const header = await headerOf(sheet)
    found.push({ sheet, header: header.number, names: header.cells, column: columnsOf(header.cells) })
  }
  const first = (has: (column: Columns) => boolean) =>
    found.find(({ column }) => column.date !== -1 && has(column))?.sheet
  const eaten =
    first(({ food, calories }) => food !== -1 && calories !== -1) ??
    first(({ calories, weight }) => calories !== -1 && weight === -1) ??
    first(({ calories }) => calories !== -1)
  const hasFoods = found.some((each) => each.sheet === eaten && each.column.food !== -1)
  const sums = hasFoods
    ? (first(({ food, calories, weight }) => food === -1 && calories !== -1 && weight === -1) ??
      first(({ food, calories }) => food === -1 && calories !== -1))
    : undefined
  const hasAlcohol = found.find((each) => each.sheet === eaten)?.column.alcohol !== -1
  const alcohol = hasAlcohol ? undefined : first(({ alcohol }) => alcohol !== -1)
  return found.map(({ sheet, header, names, column }) => ({
    sheet,
    names,
    hasAlcohol: sheet === alcohol,
    header,
    column,
    isEaten: sheet === eaten,
    hasSums: sheet === sums,
    hasReadings:
      !isOfSets(column) &&
      (column.weight !== -1 || column.fat !== -1 || column.steps !== -1 || column.girths.length > 0)
  }))
}

type Planned = Awaited<ReturnType<typeof plan>>[number]

/** The rows of a sheet that have a day. */
async function* daysIn({ sheet, header, column }: Planned, dateOf: Workbook["dateOf"]) {
  for await (const { rows } of sheet.rows()) {
    for (const { number, cells } of rows) {
      const day = number > header ? momentOf(cells[column.date] ?? null, dateOf)?.day : undefined
      if (day !== undefined) yield { day, cells }
    }
  }
}

/** The alcohol of each day; if a day occurs twice, the sum. */
const alcoholIn = async (planned: Planned | undefined, dateOf: Workbook["dateOf"]): Promise<AlcoholOfDays> => {
  const days = new Map<string, number>()
  if (planned === undefined) return days
  for await (const { day, cells } of daysIn(planned, dateOf)) {
    const grams = numberIn(cells[planned.column.alcohol])
    if (grams !== null) days.set(day, (days.get(day) ?? 0) + grams)
  }
  return days
}

/** The days that a log of foods has. */
const loggedIn = async (planned: Planned | undefined, dateOf: Workbook["dateOf"]): Promise<ReadonlySet<string>> => {
  const days = new Set<string>()
  if (planned === undefined) return days
  for await (const { day, cells } of daysIn(planned, dateOf)) {
    if (textIn(cells[planned.column.food]) !== "") days.add(day)
  }
  return days
}

/**
 * Reads a MacroFactor workbook into `emit`, sheet by sheet; yields the position now and then. Its days are serial
 * numbers.
 */
export async function* readMacroFactor(
  input: Input,
  _options: ReaderOptions,
  emit: Emitter
): AsyncGenerator<number, void, undefined> {
  const { sheets, dateOf } = await openWorkbook(input)
  const isRead = await plan(sheets)
  if (!isRead.some(({ isEaten, hasReadings }) => isEaten || hasReadings)) {
    throw fault(
      input.name,
      null,
      "has no sheet with weights, steps or foods by date",
      pass("a workbook that MacroFactor exported; save one of another app as CSV")
    )
  }
  const alcohol = await alcoholIn(
    isRead.find(({ hasAlcohol }) => hasAlcohol),
    dateOf
  )
  const logged = await loggedIn(
    isRead.find(({ isEaten, column }) => isEaten && column.food !== -1),
    dateOf
  )
  const givesSums = isRead.some(({ isEaten, hasSums, column }) => hasSums || (isEaten && column.food === -1))
  for (const { sheet, header, names, column, isEaten, hasSums, hasReadings, hasAlcohol } of isRead) {
    const readRow = ({ number, cells }: SheetRow) => {
      const place = { file: sheet.name, line: number }
      const date = cells[column.date] ?? null
      const at = momentOf(date, dateOf)
      const isLogged = at !== null && logged.has(at.day)
      const isSum = hasSums && !isLogged && (numberIn(cells[column.calories]) ?? 0) > 0
      if (!isEaten && !hasReadings && !isSum) {
        const isKept = hasAlcohol && givesSums && !isLogged
        const isLost = hasAlcohol && !isKept && (numberIn(cells[column.alcohol]) ?? 0) > 0
        emit.count(
          place,
          isKept
            ? "days whose alcohol was added to the sums of the day"
            : isLost
              ? "days whose alcohol is left out, as the log of foods does not state whose it is"
              : "rows of a sheet that holds nothing to keep, or what another sheet has"
        )
        return
      }
      if (at === null) {
        emit.leaveOut(place, `"${textIn(date).slice(0, 40)}" is not a date`)
        return
      }
      const rows = [
        ...(hasReadings ? readingsOf(cells, column, at, place) : []),
        ...(isEaten || isSum ? eatenOf(cells, column, at, place, alcohol) : [])
      ]
      if (rows.length === 0) emit.count(place, "days without a value")
      else nameUnread(emit, place, cells, names, column)
      for (const [order, found] of rows.entries()) {
        emit.push(found._tag === "Warning" || order === 0 ? found : { ...found, rows: 0 })
      }
    }
    for await (const { rows, position } of sheet.rows()) {
      for (const row of rows) if (row.number > header && row.cells.some((cell) => textIn(cell) !== "")) readRow(row)
      yield position
    }
    emit.endFile()
  }
}
