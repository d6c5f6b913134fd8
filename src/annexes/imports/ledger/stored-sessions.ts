import type { ImportId } from "../rows/model.ts"

/** From one time to another, both included, in epoch milliseconds. */
export type TimeRange = readonly [from: number, to: number]

/** A session among the stored workouts, with ISO 8601 timestamps. */
export interface Session {
  readonly workoutId: string
  readonly startTime: string
  readonly endTime: string | null
  readonly estimatedCalories: number | null
  /** The import that made it; null if none did. */
  readonly made: {
    readonly key: string
    readonly importId: ImportId
    readonly source: string
    /** The import's rank. */
    readonly rank: number
    /** The app from whose file a device has sent it; null if none has. */
    readonly filed: string | null
  } | null
  /** Whether somebody has changed it since. */
  readonly isEdited: boolean
  /** The import with whose session, from a source with a higher rank, it is hidden; null if it is not. */
  readonly hiddenBy: ImportId | null
}

/** A session of a file that somebody has deleted in Fettle. */
export interface DeletedSession {
  readonly importId: ImportId
  readonly source: string
  /** Its times; null if it was imported before they were kept. */
  readonly slot: string | null
}
