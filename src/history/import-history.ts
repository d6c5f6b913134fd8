import { Clock, DateTime, Effect, Stream } from "effect"
import { AccountStore } from "../accounts/store.ts"
import { today } from "../caller/user.ts"
import { Transactions } from "../database/transactions.ts"
import { MOST_OWN, nameKey } from "../exercises/own.ts"
import { OwnExercises } from "../exercises/store.ts"
import type { UserId } from "../values/ids.ts"
import type { Batch } from "./batch.ts"
import { entryFault, importEntries, makeDoubts, spooledEntry } from "./entries.ts"
import { idOf } from "./keys.ts"
import { type Mapping, mapNames, type Recorded } from "./mapping.ts"
import { newImportId, type Report } from "./model.ts"
import { importReadings, readingFault, spooledReading } from "./readings.ts"
import type { Eaten, ExerciseRow, HistoryRow, OpenedHistory, Place, Reading, WorkoutRow } from "./rows.ts"
import { type Group, type Spool, type Spooled, spool } from "./spool.ts"
import { ImportStore, type Writes } from "./store.ts"
import { makeTally, type Tally } from "./tally.ts"
import { findTwins, type Twins } from "./twins.ts"
import { importWorkouts, spooledWorkout } from "./workouts.ts"

/** Most rows of one fact: of a day of the diary, or a session that stands in a file repeatedly. */
const MOST_OF_ONE = 1000

/** How many days or sessions one transaction writes. */
const BATCHES = { reading: 500, workout: 100, entry: 25 } as const

export interface ImportOptions {
  /** The name under which the import is listed. */
  readonly file: string
  /** SHA-256 of the file and of how it is read. */
  readonly hash: string
  /** IANA timezone of rows that name none. */
  readonly timezone: string
  readonly dryRun: boolean
  /** Whether readings entered by hand are replaced. */
  readonly overwrite: boolean
  /** Exercises chosen for names of the file. */
  readonly choices: ReadonlyMap<string, string>
}

export interface Progress {
  /** From 0 to 1. */
  readonly share: number
  readonly rows: number
}

/** Half of the work is to read, the other half to write. */
const READING_SHARE = 0.5

/** A fact of which one input row may give several. */
type Fact = Reading | Eaten

/** Takes the rows of a file in: those that can be stored go into the spool, and all others are left out. */
const take = (held: Spool, tally: Tally, source: string, day: Parameters<typeof readingFault>[1]) => {
  const names = new Map<string, Recorded>()
  const sizes = new Map<string, number>()
  const doubts = makeDoubts()
  let namesOrigins = false

  const record = ({ name, sets }: ExerciseRow) => {
    if (sets.length === 0) return
    const recorded = names.get(name) ?? { weight: false, reps: false, distance: false, duration: false }
    for (const set of sets) {
      recorded.weight ||= (set.weightKg ?? 0) > 0
      recorded.reps ||= set.reps !== undefined
      recorded.distance ||= (set.distanceMeters ?? 0) > 0
      recorded.duration ||= (set.durationSeconds ?? 0) > 0
    }
    names.set(name, recorded)
  }
  /** The input row that facts were last taken from. It may give several, the first of which has its count. */
  let current: { readonly place: Place; owed: number; isKept: boolean; readonly faults: Array<string> } | undefined

  /** An input row is left out if none of its facts can be stored; else those that cannot are told. */
  const endRow = () => {
    if (current === undefined) return
    const { place, owed, isKept, faults } = current
    current = undefined
    if (!isKept) tally.leaveOut(place, owed, [...new Set(faults)].join("; "))
    else for (const fault of faults) tally.warn(`${place.file}, line ${place.line}: ${fault}, and was left out.`)
  }
  /** Takes a fact into the spool, with the count of its input row unless an earlier fact has it. Returns whether it was taken. */
  const addFact = <Row extends Fact>(row: Row, fault: string | undefined, spooled: (row: Row) => Spooled): boolean => {
    const { file, line } = row.place
    const isMore = row.rows === 0 && current?.place.line === line && current.place.file === file
    if (!isMore) endRow()
    current ??= { place: row.place, owed: row.rows, isKept: false, faults: [] }
    if (fault !== undefined) {
      current.faults.push(fault)
      return false
    }
    const counted = { ...row, rows: current.owed }
    current.owed = 0
    current.isKept = true
    return keep(counted, spooled(counted))
  }
  const keep = (row: Fact | WorkoutRow, spooled: Spooled): boolean => {
    const key = `${spooled.kind} ${spooled.key}`
    const size = (sizes.get(key) ?? 0) + 1
    if (size > MOST_OF_ONE) {
      tally.leaveOut(row.place, row.rows, `more than ${MOST_OF_ONE} rows of one day or session`)
      return false
    }
    sizes.set(key, size)
    held.add(spooled)
    return true
  }
  const add = (row: HistoryRow): void => {
    if (row._tag !== "Reading" && row._tag !== "Eaten") endRow()
    switch (row._tag) {
      case "LeftOut":
        tally.leaveOut(row.place, row.rows, row.reason)
        return
      case "Warning":
        tally.warn(row.place === null ? row.text : `${row.place.file}, line ${row.place.line}: ${row.text}`)
        return
      case "Reading":
        addFact(row, readingFault(row, day), spooledReading)
        return
      case "Eaten":
        if (addFact(row, entryFault(row), spooledEntry)) doubts.note(row)
        return
      case "Workout": {
        if (!keep(row, spooledWorkout(source, row))) return
        for (const exercise of row.exercises) record(exercise)
        namesOrigins ||= row.origin !== null
        return
      }
    }
  }
  const twins = (): Twins => (namesOrigins ? findTwins(held.groups("workout", BATCHES.workout)) : new Map())
  return { add, end: endRow, names, doubts, twins }
}

