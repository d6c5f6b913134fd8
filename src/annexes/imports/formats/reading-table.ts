import type { Moment, Place, Reading } from "../rows/rows.ts"
import type { Source } from "../sources.ts"
import { kilogramsIn, kilogramsInUnit, unitInName } from "./amounts.ts"
import { unitSurvey } from "./ask.ts"
import { withWords } from "./body-columns.ts"
import { Cells, type Fields } from "./cells.ts"
import { columnSurvey, withChosen } from "./doubtful-columns.ts"
import type { Emitter } from "./emitter.ts"
import { dateReader, localeSurvey } from "./local-dates.ts"
import { timeOf } from "./moments.ts"
import { otherPeople, type People, peopleSurvey } from "./people.ts"
import { NOWHERE, type ReadingColumns } from "./reading-columns.ts"
import { StepRows, stepSurvey } from "./step-rows.ts"
import { together } from "./surveys.ts"
import type { Header, Named, Survey, SurveyContext, TableContext, TableKind } from "./table.ts"

/** Finds a table's columns by patterns of their lower-case names. */
export const columnsLike = (
  header: Header,
  patterns: Partial<Readonly<Record<keyof ReadingColumns, RegExp>>>
): ReadingColumns => {
  const found = Object.entries(patterns).map(([what, pattern]) => [what, header.search(pattern)])
  return { ...NOWHERE, ...Object.fromEntries(found) }
}

/** Kilograms per unit that a column's name states, as in `Weight (lb)`, `weight_kg`, `weight grams` or `Pound(s)`. */
const kilogramsNamed = (name: string): number | null => {
  const [unit] = /(?:kgs?|kilograms?|grams|lbs?|pounds?|st|stones?)(?=[)\]]|\(s\)|$|\s)/.exec(name) ?? []
  return unit === undefined ? null : kilogramsIn(unit.replace(/^stones?$/, "st"))
}

/** A metric other than weight, body fat and steps. */
interface Measure {
  readonly metric: Reading["metric"]
  /** Its columns, which are added up. */
  readonly places: ReadonlyArray<number>
  /** The size of their unit, of the one in which readings are stored. */
  readonly factor: number
}

/** A metric in a column whose values are in a unit of this size, or in the one that the column's name states. */
export const measure = (
  header: Header,
  metric: Reading["metric"],
  named: Named,
  factor: number | ((unit: string) => number | null)
): Measure => {
  const place = header.place(named)
  const size = typeof factor === "number" ? factor : factor(unitInName(header.names[place] ?? "") ?? "")
  return { metric, places: size === null || place === -1 ? [] : [place], factor: size ?? 1 }
}

/** The value of a row; null if its cells are empty or 0. */
const measured = (cells: Cells, { places, factor }: Measure): number | null => {
  const sum = places.reduce((sum, place) => sum + (cells.number(place) ?? 0), 0)
  return sum === 0 ? null : Number((sum * factor).toPrecision(12))
}

interface Found {
  readonly weight: number | null
  readonly fat: number | null
  readonly steps: number | null
  /** What else was measured, in the units that readings are stored in. */
  readonly others?: ReadonlyArray<readonly [Reading["metric"], number | null]>
}

/** Emits the readings of one row; the first one counts the row. */
export const pushReadings = (
  emit: Emitter,
  place: Place,
  at: Moment,
  { weight, fat, steps, others = [] }: Found,
  rows = 1
): void => {
  const found: ReadonlyArray<readonly [Reading["metric"], number | null]> = [
    ["weight", weight],
    ["body_fat", fat],
    ["steps", steps],
    ...others
  ]
  let left = rows
  for (const [metric, value] of found) {
    if (value === null) continue
    emit.push({ _tag: "Reading", place, rows: left, metric, value, at, origin: null })
    left = 0
  }
}

export const NO_READING = "it holds no weight, no body fat and no steps"
/** Why a row of a table with further metrics gives nothing. */
export const NOTHING_KEPT = "it holds nothing that is kept"

/** Splits a cell that states its own unit, such as `82.25kg` and `20.7 %`. */
export const withUnit = (text: string): { readonly number: string; readonly unit: string } => {
  const [, number, unit] = /^([+-]?[\d.,]+)\s*(kgs?|lbs?|st|%)\.?$/i.exec(text) ?? []
  return number === undefined || unit === undefined ? { number: text, unit: "" } : { number, unit }
}

/** A row's cells without their units. */
const withoutUnits =
  (fields: Fields): Fields =>
  (place) =>
    withUnit(fields(place)).number

/** The unit of a row's weight: the cell's own, or else the row's. */
const unitOf = (fields: Fields, { weight, unit }: ReadingColumns): number | null => {
  const own = weight === -1 ? "" : withUnit(fields(weight)).unit
  return kilogramsIn(own) ?? (unit === -1 ? null : kilogramsIn(fields(unit)))
}

const weightSurvey = ({ file, header, options }: SurveyContext, column: ReadingColumns): Survey | null => {
  const isStated = column.weight === -1 || kilogramsNamed(header.names[column.weight] ?? "") !== null
  if (isStated || options.weightUnit !== undefined) return null
  return unitSurvey(file, (survey, { fields }) => {
    const cells = new Cells(withoutUnits(fields), header.delimiter)
    if (unitOf(fields, column) === null) survey.weight(cells.number(column.weight) ?? 0)
  })
}

