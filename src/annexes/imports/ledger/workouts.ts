import { Effect } from "effect"
import type { Reading } from "../../../features/body-metrics/model.ts"
import { estimatedCalories } from "../../../features/workouts/calories.ts"
import { MOST_CALORIES, type Workout, workoutIds } from "../../../features/workouts/model.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import { round } from "../../../values/round.ts"
import { clipped, digest } from "../rows/keys.ts"
import { isRankOfDevice } from "../rows/ranks.ts"
import type { WorkoutRow } from "../rows/rows.ts"
import type { Timestamp, ZoneAt } from "../rows/zoned.ts"
import type { Group } from "../uploads/spool.ts"
import type { Batch } from "./batch.ts"
import { noteConflict } from "./conflicts-report.ts"
import { type Decision, decideOnSent, factOf, isBeneath, isRepeated, isWritten, leftOut } from "./decide.ts"
import { findOverlapping, hiding, NONE_OVERLAPPING } from "./overlapping-sessions.ts"
import { LONGEST_SESSION, spanOf, timesOf } from "./session-times.ts"
import type { Item, ToHide, WorkoutToSet } from "./store.ts"
import type { Session } from "./stored-sessions.ts"
import { isThere, LONGEST_ORIGIN, type Recording, rangeAround, type Span } from "./twins.ts"
import { followed, type Gone, goneSessions, outdatedOf, sessionHeld, slotOfSession } from "./whole-file.ts"
import { unhide } from "./withdraw.ts"
import { type Content, contentOf, type Remark } from "./workout-content.ts"

interface Planned {
  readonly rows: ReadonlyArray<WorkoutRow>
  readonly row: WorkoutRow
  readonly day: ActivityDay
  readonly content: Content
  readonly start: Timestamp | undefined
  readonly end: Timestamp | undefined
  readonly durationSeconds: number | null
  /** kcal as stated by the source. */
  readonly calories: number | null
  readonly warnings: ReadonlyArray<Remark>
}

/** A session as one or more apps or devices recorded it. */
interface Recorded {
  readonly key: string
  readonly recordings: ReadonlyArray<ReadonlyArray<WorkoutRow>>
}

/** The rows of a session by the app or device that recorded it, in the order of the file. */
const recordingsOf = ({ bodies }: Group): ReadonlyArray<ReadonlyArray<WorkoutRow>> => {
  const rows = bodies.map((body): WorkoutRow => JSON.parse(body))
  return [...Map.groupBy(rows, ({ origin }) => origin).values()]
}

const withoutPlace = (key: string, value: unknown) => (key === "place" ? undefined : value)

/** The rows whose exercises differ. */
const distinctOf = (rows: ReadonlyArray<WorkoutRow>): ReadonlyArray<WorkoutRow> => [
  ...new Map(rows.map((part) => [JSON.stringify(part.exercises, withoutPlace), part])).values()
]

const plannedOf = ({ mapping }: Batch, zoneAt: ZoneAt, rows: ReadonlyArray<WorkoutRow>): Planned => {
  const [row] = rows
  if (row === undefined) throw new Error("A group has at least one row")
  // The same session may be in the file twice, or in parts.
  const parts = rows.length === 1 ? rows : distinctOf(rows)
  const energies = parts.flatMap(({ calories }) => calories ?? [])
  const { start, end, isForgotten, endsBefore } = timesOf(row, zoneAt)
  const length = row.durationSeconds
  const between = start !== undefined && end !== undefined ? Math.round((end.millis - start.millis) / 1000) : null
  const seconds = isForgotten ? null : (length ?? between)
  const durationSeconds = seconds === null || seconds < 0 || seconds > LONGEST_SESSION ? null : Math.round(seconds)
  const content = contentOf(
    row,
    parts.flatMap(({ exercises }) => exercises),
    mapping
  )
  const burned = energies.length === 0 ? null : energies.reduce((sum, kcal) => sum + kcal, 0)
  const isTooMuch = burned !== null && burned > MOST_CALORIES
  const doubts = [
    ...(isTooMuch ? [`${Math.round(burned)} kcal of a session are more than ${MOST_CALORIES}, and were left out`] : []),
    ...(isForgotten ? [`a session of ${length} s is longer than a week, so its length was left out`] : []),
    ...(endsBefore ? [`a session ends before it begins, so its end was left out`] : [])
  ]
  const warnings = [...doubts.map((text) => ({ place: row.place, text })), ...content.warnings]
  const calories = isTooMuch ? null : burned
  return { rows, row, day: row.start.day, content, start, end, durationSeconds, calories, warnings }
}

/** Loads are compared with 2 decimals, so that the same export in another unit matches. */
const fingerprintOf = ({ content, day, start, end, durationSeconds, calories }: Planned): string =>
  digest([
    day,
    content.name,
    content.notes,
    start?.text ?? null,
    end?.text ?? null,
    durationSeconds,
    JSON.stringify(content.exercises, (key, value) => (key === "weightKg" ? round(value, 2) : value)),
    // Sessions without energy keep the fingerprint that they had before energy was read.
    ...(calories === null ? [] : [calories])
  ])

