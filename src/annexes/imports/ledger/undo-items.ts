import { Effect, Option } from "effect"
import { isCancelled, isSqlError } from "../../../platform/database/sql-state.ts"
import { unhurried } from "../../../platform/workers/give-way.ts"
import { KEPT_REASONS, type KeptItem, type Undone } from "../rows/model.ts"
import type { UndoneItem } from "./store.ts"

/** How many items one transaction takes back. If that takes too long, as on a busy cluster, the next ones are half as large. */
const AT_ONCE = 200

/** Reports how many items have been taken back so far. */
export type OnItems = (items: number) => Effect.Effect<void>

/** What an undo did with the items of one import. */
type Outcome = Omit<Undone, "importId">

export const NOTHING_UNDONE: Outcome = { removed: 0, restored: 0, kept: [] }

/** Takes items back until none are left. `undoSome` takes back at most the given number, and returns their outcomes. */
export const undoAll = Effect.fnUntraced(function* <E, R>(
  undoSome: (most: number) => Effect.Effect<ReadonlyArray<UndoneItem>, E, R>,
  onProgress: OnItems
) {
  let { removed, restored } = NOTHING_UNDONE
  let done = 0
  let most = AT_ONCE
  const halved = (defect: unknown) => {
    if (most === 1 || !isSqlError(defect) || !isCancelled(defect.cause)) return Option.none()
    most = Math.ceil(most / 2)
    return Option.some(Effect.succeed(undefined))
  }
  const kept: Array<KeptItem> = []
  while (true) {
    const items = yield* Effect.catchSomeDefect(unhurried(undoSome(most)), halved)
    if (items === undefined) continue
    if (items.length === 0) return { removed, restored, kept } satisfies Outcome
    for (const { kind, factId, outcome } of items) {
      if (outcome === "removed") removed++
      else if (outcome === "restored") restored++
      else if (outcome !== "gone") kept.push({ kind, id: factId, reason: KEPT_REASONS[outcome] })
    }
    done += items.length
    yield* onProgress(done)
  }
})
