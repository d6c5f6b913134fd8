import { kilogramsIn, metresIn } from "../../formats/amounts.ts"
import { dateReader, localeSurvey } from "../../formats/local-dates.ts"
import { Sessions, setOf } from "../../formats/sessions.ts"
import type { Header, TableKind } from "../../formats/table.ts"
import type { SetKind } from "../../rows/rows.ts"

const SET_KINDS: Readonly<Record<string, SetKind>> = {
  normal: "normal",
  "": "normal",
  warmup: "warmup",
  failure: "failure",
  dropset: "dropset"
}

const unitIn = (header: Header, column: number): string => header.names[column]?.split("_").at(-1) ?? ""

/** `workouts.csv`: one row per set, newest session first. */
export const hevyWorkouts: TableKind = {
  source: "hevy",
  endsOpen: true,
  matches: (header) => header.has("title", "start_time", "exercise_title", "set_index"),
  required: (header) => [header.find("title"), header.find("start_time"), header.find("exercise_title")],
  date: (header) => header.find("start_time"),
  survey: (context) => localeSurvey(context.header.find("start_time"), context),
  read: (context) => {
    const { header, emit } = context
    const column = header.places({
      title: "title",
      start: "start_time",
      end: "end_time",
      description: "description",
      exercise: "exercise_title",
      superset: "superset_id",
      notes: "exercise_notes",
      index: "set_index",
      kind: "set_type",
      weight: ["weight_kg", "weight_lbs", "weight_lb"],
      reps: "reps",
      distance: ["distance_km", "distance_miles", "distance_meters"],
      duration: "duration_seconds",
      rpe: "rpe"
    })
    const kilograms = kilogramsIn(unitIn(header, column.weight)) ?? 1
    const metres = metresIn(unitIn(header, column.distance)) ?? 1000
    const startOf = dateReader(context)
    const endOf = dateReader(context)
    const sessions = new Sessions(emit)
    let lastIndex = -1
    return {
      row: (cells, place) => {
        const [title, start, name] = [cells.text(column.title), cells.text(column.start), cells.text(column.exercise)]
        const moment = startOf(start)
        if (moment === null) cells.refuse(`"${start.slice(0, 40)}" is not a date`)
        if (name === "") cells.refuse("it names no exercise")
        const weight = cells.positive(column.weight)
        const distance = cells.positive(column.distance)
        const duration = cells.positive(column.duration)
        const reps = cells.number(column.reps)
        const rpe = cells.number(column.rpe)
        const index = cells.number(column.index) ?? lastIndex + 1
        const kind = SET_KINDS[cells.text(column.kind).toLowerCase()]
        if (!cells.areRead(emit, place) || moment === null) return
        if (kind === undefined) emit.warn(place, `"${cells.text(column.kind).slice(0, 40)}" is taken for a normal set`)
        const key = `${title}\n${start}`
        sessions.enter(key, place, () => ({
          title,
          start: moment,
          end: column.end === -1 ? null : endOf(cells.text(column.end)),
          durationSeconds: null
        }))
        sessions.note(cells.text(column.description))
        const isTimed = (distance ?? duration) !== null
        const set = setOf(place, kind ?? "normal", {
          weightKg: weight && weight * kilograms,
          reps: reps === 0 && isTimed ? null : reps,
          distanceMeters: distance && distance * metres,
          durationSeconds: duration,
          rpe
        })
        sessions.set(name, set, {
          begins: index <= lastIndex,
          superset: cells.text(column.superset) || null,
          notes: cells.text(column.notes)
        })
        lastIndex = index
      },
      end: () => sessions.end()
    }
  }
}

/** `measurements.csv`: one row per day. */
export const hevyMeasurements: TableKind = {
  source: "hevy",
  endsOpen: true,
  matches: (header) =>
    header.has("date", "fat_percent") &&
    header.find("weight_kg", "weight_lbs", "weight_lb") !== -1 &&
    header.search(/^(?:neck|shoulder|chest|waist|hips)_(?:cm|in)$/) !== -1,
  required: (header) => [header.find("date")],
  date: (header) => header.find("date"),
  survey: (context) => localeSurvey(context.header.find("date"), context),
  read: (context) => {
    const { header, emit } = context
    const column = header.places({ date: "date", weight: ["weight_kg", "weight_lbs", "weight_lb"], fat: "fat_percent" })
    const kilograms = kilogramsIn(unitIn(header, column.weight)) ?? 1
    const dateOf = dateReader(context)
    return {
      row: (cells, place) => {
        const at = dateOf(cells.text(column.date))
        if (at === null) cells.refuse(`"${cells.text(column.date).slice(0, 40)}" is not a date`)
        const weight = cells.positive(column.weight)
        const fat = cells.positive(column.fat)
        if (weight === null && fat === null) cells.refuse("it holds neither a weight nor a body fat")
        if (!cells.areRead(emit, place) || at === null) return
        const reading = { _tag: "Reading", place, at, origin: null } as const
        if (weight !== null) emit.push({ ...reading, rows: 1, metric: "weight", value: weight * kilograms })
        if (fat !== null) emit.push({ ...reading, rows: weight === null ? 1 : 0, metric: "body_fat", value: fat })
      }
    }
  }
}
