import { Effect } from "effect"
import { type ActivityDay, isActivityDay } from "../../../values/activity-day.ts"
import { settleSessions } from "../ledger/settle-sessions.ts"
import { ImportStore, type Item } from "../ledger/store.ts"
import { takeBackAll, withdraw } from "../ledger/withdraw.ts"
import type { ItemKind } from "../rows/model.ts"
import { DEVICE_RANK } from "../rows/ranks.ts"
import { makeTally, type Tally } from "../rows/tally.ts"
import { type Facts, type Taking, takingOf } from "./device-context.ts"
import { whatOf } from "./facts.ts"
import { type FilePart, isSameRecord, merged, type Replaced } from "./record.ts"
import { settleImport } from "./standing-import.ts"
import { DeviceStore, type StoredRecord } from "./store.ts"
import { takeAgain, takeSessionsAgain } from "./take-again.ts"
import { madeOfAll, recordsOf, writeFacts } from "./write-facts.ts"

const SESSIONS_AT_ONCE = 200

const itemKindOf = (kind: StoredRecord["kind"]): ItemKind => (kind === "entry" || kind === "workout" ? kind : "reading")

/**
 * Stores the statements in the parts. Returns the facts to decide on again, those that records have left, the records that
 * state something else now, as they were, and all that have changed, before and after.
 */
const keepRecords = Effect.fnUntraced(function* (
  { user, device, pauseBetweenFacts }: Taking,
  parts: ReadonlyArray<FilePart>,
  tally: Tally
) {
  const store = yield* DeviceStore
  const rows = new Map<string, number>()
  const stated = parts.flatMap((part) => (part._tag === "Record" ? [part] : []))
  for (const part of parts) {
    if (part._tag === "LeftOut") tally.leaveOut({ file: part.what, line: 0 }, part.rows, part.reason)
  }
  const held = yield* store.records(user.id, device.id, [...new Set(stated.map(({ record }) => record.key))])
  const now = new Map<string, StoredRecord>()
  for (const { record, rows: count } of stated) {
    yield* pauseBetweenFacts
    rows.set(record.key, (rows.get(record.key) ?? 0) + count)
    now.set(record.key, merged(now.get(record.key) ?? held.get(record.key), record))
  }
  const changed = [...now.values()].filter((record) => !isSameRecord(record, held.get(record.key)))
  if (changed.length > 0) yield* store.keep(user.id, device.id, changed)
  const facts = new Map<string, StoredRecord["kind"]>()
  for (const { kind, factKey } of now.values()) if (factKey !== "") facts.set(factKey, kind)
  // A record may have moved to another day, or been deleted, so the fact that it belonged to must be updated too.
  const left = new Map<string, StoredRecord["kind"]>()
  const before = changed.flatMap(({ key }) => held.get(key) ?? [])
  for (const { factKey, kind } of before) {
    if (factKey === "") continue
    facts.set(factKey, kind)
    left.set(factKey, kind)
  }
  const deleted: Array<Deleted> = []
  const names = new Map(stated.map(({ record, replaces }) => [record.key, replaces]))
  for (const record of now.values()) {
    const count = rows.get(record.key) ?? 0
    const earlier = held.get(record.key)
    const factKey = earlier?.factKey ?? ""
    if (record.body === null)
      deleted.push({ what: whatOf(earlier ?? record), factKey, count, replaces: names.get(record.key) })
    else if (record.undone) tally.leaveOut({ file: whatOf(record), line: 0 }, count, "was taken back by an undo")
  }
  const replaced = before.filter(({ key, digest }) => now.get(key)?.digest !== digest)
  return { rows, facts, left, replaced, moved: [...changed, ...before], deleted, now: [...now.values()] }
})

/** A record that its app has deleted: its name for people, the fact it belonged to, and how many parts stated so. */
interface Deleted {
  readonly what: string
  readonly factKey: string
  readonly count: number
  /** The name of what a later file replaces. */
  readonly replaces: string | undefined
}

const KEPT = "was deleted at its source, but was changed in Fettle, so it is kept"

