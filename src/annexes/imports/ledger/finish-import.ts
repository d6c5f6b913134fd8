import { Clock, Effect } from "effect"
import { Announcer } from "../../../call/announcer.ts"
import { AccountStore } from "../../../features/accounts/store.ts"
import { Transactions } from "../../../platform/database/transactions.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import type { Counts, ImportId, Report } from "../rows/model.ts"
import { ImportStore } from "./store.ts"

/** The name under which the end of an import is announced. */
export const IMPORT_FINISHED = "import_finished"

/**
 * Ends an import, and announces it with what its report sums up, without the rows. Of an import, nothing else is
 * announced.
 */
export const finishImport = Effect.fnUntraced(function* (
  userId: UserId,
  day: ActivityDay,
  importId: ImportId,
  counts: Counts,
  { source, rows, made, missing, warnings, notKept }: Report
) {
  const store = yield* ImportStore
  const transactions = yield* Transactions
  const announcer = yield* Announcer
  const user = yield* (yield* AccountStore).findUser(userId)
  const now = yield* Clock.currentTimeMillis
  const finish = store.finish(userId, day, importId, counts, now)
  if (user.hasListeners !== true) return yield* finish
  const change = { operation: IMPORT_FINISHED, output: { importId, source, rows, made, missing, warnings, notKept } }
  const recorded = announcer.record({ user, now, today: day }, [change])
  yield* transactions.changeInOwnTime(userId, Effect.zipRight(finish, recorded))
  yield* announcer.committed
})
