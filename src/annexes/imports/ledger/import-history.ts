import { Clock, DateTime, Effect } from "effect"
import { today } from "../../../contract/handler/user.ts"
import { AccountStore } from "../../../features/accounts/store.ts"
import { MOST_OWN, nameKey } from "../../../features/exercises/own.ts"
import { OwnExercises } from "../../../features/exercises/store.ts"
import { Transactions } from "../../../platform/database/transactions.ts"
import { makeGiveWay } from "../../../platform/workers/give-way.ts"
import type { UserId } from "../../../values/ids.ts"
import { erasAfter } from "../formats/zones.ts"
import type { Eras } from "../rows/eras.ts"
import type { FileUnits } from "../rows/file-units.ts"
import { idOf } from "../rows/keys.ts"
import { type ImportId, importIds, type Missing, type Report } from "../rows/model.ts"
import { type OnProgress, READING_SHARE } from "../rows/progress.ts"
import { countLater, MOST_LISTED, makeTally, type Tally } from "../rows/tally.ts"
import { zoneAtOf } from "../rows/zoned.ts"
import { SOURCE_ROWS } from "../sources.ts"
import { type Group, readSpool, type Spooled, type SpoolReader } from "../uploads/spool.ts"
import type { Batch } from "./batch.ts"
import { makeConflictsReport } from "./conflicts-report.ts"
import { decide } from "./decide.ts"
import { keepEarlierMeanings } from "./earlier-meanings.ts"
import { importEntries } from "./entries.ts"
import { finishImport } from "./finish-import.ts"
import { type Mapping, mapNames, type Named } from "./mapping.ts"
import type { Taken } from "./prepared.ts"
import { importReadings } from "./readings.ts"
import { settleSessions } from "./settle-sessions.ts"
import { ImportStore, type Writes } from "./store.ts"
import { findMissing, wholeFile } from "./whole-file.ts"
import { importWorkouts } from "./workouts.ts"

/** How many days or sessions one transaction writes. */
const BATCHES = { reading: 500, workout: 100, entry: 25 } as const

export interface ImportOptions {
  /** The name under which the import is listed. */
  readonly file: string
  /** SHA-256 of the file and of the options it is read with. */
  readonly hash: string
  /** IANA timezone for rows without one. */
  readonly timezone: string
  /** Where the person lived when earlier files of the source were imported. */
  readonly eras: Eras
  /** Whether sessions that are there keep theirs: the person may have moved since they were imported. */
  readonly keepsZones: boolean
  readonly dryRun: boolean
  /** Whether readings entered by hand are replaced. */
  readonly overwrite: boolean
  /** Whether what earlier files of the source state on days that the file skips is removed. */
  readonly removeMissing: boolean
  /** Exercises chosen for names in the file. */
  readonly choices: ReadonlyMap<string, string>
}

