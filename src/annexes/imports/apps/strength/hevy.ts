import { GIRTHS, type Girth } from "../../../../features/body-metrics/model.ts"
import {
  type Column,
  centimetres,
  kilograms,
  metres,
  name,
  namedDate,
  namedMoment,
  needed,
  number,
  positive,
  text
} from "../../formats/columns/columns.ts"
import { sets, tableOf } from "../../formats/columns/tables.ts"
import { entryOf } from "../../formats/fields.ts"
import { pushReadings } from "../../formats/reading-table.ts"
import { setOf } from "../../formats/sessions.ts"
import type { SetKind } from "../../rows/rows.ts"

const SET_KINDS: Readonly<Record<string, SetKind>> = {
  normal: "normal",
  "": "normal",
  warmup: "warmup",
  failure: "failure",
  dropset: "dropset"
}

const WEIGHTS = ["weight_kg", "weight_lbs", "weight_lb"]

/** `workouts.csv`: one row per set, newest session first. */
export const hevyWorkouts = sets(
  {
    source: "hevy",
    endsOpen: true,
    matches: (header) => header.has("title", "start_time", "exercise_title", "set_index"),
    columns: {
      start: namedDate("start_time"),
      exercise: name("exercise_title", "exercise"),
      weightKg: kilograms(WEIGHTS),
      distanceMeters: metres(["distance_km", "distance_miles", "distance_meters"], 1000),
      durationSeconds: positive("duration_seconds"),
      reps: number("reps"),
      rpe: number("rpe"),
      index: number("set_index"),
      title: needed(text("title")),
      started: text("start_time"),
      end: namedMoment("end_time"),
      description: text("description"),
      superset: text("superset_id"),
      notes: text("exercise_notes"),
      kind: text("set_type")
    }
  },
  ({ emit }, sessions) => {
    let lastIndex = -1
    return (row, place) => {
      const { title, start, weightKg, distanceMeters, durationSeconds, reps, rpe, kind: written } = row
      const kind = entryOf(SET_KINDS, written.toLowerCase())
      if (kind === undefined) emit.warn(place, `"${written.slice(0, 40)}" is taken for a normal set`)
      sessions.enter(`${title}\n${row.started}`, place, () => ({ title, start, end: row.end, durationSeconds: null }))
      sessions.note(row.description)
      const isTimed = (distanceMeters ?? durationSeconds) !== null
      const set = setOf(place, kind ?? "normal", {
        weightKg,
        reps: reps === 0 && isTimed ? null : reps,
        distanceMeters,
        durationSeconds,
        rpe
      })
      const index = row.index ?? lastIndex + 1
      sessions.set(row.exercise, set, { begins: index <= lastIndex, superset: row.superset || null, notes: row.notes })
      lastIndex = index
    }
  }
)

const girthIn = (column: string): Column<number | null> => centimetres([`${column}_cm`, `${column}_in`])

const GIRTH_COLUMNS: Readonly<Record<Girth, Column<number | null>>> = {
  neck: girthIn("neck"),
  shoulders: girthIn("shoulder"),
  chest: girthIn("chest"),
  left_arm: girthIn("left_bicep"),
  right_arm: girthIn("right_bicep"),
  left_forearm: girthIn("left_forearm"),
  right_forearm: girthIn("right_forearm"),
  abdomen: girthIn("abdomen"),
  waist: girthIn("waist"),
  hips: girthIn("hips"),
  left_thigh: girthIn("left_thigh"),
  right_thigh: girthIn("right_thigh"),
  left_calf: girthIn("left_calf"),
  right_calf: girthIn("right_calf")
}

/** `measurements.csv`: one row per day. */
export const hevyMeasurements = tableOf(
  {
    source: "hevy",
    endsOpen: true,
    matches: (header) =>
      header.has("date", "fat_percent") &&
      header.find(...WEIGHTS) !== -1 &&
      header.search(/^(?:neck|shoulder|chest|waist|hips)_(?:cm|in)$/) !== -1,
    columns: {
      at: namedDate("date"),
      weight: kilograms(WEIGHTS),
      fat: positive("fat_percent"),
      ...GIRTH_COLUMNS
    },
    check: (row) =>
      row.weight === null && row.fat === null && GIRTHS.every((girth) => row[girth] === null)
        ? "it holds no weight, no body fat and no girth"
        : null
  },
  ({ emit }) => ({
    row: (row, place) => {
      const others = GIRTHS.map((girth) => [girth, row[girth]] as const)
      pushReadings(emit, place, row.at, { weight: row.weight, fat: row.fat, steps: null, others })
    }
  })
)
