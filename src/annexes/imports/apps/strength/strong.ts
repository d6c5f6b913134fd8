import {
  kilogramsIn,
  kilogramsInUnit,
  metresIn,
  metresInUnit,
  numberOf,
  secondsOf,
  unconverted,
  unitInName
} from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import type { Cells, Fields } from "../../formats/cells.ts"
import type { Emitter } from "../../formats/emitter.ts"
import { RepeatedRuns } from "../../formats/repeated-runs.ts"
import { Sessions, setOf } from "../../formats/sessions.ts"
import type { Header, TableKind, TableOptions } from "../../formats/table.ts"
import type { Place, SetKind } from "../../rows/rows.ts"

const SET_KINDS: Readonly<Record<string, SetKind>> = {
  W: "warmup",
  WARM_UP: "warmup",
  D: "dropset",
  DROP_SET: "dropset",
  F: "failure",
  FAILURE: "failure"
}

const WEIGHT = /^(?:(?:weight|gewicht)(?:\s*\(.*\))?|kgs?|lbs?)$/
const DISTANCE = /^(?:(?:distance|distanz|entfernung|strecke)(?:\s*\(.*\))?|km|mi\.?|miles)$/
const LENGTH = /^(?:(?:workout[ -]?)?(?:duration|dauer)|trainingsdauer)(?:\s*\(.*\))?$/

/** The columns of all dialects by name: units may be in the names, in columns of their own, or missing. */
const namedColumns = (header: Header) => ({
  date: header.find("date", "datum"),
  workout: header.find("workout name", "workout-name", "workoutname", "name des workouts", "trainingsname"),
  exercise: header.find("exercise name", "name der übung", "übungsname"),
  order: header.find(
    "set order",
    "reihenfolge festlegen",
    "reihenfolge der sätze",
    "satzreihenfolge",
    "satz-reihenfolge"
  ),
  weight: header.search(WEIGHT),
  weightUnit: header.find("weight unit", "gewichtseinheit"),
  reps: header.find("reps", "wiederh.", "wiederholungen", "wdh.", "wdh"),
  distance: header.search(DISTANCE),
  distanceUnit: header.find("distance unit", "distanzeinheit", "entfernungseinheit", "streckeneinheit"),
  seconds: header.find("seconds", "sekunden"),
  notes: header.find("notes", "notizen", "anmerkungen"),
  workoutNotes: header.find("workout notes", "workout-notizen", "trainingsnotizen"),
  rpe: header.find("rpe"),
  length: header.search(LENGTH)
})
type Columns = ReturnType<typeof namedColumns>

/** The twelve columns of the dialect that the app translates; their order is the same in every language. */
const TRANSLATED: Columns = {
  date: 0,
  workout: 1,
  length: 2,
  exercise: 3,
  order: 4,
  weight: 5,
  weightUnit: -1,
  reps: 6,
  distance: 7,
  distanceUnit: -1,
  seconds: 8,
  notes: 9,
  workoutNotes: 10,
  rpe: 11
}
const TRANSLATED_COLUMNS = 12

const requiredOf = ({ date, workout, exercise, order, weight, reps }: Columns): ReadonlyArray<number> => [
  date,
  workout,
  exercise,
  order,
  weight,
  reps
]

const isNamed = (columns: Columns): boolean => requiredOf(columns).every((place) => place !== -1)

const columnsOf = (header: Header): Columns => {
  const named = namedColumns(header)
  return isNamed(named) || header.names.length !== TRANSLATED_COLUMNS ? named : TRANSLATED
}

/** Whether a row of twelve columns is a set, which identifies the dialect if the header is in another language. */
const isSet = (first: Fields, delimiter: string): boolean =>
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4} \d{1,2}:\d{2}/.test(first(TRANSLATED.date)) &&
  /^\d+\s*\p{L}/u.test(first(TRANSLATED.length)) &&
  first(TRANSLATED.exercise) !== "" &&
  /^(?:\d+|\p{L})$/u.test(first(TRANSLATED.order)) &&
  [TRANSLATED.weight, TRANSLATED.reps, TRANSLATED.distance, TRANSLATED.seconds].every(
    (place) => numberOf(first(place), delimiter) !== null
  )

/** The unit stated in a column's name: `kg` for `Weight (kg)` and `kg`. */
const statedIn = (header: Header, column: number): string => {
  const name = header.names[column] ?? ""
  return unitInName(name) ?? (/^(?:kgs?|lbs?|km|mi\.?|miles)$/.test(name) ? name : "")
}

/** How the amounts of a row are read, in the units of its file. */
const amountsOf = (header: Header, options: TableOptions, emit: Emitter) => {
  const column = columnsOf(header)
  const kilogramsStated = kilogramsIn(statedIn(header, column.weight))
  const metresStated = metresIn(statedIn(header, column.distance))
  const kilogramsAsked = options.weightUnit === undefined ? null : kilogramsInUnit(options.weightUnit)
  const metresAsked = options.distanceUnit === undefined ? null : metresInUnit(options.distanceUnit)
  const loadOf = (cells: Cells): number | null => {
    const size = kilogramsIn(cells.text(column.weightUnit)) ?? kilogramsStated ?? kilogramsAsked
    const kilograms = cells.measure(column.weight, "weight", size)
    return kilograms === null ? null : unconverted(kilograms)
  }
  const distanceOf = (cells: Cells): number | null =>
    cells.measure(column.distance, "distance", metresIn(cells.text(column.distanceUnit)) ?? metresStated ?? metresAsked)
  const lengthOf = (cells: Cells, place: Place): number | null => {
    const text = cells.text(column.length)
    const seconds = secondsOf(text)
    if (text !== "" && seconds === null) emit.warn(place, `"${text.slice(0, 40)}" is not a duration`)
    return seconds === 0 ? null : seconds
  }
  return { loadOf, distanceOf, lengthOf }
}

