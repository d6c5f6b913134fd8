import { Effect } from "effect"
import type { User } from "../../../contract/handler/user.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { Batch } from "../batch.ts"
import { decideStanding } from "../decide.ts"
import { importEntries } from "../entries.ts"
import { mappingOf, writer } from "../import-history.ts"
import type { Mapping } from "../mapping.ts"
import type { ImportId } from "../model.ts"
import { makeOthers } from "../others.ts"
import { DEVICE_RANK } from "../ranks.ts"
import { importReadings } from "../readings.ts"
import { ImportStore, type Writes } from "../store.ts"
import { matchNames } from "../take.ts"
import type { Tally } from "../tally.ts"
import { importWorkouts } from "../workouts.ts"
import { type Made, madeOf, type RowsOf } from "./facts.ts"
import { DeviceStore, type StoredDevice, type StoredRecord } from "./store.ts"

/** What is known of a person while something of their devices is taken. */
export interface Household {
  readonly user: User
  readonly day: ActivityDay
  /** The person's devices in the order in which they hold. */
  readonly devices: ReadonlyArray<StoredDevice>
  readonly startedAt: number
  readonly giveWay: Effect.Effect<void>
}

/** What is needed to take the parts of a body. */
export interface Taking extends Household {
  readonly device: StoredDevice
  /** The body's app or format, which determines how exercise names are read. */
  readonly app: string
  readonly importId: ImportId
  /** The standing imports of the devices before this one. */
  readonly seniors: ReadonlySet<ImportId>
}

/**
 * Orders devices, given with the oldest first: where several state something of a day, the first one holds. That is the one that was
 * connected first; those that have ended come after the others.
 */
export const inOrder = (devices: ReadonlyArray<StoredDevice>): ReadonlyArray<StoredDevice> => [
  ...devices.filter(({ endedAt }) => endedAt === null),
  ...devices.filter(({ endedAt }) => endedAt !== null)
]

/** What a device of a household takes with. */
export const takingOf = (household: Household, device: StoredDevice, app: string, importId: ImportId): Taking => {
  const { devices } = household
  const before = devices.slice(
    0,
    devices.findIndex(({ id }) => id === device.id)
  )
  const seniors = new Set(before.flatMap(({ importId }) => importId ?? []))
  return { ...household, device, app, importId, seniors }
}

/** Facts by their keys. */
export type Facts = ReadonlyMap<string, StoredRecord["kind"]>

/** What is needed to decide on and write a device's facts. */
export const batchOf = (taking: Taking, store: ImportStore["Type"], mapping: Mapping, tally: Tally): Batch => {
  const { user, day, device, importId, seniors, startedAt, giveWay } = taking
  return {
    userId: user.id,
    source: device.app,
    rank: DEVICE_RANK,
    importId,
    decide: (item, fingerprint) =>
      decideStanding(item, { fingerprint, source: device.app, rank: DEVICE_RANK }, importId, seniors),
    followsWeight: true,
    startedAt,
    today: day,
    timezone: user.timezone,
    overwrite: undefined,
    mapping,
    twins: new Map(),
    others: makeOthers(),
    taken: new Set(),
    giveWay,
    tally,
    store
  }
}

/** Plans and writes facts as an import does. */
export const writeFacts = Effect.fnUntraced(function* (taking: Taking, facts: ReadonlyArray<Made>, tally: Tally) {
  const store = yield* ImportStore
  const { user, app } = taking
  const names = new Map<string, { weight: boolean; reps: boolean; distance: boolean; duration: boolean }>()
  const groups = (wanted: Made["kind"]) =>
    facts.flatMap((made) => (made.kind !== "none" && made.kind === wanted ? [made.group] : []))
  for (const made of facts) {
    if (made.kind === "none") tally.leaveOut({ file: made.what, line: 0 }, made.rows, made.reason)
    else
      for (const { name, sets } of made.names) {
        const distance = names.get(name)?.distance === true || sets.some((set) => (set.distanceMeters ?? 0) > 0)
        names.set(name, { weight: false, reps: false, distance, duration: true })
      }
  }
  const mapping = yield* mappingOf(user.id, app, matchNames(app, names), { choices: new Map() }, tally)
  const batch = batchOf(taking, store, mapping, tally)
  const writing = writer(batch)
  let hasWritten = false
  const write = (writes: Writes) => {
    const { readings = [], entries = [], workouts = [], byHand = [] } = writes
    if (readings.length + entries.length + workouts.length + byHand.length === 0) return Effect.void
    hasWritten = true
    return writing(writes)
  }
  const read = yield* importReadings(batch, groups("reading"))
  const { readings } = read
  yield* write(read)
  yield* Effect.flatMap(importWorkouts(batch, groups("workout")), write)
  yield* Effect.flatMap(importEntries(batch, groups("entry")), write)
  return { hasWritten, weighed: readings.flatMap(({ metric, date }) => (metric === "weight" ? [date] : [])) }
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
  const inOrder = readings.sort((a, b) => (a.sort === b.sort ? (a.key < b.key ? -1 : 1) : a.sort < b.sort ? -1 : 1))
  return [...inOrder, ...(others.length === 0 ? [] : yield* store.ofFacts(user.id, device.id, others))]
})

export const madeOfAll = Effect.fnUntraced(function* (
  { day, giveWay }: Taking,
  records: ReadonlyArray<StoredRecord>,
  rowsOf: RowsOf
) {
  const made: Array<Made> = []
  for (const [factKey, group] of Map.groupBy(records, ({ factKey }) => factKey)) {
    yield* giveWay
    const fact = madeOf(factKey, group, rowsOf, day)
    if (fact !== undefined) made.push(fact)
  }
  return made
})