/** Reads a whole file into the spool, before anything is written. */
const readAll = (
  opened: OpenedHistory,
  add: (row: HistoryRow) => void,
  onProgress: (progress: Progress) => Effect.Effect<void>
) => {
  let rows = 0
  return Stream.runForEach(opened.batches, (batch) =>
    Effect.suspend(() => {
      for (const row of batch.rows) {
        add(row)
        if (row._tag !== "Warning") rows += row.rows
      }
      return onProgress({ share: (READING_SHARE * batch.position) / Math.max(opened.totalBytes, 1), rows })
    })
  )
}

/** The exercises that the names of a file mean to a user. */
const mappingOf = Effect.fnUntraced(function* (
  userId: UserId,
  source: string,
  names: ReadonlyMap<string, Recorded>,
  options: ImportOptions,
  tally: Tally
) {
  const store = yield* ImportStore
  const own = yield* (yield* OwnExercises).all(userId)
  const earlier = names.size === 0 ? new Map<string, string>() : yield* store.choices(userId, source)
  const given = new Map([...options.choices].map(([name, id]) => [nameKey(name), id]))
  const createdAt = yield* DateTime.now
  const mapping = mapNames(source, names, {
    choices: new Map([...earlier, ...given]),
    own,
    makeOwn: (made) => ({ id: idOf("ownex", [userId, nameKey(made.name)]), ...made, createdAt })
  })
  const room = MOST_OWN - own.length
  if (mapping.missing.length <= room) return mapping
  tally.warn(`A person may have ${MOST_OWN} exercises of their own: the sets of further names were left out.`)
  const beyond = new Set(mapping.missing.slice(room).map(({ id }) => id))
  const find: Mapping["find"] = (name) => {
    const found = mapping.find(name)
    return found !== undefined && beyond.has(found.id) ? undefined : found
  }
  return {
    find,
    report: mapping.report.filter(({ exerciseId }) => !beyond.has(exerciseId)),
    missing: mapping.missing.slice(0, room)
  }
})

/**
 * Imports an opened file into a user's history, or with `dryRun` tells what that would do. It may be repeated: what is there already stays
 * as it is, and an import that was cut off is continued. Fails before anything is written if the file cannot be read to its end.
 */
