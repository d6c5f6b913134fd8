import type { Effect } from "effect"
import type { User } from "../../../contract/handler/user.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { ImportId } from "../model.ts"
import type { StoredDevice, StoredRecord } from "./store.ts"

/** What is known of a person while something of their devices is taken. */
export interface Household {
  readonly user: User
  readonly day: ActivityDay
  /** The person's devices in the order in which they hold. */
  readonly devices: ReadonlyArray<StoredDevice>
  readonly startedAt: number
  readonly giveWay: Effect.Effect<void>
}

/** What is needed to take the parts of a body. */
export interface Taking extends Household {
  readonly device: StoredDevice
  /** The body's app or format, which determines how exercise names are read. */
  readonly app: string
  readonly importId: ImportId
  /** The standing imports of the devices before this one. */
  readonly seniors: ReadonlySet<ImportId>
}

/**
 * Orders devices, given with the oldest first: where several state something of a day, the first one holds. That is the one that was
 * connected first; those that have ended come after the others.
 */
export const inOrder = (devices: ReadonlyArray<StoredDevice>): ReadonlyArray<StoredDevice> => [
  ...devices.filter(({ endedAt }) => endedAt === null),
  ...devices.filter(({ endedAt }) => endedAt !== null)
]

/** What a device of a household takes with. */
export const takingOf = (household: Household, device: StoredDevice, app: string, importId: ImportId): Taking => {
  const { devices } = household
  const before = devices.slice(
    0,
    devices.findIndex(({ id }) => id === device.id)
  )
  const seniors = new Set(before.flatMap(({ importId }) => importId ?? []))
  return { ...household, device, app, importId, seniors }
}

/** Facts by their keys. */
export type Facts = ReadonlyMap<string, StoredRecord["kind"]>
