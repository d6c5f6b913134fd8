/** The positions of the columns in a table of days or weighings. -1: none. */
export interface ReadingColumns {
  readonly date: number
  /** A time of day, apart from the date. */
  readonly time: number
  readonly weight: number
  /** A column with the unit of each weight. */
  readonly unit: number
  readonly fat: number
  readonly steps: number
}

export const NOWHERE: ReadingColumns = { date: -1, time: -1, weight: -1, unit: -1, fat: -1, steps: -1 }
