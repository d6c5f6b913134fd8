import { Effect } from "effect"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { isSame } from "../ledger/twins.ts"
import { makeTally } from "../rows/tally.ts"
import { type DeviceContext, type Facts, type Taking, takingOf } from "./device-context.ts"
import { sessionsNear, spansOf } from "./sessions-near.ts"
import { settleImport } from "./standing-import.ts"
import { DeviceStore, type StoredRecord } from "./store.ts"
import { madeOfAll, recordsOf, writeFacts } from "./write-facts.ts"

/**
 * Decides again on facts that a device no longer states, by what the person's other devices state. The first device that
 * states a fact determines it, so the outcome does not depend on the order of arrival. Returns the days whose weight has
 * changed. Run it as one transaction.
 */
export const takeAgain = Effect.fnUntraced(function* (context: DeviceContext, facts: Facts) {
  const store = yield* DeviceStore
  const { user, day, devices } = context
  const weighed: Array<ActivityDay> = []
  if (facts.size === 0 || devices.length < 2) return weighed
  const stating = yield* store.stating(user.id, [...facts.keys()])
  for (const device of devices) {
    if (device.importId === null || !stating.has(device.id)) continue
    const taking = takingOf(context, device, device.app, device.importId)
    const records = yield* recordsOf(taking, facts, [])
    const written = yield* writeFacts(taking, yield* madeOfAll(taking, records, () => 0), makeTally())
    if (written.hasWritten) yield* settleImport(user.id, day, device.importId)
    weighed.push(...written.weighed)
  }
  return weighed
})

/**
 * Decides again on the sessions of other devices at the times of these records. Of sessions that are the same, the first
 * device's shows. Run it as one transaction.
 */
export const takeSessionsAgain = Effect.fnUntraced(function* (taking: Taking, records: ReadonlyArray<StoredRecord>) {
  const { user, day, devices, device: changed } = taking
  if (devices.length < 2) return
  const spans = spansOf(taking, records)
  if (spans.length === 0) return
  const near = yield* sessionsNear(
    taking,
    yield* DeviceStore,
    spans.map(({ day }) => day)
  )
  for (const device of devices) {
    if (device.importId === null || device.id === changed.id) continue
    const same = near.filter(
      ({ deviceId, isUndone, span }) =>
        deviceId === device.id && !isUndone && spans.some((each) => isSame(each.span, span))
    )
    const facts = new Map(same.map(({ key }) => [key, "workout"] as const))
    if (facts.size === 0) continue
    const own = takingOf(taking, device, device.app, device.importId)
    const made = yield* madeOfAll(own, yield* recordsOf(own, facts, []), () => 0)
    const { hasWritten } = yield* writeFacts(own, made, makeTally())
    if (hasWritten) yield* settleImport(user.id, day, device.importId)
  }
})
