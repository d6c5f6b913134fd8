import { round } from "../../../values/round.ts"

interface OfTimes {
  /** Seconds of one, where a whole number stands alone. */
  readonly alone: 1 | 60
  readonly hint: string
  /** What is wrong with a text that is no time, after the column's title. */
  readonly fault: string
}

/** The columns with times. Most holds take seconds, and most other times minutes, so that a number alone differs. */
const COLUMNS: Readonly<Partial<Record<string, OfTimes>>> = {
  durationSeconds: {
    alone: 60,
    hint: "Time: 25 is 25 minutes; 25:30 or 25.30 is 25 minutes and 30 seconds.",
    fault: "must be minutes, such as 25, or minutes and seconds, such as 25:30"
  },
  holdSeconds: {
    alone: 1,
    hint: "Held: 90 is 90 seconds; 1:30 or 1.30 is 1 minute and 30 seconds.",
    fault: "must be seconds, such as 90, or minutes and seconds, such as 1:30"
  }
}

/** A column with times; undefined for others. */
export const timesOf = (column: string): OfTimes | undefined =>
  Object.hasOwn(COLUMNS, column) ? COLUMNS[column] : undefined

const WITH_COLONS = /^(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2}(?:[.,]\d+)?)$/

/** A telephone's keyboard for numbers has no colon. One digit after the point could be a decimal, so there are two. */
const WITH_POINTS = /^(?:(\d{1,3})[.,])?(\d{1,4})[.,]([0-5]\d)$/

const WITH_UNIT = /^(\d{1,6}(?:[.,]\d+)?) ?(s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?)\.?$/i

const WHOLE = /^\d{1,5}$/

const decimal = (text: string): number => Number(text.replace(",", "."))

const ofUnit = (unit: string): number => (/^s/i.test(unit) ? 1 : /^m/i.test(unit) ? 60 : 3600)

/** The seconds in a time as people write it: 25:30, 1:02:30, 25.30, 90 s, or a whole number. */
export const secondsIn = (text: string, { alone }: Pick<OfTimes, "alone">): number | undefined => {
  if (WHOLE.test(text)) return Number(text) * alone
  const [, value, unit = ""] = WITH_UNIT.exec(text) ?? []
  if (value !== undefined) return round(decimal(value) * ofUnit(unit), 3)
  const parts = WITH_COLONS.exec(text) ?? WITH_POINTS.exec(text)
  if (parts === null) return undefined
  const [, hours = "0", minutes = "0", seconds = "0"] = parts
  return round(Number(hours) * 3600 + Number(minutes) * 60 + decimal(seconds), 3)
}

/** A time as a form shows it, to the last decimal: 25:30 or 1:02:30.5. */
export const timeText = (seconds: number): string => {
  const rest = round(seconds % 60, 3)
  const minutes = Math.floor(seconds / 60)
  const padded = (value: number) => (value < 10 ? `0${value}` : String(value))
  return minutes < 60
    ? `${minutes}:${padded(rest)}`
    : `${Math.floor(minutes / 60)}:${padded(minutes % 60)}:${padded(rest)}`
}
