import type { Detail } from "../../../../features/foods/nutrition.ts"
import type { Moment } from "../../rows/rows.ts"
import {
  centimetresIn,
  gramsIn,
  kilogramsIn,
  kilogramsInUnit,
  metresIn,
  metresInUnit,
  numberOf,
  unitInName
} from "../amounts.ts"
import { unitSurvey } from "../ask.ts"
import { withoutZeroOffset } from "../brief.ts"
import type { Cells } from "../cells.ts"
import { dateReader, localeSurvey } from "../local-dates.ts"
import type { Header, Named, Survey, SurveyContext, TableContext } from "../table.ts"

/** How a column is found, read and asked about. */
export interface Column<A> {
  readonly named: Named
  /** Another column that is read along with it. */
  readonly beside?: Named
  /** A row that ends before this column is left out. */
  readonly isNeeded?: true
  /** The column whose dates show the order of day and month. */
  readonly isDate?: true
  /** Reading it may refuse the row. Other columns are read only from rows that are taken, and only where they are used. */
  readonly refuses?: true
  /** What must be determined before the table is read. */
  readonly survey?: (context: SurveyContext, at: number) => Survey | null
  /** `at` is -1 if the table lacks the column. Undefined: the row is refused. */
  readonly open: (context: TableContext, at: number) => (cells: Cells) => A | undefined
}

/** A column read in a way of its own, which refuses no row. */
export const column = <A>(named: Named, read: (cells: Cells, at: number) => A): Column<A> => ({
  named,
  open: (_, at) => (cells) => read(cells, at)
})
const refusing = <A>(named: Named, read: (cells: Cells, at: number) => A | undefined): Column<A> => ({
  named,
  refuses: true,
  open: (_, at) => (cells) => read(cells, at)
})

export const needed = <A>(column: Column<A>): Column<A> => ({ ...column, isNeeded: true })
/** Empty if the table lacks the column. */
export const text = (named: Named) => column(named, (cells, at) => cells.text(at))
/** At least 0; null if the cell is empty. */
export const number = (named: Named) => refusing(named, (cells, at) => cells.number(at))
/** Above 0; null if the cell is empty or 0. */
export const positive = (named: Named) => refusing(named, (cells, at) => cells.positive(at))
/** A number of things, above 0; null if the cell is empty or 0. */
export const whole = (named: Named) => refusing(named, (cells, at) => cells.whole(at) || null)
/** A duration; null if the cell is empty or 0. */
export const seconds = (named: Named) => refusing(named, (cells, at) => cells.seconds(at))
/** A duration in minutes, as seconds; null if the cell is empty or 0. */
export const minutes = (named: Named) => scaled(named, () => 60)

/**
 * Energy in kcal; null if the cell is empty, 0 or no number. Burnt energy is subtracted from the day's, so some apps
 * write it as a negative number.
 */
export const burnt = (named: Named): Column<number | null> => ({
  named,
  open:
    ({ header }, at) =>
    (cells) => {
      const value = numberOf(cells.text(at), header.delimiter)
      return value === null || value === 0 ? null : Math.abs(value)
    }
})

/** An amount that is worth keeping where it can be read, at least 0; null where it cannot. It refuses no row. */
const ifReadable = (named: Named, factorOf: (header: Header, at: number) => number): Column<number | null> => ({
  named,
  open: ({ header }, at) => {
    const factor = at === -1 ? 1 : factorOf(header, at)
    return (cells) => {
      const value = at === -1 ? null : numberOf(cells.text(at).trim(), header.delimiter)
      return value === null || value < 0 ? null : value * factor
    }
  }
})

/** Grams of a nutrient, in the unit that the column's name states, else grams; null where it cannot be read. */
export const grams = (named: Named): Column<number | null> =>
  ifReadable(named, ({ names }, at) => gramsIn(unitInName(names[at] ?? "") ?? "") ?? 1)

/** Milligrams of a nutrient, in the unit that the column's name states, else milligrams. */
const milligrams = (named: Named): Column<number | null> =>
  ifReadable(named, ({ names }, at) => (gramsIn(unitInName(names[at] ?? "") ?? "") ?? 0.001) * 1000)

/** The columns of the nutrients that many tables lack, by what an app calls them. A value that cannot be read is unknown. */
export const details = (names: { readonly [Each in Detail]: Named }) => ({
  fiber: grams(names.fiber),
  sugars: grams(names.sugars),
  saturatedFat: grams(names.saturatedFat),
  sodium: milligrams(names.sodium)
})

/** A text without which a row says nothing. */
export const name = (named: Named, what: "exercise" | "food"): Column<string> =>
  needed(
    refusing(named, (cells, at) => {
      const found = cells.text(at)
      if (found === "") cells.refuse(`it names no ${what}`)
      return found
    })
  )