/** Counts deleted records by what becomes of their facts, and returns what is replaced. Call it before those are taken back. */
const countDeleted = Effect.fnUntraced(function* (
  { user }: Taking,
  deleted: ReadonlyArray<Deleted>,
  left: Facts,
  tally: Tally
) {
  const store = yield* ImportStore
  const kinds = new Map(left)
  const since = new Map<string, Item["since"]>()
  const leaving = deleted.filter(({ factKey }) => kinds.has(factKey))
  for (const [kind, some] of Map.groupBy(leaving, ({ factKey }) => itemKindOf(kinds.get(factKey) ?? "entry"))) {
    const items = yield* store.items(user.id, kind, [...new Set(some.map(({ factKey }) => factKey))])
    for (const [key, item] of items) since.set(key, item.since)
  }
  const replaced: Array<string> = []
  for (const { what, factKey, count, replaces } of deleted) {
    const state = since.get(factKey)
    const isGone = kinds.has(factKey) && state !== "deleted"
    if (state === "edited") tally.leaveOut({ file: what, line: 0 }, count, KEPT)
    else tally.countFact(isGone ? "changed" : "unchanged", count)
    if (isGone && state !== "edited" && replaces !== undefined) replaced.push(replaces)
  }
  return replaced
})

/** Takes back what files imported by hand state, and a later file that a device has sent does not. */
const replace = Effect.fnUntraced(function* ({ user, importId }: Taking, parts: ReadonlyArray<Replaced>) {
  const store = yield* ImportStore
  for (const [kind, some] of Map.groupBy(parts, ({ kind }) => kind)) {
    const days = some.map(({ day }) => day).sort()
    const [first, last, source] = [days[0], days.at(-1), some[0]?.source]
    if (first === undefined || last === undefined || source === undefined) continue
    const absent = { kind, keys: some.map(({ key }) => key), between: [first, last], source } as const
    yield* store.write(user.id, importId, DEVICE_RANK, { absent })
    if (kind === "workout") yield* settleSessions(store, user.id, absent.between)
  }
  return parts.length > 0
})

/** Shows what sessions of files hid that were there before, and are no longer, or at another time. */
const settleAround = Effect.fnUntraced(function* ({ user }: Taking, before: ReadonlyArray<StoredRecord>) {
  const store = yield* ImportStore
  const filed = before.filter(({ kind, body }) => kind === "workout" && body?.includes('"filed":') === true)
  const days = filed.flatMap(({ date }) => date ?? []).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first !== undefined && last !== undefined) yield* settleSessions(store, user.id, [first, last])
})

/** Has facts count again that a file imported by hand has replaced, because a record states them, or states their end, now. */
const stateAgain = Effect.fnUntraced(function* ({ user, importId }: Taking, facts: Facts) {
  const store = yield* ImportStore
  for (const kind of ["entry", "workout"] as const) {
    const keys = [...facts].flatMap(([key, of]) => (of === kind ? [key] : []))
    if (keys.length > 0) yield* store.stateAgain(user.id, importId, kind, keys)
  }
})

/** Takes back facts without any records left. Returns whether anything was taken back. */
const takeBack = Effect.fnUntraced(function* ({ user, device, importId }: Taking, facts: Facts) {
  const store = yield* ImportStore
  let count = 0
  for (const [kind, some] of Map.groupBy(facts, ([, kind]) => itemKindOf(kind))) {
    const keys = some.map(([key]) => key)
    count +=
      kind === "workout"
        ? yield* withdraw(store, user.id, { source: device.app, importId }, keys)
        : yield* takeBackAll(store, user.id, importId, { kind, keys })
  }
  return count > 0
})

/**
 * Decides again on the sessions of a device whose energy depends on changed weights: those from the first of these days to
 * that of the next weight, and if there is no earlier weight, those before as well. If there are too many to do now,
 * returns that they must follow later.
 */