/**
 * What a batch states of a session. A device's sessions follow the body weight, those of files do not; if a device and a
 * file of the person state the same session, they are compared in the form in which it was stated first. `estimates` are
 * its energy by the weights of now, and as it is stored.
 */
const fingerprintIn = (
  { followsWeight }: Batch,
  item: Item | undefined,
  stable: string,
  estimates: ReadonlyArray<number | null>
): string => {
  const weighed = estimates.map((estimate) => digest([stable, estimate]))
  const isOther = item !== undefined && isRankOfDevice(item.rank) !== followsWeight
  if (isOther && [stable, ...weighed].includes(item.fingerprint)) return item.fingerprint
  return (followsWeight ? weighed[0] : undefined) ?? stable
}

/** The zone in which a session was imported, as the offset in its start. */
const zoneOf = (startTime: string | undefined): string | undefined => startTime?.match(/[+-]\d\d:\d\d$/)?.[0]

/** Plans a session in the zone in which an earlier import took it, so that it stays at its time if the person has moved. */
const plannedIn = (batch: Batch, zone: string | undefined, rows: ReadonlyArray<WorkoutRow>): Planned => {
  const planned = plannedOf(batch, batch.zoneAt, rows)
  const { start, row } = planned
  if (zone === undefined || start === undefined || zoneOf(start.text) === zone) return planned
  const there = plannedOf(batch, () => zone, rows)
  // A source that states instants leaves the day to the zone.
  const isInstant = row.start.instant !== null && row.start.zone === null
  return isInstant && there.start !== undefined
    ? { ...there, day: ActivityDay.make(there.start.text.slice(0, 10)) }
    : there
}

/** The times of sessions in the zones of their batch. */
const spansOf = ({ zoneAt }: Batch, sessions: ReadonlyArray<Recorded>): ReadonlyArray<Span> =>
  sessions.flatMap(({ recordings }) => recordings.flat().flatMap((row) => spanOf(timesOf(row, zoneAt)) ?? []))

/** The zone of a session that an earlier import took, under its key or in its place. Undefined if none did, or another was asked for. */
const zoneIn = (
  { keepsZones }: Batch,
  stored: ReadonlyMap<string, Session>,
  item: Item | undefined,
  gone: Gone,
  [rows]: ReadonlyArray<ReadonlyArray<WorkoutRow>>
): string | undefined => {
  if (!keepsZones) return undefined
  const row = rows?.[0]
  return item === undefined ? row && gone.zoneFor(row) : zoneOf(stored.get(item.factId)?.startTime)
}

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

/** kcal of a session by the body weight; null without one. */
const estimateOf = ({ durationSeconds, content }: Planned, bodyWeightKg: number | undefined): number | null =>
  bodyWeightKg === undefined
    ? null
    : estimatedCalories({
        bodyWeightKg,
        durationSeconds: durationSeconds ?? undefined,
        exercises: content.efforts
      })

const countSession = (tally: Batch["tally"], to: Decision["to"], rows: number, { sets }: Content): void => {
  if (to === "leftOut") return
  tally.count(to, rows)
  if (to !== "new") return
  tally.made("workouts", 1)
  tally.made("sets", sets)
}

/** Counts the rows that other recordings of a session repeat, and those that cannot be used. Returns how many are left. */
const countOthers = (tally: Batch["tally"], session: Planned, planned: ReadonlyArray<Planned>): number => {
  const { rows, row, start, content, warnings } = session
  for (const { place, text } of warnings) tally.warn(`${place.file}, line ${place.line}: ${text}.`)
  for (const other of planned.filter((other) => other !== session).flatMap(({ rows }) => rows)) {
    const { origin, place } = row
    tally.leaveOut(other.place, other.rows, takenFrom(start, { origin, line: place.line }))
  }
  for (const { place, text } of content.unusable) tally.leaveOut(place, 1, text)
  // The first row of the session counts as what becomes of it, the others as merged into it.
  const own = Math.max(0, row.rows - content.unusable.length)
  const others = rows.slice(1).reduce((sum, row) => sum + row.rows, 0)
  tally.count("merged", Math.max(0, row.rows + others - content.unusable.length - own))
  return own
}

const workoutOf = (
  id: string,
  { day, content, start, end, durationSeconds, calories }: Planned,
  estimate: number | null
): Workout => ({
  id,
  date: day,
  name: content.name,
  durationSeconds,
  notes: content.notes,
  exercises: content.exercises,
  estimatedCalories: estimate,
  appCalories: calories,
  startTime: start?.text ?? null,
  endTime: end?.text ?? null
})

/**
 * Decides on some sessions, oldest first. Returns those to write, those that they or others hide, and the keys of those to
 * take back, because other devices' sessions show in their place. `isAllNew` if no import has stated any of them before.
 */
