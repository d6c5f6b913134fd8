import { kilogramsIn, numberOf } from "../../formats/amounts.ts"
import { brief } from "../../formats/brief.ts"
import type { Fields } from "../../formats/cells.ts"
import { surveyLocale } from "../../formats/local-dates.ts"
import { Moments } from "../../formats/moments.ts"
import { readNamedDate } from "../../formats/named-dates.ts"
import { NO_READING, pushReadings, withTime } from "../../formats/reading-table.ts"
import type { Header, TableKind } from "../../formats/table.ts"
import type { Moment } from "../../rows/rows.ts"

/** The columns have the same order in every language. */
const COLUMN = { time: 0, weight: 1, fat: 4 }
/** Time, weight, change, BMI and body fat. */
const FEWEST_COLUMNS = 5

/** Reorders `2022 Dec 21` to the usual form of dates with month names. */
const dayFirst = (text: string): string => brief(text).replace(/^(\d{4}) (\D+?)\.? (\d{1,2})$/, "$3 $2 $1")

const NAMED_DAY =
  /^(?:\d{1,2}\.?\s+(?:de\s+)?\p{L}+\.?\s+(?:de\s+)?\d{4}|\p{L}+\.?\s+\d{1,2},\s*\d{4}|\d{4}\s?年\s?\d{1,2}月\s?\d{1,2}\s?日)$/u

/** Whether the first row is a day alone, which no other app writes. */
const isDayAlone = ({ names }: Header, first: Fields): boolean =>
  names.length >= FEWEST_COLUMNS &&
  names.slice(0, FEWEST_COLUMNS).every((name) => name !== "") &&
  NAMED_DAY.test(dayFirst(first(0))) &&
  [...names.keys()].slice(1).every((place) => first(place) === "")

/** The table of weights: each day is a line of its own, followed by its readings, each with its time and units. */
export const garminWeights: TableKind = {
  source: "garmin",
  matches: (header, first) => header.has("time", "weight", "change", "bmi") || isDayAlone(header, first),
  required: () => [COLUMN.time],
  date: () => -1,
  survey: (context) => surveyLocale(context, (cells) => dayFirst(cells.text(0))),
  read: ({ file, options, emit }) => {
    const moments = new Moments(options.clock)
    let day: Moment | null = null
    /** Lines of days not counted yet. */
    let days = 0
    return {
      row: (cells, place) => {
        const first = cells.text(0)
        if (cells.text(COLUMN.weight) === "") {
          day = readNamedDate(dayFirst(first), options.locale ?? "en", moments)
          if (day === null) emit.leaveOut(place, `"${first.slice(0, 40)}" is not a date`)
          else days++
          return
        }
        const at = withTime(day, first)
        const [weight, fat] = [COLUMN.weight, COLUMN.fat].map((place) => amountOf(cells.text(place)))
        const kilograms = kilogramsIn(weight?.unit ?? "")
        if (at === null) cells.refuse("it stands below no day")
        if (weight === null) cells.refuse(NO_READING)
        else if (kilograms === null) cells.refuse("its weight has no unit")
        if (!cells.areRead(emit, place) || at === null || weight == null || kilograms === null) return
        const found = { weight: weight.value * kilograms, fat: fat?.unit === "%" ? fat.value : null, steps: null }
        pushReadings(emit, place, at, found, 1 + days)
        days = 0
      },
      end: () => {
        if (days > 0) emit.count({ file, line: 1 }, "days without a reading", days)
      }
    }
  }
}

/** Parses `108.8 kg` or `25.3 %`. */
const amountOf = (text: string): { readonly value: number; readonly unit: string } | null => {
  const [, number = "", unit = ""] = /^([\d.,]+)(?![\d.,])\s*(?!\s)(\D*)$/.exec(brief(text)) ?? []
  const value = numberOf(number, ",")
  return value === null || value <= 0 ? null : { value, unit }
}
