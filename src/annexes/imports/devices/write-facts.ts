import { Effect } from "effect"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { ascending } from "../../../values/text/ascending.ts"
import type { Batch, OfDevice } from "../ledger/batch.ts"
import { makeConflictsReport } from "../ledger/conflicts-report.ts"
import { decideStanding } from "../ledger/decide.ts"
import { importEntries } from "../ledger/entries.ts"
import { mappingOf, writer } from "../ledger/import-history.ts"
import type { Mapping, Named } from "../ledger/mapping.ts"
import { importReadings } from "../ledger/readings.ts"
import { ImportStore, type Writes } from "../ledger/store.ts"
import { matchNames } from "../ledger/take.ts"
import { withdraw } from "../ledger/withdraw.ts"
import { importWorkouts } from "../ledger/workouts.ts"
import { DEVICE_RANK } from "../rows/ranks.ts"
import type { Tally } from "../rows/tally.ts"
import { announcing } from "./announced.ts"
import type { Facts, Taking } from "./device-context.ts"
import { type Made, madeOf, type RowsOf } from "./facts.ts"
import type { DeviceId } from "./model.ts"
import { readerFor, zoneAtFor } from "./read-options.ts"
import { sessionsNear } from "./sessions-near.ts"
import { DeviceStore, type StoredRecord } from "./store.ts"

/** Describes the person's devices to the batches of one of them. */
const ofDevice = (taking: Taking, devices: DeviceStore["Type"], app?: string): OfDevice => {
  const placeOf = (id: DeviceId) => taking.devices.findIndex((device) => device.id === id)
  const place = placeOf(taking.device.id)
  return {
    app,
    // No session of a device overlaps one of another.
    sessions: (days) =>
      taking.devices.length < 2
        ? Effect.succeed([])
        : Effect.map(sessionsNear(taking, devices, days), (sessions) =>
            sessions.map(({ deviceId, ...session }) => {
              const its = placeOf(deviceId)
              return { ...session, of: its === place ? "this" : its < place ? "earlier" : "later" }
            })
          )
  }
}

const NO_NAMES: Mapping = { find: () => undefined, report: [], missing: [] }

/** What is needed to decide on and write a device's facts. */
const batchOf = (
  taking: Taking,
  store: ImportStore["Type"],
  devices: OfDevice,
  mapping: Mapping,
  tally: Tally
): Batch => {
  const { user, day, device, importId, seniors, startedAt, pauseBetweenFacts } = taking
  return {
    userId: user.id,
    source: device.app,
    rank: DEVICE_RANK,
    importId,
    decide: (item, fingerprint) =>
      decideStanding(item, { fingerprint, source: device.app, rank: DEVICE_RANK }, importId, seniors),
    ofDevice: devices,
    followsWeight: true,
    startedAt,
    today: day,
    zoneAt: zoneAtFor(user, device),
    keepsZones: false,
    overwrite: undefined,
    mapping,
    whole: undefined,
    twins: new Map(),
    conflicts: makeConflictsReport(),
    outdated: new Set(),
    taken: new Set(),
    pauseBetweenFacts,
    tally,
    store
  }
}

type MadeFact = Exclude<Made, { readonly kind: "none" }>

/** The sessions by the app or format whose exercises they name. */
const sessionsBySource = (app: string, facts: ReadonlyArray<Made>): ReadonlyMap<string, ReadonlyArray<MadeFact>> =>
  Map.groupBy(
    facts.flatMap((made) => (made.kind === "workout" ? [made] : [])),
    ({ filed }) => filed?.source ?? app
  )

/** The names of exercises in sessions: of records, and of files, for which reading the file has matched them. */
const namesOf = (source: string, sessions: ReadonlyArray<MadeFact>): ReadonlyArray<Named> => {
  const names = new Map<string, { weight: boolean; reps: boolean; distance: boolean; duration: boolean }>()
  for (const { name, sets } of sessions.flatMap(({ named }) => named)) {
    const distance = names.get(name)?.distance === true || sets.some((set) => (set.distanceMeters ?? 0) > 0)
    names.set(name, { weight: false, reps: false, distance, duration: true })
  }
  const ofFiles = new Map(sessions.flatMap(({ filed }) => filed?.names ?? []).map((named) => [named.name, named]))
  return [...matchNames(source, names), ...ofFiles.values()]
}

/** The facts but those that a file imported by hand has replaced: they make nothing until they are stated again. */
const standing = Effect.fnUntraced(function* (
  { user }: Taking,
  facts: ReadonlyArray<Made>,
  stated: ReadonlySet<string> = new Set()
) {
  const store = yield* ImportStore
  const replaced = new Set<Made>()
  for (const kind of ["entry", "workout"] as const) {
    const keyed = new Map(
      facts.flatMap((made) => (made.kind === kind && !stated.has(made.group.key) ? [[made.group.key, made]] : []))
    )
    if (keyed.size === 0) continue
    for (const key of yield* store.replacedOfDevices(user.id, kind, [...keyed.keys()])) {
      const made = keyed.get(key)
      if (made !== undefined) replaced.add(made)
    }
  }
  return facts.filter((made) => !replaced.has(made))
})

