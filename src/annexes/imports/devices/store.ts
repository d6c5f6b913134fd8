import { Context, type Effect, type Option } from "effect"
import type { TokenId } from "../../../features/accounts/token.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { Eras } from "../rows/eras.ts"
import type { ImportId } from "../rows/model.ts"
import type { Arrived, DeviceApp, DeviceId, RecordKind, StatedRecord } from "./model.ts"

/** A device. Times are epoch milliseconds. */
export interface StoredDevice {
  readonly id: DeviceId
  readonly app: DeviceApp
  readonly name: string
  /** Null for senders that use tokens of full access. */
  readonly tokenId: TokenId | null
  /** The key of its signatures; null if it does not sign. */
  readonly secret: string | null
  readonly createdAt: number
  readonly pausedAt: number | null
  readonly endedAt: number | null
  /** Its standing import; null before anything arrives, and after an undo. */
  readonly importId: ImportId | null
  readonly arrivedAt: number | null
  readonly arrived: Arrived | null
  /** The timezones in which its records were read so far. */
  readonly eras: Eras
  /**
   * Whether some consequences of what it has written are still pending: energy of sessions from weights, or streaks and
   * badges from a file.
   */
  readonly isUnsettled: boolean
}

/** A device that has sent nothing yet. */
export const newDevice = (
  made: Pick<StoredDevice, "id" | "app" | "name" | "tokenId" | "secret" | "createdAt">
): StoredDevice => ({
  ...made,
  pausedAt: null,
  endedAt: null,
  importId: null,
  arrivedAt: null,
  arrived: null,
  eras: [],
  isUnsettled: false
})

/** What can be changed about a device. */
export type DeviceChanges = Partial<Omit<StoredDevice, "id" | "app" | "createdAt">>

/** How many records of a kind a device has stated, and their last day. */
export interface RecordCount {
  readonly deviceId: DeviceId
  readonly kind: RecordKind
  readonly records: number
  readonly lastDay: ActivityDay | null
}

/** How many records of a kind a device has stated for a day. */
export interface DayCount {
  readonly date: ActivityDay
  readonly kind: RecordKind
  readonly records: number
}

/** A record of a device, in its latest version. */
export interface StoredRecord extends StatedRecord {
  /** Whether an undo took its fact back. */
  readonly undone: boolean
}

/** A session that a device states. */
export interface SessionRecord {
  readonly deviceId: DeviceId
  readonly factKey: string
  /** JSON. */
  readonly body: string
  /** Whether an undo took it back, or a file imported by hand has replaced it. */
  readonly undone: boolean
}

/** Selects sessions from a day on, before another day, and with keys after a given one. */
interface WhichWorkouts {
  readonly from?: ActivityDay | undefined
  readonly before?: ActivityDay | undefined
  readonly after?: string
  /** Whether to select those that an undo took back, in place of the others. */
  readonly undone?: boolean
}

/** A session or diary row that a file has stated, with its day and name, and whether a file imported by hand has replaced it. */
export interface FiledRecord extends Pick<StatedRecord, "key" | "sort"> {
  readonly date: ActivityDay
  readonly name: string
  readonly isReplaced: boolean
}

/** People's devices, and what each has stated. */
export class DeviceStore extends Context.Tag("DeviceStore")<
  DeviceStore,
  {
    readonly add: (userId: UserId, device: StoredDevice) => Effect.Effect<void>
    /** Oldest first, including ended ones. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<StoredDevice>>
    readonly find: (userId: UserId, id: DeviceId) => Effect.Effect<Option.Option<StoredDevice>>
    /** Applies the given changes. Returns whether the device exists. */
    readonly change: (userId: UserId, id: DeviceId, changes: DeviceChanges) => Effect.Effect<boolean>
    /** Counts over all devices of a user. Deleted and undone records do not count. */
    readonly counts: (userId: UserId) => Effect.Effect<ReadonlyArray<RecordCount>>
    /** The same for one device by day, latest first, from `from` on. */
    readonly days: (userId: UserId, id: DeviceId, from: ActivityDay) => Effect.Effect<ReadonlyArray<DayCount>>
    /** The records under these keys, by key. */
    readonly records: (
      userId: UserId,
      id: DeviceId,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, StoredRecord>>
    /** The records of these facts that are neither deleted nor undone, sorted by `sort`. */
    readonly ofFacts: (
      userId: UserId,
      id: DeviceId,
      factKeys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<StoredRecord>>
    /** The last such record of each of these facts. */
    readonly lastOfFacts: (
      userId: UserId,
      id: DeviceId,
      factKeys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<StoredRecord>>
    /** The devices that state something of these facts. Records that were deleted or undone do not count. */
    readonly stating: (userId: UserId, factKeys: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<DeviceId>>
    /** The facts of a device that another device states too: of its undone records, or of the others. */
    readonly contested: (
      userId: UserId,
      id: DeviceId,
      which: { readonly undone: boolean }
    ) => Effect.Effect<ReadonlyMap<string, RecordKind>>
    /** The sessions that all devices state on these days, except deleted ones. */
    readonly sessions: (userId: UserId, days: ReadonlyArray<ActivityDay>) => Effect.Effect<ReadonlyArray<SessionRecord>>
    /** At most `most` records of sessions that are neither deleted nor undone, in the order of their keys. */
    readonly workouts: (
      userId: UserId,
      id: DeviceId,
      which: WhichWorkouts,
      most: number
    ) => Effect.Effect<ReadonlyArray<StoredRecord>>
    /**
     * The sessions or diary rows that files of a source state on these days.
     */
    readonly ofFiles: (
      userId: UserId,
      id: DeviceId,
      kind: "entry" | "workout",
      source: string,
      days: ReadonlyArray<ActivityDay>
    ) => Effect.Effect<ReadonlyArray<FiledRecord>>
    /** Stores records, replacing those with the same keys. */
    readonly keep: (userId: UserId, id: DeviceId, records: ReadonlyArray<StoredRecord>) => Effect.Effect<void>
    /**
     * Marks at most `most` records as undone: those from a day on, or all if no day is given. Returns how many; 0 once
     * none are left.
     */
    readonly undoSome: (
      userId: UserId,
      id: DeviceId,
      from: ActivityDay | undefined,
      most: number
    ) => Effect.Effect<number>
    /**
     * Takes one arrival from a user's bucket, which holds `burst` and regains `perMinute`, if it holds one. Returns the
     * new level, or undefined if there is no such user. `now` is in epoch milliseconds.
     */
    readonly takeArrival: (
      userId: UserId,
      bucket: { readonly perMinute: number; readonly burst: number; readonly now: number }
    ) => Effect.Effect<{ readonly allowed: boolean; readonly level: number } | undefined>
  }
>() {}
