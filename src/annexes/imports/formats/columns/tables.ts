import { Record } from "effect"
import { detailsOf } from "../../../../features/foods/nutrition.ts"
import type { Eaten, KnownNutrition, Place } from "../../rows/rows.ts"
import type { Source } from "../../sources.ts"
import { type Activity, activityRow } from "../activities/activity-row.ts"
import type { Cells } from "../cells.ts"
import { Sessions } from "../sessions.ts"
import { together } from "../surveys.ts"
import type { Header, TableContext, TableKind } from "../table.ts"
import type { Column } from "./columns.ts"

type Columns = Readonly<Record<string, Column<unknown>>>
/** The values of a row. One object serves all rows: it has the next row's values once the next row is read. */
type Row<C extends Columns> = { readonly [Name in keyof C]: C[Name] extends Column<infer A> ? A : never }

interface Declared<C extends Columns> extends Omit<TableKind, "source" | "required" | "date" | "survey" | "read"> {
  readonly source: Source
  readonly columns: C
  /** Why a row gives nothing, by the texts of its columns, before any of them can refuse it. */
  readonly skip?: (text: (name: keyof C & string) => string) => string | null
  /** The kind of a row that is not kept, likewise; it is named in the report. */
  readonly kindOf?: (text: (name: keyof C & string) => string) => string | null
  /** Columns that state again what others do. */
  readonly repeats?: (header: Header) => ReadonlyArray<number>
  /** What is wrong with a row as a whole. */
  readonly check?: (row: Row<C>) => string | null
}

interface Facts<C extends Columns> {
  readonly row: (row: Row<C>, place: Place) => void
  readonly end?: () => void
}

/** A row object over a table's columns, and what reads the columns that may refuse the row. */
const rowsOf = <C extends Columns>(columns: C, context: TableContext) => {
  let current: Cells | undefined
  const row = {}
  const checked: Array<(cells: Cells) => unknown> = []
  const values: Array<unknown> = []
  for (const [name, column] of Object.entries(columns)) {
    const read = column.open(context, context.header.place(column.named))
    const slot = checked.length
    if (column.refuses) checked.push(read)
    const get = column.refuses ? () => values[slot] : () => current && read(current)
    Object.defineProperty(row, name, { enumerable: true, get })
  }
  return {
    // A column of every name of C was defined above.
    row: row as Row<C>,
    read: (cells: Cells) => {
      current = cells
      for (let slot = 0; slot < checked.length; slot++) values[slot] = checked[slot]?.(cells)
    }
  }
}

/**
 * A kind of table by its columns. The required columns, the questions, the reading and the refusals follow from them;
 * `facts` gives what a row states. Columns refuse a row in the order of their declaration.
 */
export const tableOf = <const C extends Columns>(
  { columns, skip, kindOf, check, repeats, ...kind }: Declared<C>,
  facts: (context: TableContext) => Facts<C>
): TableKind => {
  const all = Object.values(columns)
  const dated = all.find(({ isDate }) => isDate)
  return {
    ...kind,
    reads: (header) => {
      const read = all.flatMap(({ named, beside }) => (beside === undefined ? [named] : [named, beside]))
      return [...read.map((each) => header.place(each)), ...(repeats?.(header) ?? [])]
    },
    required: (header) => all.filter(({ isNeeded }) => isNeeded).map(({ named }) => header.place(named)),
    date: (header) => (dated === undefined ? -1 : header.place(dated.named)),
    survey: (context) =>
      together(...all.map((column) => column.survey?.(context, context.header.place(column.named)) ?? null)),
    read: (context) => {
      const { emit } = context
      const { row, read } = rowsOf(columns, context)
      const places = Record.map(columns, ({ named }) => context.header.place(named))
      const { row: give, end } = facts(context)
      return {
        ...(end === undefined ? {} : { end }),
        row: (cells, place) => {
          const textOf = (name: string) => cells.text(places[name] ?? -1)
          const reason = skip?.(textOf) ?? null
          if (reason !== null) return emit.count(place, reason)
          const other = kindOf?.(textOf) ?? null
          if (other !== null) return emit.countKind(place, other)
          read(cells)
          const fault = check?.(row) ?? null
          if (fault !== null) cells.refuse(fault)
          if (cells.areRead(emit, place)) give(row, place)
        }
      }
    }
  }
}

/** One activity a row. `facts` is called once for each table. */
export const activities = <const C extends Columns>(
  declared: Declared<C>,
  facts: (context: TableContext) => (row: Row<C>) => Activity
): TableKind =>
  tableOf(declared, (context) => {
    const activityOf = facts(context)
    return { row: (row, place) => context.emit.push(activityRow(place, activityOf(row))) }
  })

interface Food extends Pick<Eaten, "at" | "name"> {
  readonly meal: string
  readonly brand?: string
  readonly amount: string | null
  readonly nutrition: Omit<KnownNutrition, "alcohol"> & { readonly alcohol?: number | null }
  readonly notes?: string
}

/** One food a row. */
export const foods = <const C extends Columns>(
  declared: Declared<C>,
  facts: (context: TableContext) => (row: Row<C>) => Food
): TableKind =>
  tableOf(declared, (context) => {
    const foodOf = facts(context)
    return {
      row: (row, place) => {
        const { at, meal, name, brand = "", amount, nutrition, notes = "" } = foodOf(row)
        const { calories, protein, carbs, fat, alcohol = null } = nutrition
        const details = detailsOf(nutrition)
        context.emit.push({
          _tag: "Eaten",
          place,
          rows: 1,
          at,
          meal: meal || null,
          name,
          brand: brand || null,
          amount: amount || null,
          nutrition: { calories, protein, carbs, fat, alcohol, ...details },
          notes: notes || null
        })
      }
    }
  })

/** One set a row, session by session. */
export const sets = <const C extends Columns>(
  declared: Declared<C>,
  facts: (context: TableContext, sessions: Sessions) => Facts<C>["row"]
): TableKind =>
  tableOf(declared, (context) => {
    const sessions = new Sessions(context.emit)
    return { row: facts(context, sessions), end: () => sessions.end() }
  })

/** A table that gives no facts, although others of its app do: its rows are counted with the reason. */
export const notRead = (
  declared: Pick<Declared<Columns>, "source" | "mayBe" | "whenAlone">,
  reason: string
): TableKind => ({
  ...declared,
  matches: () => false,
  required: () => [],
  date: () => -1,
  read: ({ emit }) => ({ row: (_, place) => emit.count(place, reason) })
})
