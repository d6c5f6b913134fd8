import { Context, type Effect, type Option } from "effect"
import type { Metric, Reading } from "../../../features/body-metrics/model.ts"
import type { DiaryEntry } from "../../../features/diary/model.ts"
import type { OwnExercise } from "../../../features/exercises/own.ts"
import type { Workout } from "../../../features/workouts/model.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { Eras } from "../rows/eras.ts"
import type { Counts, ImportId, ItemKind, KeptReason } from "../rows/model.ts"
import type { StoreOfSources } from "./facts-of-source.ts"
import type { DeletedSession, Session, TimeRange } from "./stored-sessions.ts"

/** An import, from its start. Times are epoch milliseconds. */
export interface ImportRecord {
  readonly id: ImportId
  readonly source: string
  readonly file: string
  readonly startedAt: number
  /** Null while it is running, or if it was interrupted. */
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
  /**
   * The import's rank. If several have written under a key, the one with the highest rank is in force, and within a
   * source the latest.
   */
  readonly rank: number
  readonly factId: string
  readonly fingerprint: string
  /** Whether it changed existing data rather than adding to it. */
  readonly isChange: boolean
  /**
   * What has happened to the fact since: nothing, or somebody else edited or deleted it. A session is hidden if one
   * from a source with a higher rank has replaced it; the item then refers to the other's import.
   */
  readonly since: "same" | "edited" | "deleted" | "hidden"
}

/** The fingerprint of an item that made nothing, because the person had entered that day's reading. */
export const BY_HAND = "by hand"

/** The source's key for a fact, and a fingerprint of its content. */
export interface Sourced {
  readonly key: string
  readonly fingerprint: string
}

/** A fact that can be found again if its key has changed at its source. */
export interface Slotted extends Sourced {
  /** The times of a session, or the day, meal and name of a food. */
  readonly slot: string
}

export interface ReadingToSet extends Sourced, Reading {
  readonly metric: Metric
}
export interface EntryToSet extends Slotted {
  readonly entry: DiaryEntry
}
export interface WorkoutToSet extends Slotted {
  readonly workout: Workout
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** A session of an import that a session of another import hides. */
export interface ToHide {
  readonly key: string
  readonly workoutId: string
  /** The other import; undefined for the one that writes. */
  readonly by: ImportId | undefined
}

/** Facts of one kind, by their keys. */
export interface Keyed {
  readonly kind: ItemKind
  readonly keys: ReadonlyArray<string>
}

/** Facts to take back, which lie between two days. */
export interface Absent extends Keyed {
  /** The source of a file that a device has sent, of which only what was imported by hand is taken back. */
  readonly source?: string
  readonly between: readonly [first: ActivityDay, last: ActivityDay]
}

/** Facts to write in one transaction; those with an existing id are replaced. */
export interface Writes {
  readonly readings?: ReadonlyArray<ReadingToSet>
  readonly entries?: ReadonlyArray<EntryToSet>
  readonly workouts?: ReadonlyArray<WorkoutToSet>
  readonly exercises?: ReadonlyArray<OwnExercise>
  /** Facts that are only recorded, because a source with a higher rank states them and stays in force. */
  readonly beneath?: {
    readonly readings?: ReadonlyArray<ReadingToSet>
    readonly entries?: ReadonlyArray<EntryToSet>
    readonly workouts?: ReadonlyArray<WorkoutToSet>
  }
  /**
   * Days, as keys of readings, that a device states although the person has entered a reading. They are noted so that the
   * day stays empty if the person deletes that reading.
   */
  readonly byHand?: ReadonlyArray<string>
  /** Sessions to hide once everything is written. */
  readonly hidden?: ReadonlyArray<ToHide>
  /** Facts that an earlier import of the source has stated, and that this one states the same. */
  readonly repeated?: Keyed
  /** Facts that earlier imports of the source have stated, and that this one does not: they are taken back. */
  readonly absent?: Absent | undefined
  /** Facts that devices have sent and this import states otherwise: taken back before everything is decided on again. */
  readonly outdated?: Absent | undefined
}

/** The items of an import that an undo takes back. */
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
  /** Those of files from the same source, latest first. */
  readonly bySource: ReadonlyArray<string>
  /** Those of any source. */
  readonly byAny: ReadonlyArray<string>
}

/**
 * Imports and what they made. Facts are written in batches, without the limits of calls. Streaks and badges are updated
 * at the end, with `settle` or `finish`.
 */
