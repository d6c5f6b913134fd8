import { kilogramsInUnit, metresInUnit } from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import { Sessions, setOf } from "../../formats/sessions.ts"
import type { Header, TableKind } from "../../formats/table.ts"
import type { SetKind } from "../../rows/rows.ts"

const columnsOf = (header: Header) =>
  header.places({
    title: "name",
    start: "starttime",
    end: "endtime",
    exercise: "exercise",
    equipment: "equipment",
    reps: "reps",
    weight: "weight",
    time: "time",
    distance: "distance",
    status: "status",
    warmup: "iswarmup",
    rpe: "rpe",
    rir: "rir",
    note: "note"
  })

/** Adds the equipment as other apps do, as in `Bench Press (Barbell)`, unless the name already states it. */
const nameWith = (name: string, equipment: string): string =>
  equipment === "" || equipment === "None" || name.toLowerCase().includes(equipment.toLowerCase())
    ? name
    : `${name} (${equipment})`

/**
 * The export of another app that is also called FitNotes: one row per set, with named sessions, times in UTC, and no
 * units.
 */
export const fitNotesSessions: TableKind = {
  source: "fitnotes",
  endsOpen: true,
  matches: (header) => header.has("name", "starttime", "exercise", "equipment", "status", "iswarmup"),
  required: (header) => ["name", "starttime", "exercise", "status"].map((name) => header.find(name)),
  date: (header) => header.find("starttime"),
  survey: ({ file, header, options }) => {
    const column = columnsOf(header)
    return unitSurvey(file, (survey, cells) => {
      if (options.weightUnit === undefined) survey.weight(cells.number(column.weight) ?? 0)
      if (options.distanceUnit === undefined) survey.distance(cells.number(column.distance) ?? 0)
    })
  },
  read: ({ header, moments, options, emit }) => {
    const column = columnsOf(header)
    const kilograms = options.weightUnit === undefined ? null : kilogramsInUnit(options.weightUnit)
    const metres = options.distanceUnit === undefined ? null : metresInUnit(options.distanceUnit)
    const sessions = new Sessions(emit)
    return {
      row: (cells, place) => {
        const status = cells.text(column.status).toLowerCase()
        if (status === "notstarted" || status === "skipped") {
          emit.count(place, "sets that were not done")
          return
        }
        const [title, started] = [cells.text(column.title), cells.text(column.start)]
        const start = cells.moment(moments, started)
        if (cells.text(column.exercise) === "") cells.refuse("it names no exercise")
        const weight = cells.measure(column.weight, "weight", kilograms)
        const distance = cells.measure(column.distance, "distance", metres)
        const reps = cells.positive(column.reps)
        const seconds = cells.seconds(column.time)
        const [rpe, inReserve] = [cells.positive(column.rpe), cells.number(column.rir)]
        if (!cells.areRead(emit, place) || start === null) return
        const name = nameWith(cells.text(column.exercise), cells.text(column.equipment))
        const key = `${title}\n${started}`
        sessions.enter(key, place, () => ({
          title,
          start,
          end: moments.read(cells.text(column.end)),
          durationSeconds: null
        }))
        const isWarmup = cells.text(column.warmup).toLowerCase() === "true"
        const kind: SetKind = isWarmup ? "warmup" : status === "failed" ? "failure" : "normal"
        const exertion = rpe ?? (inReserve === null ? null : 10 - inReserve)
        const set = setOf(place, kind, {
          weightKg: weight,
          reps,
          distanceMeters: distance,
          durationSeconds: seconds,
          rpe: exertion === null || exertion <= 0 ? null : exertion
        })
        sessions.set(name, set, { notes: cells.text(column.note) })
      },
      end: () => sessions.end()
    }
  }
}
