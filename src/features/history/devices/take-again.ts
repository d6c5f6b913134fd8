import { Effect } from "effect"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { makeTally } from "../tally.ts"
import { settleImport } from "./standing-import.ts"
import { DeviceStore } from "./store.ts"
import { type Facts, type Household, madeOfAll, recordsOf, takingOf, writeFacts } from "./write-facts.ts"

/**
 * Takes again what the devices of a household state of some facts, because one that held no longer states them. Of each fact,
 * the first device that states it holds, so the outcome is the same in whatever order their records came. Returns the days
 * whose weight is another now. To be run as one transaction.
 */
export const takeAgain = Effect.fnUntraced(function* (household: Household, facts: Facts) {
  const store = yield* DeviceStore
  const { user, day, devices } = household
  const weighed: Array<ActivityDay> = []
  if (facts.size === 0 || devices.length < 2) return weighed
  const stating = yield* store.stating(user.id, [...facts.keys()])
  for (const device of devices) {
    if (device.importId === null || !stating.has(device.id)) continue
    const taking = takingOf(household, device, device.app, device.importId)
    const records = yield* recordsOf(taking, facts, [])
    const written = yield* writeFacts(taking, yield* madeOfAll(taking, records, () => 0), makeTally())
    if (written.hasWritten) yield* settleImport(user.id, day, device.importId)
    weighed.push(...written.weighed)
  }
  return weighed
})
