import { Context, type Effect, type Option } from "effect"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import type { Metric, Reading } from "../body-metrics/model.ts"
import type { DiaryEntry } from "../diary/model.ts"
import type { OwnExercise } from "../exercises/own.ts"
import type { Workout } from "../workouts/model.ts"
import type { Counts, ImportId, ItemKind, KeptReason } from "./model.ts"

/** An import, from its beginning. Times are epoch milliseconds. */
export interface ImportRecord {
  readonly id: ImportId
  readonly source: string
  readonly file: string
  readonly startedAt: number
  /** Null while it is running, or if it was cut off. */
  readonly finishedAt: number | null
  readonly undoneAt: number | null
  /** Null until it is finished. */
  readonly counts: Counts | null
}

/** What the latest import did under a key. */
export interface Item {
  readonly key: string
  readonly importId: ImportId
  readonly source: string
  /** Of the import. Where several have written under a key, the one with the highest rank is in force, and of a source the latest. */
  readonly rank: number
  readonly factId: string
  readonly fingerprint: string
  /** Whether it changed something that was there, rather than added it. */
  readonly isChange: boolean
  /**
   * What became of the fact since: nothing, or it was edited or deleted by somebody else. A session is hidden where that of a source with
   * a higher rank has taken its place; the import is that of the other.
   */
  readonly since: "same" | "edited" | "deleted" | "hidden"
}

/** Under which key the source knows a fact, and a fingerprint of what it says of it. */
export interface Sourced {
  readonly key: string
  readonly fingerprint: string
}

