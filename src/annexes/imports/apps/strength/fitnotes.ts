import type { Metric } from "../../../../features/body-metrics/model.ts"
import {
  kilogramsIn,
  kilogramsInUnit,
  metresIn,
  metresInUnit,
  numberOf,
  unitInName,
  unitOfMetric
} from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import type { Fields } from "../../formats/cells.ts"
import { dayAnd, needed, positive, text } from "../../formats/columns/columns.ts"
import { tableOf } from "../../formats/columns/tables.ts"
import { measureNamed } from "../../formats/measures/names.ts"
import { Sessions, setOf } from "../../formats/sessions.ts"
import type { Header, TableKind } from "../../formats/table.ts"

/** FitNotes has no sessions or titles: each day is one session. */
const TITLE = "Workout"

const columnsOf = (header: Header) => ({
  date: header.find("date"),
  exercise: header.find("exercise"),
  /** The iOS app has one column for kilograms and one for pounds. A row fills the one it was entered in. */
  weights: header.names.flatMap((name, place) => (/^weight(?:\s*\(.+\))?$/.test(name) ? [place] : [])),
  weightUnit: header.find("weight unit"),
  reps: header.find("reps"),
  distance: header.find("distance"),
  distanceUnit: header.find("distance unit"),
  time: header.find("time"),
  comment: header.find("comment", "notes")
})

const kilogramsStated = (header: Header, weight: number): number | null =>
  kilogramsIn(unitInName(header.names[weight] ?? "") ?? "")

const joinedFrom = (fields: ReadonlyArray<string>, place: number, delimiter: string): ReadonlyArray<string> => [
  ...fields.slice(0, place),
  fields.slice(place).join(delimiter)
]

/**
 * Repairs rows in which exercise names or comments contain unquoted commas: the name ends where the following fields
 * are numbers, and what is left over belongs to the comment.
 */
const fitted = (fields: ReadonlyArray<string>, header: Header): ReadonlyArray<string> => {
  const { exercise, weights, reps, distance, comment } = columnsOf(header)
  const columns = header.names.length
  for (let end = exercise + 1; end <= exercise + 1 + fields.length - columns; end++) {
    const named = [...joinedFrom(fields.slice(0, end), exercise, header.delimiter), ...fields.slice(end)]
    const numbers = [...weights, reps, distance].map((place) => named[place]?.trim() ?? "")
    if (!numbers.every((text) => text === "" || numberOf(text, header.delimiter) !== null)) continue
    const last = named.findLastIndex((field) => field.trim() !== "") + 1
    return comment === columns - 1 && last > columns
      ? joinedFrom(named.slice(0, last), comment, header.delimiter)
      : named
  }
  return fields
}

/** The export of sets: one row per set, with days only. */
export const fitNotesSets: TableKind = {
  source: "fitnotes",
  endsOpen: true,
  matches: (header) =>
    header.has("date", "exercise", "category", "reps", "distance", "distance unit", "time") &&
    columnsOf(header).weights.length > 0,
  required: (header) => [header.find("date"), header.find("exercise")],
  date: (header) => header.find("date"),
  fitted,
  survey: ({ file, header, options }) => {
    const column = columnsOf(header)
    const unstated = column.weights.filter((place) => kilogramsStated(header, place) === null)
    return unitSurvey(file, (survey, cells) => {
      if (options.weightUnit === undefined && kilogramsIn(cells.text(column.weightUnit)) === null) {
        for (const place of unstated) survey.weight(cells.number(place) ?? 0)
      }
      if (options.distanceUnit === undefined && metresIn(cells.text(column.distanceUnit)) === null) {
        survey.distance(cells.number(column.distance) ?? 0)
      }
    })
  },
  read: ({ header, moments, options, emit }) => {
    const column = columnsOf(header)
    const asked = options.weightUnit === undefined ? null : kilogramsInUnit(options.weightUnit)
    const metresAsked = options.distanceUnit === undefined ? null : metresInUnit(options.distanceUnit)
    const sessions = new Sessions(emit)
    return {
      row: (cells, place) => {
        const name = cells.text(column.exercise)
        const start = cells.moment(moments, cells.text(column.date))
        if (name === "") cells.refuse("it names no exercise")
        const weightColumn = column.weights.filter((place) => cells.positive(place) !== null)[0] ?? -1
        const stated = kilogramsStated(header, weightColumn)
        const kilograms = kilogramsIn(cells.text(column.weightUnit)) ?? stated ?? asked
        const weight = cells.measure(weightColumn, "weight", kilograms)
        const metres = metresIn(cells.text(column.distanceUnit)) ?? metresAsked
        const distance = cells.measure(column.distance, "distance", metres)
        const reps = cells.positive(column.reps)
        const seconds = cells.seconds(column.time)
        if (!cells.areRead(emit, place) || start === null) return
        sessions.enter(start.day, place, () => ({
          title: TITLE,
          start: { ...start, time: null },
          end: null,
          durationSeconds: null
        }))
        const set = setOf(place, "normal", {
          weightKg: weight,
          reps,
          distanceMeters: distance,
          durationSeconds: seconds
        })
        sessions.set(name, set, { notes: cells.text(column.comment) })
      },
      end: () => sessions.end()
    }
  }
}

const BODY = ["date", "time", "measurement", "value", "unit"]

const isBody = (header: Header): boolean => header.has(...BODY) && header.names.length === BODY.length

/** Whether a measurement is named as FitNotes does, with its names of units. */
const isOfFitNotes = (header: Header, first: Fields): boolean =>
  first(header.find("measurement")) === "Bodyweight" && /^(?:kgs|lbs)$/.test(first(header.find("unit")))

const isFat = (measurement: string): boolean => /^body ?fat/i.test(measurement)

const metricOf = (measurement: string): Metric | undefined => {
  if (isFat(measurement)) return "body_fat"
  return /^(?:body ?)?weight$/i.test(measurement) ? "weight" : measureNamed(measurement)
}

/** What a unit is of the one that a metric is stored in; null if it is none of the metric's. Fat is always in percent. */
const factorOf = (metric: Metric | undefined, unit: string): number | null => {
  if (metric === undefined) return null
  return metric === "body_fat" ? 1 : unitOfMetric(metric, unit.toLowerCase())
}

/** The export of the body tracker: one row per measurement. Older versions have no comments. */
export const fitNotesBody = tableOf(
  {
    source: "fitnotes",
    endsOpen: true,
    matches: (header, first) => header.has(...BODY, "comment") || (isBody(header) && isOfFitNotes(header, first)),
    mayBe: isBody,
    path: /(?:^|\/)fitnotes[^/]*\.csv$/i,
    columns: {
      at: dayAnd("date", "time"),
      value: needed(positive("value")),
      measurement: needed(text("measurement")),
      unit: text("unit")
    },
    kindOf: (text) =>
      metricOf(text("measurement")) === undefined ? `measurements of ${text("measurement").trim()}` : null,
    check: ({ value, measurement, unit }) => {
      if (value === null) return "it holds no value"
      if (factorOf(metricOf(measurement), unit) !== null) return null
      return unit === ""
        ? `its ${measurement.toLowerCase().slice(0, 40)} has no unit`
        : `"${unit.slice(0, 40)}" is not a unit of it`
    }
  },
  ({ emit }) => ({
    row: ({ at, value: written, measurement, unit }, place) => {
      const metric = metricOf(measurement) ?? "weight"
      const value = (written ?? 0) * (factorOf(metric, unit) ?? 1)
      emit.push({ _tag: "Reading", place, rows: 1, metric, value, at, origin: null })
    }
  })
)
