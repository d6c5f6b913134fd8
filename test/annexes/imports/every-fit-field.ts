import { FitEncoder } from "fit-file-parser/encoder"
import { fileId, fitFile, type Message, record } from "./activities/fit-file.ts"

const at = (time: string): number => FitEncoder.toFitTimestamp(new Date(time))

type Field = readonly [name: string, value: Message[1]]

/** Fields of a session and of a weighing, by the names of FIT's profile. */
const SESSION: ReadonlyArray<Field> = [
  ["event", [0, "enum", 8]],
  ["event_type", [1, "enum", 1]],
  ["sport", [5, "enum", 1]],
  ["total_elapsed_time", [7, "uint32", 1_860_000]],
  ["total_timer_time", [8, "uint32", 1_800_000]],
  ["total_distance", [9, "uint32", 500_000]],
  ["total_cycles", [10, "uint32", 2500]],
  ["total_calories", [11, "uint16", 312]],
  ["total_fat_calories", [13, "uint16", 50]],
  ["avg_speed", [14, "uint16", 2700]],
  ["max_speed", [15, "uint16", 4000]],
  ["avg_heart_rate", [16, "enum", 150]],
  ["max_heart_rate", [17, "enum", 170]],
  ["avg_cadence", [18, "enum", 80]],
  ["max_cadence", [19, "enum", 90]],
  ["avg_power", [20, "uint16", 200]],
  ["max_power", [21, "uint16", 400]],
  ["total_ascent", [22, "uint16", 40]],
  ["total_descent", [23, "uint16", 40]],
  ["total_training_effect", [24, "enum", 31]],
  ["first_lap_index", [25, "uint16", 0]],
  ["num_laps", [26, "uint16", 5]],
  ["trigger", [28, "enum", 0]],
  ["normalized_power", [34, "uint16", 210]],
  ["training_stress_score", [35, "uint16", 500]],
  ["intensity_factor", [36, "uint16", 800]],
  ["total_work", [48, "uint32", 300_000]]
]

const SCALE: ReadonlyArray<Field> = [
  ["weight", [0, "uint16", 8000]],
  ["percent_fat", [1, "uint16", 1850]],
  ["percent_hydration", [2, "uint16", 5500]],
  ["visceral_fat_mass", [3, "uint16", 300]],
  ["bone_mass", [4, "uint16", 300]],
  ["muscle_mass", [5, "uint16", 6000]],
  ["basal_met", [7, "uint16", 6800]],
  ["metabolic_age", [10, "enum", 40]],
  ["visceral_fat_rating", [11, "enum", 8]],
  ["user_profile_index", [12, "uint16", 0]]
]

/** Messages that are named as a whole. */
const OTHERS: ReadonlyArray<readonly [name: string, message: Message]> = [
  ["laps", [19, [253, "uint32", at("2026-03-05T18:31:00Z")]]],
  ["points of the recording, with heart rate, position and the like", record("2026-03-05T18:01:00Z", 100)],
  ["heart rate variability", [78, [0, "uint16", 800]]],
  ["lengths of a pool", [101, [253, "uint32", at("2026-03-05T18:31:00Z")]]],
  ["heart rates", [132, [253, "uint32", at("2026-03-05T18:31:00Z")]]],
  ["segments", [142, [253, "uint32", at("2026-03-05T18:31:00Z")]]],
  ["sets", [225, [254, "uint32", at("2026-03-05T18:31:00Z")]]]
]

export const FIT_FIELDS: ReadonlyArray<string> = [...SESSION, ...SCALE, ...OTHERS].map(([name]) => name)

/** A session and a weighing, without one of their fields by its number. */
export const fitOf = (without: number): Uint8Array => {
  const kept = <A>(parts: ReadonlyArray<readonly [string, A]>, from: number): ReadonlyArray<A> =>
    parts.flatMap(([, part], place) => (from + place === without ? [] : [part]))
  return fitFile(
    fileId("activity"),
    ...kept(OTHERS, SESSION.length + SCALE.length),
    [18, [253, "uint32", at("2026-03-05T18:32:00Z")], [2, "uint32", at("2026-03-05T18:00:00Z")], ...kept(SESSION, 0)],
    [30, [253, "uint32", at("2026-03-05T07:00:00Z")], ...kept(SCALE, SESSION.length)]
  )
}
