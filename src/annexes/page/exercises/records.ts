import { RECORDS, type RecordKind } from "../../../features/workouts/records.ts"
import { number } from "../../../values/charts/format.ts"
import type { DistanceUnit } from "../../../values/units.ts"
import type { ExerciseHistory } from "../features/overview/definition.ts"
import { distanceText, timeText } from "../workouts/sets.ts"

type Records = ExerciseHistory["records"]

/** The name of each kind of record. */
const NAMES: Readonly<Record<RecordKind, string>> = {
  heaviest: "Heaviest",
  leastAssistance: "Least assistance",
  estimatedOneRepMax: "Estimated one-rep max",
  mostReps: "Most repetitions",
  longest: "Longest",
  farthest: "Farthest"
}

/** A record in words, with its day and workout. */
interface NamedRecord {
  readonly kind: RecordKind
  readonly name: string
  /** 100 kg, 12 reps, 45 s or 5 km. */
  readonly text: string
  readonly date: ExerciseHistory["workouts"][number]["date"]
  readonly workoutId: string
}

const textOf = (kind: RecordKind, records: Records, unit: DistanceUnit): string => {
  if (kind === "heaviest" || kind === "leastAssistance" || kind === "estimatedOneRepMax") {
    const record = records[kind]
    // An estimate is less exact than what was lifted.
    return record === undefined ? "" : `${number(record.value, kind === "estimatedOneRepMax" ? 1 : 2)} ${record.unit}`
  }
  const value = records[kind]?.value ?? 0
  return kind === "mostReps"
    ? `${number(value)} reps`
    : kind === "longest"
      ? timeText(value)
      : distanceText(value, unit)
}

/** The existing records, in words. One repetition is not the most of anything. */
export const namedRecords = (records: Records, unit: DistanceUnit): ReadonlyArray<NamedRecord> =>
  RECORDS.flatMap((kind) => {
    const record = records[kind]
    if (record === undefined || (kind === "mostReps" && record.value <= 1)) return []
    const { date, workoutId } = record
    return [{ kind, name: NAMES[kind], text: textOf(kind, records, unit), date, workoutId }]
  })
