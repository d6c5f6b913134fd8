import { Clock, Effect, Schema } from "effect"
import { NOTHING_DUE } from "../../../contract/handler/charge.ts"
import { today } from "../../../contract/handler/user.ts"
import { Achievements } from "../../../facts/achievements.ts"
import { AccountStore } from "../../../features/accounts/store.ts"
import { OwnExercises } from "../../../features/exercises/store.ts"
import { makeGiveWay } from "../../../platform/workers/give-way.ts"
import type { UserId } from "../../../values/ids.ts"
import { MOST_ROUTINES } from "../../page/features/routines/model.ts"
import { RoutineStore } from "../../page/features/routines/store.ts"
import { finishImport } from "../ledger/finish-import.ts"
import { ImportStore } from "../ledger/store.ts"
import { importIds, NOTHING_MISSING, type Report } from "../rows/model.ts"
import type { OnProgress } from "../rows/progress.ts"
import { makeTally } from "../rows/tally.ts"
import type { SAMPLE_SOURCE } from "../sample/source.ts"
import { type Numbered, readSpool } from "../uploads/spool.ts"
import { exerciseIds } from "./exercise-ids.ts"
import { fileOfPart, partNames } from "./format.ts"
import { BadgeLine } from "./lines.ts"
import { makeOverlap } from "./overlap.ts"
import { faultIn, partRestorer, type Restoring, WHY } from "./restore-part.ts"
import { roomFor } from "./room.ts"
import { splitBeside } from "./split-exercises.ts"
import { ArchiveStore } from "./store.ts"

/** The source under which restored archives are listed, unless they are sample data. */
const SOURCE = "fettle"
const BATCH = 500

/** Restores badges; those that the user has stay. */
const restoreBadges = Effect.fnUntraced(function* (
  { userId, day, importId, archive, ids, tally }: Restoring,
  numbered: ReadonlyArray<Numbered>
) {
  const decode = Schema.decodeUnknownEither(BadgeLine)
  const { badges: held } = (yield* (yield* Achievements).summary(NOTHING_DUE, userId, day)).value
  const known = new Set<string>(held.map(({ id }) => id))
  const earned = new Map<string, typeof BadgeLine.Type>()
  for (const { line, text } of numbered) {
    const badge = decode(ids.parse(text))
    const place = { file: fileOfPart("badges"), line }
    if (badge._tag === "Left") tally.leaveOut(place, 1, `is not a line of badges.ndjson (${faultIn(badge.left)})`)
    else if (badge.right.earnedOn > day) tally.leaveOut(place, 1, WHY.future)
    else if (earned.has(badge.right.id)) tally.count("merged", 1)
    else {
      tally.count(known.has(badge.right.id) ? "unchanged" : "new", 1)
      earned.set(badge.right.id, badge.right)
    }
  }
  if (importId !== undefined) yield* archive.restoreBadges(userId, [...earned.values()])
})

const reportOf = ({ importId, tally }: Restoring, source: string, dryRun: boolean): Report => ({
  importId: importId ?? null,
  source,
  dryRun,
  ...tally.counts(),
  leftOut: tally.leftOut(),
  exercises: [],
  warnings: tally.warnings(),
  notKept: [],
  replaced: [],
  units: {},
  missing: NOTHING_MISSING
})

/**
 * Restores an archive, whose lines are in the spool of `folder`, into a user's history. Existing data stays, and what
 * the person deleted since an earlier restore stays deleted.
 */
export const restoreArchive = Effect.fn("restoreArchive")(function* (
  userId: UserId,
  folder: string,
  options: {
    readonly file: string
    readonly hash: string
    readonly dryRun: boolean
    readonly source?: typeof SAMPLE_SOURCE
  },
  onProgress: OnProgress = () => Effect.void
) {
  const store = yield* ImportStore
  const archive = yield* ArchiveStore
  const user = yield* (yield* AccountStore).findUser(userId)
  const day = yield* today(user)
  const routines = (yield* (yield* RoutineStore).list(userId)).map(({ id }) => id)
  const overlap = makeOverlap(userId, store, archive)
  const tally = makeTally()
  const spool = yield* readSpool(folder)
  const ids = exerciseIds(yield* (yield* OwnExercises).all(userId), yield* splitBeside(userId, spool))
  const pauseBetweenFacts = makeGiveWay()

  // The whole archive is scanned once before anything is written, to learn what exists already.
  let lines = 0
  for (const name of partNames) {
    lines += spool.lineCount(name)
    for (const batch of spool.lines(name, BATCH)) {
      yield* overlap.note(
        name,
        batch.map(({ text }) => text)
      )
      yield* pauseBetweenFacts
    }
  }

  const at = yield* Clock.currentTimeMillis
  const id = yield* importIds.make(userId)
  const { file, hash, dryRun, source = SOURCE } = options
  const begun = dryRun ? undefined : yield* store.begin(userId, day, { id, source, file, hash, at, eras: null })
  if (begun !== undefined) overlap.addImport(begun.id)
  const restoring: Restoring = {
    userId,
    day,
    importId: begun?.id,
    store,
    archive,
    ids,
    rooms: { exercises: ids, routines: roomFor(routines, MOST_ROUTINES, "routines") },
    overlap,
    tally,
    wouldBe: new Set(),
    goals: new Map()
  }
  const writing = Effect.gen(function* () {
    yield* restoreBadges(restoring, [...spool.lines("badges", BATCH)].flat())
    let done = 0
    for (const name of partNames) {
      const restoreBatch = partRestorer(restoring, name)
      for (const batch of spool.lines(name, BATCH)) {
        yield* restoreBatch(batch)
        done += batch.length
        yield* onProgress({ share: done / Math.max(lines, 1), rows: done })
      }
    }
  })
  yield* begun === undefined
    ? writing
    : Effect.onError(writing, () => Effect.ignore(store.settle(userId, day, begun.id)))
  // Kept outside the part that is settled on failure: settling a finished import would mark it as unfinished.
  const report = reportOf(restoring, source, dryRun)
  if (begun !== undefined) yield* finishImport(userId, day, begun.id, tally.counts(), report)
  return report
}, Effect.scoped)