export class ImportStore extends Context.Tag("ImportStore")<
  ImportStore,
  StoreOfSources & {
    /**
     * Begins an import. If one of the same source and file hash was interrupted, it is continued: its id and start are
     * returned.
     */
    readonly begin: (
      userId: UserId,
      today: ActivityDay,
      begun: {
        readonly id: ImportId
        readonly source: string
        readonly file: string
        readonly hash: string
        readonly at: number
        /** The timezones in which it is read; null if they are not to be kept for later imports. */
        readonly eras: Eras | null
      }
    ) => Effect.Effect<{ readonly id: ImportId; readonly startedAt: number }>
    /** The timezones in which the files of each source were read so far, apart from imports that were undone. */
    readonly eras: (userId: UserId) => Effect.Effect<ReadonlyMap<string, Eras>>
    /** For each of these keys under which an import has written, what the latest did. */
    readonly items: (
      userId: UserId,
      kind: ItemKind,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Item>>
    /** For each of these keys under which imports have written, their fingerprints. */
    readonly stated: (
      userId: UserId,
      source: string,
      kind: ItemKind,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Stated>>
    /** Whether a file of this source and hash was imported completely, and not undone. */
    readonly isImported: (userId: UserId, source: string, hash: string) => Effect.Effect<boolean>
    /** The readings of a metric on these days. */
    readonly readings: (
      userId: UserId,
      metric: Metric,
      days: ReadonlyArray<ActivityDay>
    ) => Effect.Effect<ReadonlyMap<ActivityDay, number>>
    /** The weights from `from` to `to`, with the nearest before and after, oldest first. */
    readonly weightsAround: (
      userId: UserId,
      from: ActivityDay,
      to: ActivityDay
    ) => Effect.Effect<ReadonlyArray<Reading>>
    /** The workouts from `from` to `to` with a known start, including hidden ones; with `during`, at least those of that time. */
    readonly sessions: (
      userId: UserId,
      from: ActivityDay,
      to: ActivityDay,
      during?: TimeRange
    ) => Effect.Effect<ReadonlyArray<Session>>
    /** The sessions of files that somebody has deleted in Fettle. */
    readonly deletedSessions: (userId: UserId) => Effect.Effect<ReadonlyArray<DeletedSession>>
    /** Writes facts, and what the import did with them, in one transaction. `rank` is the import's rank among sources. */
    readonly write: (userId: UserId, importId: ImportId, rank: number, writes: Writes) => Effect.Effect<void>
    /** Updates streaks and badges with what an unfinished import has written. */
    readonly settle: (userId: UserId, today: ActivityDay, importId: ImportId) => Effect.Effect<void>
    /** Settles, and ends the import. With `added`, all that it has written are sessions of these days, in order. */
    readonly finish: (
      userId: UserId,
      today: ActivityDay,
      importId: ImportId,
      counts: Counts,
      at: number,
      added?: ReadonlyArray<ActivityDay>
    ) => Effect.Effect<void>
    readonly find: (userId: UserId, importId: ImportId) => Effect.Effect<Option.Option<ImportRecord>>
    /** Oldest first. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<ImportRecord>>
    /** Takes back at most `most` items of an import, and returns the outcome of each; empty once all are done. */
    readonly undoSome: (
      userId: UserId,
      importId: ImportId,
      most: number,
      /** Restricts the undo to facts from a day on, or to those of a kind under some keys. */
      which?: UndoWhich
    ) => Effect.Effect<ReadonlyArray<UndoneItem>>
    /**
     * Settles, removes badges that only this import earned, and marks it as undone at `at`. Without `at`, a part of the
     * import was undone, and the import stays.
     */
    readonly finishUndo: (
      userId: UserId,
      today: ActivityDay,
      importId: ImportId,
      at: number | null
    ) => Effect.Effect<void>
    /** The exercises that the person chose for the names of a source, by lower-case name; of several, with the latest import. */
    readonly choices: (userId: UserId, source: string) => Effect.Effect<ReadonlyMap<string, string>>
    /** Stores the choices made with an import, which count until it is undone. */
    readonly chooseWith: (
      userId: UserId,
      importId: ImportId,
      choices: ReadonlyMap<string, string>
    ) => Effect.Effect<void>
    /** Stores choices of no import, replacing earlier ones for the same names. */
    readonly choose: (userId: UserId, source: string, choices: ReadonlyMap<string, string>) => Effect.Effect<void>
    /** Records that the person has changed an own exercise, so that the import that made it no longer takes it back. */
    readonly exerciseChanged: (userId: UserId, exerciseId: string) => Effect.Effect<void>
    /** Removes an own exercise and the choices of no import that mean it. Returns whether it did: one that workouts use stays. */
    readonly removeExercise: (userId: UserId, exerciseId: string) => Effect.Effect<boolean>
  }
>() {}
