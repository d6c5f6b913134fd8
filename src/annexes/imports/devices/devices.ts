import { Clock, Data, type DateTime, Effect, Option } from "effect"
import { today } from "../../../contract/handler/user.ts"
import { createToken, revokeToken } from "../../../features/accounts/accounts.ts"
import { AccountStore, UnknownAccount } from "../../../features/accounts/store.ts"
import { type TokenId, tokenIds } from "../../../features/accounts/token.ts"
import { Transactions } from "../../../platform/database/transactions.ts"
import { inOwnTime } from "../../../platform/database/work.ts"
import { makeGiveWay, unhurried } from "../../../platform/workers/give-way.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { Environment } from "../../../values/environment.ts"
import type { UserId } from "../../../values/ids.ts"
import { holdBack } from "../ledger/hold-back.ts"
import { EVER, settleSessions } from "../ledger/settle-sessions.ts"
import { ImportStore } from "../ledger/store.ts"
import { NOTHING_UNDONE, type OnItems, undoAll } from "../ledger/undo-items.ts"
import { decideAgain, decideBeside, decideOnSessions } from "./decide-again.ts"
import { type DeviceContext, inOrder } from "./device-context.ts"
import { type DeviceApp, type DeviceId, deviceIds, MOST_DEVICES } from "./model.ts"
import { DeviceStore, newDevice, type RecordCount, type StoredDevice } from "./store.ts"

/** The user has no device with this id. */
export class UnknownDevice extends Data.TaggedError("UnknownDevice")<{ readonly id: string }> {
  override get message() {
    return `There is no device ${this.id}`
  }
}

/** The user already has the maximum number of devices. */
export class TooManyDevices extends Data.TaggedError("TooManyDevices") {
  override get message() {
    return `A person may have ${MOST_DEVICES} devices. End one that is no longer used`
  }
}

/** A device as shown to people: without its secret. Times are epoch milliseconds. */
export interface Device extends Omit<StoredDevice, "secret" | "isUnsettled"> {
  /** Whether bodies must be signed. */
  readonly hasSecret: boolean
  /** How many records of each kind it has stated, and their last day. */
  readonly counts: ReadonlyArray<Omit<RecordCount, "deviceId">>
}

const shown = ({ secret, isUnsettled: _, ...device }: StoredDevice, counts: Device["counts"] = []): Device => ({
  ...device,
  hasSecret: secret !== null,
  counts
})

const findDevice = Effect.fnUntraced(function* (userId: UserId, id: DeviceId) {
  const found = yield* (yield* DeviceStore).find(userId, id)
  return yield* Option.match(found, { onNone: () => new UnknownDevice({ id }), onSome: Effect.succeed })
})

/**
 * Creates a device with its own token, which can only send data to the device endpoint. Only this result contains the
 * token's text. With a secret, every body must be signed. Fails if there is no such user, or if they have 50 devices.
 */
export const createDevice = Effect.fn("createDevice")(function* (
  userId: UserId,
  options: {
    readonly app: DeviceApp
    readonly name: string
    readonly environment: Environment
    readonly secret?: string | null
    /** When its token expires; null or omitted for never. */
    readonly expiresAt?: DateTime.Utc | null
  }
) {
  const store = yield* DeviceStore
  const { app, name, environment, secret = null, expiresAt = null } = options
  const id = yield* deviceIds.make(userId)
  const createdAt = yield* Clock.currentTimeMillis
  const making = Effect.gen(function* () {
    const held = yield* store.list(userId)
    if (held.filter(({ endedAt }) => endedAt === null).length >= MOST_DEVICES) return yield* new TooManyDevices()
    const { token, tokenId } = yield* createToken({
      userId,
      name: `Device: ${name}`,
      environment,
      expiresAt,
      scope: "ingest"
    })
    const device = newDevice({ id, app, name, tokenId, secret, createdAt })
    yield* store.add(userId, device)
    return { device: shown(device), token }
  })
  return yield* (yield* Transactions).change(userId, making)
})

/** A user's devices, oldest first, including ended ones. */
export const listDevices = Effect.fn("listDevices")(function* (userId: UserId) {
  const store = yield* DeviceStore
  const counts = Map.groupBy(yield* store.counts(userId), ({ deviceId }) => deviceId)
  return (yield* store.list(userId)).map((device) =>
    shown(
      device,
      (counts.get(device.id) ?? []).map(({ deviceId: _, ...count }) => count)
    )
  )
})

/** What a device has stated per day, from `from` on, latest day first. */
export const deviceDays = Effect.fn("deviceDays")(function* (userId: UserId, id: DeviceId, from: ActivityDay) {
  return yield* (yield* DeviceStore).days(userId, id, from)
})

const changeDevice = Effect.fnUntraced(function* (
  userId: UserId,
  id: DeviceId,
  changes: (now: number) => Parameters<DeviceStore["Type"]["change"]>[2]
) {
  const isThere = yield* (yield* DeviceStore).change(userId, id, changes(yield* Clock.currentTimeMillis))
  if (!isThere) return yield* new UnknownDevice({ id })
})

