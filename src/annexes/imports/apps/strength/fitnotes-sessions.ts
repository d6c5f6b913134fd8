import {
  askedKilograms,
  askedMetres,
  date,
  moment,
  name,
  needed,
  number,
  positive,
  seconds,
  text
} from "../../formats/columns/columns.ts"
import { sets } from "../../formats/columns/tables.ts"
import { setOf } from "../../formats/sessions.ts"

/** Adds the equipment as other apps do, as in `Bench Press (Barbell)`, unless the name already states it. */
const nameWith = (name: string, equipment: string): string =>
  equipment === "" || equipment === "None" || name.toLowerCase().includes(equipment.toLowerCase())
    ? name
    : `${name} (${equipment})`

/**
 * The export of another app that is also called FitNotes: one row per set, with named sessions, times in UTC, and no
 * units.
 */
export const fitNotesSessions = sets(
  {
    source: "fitnotes",
    endsOpen: true,
    matches: (header) => header.has("name", "starttime", "exercise", "equipment", "status", "iswarmup"),
    columns: {
      start: date("starttime"),
      exercise: name("exercise", "exercise"),
      weightKg: askedKilograms("weight"),
      distanceMeters: askedMetres("distance"),
      reps: positive("reps"),
      durationSeconds: seconds("time"),
      rpe: positive("rpe"),
      inReserve: number("rir"),
      title: needed(text("name")),
      started: text("starttime"),
      end: moment("endtime"),
      equipment: text("equipment"),
      status: needed(text("status")),
      warmup: text("iswarmup"),
      notes: text("note")
    },
    skip: (text) => (/^(?:notstarted|skipped)$/i.test(text("status")) ? "sets that were not done" : null)
  },
  (_, sessions) => (row, place) => {
    const { title, start, weightKg, distanceMeters, reps, durationSeconds, rpe, inReserve, notes } = row
    sessions.enter(`${title}\n${row.started}`, place, () => ({ title, start, end: row.end, durationSeconds: null }))
    const isWarmup = row.warmup.toLowerCase() === "true"
    const kind = isWarmup ? "warmup" : row.status.toLowerCase() === "failed" ? "failure" : "normal"
    const exertion = rpe ?? (inReserve === null ? null : 10 - inReserve)
    const set = setOf(place, kind, {
      weightKg,
      reps,
      distanceMeters,
      durationSeconds,
      rpe: exertion === null || exertion <= 0 ? null : exertion
    })
    sessions.set(nameWith(row.exercise, row.equipment), set, { notes })
  }
)
