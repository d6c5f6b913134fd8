import { type Context, Effect } from "effect"
import type { UserId } from "../../../values/ids.ts"
import type { ImportId } from "../rows/model.ts"
import type { ImportStore, UndoWhich } from "./store.ts"

type Store = Context.Tag.Service<ImportStore>

const AT_ONCE = 200

/** Shows hidden sessions with these keys again. Returns the items under the keys afterwards. */
export const unhide = Effect.fnUntraced(function* (store: Store, userId: UserId, keys: ReadonlyArray<string>) {
  while (true) {
    const items = yield* store.items(userId, "workout", keys)
    const hidden = [...items.values()].filter(({ since }) => since === "hidden")
    if (hidden.length === 0) return items
    for (const [hider, some] of Map.groupBy(hidden, ({ importId }) => importId)) {
      yield* store.undoSome(userId, hider, some.length, { kind: "workout", keys: some.map(({ key }) => key) })
    }
  }
})

/** Takes back all items of an import that `which` selects, and returns how many were removed or restored. */
export const takeBackAll = Effect.fnUntraced(function* (
  store: Store,
  userId: UserId,
  importId: ImportId,
  which: UndoWhich
) {
  let count = 0
  while (true) {
    const items = yield* store.undoSome(userId, importId, AT_ONCE, which)
    if (items.length === 0) return count
    count += items.filter(({ outcome }) => outcome === "removed" || outcome === "restored").length
  }
})

/**
 * Takes back the sessions of an import with these keys, also hidden ones, unless somebody has changed them. Returns how
 * many were removed or restored.
 */
export const withdraw = Effect.fnUntraced(function* (
  store: Store,
  userId: UserId,
  { source, importId }: { readonly source: string; readonly importId: ImportId },
  keys: ReadonlyArray<string>
) {
  if (keys.length === 0) return 0
  const count = yield* takeBackAll(store, userId, importId, { kind: "workout", keys })
  // A hiding that is alone under its key no longer hides anything. Hidings have no fingerprint.
  const stated = yield* store.stated(userId, source, "workout", keys)
  const idle = [...stated].flatMap(([key, { byAny }]) => (byAny.every((print) => print === "") ? [key] : []))
  if (idle.length > 0) yield* unhide(store, userId, idle)
  return count
})
