import type { Moment, Place } from "../rows/rows.ts"
import { numberOf, secondsOf, wholeOf } from "./amounts.ts"
import type { Emitter } from "./emitter.ts"
import type { Moments } from "./moments.ts"

/** A row's fields by position, trimmed, with lines ended by LF; a missing column is empty. */
export type Fields = (place: number) => string

/** How exports write a missing number. */
const NOTHING = /^(?:-{0,2}|null|nan|n\/a)$/i

/** Whether a cell holds nothing. */
export const isNothing = (text: string): boolean => NOTHING.test(text)

/** Reads one row. A cell that is not a number is reported, and the row is then left out. */
export class Cells {
  private problem: string | null = null

  constructor(
    readonly fields: Fields,
    private readonly delimiter: string
  ) {}

  text(place: number): string {
    return place === -1 ? "" : this.fields(place)
  }

  /** The moment that a text of the row states; refuses a text that states none. */
  moment(moments: Moments, text: string): Moment | null {
    const moment = moments.read(text)
    if (moment === null) this.refuse(`"${text.slice(0, 40)}" is not a date`)
    return moment
  }

  /** A number of at least 0; null if the cell is empty. */
  number(place: number): number | null {
    return this.read(place, numberOf)
  }

  /** A number of whole things, at least 0; null if the cell is empty. */
  whole(place: number): number | null {
    return this.read(place, wholeOf)
  }

  private read(place: number, numberIn: typeof numberOf): number | null {
    const text = this.text(place)
    if (NOTHING.test(text)) return null
    const value = numberIn(text, this.delimiter)
    if (value === null) this.refuse(`"${text.slice(0, 40)}" is not a number`)
    else if (value < 0) this.refuse(`${text} is less than 0`)
    return value
  }

  /** A number above 0; null if the cell is empty or 0. */
  positive(place: number): number | null {
    const value = this.number(place)
    return value === 0 ? null : value
  }

  /**
   * A number above 0, in a unit of this size; null if the cell is empty or 0. A row with an unknown unit is refused.
   */
  measure(place: number, what: "weight" | "distance", size: number | null): number | null {
    const written = this.positive(place)
    if (written !== null && size === null) this.refuse(`its ${what} has no unit`)
    return written === null || size === null ? null : written * size
  }

  /** A duration in seconds; null if the cell is empty or 0. */
  seconds(place: number): number | null {
    const text = this.text(place)
    const seconds = secondsOf(text)
    if (text !== "" && seconds === null) this.refuse(`"${text.slice(0, 40)}" is not a duration`)
    return seconds === 0 ? null : seconds
  }

  refuse(reason: string): void {
    this.problem ??= reason
  }

  /** Whether all cells could be read. If not, the row is left out with the reason. */
  areRead(emit: Emitter, place: Place): boolean {
    if (this.problem !== null) emit.leaveOut(place, this.problem)
    return this.problem === null
  }
}
