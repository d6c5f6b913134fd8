import { kilogramsIn, kilogramsInUnit, metresIn, numberOf, secondsOf } from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import { brief } from "../../formats/brief.ts"
import { dateReader, localeSurvey } from "../../formats/local-dates.ts"
import { withTime } from "../../formats/reading-table.ts"
import { Sessions, setOf } from "../../formats/sessions.ts"
import { together } from "../../formats/surveys.ts"
import type { Header, TableKind } from "../../formats/table.ts"

const THREE = /^[^/]+ \/ [^/]+ \/ [^/]+$/
const TWO = /^[^/]+ \/ [^/]+$/

/** The app translates column names, but does not change their order. */
const columnsOf = (header: Header) => {
  const [reps = -1, weight = -1] = header.names.flatMap((name, place) => (TWO.test(name) ? [place] : []))
  const kind = header.search(THREE)
  return { date: 0, title: 1, time: 2, exercise: 3, kind, reps, weight, notes: weight + 1, skipped: weight + 2 }
}

const WARMUP = /riscald|warm|aufw|échauff|calent|aquec/i
const NEGATION = /^(?:no|nein|non|não|nee|false|0|)$/i

const TIME_UNIT = /^(?:s|h|(?:sec|sek|seg|min)\p{L}*)$/iu

/** Parses `100 kg`, `12`, `5,2 km`. */
const amountOf = (text: string): { readonly value: number; readonly unit: string } | null => {
  const [, number = "", unit = ""] = /^(-?[\d.,]+)(?![\d.,])\s*(?!\s)(\D*)$/.exec(brief(text)) ?? []
  const value = numberOf(number, ";")
  return value === null ? null : { value, unit: unit.trim() }
}

/** One row per set, with the time at which it was done. Equal neighbours are real sets. */
export const gymBookSets: TableKind = {
  source: "gymbook",
  endsOpen: true,
  matches: (header) => {
    const { kind, reps, weight, exercise, skipped } = columnsOf(header)
    const isInOrder = reps > exercise && weight === reps + 1 && header.names.length === skipped + 1
    // Third-party readers of German exports know no column for the kind of a set.
    return isInOrder && (kind === reps - 1 || kind === -1)
  },
  required: () => [0, 1, 2, 3],
  date: () => 0,
  survey: (context) => {
    const { file, header, options } = context
    const { weight } = columnsOf(header)
    const units = unitSurvey(file, (survey, cells) => {
      const found = amountOf(cells.text(weight))
      if (found?.unit === "") survey.weight(found.value)
    })
    return together(localeSurvey(0, context), options.weightUnit === undefined ? units : null)
  },
  read: (context) => {
    const { header, options, emit } = context
    const column = columnsOf(header)
    const dateOf = dateReader(context)
    const sessions = new Sessions(emit)
    const asked = kilogramsInUnit(options.weightUnit ?? "kg")
    return {
      row: (cells, place) => {
        if (!NEGATION.test(cells.text(column.skipped))) {
          emit.count(place, "sets that were skipped")
          return
        }
        const [date, title, time, name] = [column.date, column.title, column.time, column.exercise].map((place) =>
          cells.text(place)
        )
        const start = withTime(dateOf(date ?? ""), time ?? "")
        if (start === null) cells.refuse(`"${date?.slice(0, 40)}" is not a date`)
        if (!name) cells.refuse("it names no exercise")
        const [done, written] = [cells.text(column.reps), cells.text(column.weight)]
        const [reps, weight] = [amountOf(done), amountOf(written)]
        const isLength = done.includes(":") || (reps !== null && TIME_UNIT.test(reps.unit))
        const seconds = isLength ? secondsOf(done) : null
        const metres = weight === null ? null : metresIn(weight.unit)
        const kilograms =
          weight === null || metres !== null ? null : weight.unit === "" ? asked : kilogramsIn(weight.unit)
        if (done !== "" && seconds === null && (reps === null || isLength))
          cells.refuse(`"${done.slice(0, 40)}" is not a number`)
        if (written !== "" && metres === null && kilograms === null)
          cells.refuse(`"${written.slice(0, 40)}" is not a weight`)
        if (!cells.areRead(emit, place) || start === null || !name) return
        const key = `${title}\n${date}`
        if (sessions.isIn(key)) sessions.endAt(start)
        sessions.enter(key, place, () => ({ title: title || "Workout", start, end: null, durationSeconds: null }))
        const load = weight !== null && weight.value > 0 ? weight.value : null
        const kind = WARMUP.test(cells.text(column.kind)) ? "warmup" : "normal"
        const set = setOf(place, kind, {
          weightKg: kilograms && load && load * kilograms,
          distanceMeters: metres && load && load * metres,
          reps: seconds === null && reps !== null && reps.value > 0 ? reps.value : null,
          durationSeconds: seconds || null
        })
        sessions.set(name, set, { notes: cells.text(column.notes) })
      },
      end: () => sessions.end()
    }
  }
}
