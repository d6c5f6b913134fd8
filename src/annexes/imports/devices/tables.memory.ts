import { Data, HashMap } from "effect"
import type { Memory } from "../../../platform/database/memory.ts"
import { table } from "../../../platform/database/memory.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { ImportId } from "../rows/model.ts"
import type { DeviceId } from "./model.ts"
import type { StoredDevice, StoredRecord } from "./store.ts"

export interface RecordKey {
  readonly userId: UserId
  readonly id: DeviceId
  readonly key: string
}

export const devices = table<{ readonly userId: UserId; readonly id: DeviceId }, StoredDevice>(
  "devices",
  ({ userId }) => userId
)
export const records = table<RecordKey, StoredRecord>("device_records", ({ userId }) => userId)
export const limits = table<UserId, { readonly level: number; readonly at: number }>(
  "arrival_limits",
  (userId) => userId
)

export const deviceKey = (userId: UserId, id: DeviceId) => Data.struct({ userId, id })
export const recordKey = (key: RecordKey): RecordKey => Data.struct(key)

/**
 * Marks at most `most` of a device's records as undone: those from a day on, or all if no day is given. Returns how
 * many.
 */
export const undoRecords = (
  memory: Memory,
  userId: UserId,
  id: DeviceId,
  from?: ActivityDay,
  most = Number.POSITIVE_INFINITY
): number => {
  let marked = 0
  memory.update(
    records,
    HashMap.map((record, key): StoredRecord => {
      const isMeant = key.userId === userId && key.id === id && record.body !== null && !record.undone
      const isIn = from === undefined || (record.date !== null && record.date >= from)
      if (!isMeant || !isIn || marked >= most) return record
      marked++
      return { ...record, undone: true }
    })
  )
  return marked
}

/** After its standing import was undone, a device begins another, and what it stated before makes nothing again. */
export const undoDevice = (memory: Memory, userId: UserId, importId: ImportId): void => {
  for (const [key, device] of HashMap.toEntries(memory.rows(devices))) {
    if (key.userId !== userId || device.importId !== importId) continue
    undoRecords(memory, userId, key.id)
    const begun: StoredDevice = { ...device, importId: null }
    memory.update(devices, HashMap.set(key, begun))
  }
}
