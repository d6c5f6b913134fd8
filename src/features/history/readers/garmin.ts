import type { Moment } from "../rows.ts"
import { activityRow } from "./activity-row.ts"
import { kilogramsIn, numberOf, secondsOf } from "./amounts.ts"
import { Cells } from "./cells.ts"
import { Moments } from "./moments.ts"
import { LocaleSurvey, readNamedDate } from "./named-dates.ts"
import { UnitSurvey } from "./questions.ts"
import { NO_READING, pushReadings, withTime } from "./reading-table.ts"
import type { TableKind } from "./table.ts"

/**
 * The first columns of `Activities.csv` in Garmin Connect's languages. The others follow in the same order in every
 * language.
 */
const TYPES =
  /^(?:activity type|aktivitätstyp|tipo de actividad|tipo de atividade|tipo di attività|activiteittype|aktivitetstype?|typ aktywności|tevékenység típusa|type d['’]activité)$/
const DATES = /^(?:date|datum|fecha|data|dato|dátum)$/
const COLUMN = { type: 0, date: 1, title: 3, distance: 4, calories: 5, time: 6 }

const GROUPED = /^\d{1,3}(?:[.,\u00a0\u202f']\d{3})+$/

/** A whole number with any thousands separator. */
const grouped = (text: string): number | null => (GROUPED.test(text) ? Number(text.replaceAll(/\D/g, "")) : null)

interface Distance {
  readonly value: number
  /** Whether the distance is in metres or yards without decimals, as for pool swims and tracks. */
  readonly isShort: boolean
}

const NOTHING = /^(?:--?)?$/

const distanceOf = (text: string, delimiter: string): Distance | null => {
  const whole = grouped(text) ?? (/^\d{2,}$/.test(text) ? Number(text) : null)
  if (whole !== null) return { value: whole, isShort: true }
  const value = numberOf(text, delimiter)
  return value === null ? null : { value, isShort: false }
}

const METRES = { km: { long: 1000, short: 1 }, mi: { long: 1609.344, short: 0.9144 } } as const

/** `Activities.csv`: one row per activity. It states no unit of distance. */
export const garminActivities: TableKind = {
  source: "garmin",
  matches: ({ names: [first = "", second = ""] }) => TYPES.test(first) && DATES.test(second),
  required: () => [COLUMN.type, COLUMN.date],
  date: () => COLUMN.date,
  survey: ({ file, header, options }) => {
    if (options.distanceUnit !== undefined) return null
    const survey = new UnitSurvey(file)
    return {
      row: (fields) => survey.distance(distanceOf(fields(COLUMN.distance), header.delimiter)?.value ?? 0),
      end: () => ({ questions: survey.questions(), answers: {} })
    }
  },
  read: ({ header, options, emit }) => {
    const moments = new Moments(options.timezone, options.isMonthFirst)
    const metres = METRES[options.distanceUnit ?? "km"]
    return {
      row: (fields, place) => {
        const cells = new Cells(fields, header.delimiter)
        const start = moments.read(fields(COLUMN.date))
        if (start === null) cells.refuse(`"${fields(COLUMN.date).slice(0, 40)}" is no date`)
        const [written, time, energy] = [COLUMN.distance, COLUMN.time, COLUMN.calories].map(fields)
        const distance = distanceOf(written ?? "", header.delimiter)
        if (distance === null && !NOTHING.test(written ?? "")) cells.refuse(`"${written?.slice(0, 40)}" is no distance`)
        const seconds = secondsOf((time ?? "").replace(",", "."))
        if (seconds === null && !NOTHING.test(time ?? "")) cells.refuse(`"${time?.slice(0, 40)}" is no length of time`)
        const calories = grouped(energy ?? "") ?? cells.positive(COLUMN.calories)
        if (!cells.areRead(emit, place) || start === null) return
        const type = fields(COLUMN.type) || "Workout"
        emit.push(
          activityRow(place, {
            type,
            title: fields(COLUMN.title),
            start,
            durationSeconds: seconds,
            distanceMeters: distance === null ? null : distance.value * (distance.isShort ? metres.short : metres.long),
            calories
          })
        )
      },
      end: () => undefined
    }
  }
}

/** Reorders `2022 Dec 21` to the usual form of dates with month names. */
const dayFirst = (text: string): string => text.replace(/^(\d{4})\s+(\D+?)\.?\s+(\d{1,2})$/, "$3 $2 $1")

/** The table of weights: each day is a line of its own, followed by its readings, each with its time and units. */
export const garminWeights: TableKind = {
  source: "garmin",
  matches: (header) => header.has("time", "weight", "change", "bmi"),
  required: (header) => [header.find("time")],
  date: () => -1,
  survey: ({ file, options }) => {
    if (options.locale !== undefined) return null
    const survey = new LocaleSurvey(undefined)
    return {
      row: (fields) => survey.add(dayFirst(fields(0))),
      end: () => {
        const { locale, questions } = survey.end(file)
        return { questions, answers: locale === undefined ? {} : { locale } }
      }
    }
  },
  read: ({ file, header, options, emit }) => {
    const column = { weight: header.find("weight"), fat: header.find("body fat") }
    const moments = new Moments(options.timezone)
    let day: Moment | null = null
    /** Lines of days not counted yet. */
    let days = 0
    return {
      row: (fields, place) => {
        const cells = new Cells(fields, header.delimiter)
        const first = fields(0)
        if (cells.text(column.weight) === "") {
          day = readNamedDate(dayFirst(first), options.locale ?? "en", moments)
          if (day === null) emit.leaveOut(place, `"${first.slice(0, 40)}" is no date`)
          else days++
          return
        }
        const at = withTime(day, first)
        const [weight, fat] = [column.weight, column.fat].map((place) => amountOf(cells.text(place)))
        const kilograms = kilogramsIn(weight?.unit ?? "")
        if (at === null) cells.refuse("it stands below no day")
        if (weight === null) cells.refuse(NO_READING)
        else if (kilograms === null) cells.refuse("its weight has no unit")
        if (!cells.areRead(emit, place) || at === null || weight == null || kilograms === null) return
        const found = { weight: weight.value * kilograms, fat: fat?.value ?? null, steps: null }
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
  const [, number = "", unit = ""] = /^([\d.,]+)\s*(\D*)$/.exec(text) ?? []
  const value = numberOf(number, ",")
  return value === null || value <= 0 ? null : { value, unit }
}
