import { Chunk, Clock, Effect, Option } from "effect"
import { Announcer } from "../../../call/announcer.ts"
import { today, type User } from "../../../contract/handler/user.ts"
import { AccountStore } from "../../../features/accounts/store.ts"
import type { OwnExercises } from "../../../features/exercises/store.ts"
import type { WorkoutStore } from "../../../features/workouts/store.ts"
import { repeatedInOwnTime } from "../../../platform/database/in-own-time.ts"
import { Transactions } from "../../../platform/database/transactions.ts"
import { makeGiveWay, unhurriedBesideCalls } from "../../../platform/workers/give-way.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { erasAfter } from "../formats/zones.ts"
import type { Taken } from "../ledger/prepared.ts"
import type { ImportStore } from "../ledger/store.ts"
import { readSpool } from "../uploads/spool.ts"
import { inOrder, takingOf } from "./device-context.ts"
import { requireOpen } from "./device-for.ts"
import { earlierFiles } from "./earlier-files.ts"
import { partsOfFile, twinKeysOf } from "./file-records.ts"
import { type ArrivalCounts, type Arrived, type DeviceId, type LeftOutPart, MOST_LEFT_OUT } from "./model.ts"
import { readerFor, zoneAtFor } from "./read-options.ts"
import { type FilePart, makeReasons } from "./record.ts"
import { addRows, NO_ROWS, settleImport, standingImport } from "./standing-import.ts"
import { DeviceStore, type StoredDevice } from "./store.ts"
import { settle, takeParts } from "./take-parts.ts"

/** How many parts of a body, and bytes in them, one transaction takes. The person's own changes wait for it. */
const AT_ONCE = 200
const BYTES_AT_ONCE = 500_000
/** Most left-out parts, and names of what was replaced, listed in an answer; the counts include all that is left out. */
const MOST_LISTED = 100

/** What was done with a body. */
interface BodyOutcome {
  readonly counts: ArrivalCounts
  /** What was left out; several records can share one reason. */
  readonly leftOut: ReadonlyArray<LeftOutPart>
  /** What earlier files of its source stated and a file does not: `Push on 2026-04-08`. */
  readonly replaced: ReadonlyArray<string>
}

/** The device's statistics after an arrival. */
const arrivedAfter = (before: Arrived | null, { counts, leftOut, replaced }: BodyOutcome, at: number): Arrived => {
  const said = new Set(leftOut.map(({ what, reason }) => `${what}\n${reason}`))
  const earlier = (before?.leftOut ?? []).filter(({ what, reason }) => !said.has(`${what}\n${reason}`))
  return {
    arrivals: (before?.arrivals ?? 0) + 1,
    rows: addRows(before?.rows ?? NO_ROWS, counts),
    leftOut: [...leftOut.map((part) => ({ ...part, at })), ...earlier].slice(0, MOST_LEFT_OUT),
    replaced: [...replaced.map((what) => ({ what, at })), ...(before?.replaced ?? [])].slice(0, MOST_LEFT_OUT)
  }
}

/** Prepares an arrival of a device. Fails if the device accepts nothing. */
const begin = Effect.fnUntraced(function* (
  user: User,
  day: ActivityDay,
  id: DeviceId,
  app: string,
  startedAt: number,
  pauseBetweenFacts: Effect.Effect<void>
) {
  const store = yield* DeviceStore
  const devices = yield* store.list(user.id)
  const device = yield* requireOpen(devices.find((each) => each.id === id))
  const importId = yield* standingImport(user.id, device, day, startedAt)
  const eras = erasAfter(device.eras, user.timezone, startedAt)
  if (eras !== device.eras) yield* store.change(user.id, id, { eras })
  return takingOf(
    { user, day, devices: inOrder(devices), startedAt, pauseBetweenFacts },
    { ...device, eras },
    app,
    importId
  )
})

/**
 * Takes what a device sends. The same records give the same facts in any order, in any parts, and however often they
 * are repeated. They are taken in batches, each stored completely with its facts or not at all, so an interrupted
 * arrival continues when its body comes again. `parts` are consumed as they come, so they may be read from a file.
 */
