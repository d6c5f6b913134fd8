import { Context, type Effect, type Option } from "effect"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { TokenId } from "../../accounts/token.ts"
import type { ImportId } from "../model.ts"
import type { Arrived, DeviceApp, DeviceId, RecordKind } from "./model.ts"

/** A device. Times are epoch milliseconds. */
export interface StoredDevice {
  readonly id: DeviceId
  readonly app: DeviceApp
  readonly name: string
  /** Null for what posts with tokens of full access. */
  readonly tokenId: TokenId | null
  /** The key of its signatures; null if it does not sign. */
  readonly secret: string | null
  readonly createdAt: number
  readonly pausedAt: number | null
  readonly endedAt: number | null
  /** Its standing import; null before anything arrives, and after it was undone. */
  readonly importId: ImportId | null
  readonly arrivedAt: number | null
  readonly arrived: Arrived | null
  /** Whether not all follows yet from what it has written: energy of sessions from weights, streaks and badges from a file. */
  readonly isUnsettled: boolean
}

/** What may be changed of a device. */
export type DeviceChanges = Partial<Omit<StoredDevice, "id" | "app" | "createdAt">>

/** How many records of a kind a device has stated, and the last day of them. */
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

/** A record of a device, as the device stated it last. */
export interface StoredRecord {
  readonly key: string
  /** The fact that it belongs to; empty if it was deleted before it came. */
  readonly factKey: string
  readonly kind: RecordKind
  readonly date: ActivityDay | null
  /** Orders the records of a fact. */
  readonly sort: string
  /** Of two statements the one of the higher sequence holds, then the later one (epoch milliseconds). */
  readonly sequence: number
  readonly statedAt: number
  readonly digest: string
  /** JSON; null if its app has deleted it. */
  readonly body: string | null
  /** Whether its fact was taken back by an undo. */
  readonly undone: boolean
}

/** Sessions from a day on and before another, and those whose key comes after another. */
export interface WhichWorkouts {
  readonly from?: ActivityDay | undefined
  readonly before?: ActivityDay | undefined
  readonly after?: string
}

/** The devices of people, and what each has stated. */
export class DeviceStore extends Context.Tag("DeviceStore")<
  DeviceStore,
  {
    readonly add: (userId: UserId, device: StoredDevice) => Effect.Effect<void>
    /** Oldest first, with those that have ended. */
    readonly list: (userId: UserId) => Effect.Effect<ReadonlyArray<StoredDevice>>
    readonly find: (userId: UserId, id: DeviceId) => Effect.Effect<Option.Option<StoredDevice>>
    /** Changes what is given. Returns whether there is such a device. */
    readonly change: (userId: UserId, id: DeviceId, changes: DeviceChanges) => Effect.Effect<boolean>
    /** Of all devices of a user. Records that were deleted or undone do not count. */
    readonly counts: (userId: UserId) => Effect.Effect<ReadonlyArray<RecordCount>>
    /** The same of one device by day, the latest first, from `from` on. */
    readonly days: (userId: UserId, id: DeviceId, from: ActivityDay) => Effect.Effect<ReadonlyArray<DayCount>>
    /** The records under these keys, by key. */
    readonly records: (
      userId: UserId,
      id: DeviceId,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, StoredRecord>>
    /** The records of these facts that are neither deleted nor undone, in the order of `sort`. */
    readonly ofFacts: (
      userId: UserId,
      id: DeviceId,
      factKeys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<StoredRecord>>
    /** Of each of these facts the last of those records. */
    readonly lastOfFacts: (
      userId: UserId,
      id: DeviceId,
      factKeys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<StoredRecord>>
    /** At most `most` records of sessions that are neither deleted nor undone, in the order of their keys. */
    readonly workouts: (
      userId: UserId,
      id: DeviceId,
      which: WhichWorkouts,
      most: number
    ) => Effect.Effect<ReadonlyArray<StoredRecord>>
    /** Stores records in place of those under the same keys. */
    readonly keep: (userId: UserId, id: DeviceId, records: ReadonlyArray<StoredRecord>) => Effect.Effect<void>
    /**
     * Marks at most `most` of the records from a day on as undone, or of all without one. Returns how many; 0 once all
     * are.
     */
    readonly undoSome: (
      userId: UserId,
      id: DeviceId,
      from: ActivityDay | undefined,
      most: number
    ) => Effect.Effect<number>
    /**
     * Takes one arrival of a user's bucket, which holds `burst` and regains `perMinute`. Returns what it holds then, or
     * undefined if it holds less than one. `now` is in epoch milliseconds.
     */
    readonly takeArrival: (
      userId: UserId,
      bucket: { readonly perMinute: number; readonly burst: number; readonly now: number }
    ) => Effect.Effect<{ readonly allowed: boolean; readonly level: number }>
  }
>() {}
