import { Effect } from "effect"
import type { Reading } from "../body-metrics/model.ts"
import { plusDays } from "../values/activity-day.ts"
import { round } from "../values/round.ts"
import { estimatedCalories } from "../workouts/calories.ts"
import { type Workout, workoutIds } from "../workouts/model.ts"
import type { Batch } from "./batch.ts"
import { decide } from "./decide.ts"
import { digest } from "./keys.ts"
import type { WorkoutRow } from "./rows.ts"
import type { Group, Spooled } from "./spool.ts"
import type { Session, WorkoutToSet } from "./store.ts"
import { type Content, contentOf } from "./workout-content.ts"
import { later, type Timestamp, timestampOf } from "./zoned.ts"

const LONGEST_SESSION = 604_800
/** Sessions that begin within this time of each other are the same, in milliseconds. */
const SAME_START = 60_000

/** A session of a source is known by its title and start. */
export const spooledWorkout = (source: string, row: WorkoutRow): Spooled => {
  const { day, time, instant } = row.start
  const key = digest([source, row.title, instant ?? `${day} ${time ?? ""}`])
  return { kind: "workout", key, sort: `${day} ${time ?? "99:99:99"}`, body: row }
}

interface Planned {
  readonly key: string
  readonly rows: ReadonlyArray<WorkoutRow>
  readonly row: WorkoutRow
  readonly content: Content
  readonly start: Timestamp | undefined
  readonly end: Timestamp | undefined
  readonly durationSeconds: number | null
}

const plannedOf = ({ mapping, timezone, tally }: Batch, { key, bodies }: Group): Planned => {
  const rows = bodies.map((body): WorkoutRow => JSON.parse(body))
  const [row] = rows
  if (row === undefined) throw new Error("A group has at least one row")
  // The same session may be in the file twice, or in parts.
  const parts = [...new Map(rows.map(({ exercises }) => [JSON.stringify(exercises, withoutPlace), exercises])).values()]
  const start = timestampOf(row.start, timezone)
  const told = row.durationSeconds
  const isForgotten = told !== null && told > LONGEST_SESSION
  if (isForgotten) {
    const { file, line } = row.place
    tally.warn(`${file}, line ${line}: a session of ${told} s is longer than a week, so its length was left out.`)
  }
  const ended = row.end === null || isForgotten ? undefined : timestampOf(row.end, timezone)
  const end =
    ended ??
    (start !== undefined && told !== null && !isForgotten ? later(row.start, start, told, timezone) : undefined)
  const between = start !== undefined && end !== undefined ? Math.round((end.millis - start.millis) / 1000) : null
  const seconds = isForgotten ? null : (told ?? between)
  const durationSeconds = seconds === null || seconds < 0 || seconds > LONGEST_SESSION ? null : Math.round(seconds)
  return { key, rows, row, content: contentOf(row, parts.flat(), mapping), start, end, durationSeconds }
}

const withoutPlace = (key: string, value: unknown) => (key === "place" ? undefined : value)

/** Loads count to 2 decimals, so that the same export in the other unit says the same. */
const fingerprintOf = ({ content, row, start, end, durationSeconds }: Planned): string =>
  digest([
    row.start.day,
    content.name,
    content.notes,
    start?.text ?? null,
    end?.text ?? null,
    durationSeconds,
    JSON.stringify(content.exercises, (key, value) => (key === "weightKg" ? round(value, 2) : value))
  ])

/** Whether two sessions are the same: they begin together, or the shorter one lies more than half within the other. */
const isSame = (start: Timestamp, end: Timestamp | undefined, other: Session): boolean => {
  const otherStart = Date.parse(other.startTime)
  if (Math.abs(start.millis - otherStart) <= SAME_START) return true
  if (end === undefined || other.endTime === null) return false
  const otherEnd = Date.parse(other.endTime)
  const shared = Math.min(end.millis, otherEnd) - Math.max(start.millis, otherStart)
  return shared > 0 && shared > Math.min(end.millis - start.millis, otherEnd - otherStart) / 2
}

/** The minute of its day at which a session began: sessions of a day are created in that order, a millisecond apart. */
const minuteOf = ({ start: { time } }: WorkoutRow): number => {
  const [hours = 0, minutes = 0] = (time ?? "").split(":").map(Number)
  return hours * 60 + minutes || 0
}

const weightOn = (weights: ReadonlyArray<Reading>, day: string): number | undefined =>
  (weights.findLast(({ date }) => date <= day) ?? weights[0])?.value

/** Decides on some sessions, oldest first, and returns those to write. */
export const importWorkouts = Effect.fnUntraced(function* (batch: Batch, groups: ReadonlyArray<Group>) {
  const { userId, importId, source, tally, store, startedAt } = batch
  const sessions = groups.map((group) => plannedOf(batch, group))
  const days = sessions.map(({ row }) => row.start.day).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { workouts: [] }
  const keys = sessions.map(({ key }) => key)
  const items = yield* store.items(userId, "workout", keys)
  const there = (yield* store.sessions(userId, plusDays(first, -1), plusDays(last, 1))).filter(
    (session) => session.source !== source
  )
  const weights = yield* store.weightsAround(userId, first, last)
  const workouts: Array<WorkoutToSet> = []
  for (const session of sessions) {
    const { key, rows, row, content, start, end, durationSeconds } = session
    for (const { place, reason } of content.unusable) tally.leaveOut(place, 1, reason)
    // The first row of the session counts as what becomes of it, the others as merged into it.
    const own = Math.max(0, row.rows - content.unusable.length)
    const others = rows.slice(1).reduce((sum, row) => sum + row.rows, 0)
    const merged = Math.max(0, row.rows + others - content.unusable.length - own)
    tally.count("merged", merged)
    const fingerprint = fingerprintOf(session)
    const item = items.get(key)
    const decision = decide(item, fingerprint, importId)
    const twin =
      item === undefined && start !== undefined ? there.find((other) => isSame(start, end, other)) : undefined
    if (content.exercises.length === 0 && content.unusable.length > 0) {
      tally.leaveOut(row.place, own, "none of the session's sets can be used")
    } else if (twin !== undefined) {
      const reason = `the session of ${start?.text} is there already from ${twin.source ?? "Fettle"} (${twin.workoutId})`
      tally.leaveOut(row.place, own, reason)
    } else if (decision.to === "leftOut") tally.leaveOut(row.place, own, `the session ${decision.reason}`)
    else {
      tally.count(decision.to, own)
      if (decision.to === "new") {
        tally.made("workouts", 1)
        tally.made("sets", content.sets)
      }
      if (decision.to === "unchanged" || !decision.write) continue
      const bodyWeightKg = weightOn(weights, row.start.day)
      const workout: Workout = {
        id: decision.factId ?? (yield* workoutIds.make),
        date: row.start.day,
        name: content.name,
        durationSeconds,
        notes: content.notes,
        exercises: content.exercises,
        estimatedCalories:
          bodyWeightKg === undefined
            ? null
            : estimatedCalories({
                bodyWeightKg,
                durationSeconds: durationSeconds ?? undefined,
                exercises: content.efforts
              }),
        startTime: start?.text ?? null,
        endTime: end?.text ?? null
      }
      workouts.push({ key, fingerprint, workout, createdAt: startedAt + minuteOf(row) })
    }
  }
  return { workouts }
})
