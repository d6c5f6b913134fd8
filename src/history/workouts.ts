import { Effect } from "effect"
import type { Reading } from "../body-metrics/model.ts"
import { round } from "../values/round.ts"
import { estimatedCalories } from "../workouts/calories.ts"
import { type Workout, workoutIds } from "../workouts/model.ts"
import type { Batch } from "./batch.ts"
import { decide } from "./decide.ts"
import { clipped, digest } from "./keys.ts"
import type { WorkoutRow } from "./rows.ts"
import type { Group, Spooled } from "./spool.ts"
import type { Item, WorkoutToSet } from "./store.ts"
import { isThere, type Recording, sessionsAround, twinAmong } from "./twins.ts"
import { type Content, contentOf, type Remark } from "./workout-content.ts"
import { later, type Timestamp, timestampOf } from "./zoned.ts"

const LONGEST_SESSION = 604_800
/** So much of the name of an app or device is told. */
const LONGEST_ORIGIN = 80

/** A session of a source is known by its title and start. Those with instants are spooled in their order. */
export const spooledWorkout = (source: string, row: WorkoutRow): Spooled => {
  const { day, time, instant } = row.start
  const key = digest([source, row.title, instant ?? `${day} ${time ?? ""}`])
  const sort = instant === null ? `${day} ${time ?? "99:99:99"}` : new Date(instant).toISOString().replace("T", " ")
  return { kind: "workout", key, sort, body: row }
}

interface Planned {
  readonly rows: ReadonlyArray<WorkoutRow>
  readonly row: WorkoutRow
  readonly content: Content
  readonly start: Timestamp | undefined
  readonly end: Timestamp | undefined
  readonly durationSeconds: number | null
  readonly warnings: ReadonlyArray<Remark>
}

/** The rows of a session by the app or device that recorded it, in the order of the file. */
const recordingsOf = ({ bodies }: Group): ReadonlyArray<ReadonlyArray<WorkoutRow>> => {
  const rows = bodies.map((body): WorkoutRow => JSON.parse(body))
  return [...Map.groupBy(rows, ({ origin }) => origin).values()]
}

const plannedOf = ({ mapping, timezone }: Batch, rows: ReadonlyArray<WorkoutRow>): Planned => {
  const [row] = rows
  if (row === undefined) throw new Error("A group has at least one row")
  // The same session may be in the file twice, or in parts.
  const parts = [...new Map(rows.map(({ exercises }) => [JSON.stringify(exercises, withoutPlace), exercises])).values()]
  const start = timestampOf(row.start, timezone)
  const told = row.durationSeconds
  const isForgotten = told !== null && told > LONGEST_SESSION
  const ended = row.end === null || isForgotten ? undefined : timestampOf(row.end, timezone)
  const endsBefore = start !== undefined && ended !== undefined && ended.millis < start.millis
  const end =
    (endsBefore ? undefined : ended) ??
    (start !== undefined && told !== null && !isForgotten ? later(row.start, start, told, timezone) : undefined)
  const between = start !== undefined && end !== undefined ? Math.round((end.millis - start.millis) / 1000) : null
  const seconds = isForgotten ? null : (told ?? between)
  const durationSeconds = seconds === null || seconds < 0 || seconds > LONGEST_SESSION ? null : Math.round(seconds)
  const content = contentOf(row, parts.flat(), mapping)
  const doubts = [
    ...(isForgotten ? [`a session of ${told} s is longer than a week, so its length was left out`] : []),
    ...(endsBefore ? [`a session ends before it begins, so its end was left out`] : [])
  ]
  const warnings = [...doubts.map((text) => ({ place: row.place, text })), ...content.warnings]
  return { rows, row, content, start, end, durationSeconds, warnings }
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

/** Of several recordings of a session, the one that was imported before, else the first. */
const chosenOf = (recordings: ReadonlyArray<Planned>, item: Item | undefined): Planned | undefined =>
  recordings.find((planned) => recordings.length > 1 && fingerprintOf(planned) === item?.fingerprint) ?? recordings[0]

const takenFrom = (start: Timestamp | undefined, { origin, line }: Omit<Recording, "key">): string =>
  `the session of ${start?.text} is taken from ${clipped(origin ?? "another app", LONGEST_ORIGIN)} (line ${line})`

/** The minute of its day at which a session began: sessions of a day are created in that order, a millisecond apart. */
const minuteOf = ({ start: { time } }: WorkoutRow): number => {
  const [hours = 0, minutes = 0] = (time ?? "").split(":").map(Number)
  return hours * 60 + minutes || 0
}

const weightOn = (weights: ReadonlyArray<Reading>, day: string): number | undefined =>
  (weights.findLast(({ date }) => date <= day) ?? weights[0])?.value

/** Decides on some sessions, oldest first, and returns those to write. */
export const importWorkouts = Effect.fnUntraced(function* (batch: Batch, groups: ReadonlyArray<Group>) {
  const { userId, importId, source, tally, store, startedAt, twins, taken } = batch
  const sessions = groups.map((group) => ({ key: group.key, recordings: recordingsOf(group) }))
  const days = sessions.flatMap(({ recordings }) => recordings.flat().map(({ start }) => start.day)).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return { workouts: [] }
  const keys = sessions.flatMap(({ key }) => [key, ...(twins.get(key) ?? []).map((twin) => twin.key)])
  const items = yield* store.items(userId, "workout", [...new Set(keys)])
  const there = (yield* sessionsAround(store, userId, first, last)).filter((session) => session.source !== source)
  const weights = yield* store.weightsAround(userId, first, last)
  const workouts: Array<WorkoutToSet> = []
  for (const { key, recordings } of sessions) {
    const item = items.get(key)
    const planned = recordings.map((rows) => plannedOf(batch, rows))
    const session = chosenOf(planned, item)
    if (session === undefined) continue
    const { rows, row, content, start, end, durationSeconds, warnings } = session
    for (const { place, text } of warnings) tally.warn(`${place.file}, line ${place.line}: ${text}.`)
    for (const other of planned.filter((other) => other !== session).flatMap(({ rows }) => rows)) {
      const { origin, place } = row
      tally.leaveOut(other.place, other.rows, takenFrom(start, { origin, line: place.line }))
    }
    for (const { place, text } of content.unusable) tally.leaveOut(place, 1, text)
    // The first row of the session counts as what becomes of it, the others as merged into it.
    const own = Math.max(0, row.rows - content.unusable.length)
    const others = rows.slice(1).reduce((sum, row) => sum + row.rows, 0)
    const merged = Math.max(0, row.rows + others - content.unusable.length - own)
    tally.count("merged", merged)
    const fingerprint = fingerprintOf(session)
    const decision = decide(item, fingerprint, importId)
    const isNew = item === undefined
    const recorded = isNew ? twins.get(key)?.find((twin) => items.has(twin.key) || taken.has(twin.key)) : undefined
    const twin = isNew && start !== undefined ? twinAmong(there, { start: start.millis, end: end?.millis }) : undefined
    if (content.exercises.length === 0 && content.unusable.length > 0) {
      tally.leaveOut(row.place, own, "none of the session's sets can be used")
    } else if (recorded !== undefined) {
      tally.leaveOut(row.place, own, takenFrom(start, recorded))
    } else if (twin !== undefined) {
      tally.leaveOut(row.place, own, isThere(start?.text, twin))
    } else if (decision.to === "leftOut") tally.leaveOut(row.place, own, `the session ${decision.reason}`)
    else {
      tally.count(decision.to, own)
      if (twins.has(key)) taken.add(key)
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
