import type { Effect } from "effect"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { ImportId, ItemKind } from "../rows/model.ts"
import type { CoveredKind } from "../sources.ts"

/** A fact that files of a source state. */
export interface FactOfSource {
  readonly key: string
  /** Its name for people; empty for readings. */
  readonly name: string
  readonly day: ActivityDay
  /** When a session begins, in ISO 8601. */
  readonly startTime: string | null
  /** What somebody has done with it since, or that a later file of the source does not state it. */
  readonly since: "same" | "edited" | "withdrawn"
  /** Whether it stands as a device has sent it. */
  readonly isSent: boolean
}

/** Kinds of which a fact is known by its place if its key has changed. */
export type ChangedKind = "entry" | "workout"

/** A fact of a source that somebody has changed or deleted since it was imported. */
export interface ChangedFact {
  readonly key: string
  readonly slot: string
  readonly since: "edited" | "deleted"
  /** The imports of the source that state it. */
  readonly statedBy: ReadonlyArray<string>
}

/** A fact that earlier imports of a source stated, and later ones do not. */
export type WithdrawnFact = Omit<ChangedFact, "since">

/** What a store of imports knows of the files of a source. */
export interface StoreOfSources {
  /**
   * What files of a source state on these days, including what is hidden, or beneath another source's: those that devices
   * have sent as well, unless only those imported by hand are asked for.
   */
  readonly ofSource: (
    userId: UserId,
    source: string,
    kind: CoveredKind,
    days: ReadonlyArray<ActivityDay>,
    isByHand?: boolean
  ) => Effect.Effect<ReadonlyArray<FactOfSource>>
  /**
   * The sessions or foods of a source that somebody has changed or deleted since. With `undone`, as if this import were
   * undone already; none if that brings nothing back.
   */
  readonly changedOfSource: (
    userId: UserId,
    source: string,
    kind: ChangedKind,
    undone?: ImportId
  ) => Effect.Effect<ReadonlyArray<ChangedFact>>
  /** The sessions or foods of a device that somebody has changed or deleted since; none if an undo brings nothing back. */
  readonly changedOfDevice: (
    userId: UserId,
    device: string,
    kind: ChangedKind,
    undone?: ImportId
  ) => Effect.Effect<ReadonlyArray<ChangedFact>>
  /** Of these keys, those under which a file imported by hand has replaced what a device had sent. */
  readonly replacedOfDevices: (
    userId: UserId,
    kind: ItemKind,
    keys: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlySet<string>>
  /** Forgets what the standing import of a device stated under these keys before a file replaced it. */
  readonly stateAgain: (
    userId: UserId,
    importId: ImportId,
    kind: ItemKind,
    keys: ReadonlyArray<string>
  ) => Effect.Effect<void>
  /** What was held back on these days, then what the undo of an import would bring back, in the order of its file. */
  readonly withdrawnOn: (
    userId: UserId,
    source: string,
    kind: ChangedKind,
    undone: ImportId,
    days: ReadonlyArray<ActivityDay>
  ) => Effect.Effect<ReadonlyArray<WithdrawnFact>>
  /** Has the undo of an import not bring back the facts with these keys. */
  readonly holdBack: (
    userId: UserId,
    kind: ChangedKind,
    undone: ImportId,
    keys: ReadonlyArray<string>
  ) => Effect.Effect<void>
}
