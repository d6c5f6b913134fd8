import { Effect } from "effect"
import { Transactions } from "../../../platform/database/transactions.ts"
import { LONGEST_REST_OF_DEVICES, unhurried } from "../give-way.ts"
import { makeTally } from "../tally.ts"
import { type Facts, type Household, takingOf } from "./household.ts"
import { settleImport } from "./standing-import.ts"
import { DeviceStore } from "./store.ts"
import { takeAgain } from "./take-again.ts"
import { madeOfAll, writeFacts } from "./write-facts.ts"

/** How many facts or sessions one transaction decides on. */
const AT_ONCE = 200

/**
 * Decides again on these facts, and on all sessions of a person's devices: which of them show, and their energy. For use
 * where what one of the devices has stated no longer holds, or comes after the others'. Can be repeated.
 */
export const decideAgain = Effect.fnUntraced(function* (household: Household, facts: Facts) {
  const [store, transactions] = [yield* DeviceStore, yield* Transactions]
  const { user, day, devices } = household
  const change = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    unhurried(transactions.changeInOwnTime(user.id, effect), LONGEST_REST_OF_DEVICES)
  const keys = [...facts]
  for (let done = 0; done < keys.length; done += AT_ONCE) {
    yield* change(takeAgain(household, new Map(keys.slice(done, done + AT_ONCE))))
  }
  for (const device of devices) {
    if (device.importId === null) continue
    const taking = takingOf(household, device, device.app, device.importId)
    const takeSome = Effect.fnUntraced(function* (after: string) {
      const sessions = yield* store.workouts(user.id, device.id, { after }, AT_ONCE)
      const made = yield* madeOfAll(taking, sessions, () => 0)
      const { hasWritten } = yield* writeFacts(taking, made, makeTally())
      if (hasWritten) yield* settleImport(user.id, day, taking.importId)
      return sessions.at(-1)?.key
    })
    for (let after: string | undefined = ""; after !== undefined; ) after = yield* change(takeSome(after))
  }
})
