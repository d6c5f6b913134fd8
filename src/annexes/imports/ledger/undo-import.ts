import { Clock, Data, Effect, Option } from "effect"
import { today } from "../../../contract/handler/user.ts"
import { AccountStore } from "../../../features/accounts/store.ts"
import { program } from "../../../platform/assets/assets.ts"
import { undoDevice } from "../devices/devices.ts"
import { DeviceStore } from "../devices/store.ts"
import { type ImportId, importIds, type Undone } from "../rows/model.ts"
import { holdBack } from "./hold-back.ts"
import { EVER, settleSessions } from "./settle-sessions.ts"
import { ImportStore } from "./store.ts"
import { type OnItems, undoAll } from "./undo-items.ts"

export class UnknownImport extends Data.TaggedError("UnknownImport")<{ readonly id: string }> {
  override get message() {
    return `There is no import ${this.id}. \`${program} import list --user ID\` shows those there are`
  }
}

export class AlreadyUndone extends Data.TaggedError("AlreadyUndone")<{ readonly id: string }> {
  override get message() {
    return `The import ${this.id} was undone already`
  }
}

/**
 * Takes back what an import made, unless somebody has changed it since, and restores what it replaced. What stays is
 * listed. An interrupted undo is continued. Where a standing import held a day, the next device's reading takes its place.
 */
export const undoImport = Effect.fn("undoImport")(function* (id: ImportId, onProgress: OnItems = () => Effect.void) {
  const store = yield* ImportStore
  const userId = importIds.userOf(id)
  const found = yield* store.find(userId, id)
  if (Option.isNone(found)) return yield* new UnknownImport({ id })
  if (found.value.undoneAt !== null) return yield* new AlreadyUndone({ id })
  const device = (yield* (yield* DeviceStore).list(userId)).find(({ importId }) => importId === id)
  if (device !== undefined) {
    const undone = yield* Effect.orDie(undoDevice(userId, device.id, undefined, onProgress))
    return { importId: id, ...undone } satisfies Undone
  }
  const user = yield* (yield* AccountStore).findUser(userId)
  let hasRestored = false
  const undoSome = (most: number) =>
    Effect.map(store.undoSome(userId, id, most), (items) => {
      hasRestored ||= items.some(({ kind, outcome }) => kind === "workout" && outcome === "restored")
      return items
    })
  yield* holdBack(store, found.value)
  const undone = yield* undoAll(undoSome, onProgress)
  if (hasRestored) yield* settleSessions(store, userId, EVER)
  yield* store.finishUndo(userId, yield* today(user), id, yield* Clock.currentTimeMillis)
  return { importId: id, ...undone } satisfies Undone
})