export interface ReadingToSet extends Sourced, Reading {
  readonly metric: Metric
}
export interface EntryToSet extends Sourced {
  readonly entry: DiaryEntry
}
export interface WorkoutToSet extends Sourced {
  readonly workout: Workout
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** A session of an import that a session of another import hides. */
export interface ToHide {
  readonly key: string
  readonly workoutId: string
  /** The other import; undefined for that which writes. */
  readonly by: ImportId | undefined
}

/** Facts to write in one transaction: those whose id is there already are replaced. */
export interface Writes {
  readonly readings?: ReadonlyArray<ReadingToSet>
  readonly entries?: ReadonlyArray<EntryToSet>
  readonly workouts?: ReadonlyArray<WorkoutToSet>
  readonly exercises?: ReadonlyArray<OwnExercise>
  /** What is recorded only: a source with a higher rank states these facts, and they stay as that has them. */
  readonly beneath?: {
    readonly readings?: ReadonlyArray<ReadingToSet>
    readonly entries?: ReadonlyArray<EntryToSet>
  }
  /** Sessions to hide once all is written. */
  readonly hidden?: ReadonlyArray<ToHide>
}

/** A session in the diary of workouts, as ISO 8601 timestamps. */
export interface Session {
  readonly workoutId: string
  readonly startTime: string
  readonly endTime: string | null
  /** What made it; null where no import did. */
  readonly made: { readonly key: string; readonly importId: ImportId; readonly source: string } | null
  /** Whether somebody has changed it since. */
  readonly isEdited: boolean
  /** Whether a session of a source with a higher rank hides it. */
  readonly isHidden: boolean
}

/** Which items of an import an undo takes back. */
export type UndoWhich =
  | { readonly from: ActivityDay }
  | { readonly kind: ItemKind; readonly keys: ReadonlyArray<string> }

export interface UndoneItem {
  readonly kind: ItemKind
  readonly factId: string
  readonly outcome: "removed" | "restored" | "gone" | KeptReason
}

/** The fingerprints that imports wrote under a key. */
export interface Stated {
  /** Those of the same source, the latest first. */
  readonly bySource: ReadonlyArray<string>
  /** Those of any source. */
  readonly byAny: ReadonlyArray<string>
}

/**
 * Imports and what they made. Facts are written in batches, without the limits of calls. Streaks and badges follow at the end, with
 * `settle` or `finish`.
 */
export class ImportStore extends Context.Tag("ImportStore")<
  ImportStore,
  {
    /** Begins an import. If one of the same source and file hash was cut off, it is continued: its id and beginning are returned. */
    readonly begin: (
      userId: UserId,
      today: ActivityDay,
      begun: {
        readonly id: ImportId
        readonly source: string
        readonly file: string
        readonly hash: string
        readonly at: number
      }
    ) => Effect.Effect<{ readonly id: ImportId; readonly startedAt: number }>
    /** For each of these keys that an import has written under: what the latest did. */
    readonly items: (
      userId: UserId,
      kind: ItemKind,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Item>>
    /** For each of these keys that imports have written under: the fingerprints that they wrote. */
    readonly stated: (
      userId: UserId,
      source: string,
      kind: ItemKind,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Stated>>
    /** Whether a file of this source and hash was imported to its end, and not undone. */
    readonly isImported: (userId: UserId, source: string, hash: string) => Effect.Effect<boolean>
    /** The readings of a metric on these days. */
    readonly readings: (
      userId: UserId,
      metric: Metric,
      days: ReadonlyArray<ActivityDay>
    ) => Effect.Effect<ReadonlyMap<ActivityDay, number>>
    /** The weights from `from` to `to`, and the nearest before and after, oldest first. */
    readonly weightsAround: (
      userId: UserId,
      from: ActivityDay,
      to: ActivityDay
    ) => Effect.Effect<ReadonlyArray<Reading>>
    /** The workouts from `from` to `to` whose start is known, those that are hidden included. */
    readonly sessions: (userId: UserId, from: ActivityDay, to: ActivityDay) => Effect.Effect<ReadonlyArray<Session>>
    /** Writes facts, and what the import did with them, in one transaction. `rank` is that of the import among sources. */
    readonly write: (userId: UserId, importId: ImportId, rank: number, writes: Writes) => Effect.Effect<void>
    /** Brings streaks and badges up to date with what an unfinished import has written. */
    readonly settle: (userId: UserId, today: ActivityDay, importId: ImportId) => Effect.Effect<void>
    /** Settles, and ends the import. */
    readonly finish: (
      userId: UserId,
      today: ActivityDay,
      importId: ImportId,
      counts: Counts,
      at: number
    ) => Effect.Effect<void>
    readonly find: (userId: UserId, importId: ImportId) => Effect.Effect<Option.Option<ImportRecord>>
    /** Oldest first. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<ImportRecord>>
    /** Takes back at most `most` items of an import, and returns what became of them; none once all are done. */
    readonly undoSome: (
      userId: UserId,
      importId: ImportId,
      most: number,
      /** Which of them, where not all are meant: facts from a day on, or those of a kind under some keys. */
      which?: UndoWhich
    ) => Effect.Effect<ReadonlyArray<UndoneItem>>
    /**
     * Settles, takes away badges that only this import earned, and marks it as undone at `at`; without it, a part of the
     * import was undone, and it stays.
     */
    readonly finishUndo: (
      userId: UserId,
      today: ActivityDay,
      importId: ImportId,
      at: number | null
    ) => Effect.Effect<void>
    /** Which exercises the person chose for the names of a source, by name in lower case. */
    readonly choices: (userId: UserId, source: string) => Effect.Effect<ReadonlyMap<string, string>>
    /** Keeps choices, in place of earlier ones for the same names. */
    readonly choose: (userId: UserId, source: string, choices: ReadonlyMap<string, string>) => Effect.Effect<void>
    /** Notes that the person has changed an own exercise: the import that made it no longer takes it back. */
    readonly exerciseChanged: (userId: UserId, exerciseId: string) => Effect.Effect<void>
    /** Removes an own exercise and the choices of it. Returns whether that could be done: one that workouts use stays. */
    readonly removeExercise: (userId: UserId, exerciseId: string) => Effect.Effect<boolean>
  }
>() {}
