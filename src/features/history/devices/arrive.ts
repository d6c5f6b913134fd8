import { Clock, Effect } from "effect"
import { today, type User } from "../../../contract/handler/user.ts"
import { repeatedInOwnTime } from "../../../platform/database/in-own-time.ts"
import { Transactions } from "../../../platform/database/transactions.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { AccountStore } from "../../accounts/store.ts"
import type { OwnExercises } from "../../exercises/store.ts"
import type { Batch } from "../batch.ts"
import { LONGEST_REST_OF_DEVICES, makeGiveWay, unhurried } from "../give-way.ts"
import { mappingOf, writeAll } from "../import-history.ts"
import type { Taken } from "../prepared.ts"
import { readSpool } from "../spool.ts"
import { ImportStore } from "../store.ts"
import { makeTally } from "../tally.ts"
import { requireOpen } from "./device-for.ts"
import { inOrder, takingOf } from "./household.ts"
import {
  type ArrivalCounts,
  type Arrived,
  type DeviceApp,
  type DeviceId,
  type LeftOutPart,
  MOST_LEFT_OUT
} from "./model.ts"
import { makeReasons, type Part } from "./record.ts"
import { addRows, NO_ROWS, standingImport } from "./standing-import.ts"
import { DeviceStore, type StoredDevice } from "./store.ts"
import { settle, takeParts } from "./take-parts.ts"
import { batchOf, ofDevice } from "./write-facts.ts"

/** How many parts of a body one transaction takes. The person's own changes wait for it. */
const AT_ONCE = 200
/** Most left-out parts listed in an answer; the counts include all. */
const MOST_LISTED = 100

/** What was done with a body. */
interface BodyOutcome {
  readonly counts: ArrivalCounts
  /** What was left out; several records can share one reason. */
  readonly leftOut: ReadonlyArray<LeftOutPart>
}

/** The device's statistics after an arrival. */
const arrivedAfter = (
  before: Arrived | null,
  rows: ArrivalCounts,
  leftOut: ReadonlyArray<LeftOutPart>,
  at: number
): Arrived => {
  const said = new Set(leftOut.map(({ what, reason }) => `${what}\n${reason}`))
  const earlier = (before?.leftOut ?? []).filter(({ what, reason }) => !said.has(`${what}\n${reason}`))
  return {
    arrivals: (before?.arrivals ?? 0) + 1,
    rows: addRows(before?.rows ?? NO_ROWS, rows),
    leftOut: [...leftOut.map((part) => ({ ...part, at })), ...earlier].slice(0, MOST_LEFT_OUT)
  }
}

/** Prepares an arrival of a device. Fails if the device accepts nothing. */
const begin = Effect.fnUntraced(function* (
  user: User,
  day: ActivityDay,
  id: DeviceId,
  app: string,
  startedAt: number,
  giveWay: Effect.Effect<void>
) {
  const devices = yield* (yield* DeviceStore).list(user.id)
  const device = yield* requireOpen(devices.find((each) => each.id === id))
  const importId = yield* standingImport(user.id, device, day, startedAt)
  return takingOf({ user, day, devices: inOrder(devices), startedAt, giveWay }, device, app, importId)
})

/**
 * Takes what a device sends. The same records give the same facts in any order, in any parts, and however often they
 * are repeated. They are taken in batches, each stored completely with its facts or not at all, so an interrupted
 * arrival continues when its body comes again. `parts` are consumed as they come, so they may be read from a file.
 */
