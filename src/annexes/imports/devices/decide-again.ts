import { Effect } from "effect"
import { Transactions } from "../../../platform/database/transactions.ts"
import { unhurriedBesideCalls } from "../../../platform/workers/give-way.ts"
import { isSame } from "../ledger/twins.ts"
import { makeTally } from "../rows/tally.ts"
import { type DeviceContext, type Facts, type Taking, takingOf } from "./device-context.ts"
import type { DeviceId } from "./model.ts"
import { sessionsNear, spansOf } from "./sessions-near.ts"
import { settleImport } from "./standing-import.ts"
import { DeviceStore, type StoredRecord } from "./store.ts"
import { takeAgain, takeSessionsAgain } from "./take-again.ts"
import { madeOfAll, writeFacts } from "./write-facts.ts"

/** How many facts or sessions one transaction decides on. */
const AT_ONCE = 200

const inTransaction = Effect.fnUntraced(function* <A, E, R>({ user }: DeviceContext, work: Effect.Effect<A, E, R>) {
  const transactions = yield* Transactions
  return yield* unhurriedBesideCalls(transactions.changeInOwnTime(user.id, work))
})

/** Decides again on facts of several devices, for example because one of them is undone. Returns whether weights are among them. */
export const decideAgain = Effect.fnUntraced(function* (context: DeviceContext, facts: Facts) {
  const keys = [...facts]
  let isWeighed = false
  for (let done = 0; done < keys.length; done += AT_ONCE) {
    const weighed = yield* inTransaction(context, takeAgain(context, new Map(keys.slice(done, done + AT_ONCE))))
    isWeighed ||= weighed.length > 0
  }
  return isWeighed
})

/** Does something with the sessions of a device, some in each transaction. */
const overSessions = Effect.fnUntraced(function* <E, R>(
  context: DeviceContext,
  id: DeviceId,
  decide: (taking: Taking, sessions: ReadonlyArray<StoredRecord>) => Effect.Effect<void, E, R>
) {
  const store = yield* DeviceStore
  const device = context.devices.find((each) => each.id === id)
  if (device === undefined || device.importId === null) return
  const taking = takingOf(context, device, device.app, device.importId)
  const decideSome = (after: string) =>
    Effect.flatMap(store.workouts(context.user.id, id, { after }, AT_ONCE), (sessions) =>
      Effect.as(decide(taking, sessions), sessions.at(-1)?.key)
    )
  for (let after: string | undefined = ""; after !== undefined; ) {
    after = yield* inTransaction(context, decideSome(after))
  }
})

const writeSessions = Effect.fnUntraced(function* (taking: Taking, sessions: ReadonlyArray<StoredRecord>) {
  const { hasWritten } = yield* writeFacts(taking, yield* madeOfAll(taking, sessions, () => 0), makeTally())
  if (hasWritten) yield* settleImport(taking.user.id, taking.day, taking.importId)
})

/** Decides again on all sessions of a person's devices: which of them show, and their energy. Can be repeated. */
export const decideOnSessions = Effect.fnUntraced(function* (context: DeviceContext) {
  for (const { id } of context.devices) yield* overSessions(context, id, writeSessions)
})

/** Decides again on the sessions of a device that are the same as another's, because the order of the devices has changed. */
export const decideBeside = Effect.fnUntraced(function* (context: DeviceContext, id: DeviceId) {
  const store = yield* DeviceStore
  yield* overSessions(
    context,
    id,
    Effect.fnUntraced(function* (taking, sessions) {
      const days = spansOf(taking, sessions).map(({ day }) => day)
      const others = (yield* sessionsNear(taking, store, days)).filter(
        ({ deviceId, isUndone }) => deviceId !== id && !isUndone
      )
      const contested = sessions.filter((session) =>
        spansOf(taking, [session]).some(({ span }) => others.some((other) => isSame(span, other.span)))
      )
      if (contested.length === 0) return
      yield* writeSessions(taking, contested)
      yield* takeSessionsAgain(taking, contested)
    })
  )
})