export const importOpened = Effect.fn("importOpened")(function* (
  userId: UserId,
  opened: OpenedHistory,
  options: ImportOptions,
  onProgress: (progress: Progress) => Effect.Effect<void> = () => Effect.void
) {
  const store = yield* ImportStore
  const transactions = yield* Transactions
  const user = yield* (yield* AccountStore).findUser(userId)
  const day = yield* today(user)
  const { source } = opened
  const tally = makeTally()
  const held = yield* spool
  const taken = take(held, tally, source, day)
  yield* readAll(opened, taken.add, onProgress)
  taken.end()
  const mapping = yield* mappingOf(userId, source, taken.names, options, tally)
  for (const warning of taken.doubts.warnings()) tally.warn(warning)

  const at = yield* Clock.currentTimeMillis
  const begun = options.dryRun
    ? undefined
    : yield* store.begin(userId, day, {
        id: yield* newImportId(userId),
        source,
        file: options.file,
        hash: options.hash,
        at
      })
  const batch: Batch = {
    userId,
    source,
    importId: begun?.id,
    startedAt: begun?.startedAt ?? at,
    today: day,
    timezone: options.timezone,
    overwrite: options.overwrite,
    mapping,
    twins: taken.twins(),
    taken: new Set(),
    tally,
    store
  }
  const total = held.count("reading") + held.count("workout") + held.count("entry")
  let done = 0

  const missing = new Map(mapping.missing.map((exercise) => [exercise.id, exercise]))

  /** The own exercises that these workouts need and that nobody has made yet. */
  const makeMissing = (workouts: Writes["workouts"] = []) => {
    const needed = new Set(workouts.flatMap(({ workout }) => workout.exercises.map(({ exerciseId }) => exerciseId)))
    const exercises = [...missing.values()].filter(({ id }) => needed.has(id))
    for (const { id } of exercises) missing.delete(id)
    tally.made("exercises", exercises.length)
    return exercises
  }

  const write = (writes: Writes) =>
    Effect.suspend(() => {
      const all = { ...writes, exercises: makeMissing(writes.workouts) }
      return begun === undefined ? Effect.void : store.write(userId, begun.id, all)
    })

  /** Decides on the groups of a kind and writes them, batch by batch. */
  const writeAll = Effect.fnUntraced(function* (
    kind: Spooled["kind"],
    decide: (batch: Batch, groups: ReadonlyArray<Group>) => Effect.Effect<Writes>
  ) {
    for (const groups of held.groups(kind, BATCHES[kind])) {
      const decided = Effect.flatMap(decide(batch, groups), write)
      yield* begun === undefined ? decided : transactions.change(userId, decided)
      done += groups.reduce((sum, { bodies }) => sum + bodies.length, 0)
      const share = READING_SHARE + ((1 - READING_SHARE) * done) / Math.max(total, 1)
      yield* onProgress({ share, rows: done })
    }
  })

  const writing = Effect.gen(function* () {
    const made = yield* store.items(
      userId,
      "exercise",
      mapping.report.filter(({ by }) => by === "own").map(({ name }) => nameKey(name))
    )
    const ours = [...made.values()].filter(({ importId }) => importId === begun?.id)
    tally.made("exercises", ours.length)
    if (begun !== undefined && options.choices.size > 0) {
      yield* store.choose(userId, source, new Map([...options.choices].map(([name, id]) => [nameKey(name), id])))
    }
    yield* writeAll("reading", importReadings)
    yield* writeAll("workout", importWorkouts)
    yield* writeAll("entry", importEntries)
  })
  yield* begun === undefined
    ? writing
    : Effect.onError(writing, () => Effect.ignore(store.settle(userId, day, begun.id)))
  // Not within what is settled when it fails: to settle a finished import would make it unfinished.
  if (begun !== undefined) yield* store.finish(userId, day, begun.id, tally.counts(), yield* Clock.currentTimeMillis)

  const report: Report = {
    importId: begun?.id ?? null,
    source,
    dryRun: options.dryRun,
    ...tally.counts(),
    leftOut: tally.leftOut(),
    exercises: mapping.report,
    warnings: tally.warnings()
  }
  return report
}, Effect.scoped)