/** Determines how to count several rows of steps for one day. */
const stepsSurvey = (context: SurveyContext, { date, time, steps }: ReadingColumns, counter: number): Survey | null =>
  steps === -1
    ? null
    : stepSurvey(context, ({ fields }) => {
        const cells = new Cells(withoutUnits(fields), context.header.delimiter)
        return {
          date: cells.text(date),
          time: cells.text(time),
          steps: cells.whole(steps),
          counter: cells.text(counter)
        }
      })

/** What distinguishes one table of readings from another. */
interface ReadingTable {
  readonly source: Source
  readonly matches: TableKind["matches"]
  readonly mayBe?: NonNullable<TableKind["mayBe"]>
  readonly path?: RegExp
  readonly columns: (header: Header) => ReadingColumns
  /** The columns with other metrics. */
  readonly measures?: (header: Header) => ReadonlyArray<Measure>
  /** Why a readable row gives nothing. */
  readonly isLeftOut?: (cells: Cells, header: Header) => string | null
  /** If it may have the readings of several people. */
  readonly people?: People
  /** The column that names what counted the steps, if several may; else -1. */
  readonly counter?: (header: Header) => number
  /** Columns in which nothing is recorded. */
  readonly isNothing?: RegExp
  /** Reads dates that are not in the usual formats. */
  readonly dates?: (context: TableContext) => (text: string) => Moment | null
  readonly fitted?: NonNullable<TableKind["fitted"]>
}

/** A table of weights, body fat and steps, one row per weighing or day. */
export const readingTable = ({
  source,
  matches,
  mayBe,
  path,
  columns: named,
  measures: measuresIn = () => [],
  isLeftOut,
  people,
  counter = () => -1,
  isNothing,
  dates = dateReader,
  fitted
}: ReadingTable): TableKind => {
  const columns = (header: Header) => withWords(header, named(header))
  return {
    source,
    matches,
    ...(mayBe === undefined ? {} : { mayBe }),
    ...(path === undefined ? {} : { path }),
    ...(fitted === undefined ? {} : { fitted }),
    ...(isNothing === undefined ? {} : { isNothing }),
    required: (header) => [columns(header).date],
    date: (header) => columns(header).date,
    survey: (context) => {
      const { header, options } = context
      const column = withChosen(header, columns(header), options.column)
      return together(
        localeSurvey(column.date, context),
        weightSurvey(context, column),
        stepsSurvey(context, column, counter(header)),
        people === undefined ? null : peopleSurvey(people, context),
        columnSurvey(context, columns(header))
      )
    },
    read: (context) => {
      const { header, options, emit } = context
      const column = withChosen(header, columns(header), options.column)
      const kilograms =
        kilogramsNamed(header.names[column.weight] ?? "") ??
        (options.weightUnit === undefined ? null : kilogramsInUnit(options.weightUnit))
      const dateOf = dates(context)
      const together = options.steps === undefined ? undefined : new StepRows(emit, options.steps)
      const countedBy = counter(header)
      const ofOthers = people === undefined ? undefined : otherPeople(people, context)
      const measures = measuresIn(header)
      return {
        row: ({ fields }, place) => {
          const cells = new Cells(withoutUnits(fields), header.delimiter)
          const reason = isLeftOut?.(cells, header) ?? ofOthers?.(cells) ?? null
          if (reason !== null) {
            emit.count(place, reason)
            return
          }
          const day = cells.text(column.date)
          const at = withTime(dateOf(day), cells.text(column.time))
          if (at === null) cells.refuse(`"${day.slice(0, 40)}" is not a date`)
          const weight = cells.positive(column.weight)
          const factor = unitOf(fields, column) ?? kilograms
          const fat = cells.positive(column.fat)
          const counted = cells.whole(column.steps)
          const steps = together === undefined ? counted || null : counted
          if (weight !== null && factor === null) cells.refuse("its weight has no unit")
          const others = measures.map((each) => [each.metric, measured(cells, each)] as const)
          const isEmpty = (weight ?? fat) === null && others.every(([, value]) => value === null)
          if (isEmpty && steps === null) cells.refuse(measures.length === 0 ? NO_READING : NOTHING_KEPT)
          if (!cells.areRead(emit, place) || at === null) return
          pushReadings(emit, place, at, {
            weight: weight === null || factor === null ? null : Number((weight * factor).toPrecision(12)),
            fat,
            steps: steps === null || together !== undefined ? null : Math.round(steps),
            others
          })
          if (steps !== null) together?.add(place, at, steps, isEmpty ? 1 : 0, cells.text(countedBy))
        },
        end: () => together?.end()
      }
    }
  }
}

/** Adds the time from another column to a moment without one. */
export const withTime = (moment: Moment | null, text: string): Moment | null => {
  const time = moment === null || moment.time !== null ? null : timeOf(text)
  if (moment === null || time === null) return moment
  const written = [time.hour, time.minute, time.second].map((part) => String(part).padStart(2, "0"))
  return { ...moment, time: written.join(":") }
}
