import { Clock, Data, Effect } from "effect"
import type { TokenId } from "../../../features/accounts/token.ts"
import { Transactions } from "../../../platform/database/transactions.ts"
import type { UserId } from "../../../values/ids.ts"
import { deviceIds } from "./model.ts"
import { DeviceStore, newDevice, type StoredDevice } from "./store.ts"

/** The device no longer exists, or accepts nothing at present. */
export class DeviceClosed extends Data.TaggedError("DeviceClosed")<{ readonly isPaused: boolean }> {}

/** Fails unless the device exists and accepts data. */
export const requireOpen = (device: StoredDevice | undefined): Effect.Effect<StoredDevice, DeviceClosed> => {
  if (device === undefined || device.endedAt !== null) return new DeviceClosed({ isPaused: false })
  return device.pausedAt === null ? Effect.succeed(device) : new DeviceClosed({ isPaused: true })
}

/**
 * The device of a token. A token of full access has none: what it sends is assigned to a device without a token, which
 * is created on first use. Fails if the device has ended or is paused, before anything is received.
 */
export const deviceFor = Effect.fn("deviceFor")(function* (userId: UserId, tokenId: TokenId | null) {
  const store = yield* DeviceStore
  const createdAt = yield* Clock.currentTimeMillis
  const find = Effect.map(store.list(userId), (devices) =>
    devices.find((device) => device.tokenId === tokenId && (tokenId !== null || device.endedAt === null))
  )
  const making = Effect.gen(function* () {
    const made = yield* find
    if (made !== undefined) return made
    const id = yield* deviceIds.make(userId)
    const device = newDevice({ id, app: "other", name: "API token", tokenId: null, secret: null, createdAt })
    yield* store.add(userId, device)
    return device
  })
  const found = yield* find
  const device = found ?? (tokenId === null ? yield* (yield* Transactions).changeInOwnTime(userId, making) : undefined)
  return yield* requireOpen(device)
})