export const arrive = Effect.fn("arrive")(function* (
  userId: UserId,
  id: DeviceId,
  app: string,
  parts: Iterable<FilePart>,
  unread: BodyOutcome = { counts: NO_ROWS, leftOut: [], replaced: [] }
) {
  const transactions = yield* Transactions
  const { committed } = yield* Announcer
  const user = yield* repeatedInOwnTime((yield* AccountStore).findUser(userId))
  const day = yield* today(user)
  const startedAt = yield* Clock.currentTimeMillis
  const pauseBetweenFacts = makeGiveWay()

  let done = unread
  const take = (some: ReadonlyArray<FilePart>, isLast: boolean) => {
    const changing = Effect.gen(function* () {
      // Each batch checks again: meanwhile, the device may have been paused, or its import undone.
      const taking = yield* begin(user, day, id, app, startedAt, pauseBetweenFacts)
      const taken = yield* takeParts(taking, some)
      const listed = [...done.leftOut, ...taken.leftOut.map(({ file, reason }) => ({ what: file, reason }))]
      const so: BodyOutcome = {
        counts: addRows(done.counts, taken.counted),
        leftOut: listed.slice(0, MOST_LISTED),
        replaced: [...done.replaced, ...taken.names].slice(0, MOST_LISTED)
      }
      if (isLast && unread.counts.leftOut > 0)
        yield* settleImport(userId, day, taking.importId, { rows: unread.counts })
      if (isLast && (taking.device.isUnsettled || taken.isLeft)) yield* settle(taking)
      if (isLast) yield* note(userId, taking.device, so)
      return so
    })
    const changed = transactions.changeInOwnTime(userId, changing)
    const taken = Effect.map(isLast ? changed : unhurriedBesideCalls(changed), (so) => {
      done = so
    })
    return Effect.zipRight(taken, user.hasListeners === true ? committed : Effect.void)
  }
  let some: Array<FilePart> = []
  let bytes = 0
  const reasons = makeReasons()
  for (const part of parts) {
    yield* pauseBetweenFacts
    if (part._tag === "LeftOut") {
      reasons.add(part)
      continue
    }
    if (some.length === AT_ONCE || bytes > BYTES_AT_ONCE) {
      yield* take(some, false)
      some = []
      bytes = 0
    }
    some.push(part)
    bytes += (part._tag === "Record" ? part.record.body?.length : undefined) ?? 0
  }
  yield* take([...some, ...reasons.parts()], true)
  return done
})

/** Adds the arrival to the device's statistics. */
const note = Effect.fnUntraced(function* (userId: UserId, { id, arrived }: StoredDevice, outcome: BodyOutcome) {
  const at = yield* Clock.currentTimeMillis
  yield* (yield* DeviceStore).change(userId, id, {
    arrivedAt: at,
    arrived: arrivedAfter(arrived, outcome, at)
  })
})

/** What a file states and Fettle does not take: whole rows, values within rows, and kinds of data. */
const unreadIn = ({ leftOut, warnings, notKept }: Taken["tallied"]): ReadonlyArray<LeftOutPart> => [
  ...leftOut.map(({ file, line, reason }) => ({ what: `${file}, line ${line}`, reason })),
  ...warnings.map((reason) => ({ what: "file", reason })),
  ...notKept.map(({ kind }) => ({ what: kind, reason: "is not kept" }))
]

/** Takes a file that a device sends, such as a table, as records of the device. Its rows are in the spool of `folder`. */
export const arriveFile = Effect.fn("arriveFile")(function* (
  userId: UserId,
  id: DeviceId,
  folder: string,
  taken: Taken
) {
  const store = yield* DeviceStore
  const user = yield* repeatedInOwnTime((yield* AccountStore).findUser(userId))
  const statedAt = yield* Clock.currentTimeMillis
  const known = new Set<string>()
  for (const keys of Chunk.chunksOf(Chunk.fromIterable(twinKeysOf(taken)), AT_ONCE)) {
    for (const key of (yield* repeatedInOwnTime(store.records(userId, id, [...keys]))).keys()) known.add(key)
  }
  const device = Option.getOrUndefined(yield* repeatedInOwnTime(store.find(userId, id)))
  const lived = { eras: device?.eras ?? [] }
  const reader = readerFor(user, lived, yield* today(user), statedAt)
  // Of two files, the one that arrives later holds, even if the clock was set back in between.
  const stamp = { sequence: device?.arrived?.arrivals ?? 0, statedAt }
  const [held, zoneAt] = [yield* readSpool(folder), zoneAtFor(user, lived)]
  const earlier = yield* earlierFiles(userId, id, held, taken.source, stamp, zoneAt)
  const parts = partsOfFile(held, taken, stamp, reader, zoneAt, known, earlier)
  const leftOut = unreadIn(taken.tallied).slice(0, MOST_LISTED)
  return yield* arrive(userId, id, taken.source, parts, { counts: taken.tallied.rows, leftOut, replaced: [] })
}, Effect.scoped)

/** Services that arrivals need. */
export type Services = AccountStore | DeviceStore | ImportStore | OwnExercises | Transactions | WorkoutStore
