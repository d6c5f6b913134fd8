import { canonical, canonicalOf } from "../../../features/body-metrics/model.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { Spooled } from "../uploads/spool.ts"
import { clipped, digest } from "./keys.ts"
import type { Eaten, Reading, WorkoutRow } from "./rows.ts"

/** Longest name of a food, with its notes, in code points. */
export const LONGEST_FOOD_NAME = 200
const MOST_KCAL = 1_000_000

/** Spools a session, which a source identifies by its title and start. Sessions with instants are sorted by them. */
export const spooledWorkout = (source: string, row: WorkoutRow): Spooled => {
  const { day, time, instant } = row.start
  const key = digest([source, row.title, instant ?? `${day} ${time ?? ""}`])
  const sort = instant === null ? `${day} ${time ?? "99:99:99"}` : new Date(instant).toISOString().replace("T", " ")
  return { kind: "workout", key, sort, body: row }
}

/** Why a reading cannot be stored; undefined if it can. */
export const readingFault = ({ metric, value, at }: Reading, today: ActivityDay): string | undefined => {
  const { min, max, unit } = canonicalOf(metric)
  const stored = canonical(metric, value, undefined)
  if (!(stored >= min && stored <= max)) return `${metric} of ${stored} is not between ${min} and ${max} ${unit}`
  return at.day > today ? `${at.day} is in the future` : undefined
}

/** The key of a day's reading. */
export const readingKey = (metric: Reading["metric"], day: ActivityDay): string => `${metric} ${day}`

/** Readings are spooled by day, the latest of a day last. */
export const spooledReading = (row: Reading): Spooled => {
  const { metric, at } = row
  const key = readingKey(metric, at.day)
  const time = at.instant === null ? (at.time ?? "") : String(at.instant).padStart(16, "0")
  return { kind: "reading", key, sort: `${key} ${time}`, body: row }
}

/** Entries are spooled by day, sorted by time; those without a time come last. */
export const spooledEntry = (row: Eaten): Spooled => {
  const { day, time } = row.at
  return { kind: "entry", key: day, sort: `${day} ${time ?? "99:99:99"}`, body: row }
}

/** Why an entry cannot be stored; undefined if it can. */
export const entryFault = ({ name, nutrition }: Eaten): string | undefined => {
  const wrong = Object.entries(nutrition).find(([, value]) => value !== null && !(value >= 0 && value <= MOST_KCAL))
  return wrong === undefined ? undefined : `${clipped(name, 80)}: ${wrong[0]} of ${wrong[1]} cannot be`
}
