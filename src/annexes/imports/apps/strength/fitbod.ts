import { kilogramsIn, kilogramsInUnit, metresIn, unitInName } from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import { withoutZeroOffset } from "../../formats/brief.ts"
import { Sessions, setOf } from "../../formats/sessions.ts"
import type { TableKind } from "../../formats/table.ts"

/** Fitbod's sessions have no title. */
const TITLE = "Workout"

/** Most sets that a row of older versions stands for. */
const MOST_SETS = 100

/**
 * The export of sets: one row per set, with units in column names and times in UTC. Older versions have days without
 * times, a number of sets, and no unit. Equal rows are real sets.
 */
export const fitbodSets: TableKind = {
  source: "fitbod",
  endsOpen: true,
  matches: (header) =>
    header.has("date", "exercise", "iswarmup") && (header.has("multiplier") || header.has("sets", "weight")),
  required: (header) => [header.find("date"), header.find("exercise")],
  date: (header) => header.find("date"),
  survey: ({ file, header, options }) => {
    const weight = header.find("weight")
    if (weight === -1 || options.weightUnit !== undefined) return null
    return unitSurvey(file, (survey, cells) => survey.weight(cells.number(weight) ?? 0))
  },
  read: ({ header, moments, options, emit }) => {
    const column = header.places({
      date: "date",
      exercise: "exercise",
      reps: "reps",
      sets: "sets",
      weight: /^weight(?: ?\(.+\))?$/,
      duration: /^duration ?\(s\)$/,
      distance: /^distance ?\(.+\)$/,
      warmup: "iswarmup",
      note: "note"
    })
    const unitOf = (place: number) => unitInName(header.names[place] ?? "") ?? ""
    const kilograms = kilogramsIn(unitOf(column.weight)) ?? kilogramsInUnit(options.weightUnit ?? "kg")
    const metres = metresIn(unitOf(column.distance)) ?? 1
    const sessions = new Sessions(emit)
    return {
      row: (cells, place) => {
        // The app writes `+0000` for UTC, wherever the person was.
        const date = withoutZeroOffset(cells.text(column.date))
        const start = cells.moment(moments, date)
        const name = cells.text(column.exercise)
        if (name === "") cells.refuse("it names no exercise")
        const [weight, reps] = [cells.positive(column.weight), cells.positive(column.reps)]
        const [seconds, distance] = [cells.positive(column.duration), cells.positive(column.distance)]
        const count = Math.min(cells.whole(column.sets) || 1, MOST_SETS)
        if (!cells.areRead(emit, place) || start === null) return
        sessions.enter(date, place, () => ({ title: TITLE, start, end: null, durationSeconds: null }))
        const kind = /^(?:true|1)$/i.test(cells.text(column.warmup)) ? "warmup" : "normal"
        const set = setOf(place, kind, {
          weightKg: weight && weight * kilograms,
          reps,
          distanceMeters: distance && distance * metres,
          durationSeconds: seconds
        })
        sessions.set(name, set, { notes: cells.text(column.note) })
        for (let more = 1; more < count; more++) sessions.set(name, set, { rows: 0 })
      },
      end: () => sessions.end()
    }
  }
}