export const importWorkouts = Effect.fnUntraced(function* (batch: Batch, groups: ReadonlyArray<Group>) {
  const { userId, source, tally, store, startedAt, twins, taken, pauseBetweenFacts, ofDevice, keepsZones } = batch
  const sessions = groups.map((group): Recorded => ({ key: group.key, recordings: recordingsOf(group) }))
  const days = [
    ...new Set(sessions.flatMap(({ recordings }) => recordings.flat().map(({ start }) => start.day)))
  ].sort()
  const [first, ...further] = days
  if (first === undefined) return { workouts: [], withdrawn: [], isAllNew: true }
  const keys = sessions.flatMap(({ key }) => [key, ...(twins.get(key) ?? []).map((twin) => twin.key)])
  const items = yield* store.items(userId, "workout", [...new Set(keys)])
  const own = sessions.map(({ key }) => key)
  const stated = yield* store.stated(userId, source, "workout", own)
  const during = keepsZones ? undefined : rangeAround(spansOf(batch, sessions))
  const { overlappingOf, stored } = yield* findOverlapping(batch, own, [first, ...further], during)
  const gone = yield* goneSessions(batch, days, sessions, items)
  const weights = yield* store.weightsAround(userId, first, further.at(-1) ?? first)
  const workouts: Array<WorkoutToSet> = []
  const [hidden, withdrawn]: [Array<ToHide>, Array<string>] = [[], []]
  const [repeated, outdated, beneath]: [Array<string>, Array<string>, Array<WorkoutToSet>] = [[], [], []]
  for (const { key, recordings } of sessions) {
    yield* pauseBetweenFacts
    let item = items.get(key)
    const zone = zoneIn(batch, stored, item, gone, recordings)
    const planned = recordings.map((rows) => plannedIn(batch, zone, rows))
    const session = chosenOf(planned, item)
    if (session === undefined) continue
    const { row, day, content, start } = session
    const ownRows = countOthers(tally, session, planned)
    const estimate = estimateOf(session, weightOn(weights, day))
    const kept = stored.get(item?.factId ?? "")?.estimatedCalories ?? null
    const fingerprint = fingerprintIn(batch, item, fingerprintOf(session), [estimate, kept])
    const isNew = item === undefined
    // A device may move a session to the time of another one. In a file, a session at another time is another session.
    const overlapping = isNew || ofDevice !== undefined ? overlappingOf(key, session) : NONE_OVERLAPPING
    const recorded = isNew ? twins.get(key)?.find((twin) => items.has(twin.key) || taken.has(twin.key)) : undefined
    if (ofDevice !== undefined && item?.since === "hidden" && overlapping.holding === undefined) {
      // A hidden session that its device has changed is written again, so that it is up to date once it shows.
      const isKnown = stated.get(key)?.byAny.includes(fingerprint) === true
      if (!isKnown) item = (yield* unhide(store, userId, [key])).get(key)
    }
    const onSent = decideOnSent(item, fingerprint, gone.sent)
    if (onSent !== undefined) outdated.push(key)
    const decided = onSent ?? batch.decide(item, fingerprint, stated.get(key))
    const heldBack = isNew && decided.to === "new" ? sessionHeld(batch, session, day, content.name) : undefined
    const decision = heldBack === undefined ? decided : leftOut(heldBack)
    if (isRepeated(stated.get(key), fingerprint)) repeated.push(key)
    if (item !== undefined && overlapping.holding === undefined) noteConflict(batch, item, decision, "sessions", day)
    if (content.exercises.length === 0 && content.unusable.length > 0) {
      tally.leaveOut(row.place, ownRows, "none of the session's sets can be used")
    } else if (recorded !== undefined) {
      tally.leaveOut(row.place, ownRows, takenFrom(start, recorded))
    } else if (overlapping.holding !== undefined) {
      tally.leaveOut(row.place, ownRows, overlapping.holding)
      if (item?.since === "same" || item?.since === "hidden") withdrawn.push(key)
    } else if (decision.to === "leftOut" && !isBeneath(decision)) {
      tally.leaveOut(row.place, ownRows, `the session ${decision.reason}`)
    } else {
      const [above] = overlapping.above
      if (decision.to === "leftOut") tally.leaveOut(row.place, ownRows, `the session ${decision.reason}`)
      else if (above === undefined)
        countSession(tally, batch.outdated.has(key) ? "changed" : decision.to, ownRows, content)
      else tally.leaveOut(row.place, ownRows, isThere(start?.text, above))
      if (twins.has(key)) taken.add(key)
      if (!isWritten(decision) && !isBeneath(decision)) continue
      const id = factOf(decision) ?? (yield* workoutIds.make)
      const workout = workoutOf(id, session, estimate)
      const slot = slotOfSession(session, day, content.name)
      const set = { key, fingerprint, slot, workout, createdAt: startedAt + minuteOf(row) }
      if (isBeneath(decision)) {
        beneath.push(set)
        continue
      }
      workouts.push(set)
      hidden.push(...hiding(batch, overlapping, { key, workoutId: id, day }))
    }
  }
  const writes = { workouts, beneath: { workouts: beneath }, hidden, outdated: outdatedOf("workout", outdated, days) }
  return { ...writes, withdrawn, isAllNew: items.size === 0, ...followed(batch, "workout", repeated, gone.absent) }
})
