import { Chunk, Effect } from "effect"
import { repeatedInOwnTime } from "../../../platform/database/in-own-time.ts"
import type { UserId } from "../../../values/ids.ts"
import type { ChangedFact, ChangedKind } from "../ledger/facts-of-source.ts"
import { ImportStore } from "../ledger/store.ts"
import type { ImportId } from "../rows/model.ts"
import type { DeviceId } from "./model.ts"
import { fileKeyOf } from "./record.ts"
import { DeviceStore, type StoredRecord } from "./store.ts"

/** How many keys one statement looks up. */
const KEYS_AT_ONCE = 500

/** The source of the file that stated or deleted a record. */
const sourceOf = ({ body, digest }: StoredRecord): string | undefined => {
  if (body === null) return digest
  const { filed }: { readonly filed?: { readonly source: string } } = JSON.parse(body)
  return filed?.source
}

/** What the person has changed or deleted of that which files of a source have brought by these devices. */
export const changedInFiles = Effect.fnUntraced(function* (
  userId: UserId,
  ids: ReadonlyArray<DeviceId>,
  source: string,
  kind: ChangedKind,
  undone?: ImportId
) {
  const [devices, imports] = [yield* DeviceStore, yield* ImportStore]
  const found: Array<ChangedFact> = []
  for (const id of ids) {
    const changed = yield* repeatedInOwnTime(imports.changedOfDevice(userId, id, kind, undone))
    for (const some of Chunk.chunksOf(Chunk.fromIterable(changed), KEYS_AT_ONCE)) {
      const keys = [...some].map(({ key }) => fileKeyOf(kind, key))
      const records = yield* repeatedInOwnTime(devices.records(userId, id, keys))
      for (const fact of some) {
        const record = records.get(fileKeyOf(kind, fact.key))
        if (record !== undefined && sourceOf(record) === source) found.push(fact)
      }
    }
  }
  return found
})

/** The same for all devices, with what was imported by hand: with `undone`, as `changedOfSource` takes it. */
export const changedOfApp = Effect.fnUntraced(function* (
  userId: UserId,
  source: string,
  kind: ChangedKind,
  undone?: ImportId
) {
  const byHand = yield* (yield* ImportStore).changedOfSource(userId, source, kind, undone)
  const ids = (yield* (yield* DeviceStore).list(userId)).map(({ id }) => id)
  return [...byHand, ...(yield* changedInFiles(userId, ids, source, kind, undone))]
})
