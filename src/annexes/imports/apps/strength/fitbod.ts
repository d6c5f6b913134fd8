import { date, inUtc, kilograms, metres, name, positive, text, whole } from "../../formats/columns/columns.ts"
import { sets } from "../../formats/columns/tables.ts"
import { setOf } from "../../formats/sessions.ts"

/** Fitbod's sessions have no title. */
const TITLE = "Workout"

/** Most sets that a row of older versions stands for. */
const MOST_SETS = 100

/**
 * The export of sets: one row per set, with units in column names and times in UTC. Older versions have days without
 * times, a number of sets, and no unit. Equal rows are real sets. The app writes `+0000` for UTC, wherever the person
 * was.
 */
export const fitbodSets = sets(
  {
    source: "fitbod",
    endsOpen: true,
    matches: (header) =>
      header.has("date", "exercise", "iswarmup") && (header.has("multiplier") || header.has("sets", "weight")),
    columns: {
      start: date("date", inUtc),
      exercise: name("exercise", "exercise"),
      weightKg: kilograms(/^weight(?: ?\(.+\))?$/),
      reps: positive("reps"),
      durationSeconds: positive(/^duration ?\(s\)$/),
      distanceMeters: metres(/^distance ?\(.+\)$/, 1),
      count: whole("sets"),
      started: text("date"),
      warmup: text("iswarmup"),
      notes: text("note")
    }
  },
  (_, sessions) => (row, place) => {
    const { start, exercise, weightKg, reps, durationSeconds, distanceMeters, notes } = row
    sessions.enter(row.started, place, () => ({ title: TITLE, start, end: null, durationSeconds: null }))
    const kind = /^(?:true|1)$/i.test(row.warmup) ? "warmup" : "normal"
    const set = setOf(place, kind, { weightKg, reps, distanceMeters, durationSeconds })
    sessions.set(exercise, set, { notes })
    const count = Math.min(row.count ?? 1, MOST_SETS)
    for (let more = 1; more < count; more++) sessions.set(exercise, set, { rows: 0 })
  }
)
