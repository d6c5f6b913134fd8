import type { Effect } from "effect"
import type { User } from "../../../contract/handler/user.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { ImportId } from "../rows/model.ts"
import type { StoredDevice, StoredRecord } from "./store.ts"

/** What is known of a person while something of their devices is taken. */
export interface DeviceContext {
  readonly user: User
  readonly day: ActivityDay
  /** The person's devices, in order of precedence: the first one that states a fact determines it. */
  readonly devices: ReadonlyArray<StoredDevice>
  readonly startedAt: number
  readonly pauseBetweenFacts: Effect.Effect<void>
}

/** What is needed to take the parts of a body. */
export interface Taking extends DeviceContext {
  readonly device: StoredDevice
  /** The body's app or format, which determines how exercise names are read. */
  readonly app: string
  readonly importId: ImportId
  /** The standing imports of the devices before this one. */
  readonly seniors: ReadonlySet<ImportId>
}

/** Sorts devices, given oldest first, by precedence: as they were connected, those that have ended last. */
export const inOrder = (devices: ReadonlyArray<StoredDevice>): ReadonlyArray<StoredDevice> => [
  ...devices.filter(({ endedAt }) => endedAt === null),
  ...devices.filter(({ endedAt }) => endedAt !== null)
]

/** A context with the device whose body is taken, and what comes before it. */
export const takingOf = (context: DeviceContext, device: StoredDevice, app: string, importId: ImportId): Taking => {
  const { devices } = context
  const before = devices.slice(
    0,
    devices.findIndex(({ id }) => id === device.id)
  )
  const seniors = new Set(before.flatMap(({ importId }) => importId ?? []))
  return { ...context, device, app, importId, seniors }
}

/** Facts by their keys. */
export type Facts = ReadonlyMap<string, StoredRecord["kind"]>
