import type { Context, Effect } from "effect"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { ImportId } from "../rows/model.ts"
import type { Tally } from "../rows/tally.ts"
import type { ZoneAt } from "../rows/zoned.ts"
import type { CoveredKind } from "../sources.ts"
import type { ConflictsReport } from "./conflicts-report.ts"
import type { Decision } from "./decide.ts"
import type { ChangedFact, ChangedKind } from "./facts-of-source.ts"
import type { Mapping } from "./mapping.ts"
import type { ImportStore, Item, Stated } from "./store.ts"
import type { Span, Twins } from "./twins.ts"

/** A session that a device of the person states in its records. */
export interface StatedSession {
  readonly key: string
  readonly span: Span
  /** Whether it is a session of the device that the batch is of, or of one that comes before it. */
  readonly of: "this" | "earlier" | "later"
  /** Whether it comes from a file that the device sent, which may hold its sets. */
  readonly isFiled: boolean
  /** Whether an undo took it back. */
  readonly isUndone: boolean
}

/** What is known of the person's devices where a batch is of one of them. */
export interface OfDevice {
  /** The sessions that the person's devices state on these days and around them. */
  readonly sessions: (days: ReadonlyArray<ActivityDay>) => Effect.Effect<ReadonlyArray<StatedSession>>
  /** The app whose sessions the batch holds, if they are from a file of it. */
  readonly app: string | undefined
}

/** What is known of a whole file while its facts are decided on, batch by batch. */
export interface WholeFile {
  /** Whether this very file was imported before: then it states nothing of what earlier files of its source state. */
  readonly isRepeat: boolean
  /** Whether there is an earlier import of its source with which it is compared. */
  readonly hasEarlier: boolean
  /** Whether devices have sent something, which may be files of its source. */
  readonly hasSent: boolean
  /** The kinds for which it says all that its app has of each day that it mentions. */
  readonly covers: ReadonlySet<CoveredKind>
  /** Whether it has a session with this key. */
  readonly hasSession: (key: string) => boolean
  /** What somebody has changed or deleted of its source, by the first day of its slot. */
  readonly changed: Readonly<Record<ChangedKind, ReadonlyMap<string, ReadonlyArray<ChangedFact>>>>
  /** The days that it mentions so far, by kind, and by metric for readings. */
  readonly mentioned: Map<string, Set<ActivityDay>>
}

/** What is needed to decide on and write a batch of rows. */
export interface Batch {
  readonly userId: UserId
  readonly source: string
  /** The import's rank: of several sources that state something about one day, the one with the highest rank counts. */
  readonly rank: number
  /** Undefined in a dry run. */
  readonly importId: ImportId | undefined
  /** Decides on a fact by what the latest import did under its key. */
  readonly decide: (
    item: Item | undefined,
    fingerprint: string,
    stated: Stated | undefined,
    overwrite?: boolean
  ) => Decision
  /** Undefined for a file that a person imports. */
  readonly ofDevice: OfDevice | undefined
  /** Whether a session's energy is updated when a body weight is stated later. */
  readonly followsWeight: boolean
  /** When the import began, in epoch milliseconds; used as the creation time of what it makes. */
  readonly startedAt: number
  readonly today: ActivityDay
  /** The timezone of rows without one. */
  readonly zoneAt: ZoneAt
  /** Whether sessions that are there keep the zone in which they were imported, because nobody has asked for another. */
  readonly keepsZones: boolean
  /** Whether manual entries are replaced; undefined if nobody can ask for it. */
  readonly overwrite: boolean | undefined
  readonly mapping: Mapping
  /** What is known of the whole file; undefined for devices. */
  readonly whole: WholeFile | undefined
  readonly twins: Twins
  /** Collects what other sources state about the same days. */
  readonly conflicts: ConflictsReport
  /** Keys of what was taken back because it was outdated, as the batch is decided on again. */
  readonly outdated: ReadonlySet<string>
  /** Keys of the sessions with twins taken so far. */
  readonly taken: Set<string>
  readonly tally: Tally
  /** Run between facts, so that deciding on many does not hold up requests. */
  readonly pauseBetweenFacts: Effect.Effect<void>
  readonly store: Context.Tag.Service<ImportStore>
}
