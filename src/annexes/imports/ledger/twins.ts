import { type Context, type Effect, Schema } from "effect"
import { type ActivityDay, plusDays } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { clipped } from "../rows/keys.ts"
import type { WorkoutRow } from "../rows/rows.ts"
import type { Group } from "../uploads/spool.ts"
import type { ImportStore } from "./store.ts"
import type { Session, TimeRange } from "./stored-sessions.ts"

/** Sessions that begin within this many milliseconds of each other are the same. */
const SAME_START = 60_000
/** Those that begin further apart never are, so that it does not matter which days are looked at together. */
export const MOST_APART = 86_400_000
/** Days around a session within which others that are the same begin, whatever their timezones. */
export const DAYS_AROUND = 2
/** Most sessions at one time that are compared with each other. */
const MOST_AT_ONCE = 100
/** Most pairs kept. Ten years of a phone and a watch that both record two sessions a day have 7,300. */
const MOST_PAIRS = 20_000
/** How much of an app's or device's name is reported, in characters. */
export const LONGEST_ORIGIN = 80

/** The time of a session, in epoch milliseconds. */
export interface Span {
  readonly start: number
  /** Undefined if it is unknown. */
  readonly end: number | undefined
}

/** Whether two sessions are the same: they begin together, or the shorter one lies more than half within the other. */
export const isSame = (one: Span, other: Span): boolean => {
  const apart = Math.abs(one.start - other.start)
  if (apart <= SAME_START) return true
  if (apart > MOST_APART) return false
  if (one.end === undefined || other.end === undefined) return false
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start)
  return shared > 0 && shared > Math.min(one.end - one.start, other.end - other.start) / 2
}

/** The stored sessions between two days, and those that extend into them. With `during`, at least those of that time. */
export const sessionsAround = (
  store: Context.Tag.Service<ImportStore>,
  userId: UserId,
  first: ActivityDay,
  last: ActivityDay,
  during?: TimeRange
): Effect.Effect<ReadonlyArray<Session>> =>
  store.sessions(userId, plusDays(first, -DAYS_AROUND), plusDays(last, DAYS_AROUND), during)

/** The time during which sessions that are the same as one of these last or begin. Undefined without any. */
export const rangeAround = (spans: ReadonlyArray<Span>): TimeRange | undefined =>
  spans.length === 0
    ? undefined
    : [
        Math.min(...spans.map(({ start }) => start)) - SAME_START,
        Math.max(...spans.map(({ start, end = start }) => Math.max(start, end))) + SAME_START
      ]

/** The stored sessions that are the same as one at this time. */
export const twinsAmong = (sessions: ReadonlyArray<Session>, span: Span): ReadonlyArray<Session> =>
  sessions.filter((session) => isSame(span, spanOfSession(session)))

/** The time of a stored session. */
export const spanOfSession = ({ startTime, endTime }: Pick<Session, "startTime" | "endTime">): Span => ({
  start: Date.parse(startTime),
  end: endTime === null ? undefined : Date.parse(endTime)
})

/** The reason for leaving out a session with a twin. */
export const isThere = (startTime: string | undefined, { made, workoutId }: Session): string =>
  `the session of ${startTime} is there already from ${made?.source ?? "Fettle"} (${workoutId})`

/** A session of a file, as recorded by one app or device. */
export const Recording = Schema.Struct({
  key: Schema.String,
  origin: Schema.NullOr(Schema.String),
  line: Schema.Number
})
export type Recording = typeof Recording.Type

/** For each session key, the recordings of the same session that the file has from other apps and devices. */
export type Twins = ReadonlyMap<string, ReadonlyArray<Recording>>

const spanOf = ({ start, end, durationSeconds }: WorkoutRow): Span | undefined => {
  if (start.instant === null) return undefined
  const stated = durationSeconds === null ? undefined : start.instant + durationSeconds * 1000
  const last = end?.instant ?? stated
  return { start: start.instant, end: last === undefined || last < start.instant ? undefined : last }
}

const shortened = ({ key, origin, line }: Recording): Recording => ({
  key,
  origin: origin === null ? null : clipped(origin, LONGEST_ORIGIN),
  line
})

/**
 * Finds the sessions that several apps or devices have recorded, among those of a file in the order of their starts.
 */
export const findTwins = (batches: Iterable<ReadonlyArray<Group>>): Twins => {
  const twins = new Map<string, Array<Recording>>()
  const add = (key: string, twin: Recording) => {
    const known = twins.get(key)
    if (known === undefined) twins.set(key, [twin])
    else known.push(twin)
  }
  let near: Array<Recording & { readonly span: Span }> = []
  let pairs = 0
  for (const groups of batches) {
    for (const { key, bodies } of groups) {
      const row: WorkoutRow = JSON.parse(bodies[0] ?? "")
      const span = spanOf(row)
      if (span === undefined) continue
      near = near.filter(({ span: { start, end = start } }) => Math.max(end, start + SAME_START) >= span.start)
      const recording = { key, origin: row.origin, line: row.place.line, span }
      for (const other of near) {
        if (other.origin === recording.origin || !isSame(other.span, span)) continue
        if (pairs++ >= MOST_PAIRS) return twins
        add(key, shortened(other))
        add(other.key, shortened(recording))
      }
      near.push(recording)
      if (near.length > MOST_AT_ONCE) near.shift()
    }
  }
  return twins
}
