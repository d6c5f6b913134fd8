import type { Context, Effect } from "effect"
import { type ActivityDay, plusDays } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { clipped } from "./keys.ts"
import type { WorkoutRow } from "./rows.ts"
import type { Group } from "./spool.ts"
import type { ImportStore, Session } from "./store.ts"

/** Sessions that begin within this time of each other are the same, in milliseconds. */
const SAME_START = 60_000
/** So many sessions that go on at one time are compared with each other. */
const MOST_AT_ONCE = 100
/** So many pairs are kept. Ten years of a phone and a watch that record two sessions a day have 7,300. */
const MOST_PAIRS = 20_000
/** So much of the name of an app or device is reported. */
export const LONGEST_ORIGIN = 80

/** When a session was, in epoch milliseconds. */
export interface Span {
  readonly start: number
  /** Undefined if it is not known. */
  readonly end: number | undefined
}

/** Whether two sessions are the same: they begin together, or the shorter one lies more than half within the other. */
export const isSame = (one: Span, other: Span): boolean => {
  if (Math.abs(one.start - other.start) <= SAME_START) return true
  if (one.end === undefined || other.end === undefined) return false
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start)
  return shared > 0 && shared > Math.min(one.end - one.start, other.end - other.start) / 2
}

/** The sessions in the diary from a day to another, and those that reach into them. */
export const sessionsAround = (
  store: Context.Tag.Service<ImportStore>,
  userId: UserId,
  first: ActivityDay,
  last: ActivityDay
): Effect.Effect<ReadonlyArray<Session>> => store.sessions(userId, plusDays(first, -1), plusDays(last, 1))

/** The sessions in the diary that are the same as one of this span. */
export const twinsAmong = (sessions: ReadonlyArray<Session>, span: Span): ReadonlyArray<Session> =>
  sessions.filter((session) => isSame(span, spanOfSession(session)))

/** When a session in the diary was. */
export const spanOfSession = ({ startTime, endTime }: Pick<Session, "startTime" | "endTime">): Span => ({
  start: Date.parse(startTime),
  end: endTime === null ? undefined : Date.parse(endTime)
})

/**
 * The sessions in the diary that may be those of an import, recorded by others: all of other sources; of a source whose files are a
 * recording each, also those of its earlier imports that are not among `keys`.
 */
export const recordedByOthers = (
  sessions: ReadonlyArray<Session>,
  { source, importId }: { readonly source: string; readonly importId: string | undefined },
  keys: ReadonlySet<string>
): ReadonlyArray<Session> =>
  sessions.filter(({ made }) => {
    if (made?.source !== source) return true
    return source === "activity-files" && made.importId !== importId && !keys.has(made.key)
  })

/** Why a session with a twin is left out. */
export const isThere = (startTime: string | undefined, { made, workoutId }: Session): string =>
  `the session of ${startTime} is there already from ${made?.source ?? "Fettle"} (${workoutId})`

/** A session of a file, by the app or device that recorded it. */
export interface Recording {
  readonly key: string
  readonly origin: string | null
  readonly line: number
}

/** By key of a session: the recordings of the same session that the file has from other apps and devices. */
export type Twins = ReadonlyMap<string, ReadonlyArray<Recording>>

const spanOf = ({ start, end, durationSeconds }: WorkoutRow): Span | undefined => {
  if (start.instant === null) return undefined
  const told = durationSeconds === null ? undefined : start.instant + durationSeconds * 1000
  const last = end?.instant ?? told
  return { start: start.instant, end: last === undefined || last < start.instant ? undefined : last }
}

const told = ({ key, origin, line }: Recording): Recording => ({
  key,
  origin: origin === null ? null : clipped(origin, LONGEST_ORIGIN),
  line
})

/** Finds the sessions that several apps or devices have recorded among those of a file, in the order of their starts. */
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
        add(key, told(other))
        add(other.key, told(recording))
      }
      near.push(recording)
      if (near.length > MOST_AT_ONCE) near.shift()
    }
  }
  return twins
}