/** A number above 0 in the unit whose size is given; null if the cell is empty or 0. */
export const scaled = (named: Named, sizeOf: (context: TableContext, at: number) => number): Column<number | null> => ({
  named,
  refuses: true,
  open: (context, at) => {
    const size = sizeOf(context, at)
    return (cells) => {
      const written = cells.positive(at)
      return written === null ? null : written * size
    }
  }
})

/** The unit in a column's name: in brackets, or after its last underscore. */
const unitNamed = (header: Header, at: number): string => {
  const name = header.names[at] ?? ""
  return unitInName(name) ?? name.split("_").at(-1) ?? ""
}

/** A weight in kilograms, whose unit the column's name states. If it states none, the person is asked. */
export const kilograms = (named: Named): Column<number | null> => ({
  ...scaled(
    named,
    ({ header, options }, at) => kilogramsIn(unitNamed(header, at)) ?? kilogramsInUnit(options.weightUnit ?? "kg")
  ),
  survey: (context, at) =>
    /[(_]/.test(context.header.names[at] ?? "(") ? null : (askedKilograms(named).survey?.(context, at) ?? null)
})

/** A girth in centimetres, whose unit the column's name states; null if the cell is empty or 0. */
export const centimetres = (named: Named): Column<number | null> =>
  scaled(named, ({ header }, at) => centimetresIn(unitNamed(header, at)) ?? 1)

/** A distance in metres, whose unit the column's name states; `otherwise` per unit if it states none. */
export const metres = (named: Named, otherwise: number): Column<number | null> =>
  scaled(named, ({ header }, at) => metresIn(unitNamed(header, at)) ?? otherwise)

/** A weight in kilograms, in the unit that the person states. */
export const askedKilograms = (named: Named): Column<number | null> => ({
  named,
  refuses: true,
  open: ({ options }, at) => {
    const size = options.weightUnit === undefined ? null : kilogramsInUnit(options.weightUnit)
    return (cells) => cells.measure(at, "weight", size)
  },
  survey: ({ file, options }, at) =>
    options.weightUnit === undefined ? unitSurvey(file, (survey, cells) => survey.weight(cells.number(at) ?? 0)) : null
})

/** A distance in metres, in the unit that the person states. */
export const askedMetres = (named: Named): Column<number | null> => ({
  named,
  refuses: true,
  open: ({ options }, at) => {
    const size = options.distanceUnit === undefined ? null : metresInUnit(options.distanceUnit)
    return (cells) => cells.measure(at, "distance", size)
  },
  survey: ({ file, options }, at) =>
    options.distanceUnit === undefined
      ? unitSurvey(file, (survey, cells) => survey.distance(cells.number(at) ?? 0))
      : null
})

/** Reads the moment of a row from the column at `at`, and perhaps others. */
type ReadMoment = (context: TableContext, at: number) => (cells: Cells) => Moment | null

/** A moment that may be missing or unreadable. */
export const moment = (named: Named, read: ReadMoment = plain): Column<Moment | null> => ({ named, open: read })

/** When something was. A row without it is left out. */
export const date = (named: Named, read: ReadMoment = plain): Column<Moment> => ({
  named,
  isNeeded: true,
  isDate: true,
  refuses: true,
  open: (context, at) => {
    const momentIn = read(context, at)
    return (cells) => {
      const moment = momentIn(cells)
      if (moment === null) cells.refuse(`"${cells.text(at).slice(0, 40)}" is not a date`)
      return moment ?? undefined
    }
  }
})

const plain: ReadMoment =
  ({ moments }, at) =>
  (cells) =>
    moments.read(cells.text(at))

/** A moment whose zero offset says UTC, and nothing about where the person was. */
export const inUtc: ReadMoment =
  ({ moments }, at) =>
  (cells) =>
    moments.read(withoutZeroOffset(cells.text(at)))

/** A day, whose time another column may have. */
export const dayAnd = (named: Named, time: string): Column<Moment> => ({
  ...date(named, ({ header, moments }, at) => {
    const place = header.find(time)
    return (cells) => moments.readDay(cells.text(at), cells.text(place))
  }),
  beside: time
})

const inLocale: ReadMoment = (context, at) => {
  const read = dateReader(context)
  return (cells) => (at === -1 ? null : read(cells.text(at)))
}

/** The same where months may have names, in a language that is determined before. */
export const namedDate = (named: Named): Column<Moment> => ({
  ...date(named, inLocale),
  survey: (context, at) => localeSurvey(at, context)
})
export const namedMoment = (named: Named): Column<Moment | null> => moment(named, inLocale)