/**
 * Stops accepting data from a device until it is resumed. What it sends meanwhile is refused, so that its app keeps it.
 */
export const pauseDevice = (userId: UserId, id: DeviceId) => changeDevice(userId, id, (pausedAt) => ({ pausedAt }))

export const resumeDevice = (userId: UserId, id: DeviceId) => changeDevice(userId, id, () => ({ pausedAt: null }))

/** Sets the secret for a device's signatures; null if its bodies are no longer signed. */
export const setDeviceSecret = (userId: UserId, id: DeviceId, secret: string | null) =>
  changeDevice(userId, id, () => ({ secret }))

/** What is needed to decide again on what a person's devices state. */
const contextOf = Effect.fnUntraced(function* (userId: UserId) {
  const user = yield* (yield* AccountStore).findUser(userId)
  const devices = inOrder(yield* (yield* DeviceStore).list(userId))
  return {
    user,
    day: yield* today(user),
    devices,
    startedAt: yield* Clock.currentTimeMillis,
    pauseBetweenFacts: makeGiveWay()
  } satisfies DeviceContext
})

/** Decides again on what other devices state too, after a device has moved behind them. */
const passToOthers = Effect.fnUntraced(function* (context: DeviceContext, id: DeviceId) {
  const store = yield* DeviceStore
  const { user, devices } = context
  const isWeighed = yield* decideAgain(context, yield* store.contested(user.id, id, { undone: false }))
  yield* decideBeside(context, id)
  if (!isWeighed) return
  // The energy of the others' sessions follows when they send something next.
  for (const each of devices) yield* store.change(user.id, each.id, { isUnsettled: true })
})

/**
 * Ends a device for good, and revokes its token. What it brought stays, and can still be undone, but gives way to what
 * other devices state.
 */
export const endDevice = Effect.fn("endDevice")(function* (userId: UserId, id: DeviceId) {
  const { tokenId, endedAt } = yield* findDevice(userId, id)
  if (tokenId !== null) yield* Effect.ignore(revokeToken(tokenId, userId))
  if (endedAt === null) yield* changeDevice(userId, id, (endedAt) => ({ endedAt, secret: null }))
  const context = yield* Effect.mapError(contextOf(userId), () => new UnknownDevice({ id }))
  if (context.devices.length < 2) return
  yield* inOwnTime(userId)(passToOthers(context, id))
})

/**
 * Revokes a token. If it belongs to a device, the device ends with it. Fails if there is no token with this id, or if
 * it belongs to another user than the named one.
 */
export const revokeAnyToken = Effect.fn("revokeAnyToken")(function* (tokenId: TokenId, of?: UserId) {
  const userId = tokenIds.userOf(tokenId)
  if (of !== undefined && of !== userId) return yield* new UnknownAccount({ what: "token", id: tokenId })
  const devices = yield* (yield* DeviceStore).list(userId)
  const device = devices.find((device) => device.tokenId === tokenId && device.endedAt === null)
  yield* revokeToken(tokenId)
  if (device !== undefined) yield* Effect.ignore(endDevice(userId, device.id))
})

/** Fails unless the user has this device. */
export const requireDevice = (userId: UserId, id: DeviceId) => Effect.asVoid(findDevice(userId, id))

/** How many records one transaction marks. */
const MARKED_AT_ONCE = 500

/**
 * Takes back what a device made, all or from a day on, unless somebody has changed it since; what it replaced is
 * restored. What the device has stated so far makes nothing again, even if it is sent again; new data and changes at
 * its source still arrive. An interrupted undo can be repeated.
 */
export const undoDevice = Effect.fn("undoDevice")(function* (
  userId: UserId,
  id: DeviceId,
  from?: ActivityDay,
  onProgress: OnItems = () => Effect.void
) {
  const store = yield* DeviceStore
  const [imports, transactions] = [yield* ImportStore, yield* Transactions]
  const { importId } = yield* findDevice(userId, id)
  while ((yield* unhurried(store.undoSome(userId, id, from, MARKED_AT_ONCE))) > 0);
  if (importId === null) return NOTHING_UNDONE
  // An arrival of the device may hold up the change for longer than a lock is waited for.
  const sources = new Set((yield* imports.list(userId)).map(({ source }) => source))
  for (const source of sources) yield* holdBack(imports, { id: importId, source }, from)
  const undone = yield* undoAll(
    (most) =>
      transactions.changeInOwnTime(
        userId,
        imports.undoSome(userId, importId, most, from === undefined ? undefined : { from })
      ),
    onProgress
  )
  if (undone.restored > 0) yield* settleSessions(imports, userId, EVER)
  // Facts that other devices state as well are theirs again.
  const context = yield* contextOf(userId)
  const { day, startedAt } = context
  yield* decideAgain(context, yield* store.contested(userId, id, { undone: true }))
  yield* decideOnSessions(context)
  yield* imports.finishUndo(userId, day, importId, from === undefined ? startedAt : null)
  return undone
})