export const arrive = Effect.fn("arrive")(function* (
  userId: UserId,
  id: DeviceId,
  app: DeviceApp,
  parts: Iterable<Part>
) {
  const transactions = yield* Transactions
  const user = yield* repeatedInOwnTime((yield* AccountStore).findUser(userId))
  const day = yield* today(user)
  const startedAt = yield* Clock.currentTimeMillis
  const giveWay = makeGiveWay()

  let counts = NO_ROWS
  let leftOut: ReadonlyArray<LeftOutPart> = []
  const take = (some: ReadonlyArray<Part>, isLast: boolean) => {
    const changing = Effect.gen(function* () {
      // Each batch checks again: meanwhile, the device may have been paused, or its import undone.
      const taking = yield* begin(user, day, id, app, startedAt, giveWay)
      const taken = yield* takeParts(taking, some)
      const all = addRows(counts, taken.counted)
      const listed = [...leftOut, ...taken.leftOut.map(({ file, reason }) => ({ what: file, reason }))]
      const so = { counts: all, leftOut: listed.slice(0, MOST_LISTED) }
      if (isLast && (taking.device.isUnsettled || taken.isLeft)) yield* settle(taking)
      if (isLast) yield* note(userId, taking.device, so.counts, so.leftOut)
      return so
    })
    const changed = transactions.changeInOwnTime(userId, changing)
    return Effect.map(isLast ? changed : unhurried(changed, LONGEST_REST_OF_DEVICES), (so) => {
      counts = so.counts
      leftOut = so.leftOut
    })
  }
  let some: Array<Part> = []
  const reasons = makeReasons()
  for (const part of parts) {
    yield* giveWay
    if (part._tag === "LeftOut") {
      reasons.add(part)
      continue
    }
    if (some.length === AT_ONCE) {
      yield* take(some, false)
      some = []
    }
    some.push(part)
  }
  yield* take([...some, ...reasons.parts()], true)
  return { counts, leftOut } satisfies BodyOutcome
})

/** Adds the arrival to the device's statistics. */
const note = Effect.fnUntraced(function* (
  userId: UserId,
  { id, arrived }: StoredDevice,
  counts: ArrivalCounts,
  leftOut: ReadonlyArray<LeftOutPart>
) {
  const at = yield* Clock.currentTimeMillis
  yield* (yield* DeviceStore).change(userId, id, {
    arrivedAt: at,
    arrived: arrivedAfter(arrived, counts, leftOut, at)
  })
})

/**
 * Takes a file that a device sends, such as a table; its rows are in the spool of `folder`. They go into the device's
 * standing import, as a later export of the same source would.
 */
export const arriveFile = Effect.fn("arriveFile")(function* (
  userId: UserId,
  id: DeviceId,
  folder: string,
  taken: Taken
) {
  const [imports, store, transactions] = [yield* ImportStore, yield* DeviceStore, yield* Transactions]
  const user = yield* (yield* AccountStore).findUser(userId)
  const day = yield* today(user)
  const startedAt = yield* Clock.currentTimeMillis
  const tally = makeTally(taken.tallied)
  const held = yield* readSpool(folder)
  const beginning = begin(user, day, id, taken.source, startedAt, makeGiveWay())
  const taking = yield* transactions.changeInOwnTime(userId, beginning)
  const mapping = yield* mappingOf(userId, taken.source, taken.names, tally)
  // What depends on the whole file is updated at its end, or after an interruption at the end of the next arrival.
  const marking: ImportStore["Type"] = {
    ...imports,
    write: (...written) => Effect.zipRight(imports.write(...written), store.change(userId, id, { isUnsettled: true }))
  }
  const batch: Batch = {
    ...batchOf(taking, marking, ofDevice(taking, store, false), mapping, tally),
    followsWeight: false,
    twins: new Map(taken.twins)
  }
  yield* writeAll(batch, held, () => Effect.void)
  const { rows: counts, made } = tally.tallied()
  const leftOut = tally
    .leftOut()
    .slice(0, MOST_LISTED)
    .map(({ file, line, reason }) => ({ what: `${file}, line ${line}`, reason }))
  const ending = Effect.gen(function* () {
    const taking = yield* beginning
    yield* settle(taking, { rows: counts, made })
    yield* note(userId, taking.device, counts, leftOut)
  })
  yield* transactions.changeInOwnTime(userId, ending)
  return { counts, leftOut } satisfies BodyOutcome
}, Effect.scoped)

/** Services that arrivals need. */
export type Services = AccountStore | DeviceStore | ImportStore | OwnExercises | Transactions
