import type { WorkoutRow } from "../rows/rows.ts"
import { later, type Timestamp, timestampOf, type ZoneAt } from "../rows/zoned.ts"
import type { Span } from "./twins.ts"

/** Longest session, in seconds: a week. */
export const LONGEST_SESSION = 604_800

/** When a session began and ended, as far as its source states it. */
export interface SessionTimes {
  readonly start: Timestamp | undefined
  readonly end: Timestamp | undefined
  /** Whether its length is that of a timer that nobody stopped, which is left out. */
  readonly isForgotten: boolean
  /** Whether its end is left out, because it lies before its start. */
  readonly endsBefore: boolean
}

/** The times of a session; `zoneAt` has the zone of those without one. */
export const timesOf = (row: Pick<WorkoutRow, "start" | "end" | "durationSeconds">, zoneAt: ZoneAt): SessionTimes => {
  const start = timestampOf(row.start, zoneAt)
  const length = row.durationSeconds
  const isForgotten = length !== null && length > LONGEST_SESSION
  const ended = row.end === null || isForgotten ? undefined : timestampOf(row.end, zoneAt)
  const endsBefore = start !== undefined && ended !== undefined && ended.millis < start.millis
  const end =
    (endsBefore ? undefined : ended) ??
    (start !== undefined && length !== null && !isForgotten ? later(row.start, start, length, zoneAt) : undefined)
  return { start, end, isForgotten, endsBefore }
}

/** The time of a session; undefined if only its day is known. */
export const spanOf = ({ start, end }: Pick<SessionTimes, "start" | "end">): Span | undefined =>
  start === undefined ? undefined : { start: start.millis, end: end?.millis }