const followWeights = Effect.fnUntraced(function* (taking: Taking, weighed: ReadonlyArray<ActivityDay>) {
  const [imports, store] = [yield* ImportStore, yield* DeviceStore]
  const { user, device } = taking
  const days = [...weighed].sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || device.isUnsettled) return { isLeft: false }
  const around = yield* imports.weightsAround(user.id, first, last)
  const from = around.some(({ date }) => date < first) ? first : undefined
  const before = around.find(({ date }) => date > last)?.date
  const sessions = yield* store.workouts(user.id, device.id, { from, before }, SESSIONS_AT_ONCE + 1)
  if (sessions.length > SESSIONS_AT_ONCE) return { isLeft: true }
  if (sessions.length > 0) yield* writeFacts(taking, yield* madeOfAll(taking, sessions, () => 0), makeTally())
  return { isLeft: false }
})

/**
 * Updates what depends on everything that a device has written: the energy of its sessions by the current weights, the
 * counts of its standing import, streaks and badges. Run it as one transaction.
 */
export const settle = Effect.fnUntraced(function* (taking: Taking) {
  const store = yield* DeviceStore
  const { user, device, day, importId } = taking
  let after = ""
  while (true) {
    const sessions = yield* store.workouts(user.id, device.id, { after }, SESSIONS_AT_ONCE)
    if (sessions.length === 0) break
    yield* writeFacts(taking, yield* madeOfAll(taking, sessions, () => 0), makeTally())
    after = sessions.at(-1)?.key ?? after
  }
  yield* settleImport(user.id, day, importId)
  yield* store.change(user.id, device.id, { isUnsettled: false })
})

const dayIn = (factKey: string): ReadonlyArray<ActivityDay> => {
  const [, day = ""] = factKey.split(" ")
  return isActivityDay(day) ? [day] : []
}

/** Follows changed weights on all devices of the person. Returns whether sessions of this device are left to be done. */
const followAll = Effect.fnUntraced(function* (taking: Taking, weighed: ReadonlyArray<ActivityDay>) {
  const store = yield* DeviceStore
  const { user, device, devices } = taking
  let isLeftOfThis = false
  if (weighed.length === 0) return isLeftOfThis
  for (const each of devices) {
    const isThis = each.id === device.id
    if (!isThis && each.importId === null) continue
    const own = isThis || each.importId === null ? taking : takingOf(taking, each, each.app, each.importId)
    const { isLeft } = yield* followWeights(own, weighed)
    if (isLeft) yield* store.change(user.id, each.id, { isUnsettled: true })
    isLeftOfThis ||= isThis && isLeft
  }
  return isLeftOfThis
})

/** Takes some parts of a body. Run it as one transaction. */
export const takeParts = Effect.fnUntraced(function* (taking: Taking, parts: ReadonlyArray<FilePart>) {
  const { user, day, importId } = taking
  const tally = makeTally()
  const ofHand = parts.flatMap((part) => (part._tag === "Replaced" ? [part] : []))
  const hasReplaced = yield* replace(taking, ofHand)
  const { rows, facts, left, replaced, moved, deleted, now } = yield* keepRecords(taking, parts, tally)
  yield* stateAgain(taking, facts)
  const ofDevice = yield* countDeleted(taking, deleted, left, tally)
  const records = yield* recordsOf(taking, facts, now)
  const live = new Set(records.map(({ factKey }) => factKey))
  const emptied = new Map([...left].filter(([factKey]) => !live.has(factKey)))
  const hasTakenBack = emptied.size > 0 && (yield* takeBack(taking, emptied))
  const again = yield* takeAgain(taking, emptied)
  const made = yield* madeOfAll(taking, records, (key) => rows.get(key) ?? 0)
  const { hasWritten, weighed, added } = yield* writeFacts(taking, made, tally, new Set(facts.keys()))
  yield* takeSessionsAgain(taking, moved)
  yield* settleAround(taking, replaced)
  const gone = [...emptied].flatMap(([factKey, kind]) => (kind === "weight" ? dayIn(factKey) : []))
  const isLeft = yield* followAll(taking, [...weighed, ...again, ...gone])
  const counted = tally.tallied()
  const isMore = hasTakenBack || hasReplaced
  if (hasWritten || isMore)
    yield* settleImport(user.id, day, importId, { ...counted, added: isMore ? undefined : added })
  const names = [...ofHand.flatMap(({ replaces }) => replaces ?? []), ...ofDevice]
  return { counted: counted.rows, leftOut: tally.leftOut(), names, isLeft }
})