/**
 * One row per set, in five dialects distinguished by their header, in English and German; the most common one in any
 * language.
 */
export const strongWorkouts: TableKind = {
  source: "strong",
  endsOpen: true,
  matches: (header, first) =>
    isNamed(namedColumns(header)) || (header.names.length === TRANSLATED_COLUMNS && isSet(first, header.delimiter)),
  required: (header) => requiredOf(columnsOf(header)),
  date: (header) => columnsOf(header).date,
  reads: (header) => Object.values(columnsOf(header)),
  isCompared: true,
  survey: ({ file, header, options }) => {
    const column = columnsOf(header)
    const asksWeight = options.weightUnit === undefined && kilogramsIn(statedIn(header, column.weight)) === null
    const asksDistance = options.distanceUnit === undefined && metresIn(statedIn(header, column.distance)) === null
    if (!asksWeight && !asksDistance) return null
    return unitSurvey(file, (survey, cells) => {
      if (markOf(cells, column) !== "set") return
      const isWeightKnown = kilogramsIn(cells.text(column.weightUnit)) !== null
      const isDistanceKnown = metresIn(cells.text(column.distanceUnit)) !== null
      if (asksWeight && !isWeightKnown) survey.weight(cells.number(column.weight) ?? 0)
      if (asksDistance && !isDistanceKnown) survey.distance(cells.number(column.distance) ?? 0)
    })
  },
  read: ({ header, moments, options, emit }) => {
    const column = columnsOf(header)
    const { loadOf, distanceOf, lengthOf } = amountsOf(header, options, emit)
    const sessions = new Sessions(emit)
    let lastOrder = 0
    let lastExercise = ""

    const take = (cells: Cells, place: Place): void => {
      const [title, date, name] = [cells.text(column.workout), cells.text(column.date), cells.text(column.exercise)]
      const order = cells.text(column.order)
      const mark = markOf(cells, column)
      if (mark === "rest") {
        emit.count(place, "rest timers, which are not sets")
        return
      }
      const start = cells.moment(moments, date)
      const isNote = mark === "note"
      if (name === "" && !isNote) cells.refuse("it names no exercise")
      const kind = SET_KINDS[order.toUpperCase()] ?? (/^\d+$/.test(order) || isNote ? "normal" : undefined)
      const weight = isNote ? null : loadOf(cells)
      const distance = isNote ? null : distanceOf(cells)
      const reps = isNote ? null : cells.number(column.reps)
      const seconds = isNote ? null : cells.positive(column.seconds)
      const rpe = isNote ? null : cells.positive(column.rpe)
      if (!cells.areRead(emit, place) || start === null) return
      if (kind === undefined) emit.warn(place, `set order "${order.slice(0, 40)}" is taken for a normal set`)
      const key = `${title}\n${date}`
      const isSameSession = sessions.isIn(key)
      sessions.enter(key, place, () => ({ title, start, end: null, durationSeconds: lengthOf(cells, place) }))
      sessions.note(cells.text(column.workoutNotes))
      const notes = cells.text(column.notes)
      if (isNote) {
        sessions.noteRow(name, notes)
        return
      }
      const number = /^\d+$/.test(order) ? Number(order) : null
      const isTimed = (distance ?? seconds) !== null
      const set = setOf(place, kind ?? "normal", {
        weightKg: weight,
        reps: reps === 0 && isTimed ? null : reps,
        distanceMeters: distance,
        durationSeconds: seconds,
        rpe
      })
      const begins = !isSameSession || name !== lastExercise || (number !== null && number <= lastOrder)
      sessions.set(name, set, { begins, notes })
      lastOrder = number ?? (begins ? 0 : lastOrder)
      lastExercise = name
    }
    const runs = new RepeatedRuns(() => sessions.end())
    return {
      row: (cells, place) => {
        const text = header.names.map((_, column) => cells.text(column)).join("\t")
        runs.add(`${cells.text(column.workout)}\n${cells.text(column.date)}`, {
          text,
          isNumbered: /^\d+$/.test(cells.text(column.order)),
          take: () => take(cells, place)
        })
      },
      end: () => {
        runs.end()
        sessions.end()
      }
    }
  }
}

const isNothing = (text: string): boolean => /^(?:0+(?:[.,]0*)?)?$/.test(text)

/**
 * What a row is. Rests and notes have a word in the app's language instead of a number. In English and German these
 * words are known; in other languages, a row with only seconds is a rest, and one with only text a note.
 */
const markOf = (cells: Cells, column: Columns): "set" | "rest" | "note" => {
  const order = cells.text(column.order)
  if (/^(?:rest timer|ruhezeit)$/i.test(order)) return "rest"
  if (/^(?:note|notiz)$/i.test(order)) return "note"
  const isWord = /^\p{L}[\p{L}\p{M}\s'’-]+$/u.test(order) && SET_KINDS[order.toUpperCase()] === undefined
  const isEmpty = [column.weight, column.reps, column.distance].every((place) => isNothing(cells.text(place)))
  if (!isWord || !isEmpty) return "set"
  if (!isNothing(cells.text(column.seconds))) return "rest"
  return cells.text(column.notes) === "" ? "set" : "note"
}