/**
 * Plans and writes facts as an import does. `stated` are the keys of those that have arrived now. Returns whether it wrote
 * anything, the days of changed weights, and if it only added sessions, their days in order.
 */
export const writeFacts = Effect.fnUntraced(function* (
  taking: Taking,
  all: ReadonlyArray<Made>,
  tally: Tally,
  stated?: ReadonlySet<string>
) {
  const store = yield* ImportStore
  const facts = yield* standing(taking, all, stated)
  const { user, app, device, importId } = taking
  const groups = (wanted: Made["kind"]) =>
    facts.flatMap((made) => (made.kind !== "none" && made.kind === wanted ? [made.group] : []))
  for (const made of facts) {
    if (made.kind === "none") tally.leaveOut({ file: made.what, line: 0 }, made.rows, made.reason)
  }
  const devices = yield* DeviceStore
  const of = ofDevice(taking, devices)
  const batch = batchOf(taking, store, of, NO_NAMES, tally)
  let hasWritten = false
  let hasOnlyAdded = true
  const added = new Set<ActivityDay>()
  const write = (from: Batch, isAllNew = false) => {
    const writing = announcing(taking, writer(from))
    return (writes: Writes) => {
      const { readings = [], entries = [], workouts = [], byHand = [], hidden = [] } = writes
      if (readings.length + entries.length + workouts.length + byHand.length === 0) return Effect.void
      hasWritten = true
      hasOnlyAdded &&= isAllNew && hidden.length === 0
      for (const { workout } of workouts) added.add(workout.date)
      return writing(writes)
    }
  }
  const read = yield* importReadings(batch, groups("reading"))
  const { readings } = read
  yield* write(batch)(read)
  for (const [source, some] of sessionsBySource(app, facts)) {
    const mapping = yield* mappingOf(user.id, source, namesOf(source, some), tally)
    // Activity files are recordings, like those of devices.
    const isFiled = source !== "activity-files" && some.every(({ filed }) => filed !== undefined)
    const ofSource = batchOf(taking, store, isFiled ? ofDevice(taking, devices, source) : of, mapping, tally)
    const { withdrawn, isAllNew, ...sessions } = yield* importWorkouts(
      ofSource,
      some.map(({ group }) => group)
    )
    if ((yield* withdraw(store, user.id, { source: device.app, importId }, withdrawn)) > 0) {
      hasWritten = true
      hasOnlyAdded = false
    }
    yield* write(ofSource, isAllNew)(sessions)
  }
  yield* Effect.flatMap(importEntries(batch, groups("entry")), write(batch))
  const weighed = readings.flatMap(({ metric, date }) => (metric === "weight" ? [date] : []))
  return { hasWritten, weighed, added: hasOnlyAdded ? [...added].sort() : undefined }
})

const isOfDay = ({ kind }: Pick<StoredRecord, "kind">) => kind === "weight" || kind === "body_fat"

/**
 * The records that decide on some facts. For a day's weights only the last one decides: other records of this body are
 * needed for counting, and those of earlier bodies are not read, however many there are.
 */
export const recordsOf = Effect.fnUntraced(function* (
  { user, device }: Taking,
  facts: Facts,
  now: ReadonlyArray<StoredRecord>
) {
  const store = yield* DeviceStore
  const ofDays = [...facts].flatMap(([key, kind]) => (isOfDay({ kind }) ? [key] : []))
  const others = [...facts].flatMap(([key, kind]) => (isOfDay({ kind }) ? [] : [key]))
  const lasts = ofDays.length === 0 ? [] : yield* store.lastOfFacts(user.id, device.id, ofDays)
  const stated = now.filter((record) => isOfDay(record) && record.body !== null && !record.undone)
  const readings = [...new Map([...stated, ...lasts].map((record) => [record.key, record])).values()]
  const inOrder = readings.sort((a, b) => ascending(a.sort, b.sort) || ascending(a.key, b.key))
  return [...inOrder, ...(others.length === 0 ? [] : yield* store.ofFacts(user.id, device.id, others))]
})

export const madeOfAll = Effect.fnUntraced(function* (
  { user, device, day, startedAt, pauseBetweenFacts }: Taking,
  records: ReadonlyArray<StoredRecord>,
  rowsOf: RowsOf
) {
  const made: Array<Made> = []
  const { today } = readerFor(user, device, day, startedAt)
  for (const [factKey, group] of Map.groupBy(records, ({ factKey }) => factKey)) {
    yield* pauseBetweenFacts
    const fact = madeOf(factKey, group, rowsOf, today)
    if (fact !== undefined) made.push(fact)
  }
  return made
})
