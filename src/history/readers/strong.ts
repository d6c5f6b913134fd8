import type { Place, SetKind, SetRow } from "../rows.ts"
import { kilogramsIn, kilogramsInUnit, metresIn, metresInUnit, secondsOf, unconverted, unitInName } from "./amounts.ts"
import { Cells } from "./cells.ts"
import { Moments } from "./moments.ts"
import { UnitSurvey } from "./questions.ts"
import { Sessions } from "./sessions.ts"
import type { Header, TableKind } from "./table.ts"

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

/** The columns of all dialects: units may stand in the names, in columns of their own, or nowhere. */
const columnsOf = (header: Header) => ({
  date: header.find("date", "datum"),
  workout: header.find("workout name", "workout-name", "workoutname", "name des workouts", "trainingsname", "workout"),
  exercise: header.find("exercise name", "name der übung", "übungsname", "übung"),
  order: header.find(
    "set order",
    "reihenfolge festlegen",
    "reihenfolge der sätze",
    "satzreihenfolge",
    "satz-reihenfolge",
    "satz",
    "set"
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

/** The unit that the name of a column states: `kg` of `Weight (kg)` and of `kg`. */
const statedIn = (header: Header, column: number): string => {
  const name = header.names[column] ?? ""
  return unitInName(name) ?? (/^(?:kgs?|lbs?|km|mi\.?|miles)$/.test(name) ? name : "")
}

/** One row a set, in five dialects told apart by their header, in English and German. */
export const strongWorkouts: TableKind = {
  source: "strong",
  matches: (header) => {
    const { date, workout, exercise, order, weight, reps } = columnsOf(header)
    return [date, workout, exercise, order, weight, reps].every((place) => place !== -1)
  },
  required: (header) => {
    const { date, workout, exercise, order, weight, reps } = columnsOf(header)
    return [date, workout, exercise, order, weight, reps]
  },
  survey: ({ file, header, options }) => {
    const column = columnsOf(header)
    const asksWeight = options.weightUnit === undefined && kilogramsIn(statedIn(header, column.weight)) === null
    const asksDistance = options.distanceUnit === undefined && metresIn(statedIn(header, column.distance)) === null
    if (!asksWeight && !asksDistance) return null
    const survey = new UnitSurvey(file)
    return {
      row: (fields) => {
        const cells = new Cells(fields, header.delimiter)
        if (isNoSet(cells.text(column.order))) return
        const isWeightKnown = kilogramsIn(cells.text(column.weightUnit)) !== null
        const isDistanceKnown = metresIn(cells.text(column.distanceUnit)) !== null
        if (asksWeight && !isWeightKnown) survey.weight(cells.number(column.weight) ?? 0)
        if (asksDistance && !isDistanceKnown) survey.distance(cells.number(column.distance) ?? 0)
      },
      end: () => ({ questions: survey.questions(), answers: {} })
    }
  },
  read: ({ header, options, emit }) => {
    const column = columnsOf(header)
    const kilogramsStated = kilogramsIn(statedIn(header, column.weight))
    const metresStated = metresIn(statedIn(header, column.distance))
    const kilogramsAsked = options.weightUnit === undefined ? null : kilogramsInUnit(options.weightUnit)
    const metresAsked = options.distanceUnit === undefined ? null : metresInUnit(options.distanceUnit)
    const moments = new Moments(options.timezone)
    const sessions = new Sessions(emit)
    let lastOrder = 0
    let lastExercise = ""

    const loadOf = (cells: Cells): number | null => {
      const written = cells.positive(column.weight)
      const factor = kilogramsIn(cells.text(column.weightUnit)) ?? kilogramsStated ?? kilogramsAsked
      if (written !== null && factor === null) cells.refuse("its weight has no unit")
      return written === null || factor === null ? null : unconverted(written * factor)
    }
    const distanceOf = (cells: Cells): number | null => {
      const written = cells.positive(column.distance)
      const factor = metresIn(cells.text(column.distanceUnit)) ?? metresStated ?? metresAsked
      if (written !== null && factor === null) cells.refuse("its distance has no unit")
      return written === null || factor === null ? null : written * factor
    }
    const lengthOf = (cells: Cells, place: Place): number | null => {
      const text = cells.text(column.length)
      const seconds = secondsOf(text)
      if (text !== "" && seconds === null) emit.warn(place, `"${text.slice(0, 40)}" is no length of time`)
      return seconds === 0 ? null : seconds
    }
    return {
      row: (fields, place) => {
        const cells = new Cells(fields, header.delimiter)
        const [title, date, name] = [fields(column.workout), fields(column.date), fields(column.exercise)]
        const order = cells.text(column.order)
        if (/^rest timer$/i.test(order)) {
          emit.count(place, "rest timers, which are no sets")
          return
        }
        const start = moments.read(date)
        if (start === null) cells.refuse(`"${date.slice(0, 40)}" is no date`)
        const isNote = isNoSet(order)
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
        const set: SetRow = {
          place,
          kind: kind ?? "normal",
          ...(weight === null ? {} : { weightKg: weight }),
          ...(reps === null || (reps === 0 && (distance ?? seconds) !== null) ? {} : { reps }),
          ...(distance === null ? {} : { distanceMeters: distance }),
          ...(seconds === null ? {} : { durationSeconds: seconds }),
          ...(rpe === null ? {} : { rpe })
        }
        const begins = !isSameSession || name !== lastExercise || (number !== null && number <= lastOrder)
        sessions.set(name, set, { begins, superset: null, notes })
        lastOrder = number ?? (begins ? 0 : lastOrder)
        lastExercise = name
      },
      end: () => sessions.end()
    }
  }
}

const isNoSet = (order: string): boolean => /^(?:note|notiz|rest timer)$/i.test(order)