/** Maps the names in a file, whose rows are in the spool, or of a device to a user's exercises. */
export const mappingOf = Effect.fnUntraced(function* (
  userId: UserId,
  source: string,
  names: ReadonlyArray<Named>,
  tally: Tally,
  ofFile?: { readonly choices: ImportOptions["choices"]; readonly held: SpoolReader }
) {
  const store = yield* ImportStore
  const own = yield* (yield* OwnExercises).all(userId)
  const earlier = names.length === 0 ? new Map<string, string>() : yield* store.choices(userId, source)
  const given = new Map([...(ofFile?.choices ?? [])].map(([name, id]) => [nameKey(name), id]))
  const choices = new Map([...earlier, ...given])
  const createdAt = yield* DateTime.now
  const meant = ofFile === undefined ? names : yield* keepEarlierMeanings(userId, ofFile.held, names, choices)
  const mapping = mapNames(meant, {
    choices,
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

/** Own exercises that have not been made yet, by their ids. */
const missingOf = ({ mapping }: Batch) => new Map(mapping.missing.map((exercise) => [exercise.id, exercise]))

/** Writes facts; sessions of others show again if what hid them is taken back. */
const writeTo = ({ userId, rank, store }: Batch, importId: ImportId, writes: Writes) => {
  const { absent } = writes
  const written = store.write(userId, importId, rank, writes)
  return absent?.kind === "workout" ? Effect.zipRight(written, settleSessions(store, userId, absent.between)) : written
}

/**
 * Writes what was decided, with the missing own exercises that it needs, which it removes from `missing`; a dry run only
 * counts those.
 */
export const writer = (batch: Batch, missing = missingOf(batch)) => {
  const { importId, tally } = batch

  const makeMissing = ({ workouts = [], beneath = {} }: Writes) => {
    const all = [...workouts, ...(beneath.workouts ?? [])]
    const needed = new Set(all.flatMap(({ workout }) => workout.exercises.map(({ exerciseId }) => exerciseId)))
    const exercises = [...missing.values()].filter(({ id }) => needed.has(id))
    for (const { id } of exercises) missing.delete(id)
    tally.made("exercises", exercises.length)
    return exercises
  }

  return (writes: Writes) =>
    Effect.suspend(() => {
      const all = { ...writes, exercises: makeMissing(writes) }
      return importId === undefined ? Effect.void : writeTo(batch, importId, all)
    })
}

/** Decides on everything in the spool and writes it, batch by batch. */
export const writeAll = Effect.fnUntraced(function* (batch: Batch, held: SpoolReader, onProgress: OnProgress) {
  const transactions = yield* Transactions
  let missing = missingOf(batch)
  const total = held.count("reading") + held.count("workout") + held.count("entry")
  let done = 0

  const writeKind = Effect.fnUntraced(function* (
    kind: Spooled["kind"],
    decide: (batch: Batch, groups: ReadonlyArray<Group>) => Effect.Effect<Writes>
  ) {
    for (const groups of held.groups(kind, BATCHES[kind])) {
      // If the database is too slow, it is done again: only what was done last counts.
      const decideWithout = (outdated: ReadonlySet<string>) => {
        const { tally, counted } = countLater(batch.tally)
        const [taken, left] = [new Set(batch.taken), new Map(missing)]
        const attempt = { ...batch, tally, taken, outdated }
        const decided = { counted, taken, left }
        return Effect.map(decide(attempt, groups), (writes) => ({ decided, writes, write: writer(attempt, left) }))
      }
      const deciding = Effect.gen(function* () {
        let { decided, writes, write } = yield* decideWithout(new Set())
        const { outdated } = writes
        if (outdated !== undefined && batch.importId !== undefined) {
          yield* writeTo(batch, batch.importId, { absent: outdated })
          ;({ decided, writes, write } = yield* decideWithout(new Set(outdated.keys)))
        }
        yield* write(writes)
        return decided
      })
      const decided = yield* batch.importId === undefined
        ? deciding
        : transactions.changeInOwnTime(batch.userId, deciding)
      decided.counted()
      for (const key of decided.taken) batch.taken.add(key)
      missing = decided.left
      done += groups.reduce((sum, { bodies }) => sum + bodies.length, 0)
      const share = READING_SHARE + ((1 - READING_SHARE) * done) / Math.max(total, 1)
      yield* onProgress({ share, rows: done })
    }
  })
  yield* writeKind("reading", importReadings)
  yield* writeKind("workout", importWorkouts)
  yield* writeKind("entry", importEntries)
})

/** Counts what the file skips of what earlier files of its source state, and removes it if asked to. */
const takeMissing = Effect.fnUntraced(function* (batch: Batch, isRemoved: boolean) {
  const { userId, importId } = batch
  const transactions = yield* Transactions
  const { reading, entry, workout } = yield* findMissing(batch, (absent) =>
    importId === undefined || !isRemoved
      ? Effect.void
      : transactions.changeInOwnTime(userId, writeTo(batch, importId, { absent }))
  )
  return { readings: reading, entries: entry, workouts: workout, removed: isRemoved && importId !== undefined }
})

/** Counts the own exercises that an earlier part of this import made, and stores the person's choices. */
const takeUpExercises = Effect.fnUntraced(function* (
  { userId, importId, store, tally, mapping }: Batch,
  choices: ReadonlyMap<string, string>
) {
  const made = yield* store.items(
    userId,
    "exercise",
    mapping.report.filter(({ by }) => by === "own").map(({ name }) => nameKey(name))
  )
  const ours = [...made.values()].filter((item) => item.importId === importId)
  tally.made("exercises", ours.length)
  if (importId !== undefined && choices.size > 0) {
    yield* store.chooseWith(userId, importId, new Map([...choices].map(([name, id]) => [nameKey(name), id])))
  }
})

const reportOf = (
  { importId, source, mapping, tally, conflicts }: Batch,
  dryRun: boolean,
  missing: Missing,
  units: FileUnits
): Report => {
  for (const warning of conflicts.warnings()) tally.warn(warning)
  const unlisted = mapping.report.length - MOST_LISTED
  if (unlisted > 0) tally.warn(`${unlisted} more names of exercises are not listed.`)
  return {
    importId: importId ?? null,
    source,
    dryRun,
    ...tally.counts(),
    leftOut: tally.leftOut(),
    replaced: tally.replaced(),
    missing,
    exercises: mapping.report.slice(0, MOST_LISTED),
    units,
    warnings: tally.warnings(),
    notKept: tally.notKept()
  }
}

const repeatOf = (hash: string): string => new Bun.CryptoHasher("sha256").update(`${hash} again`).digest("hex")

/**
 * Imports what was taken from a file into a user's history, or with `dryRun` reports what an import would do. The rows
 * are in the spool of `folder`. It can be repeated: existing data stays as it is, and an interrupted import is
 * continued.
 */
export const importTaken = Effect.fn("importTaken")(function* (
  userId: UserId,
  folder: string,
  taken: Taken,
  options: ImportOptions,
  onProgress: OnProgress = () => Effect.void
) {
  const store = yield* ImportStore
  const user = yield* (yield* AccountStore).findUser(userId)
  const day = yield* today(user)
  const { source } = taken
  const rank = SOURCE_ROWS[source].rank
  const tally = makeTally(taken.tallied)
  const held = yield* readSpool(folder)
  const mapping = yield* mappingOf(userId, source, taken.names, tally, { choices: options.choices, held })

  const at = yield* Clock.currentTimeMillis
  // Choosing exercises again means that they are wanted.
  const isRepeat = options.choices.size === 0 && (yield* store.isImported(userId, source, options.hash))
  const begun = options.dryRun
    ? undefined
    : yield* store.begin(userId, day, {
        id: yield* importIds.make(userId),
        source,
        file: options.file,
        // A repetition states nothing, so it does not make a later one a repetition.
        hash: isRepeat ? repeatOf(options.hash) : options.hash,
        // A timezone that was asked for holds for its file alone.
        eras: options.keepsZones ? erasAfter(options.eras, options.timezone, at) : null,
        at
      })
  const batch: Batch = {
    userId,
    source,
    rank,
    importId: begun?.id,
    decide: (item, fingerprint, stated, overwrite) =>
      decide(item, { fingerprint, source, rank, stated, isRepeat }, begun?.id, overwrite),
    ofDevice: undefined,
    followsWeight: false,
    startedAt: begun?.startedAt ?? at,
    today: day,
    zoneAt: zoneAtOf(options.timezone, options.eras),
    keepsZones: options.keepsZones,
    overwrite: options.overwrite,
    mapping,
    whole: yield* wholeFile(userId, source, begun?.id, held, isRepeat),
    twins: new Map(taken.twins),
    conflicts: makeConflictsReport(),
    outdated: new Set(),
    taken: new Set(),
    pauseBetweenFacts: makeGiveWay(),
    tally,
    store
  }
  const writing = takeUpExercises(batch, options.choices).pipe(
    Effect.zipRight(writeAll(batch, held, onProgress)),
    Effect.zipRight(takeMissing(batch, options.removeMissing))
  )
  const missing = yield* begun === undefined
    ? writing
    : Effect.onError(writing, () => Effect.ignore(store.settle(userId, day, begun.id)))
  // Kept outside the part that is settled on failure: settling a finished import would mark it as unfinished.
  const report = reportOf(batch, options.dryRun, missing, taken.units)
  if (begun !== undefined) yield* finishImport(userId, day, begun.id, tally.counts(), report)
  return report
}, Effect.scoped)
