import { Clock, Effect, ParseResult, Schema, Stream } from "effect"
import { AccountStore } from "../../accounts/store.ts"
import { today } from "../../caller/user.ts"
import { MOST_OWN } from "../../exercises/own.ts"
import { OwnExercises } from "../../exercises/store.ts"
import { Achievements } from "../../facts/facts.ts"
import type { UserId } from "../../values/ids.ts"
import type { Progress } from "../import-history.ts"
import { clipped } from "../keys.ts"
import { type ItemKind, newImportId, type Report } from "../model.ts"
import type { Entry, Input } from "../readers/input.ts"
import { ImportStore } from "../store.ts"
import { makeTally } from "../tally.ts"
import { type ExerciseIds, exerciseIds } from "./exercise-ids.ts"
import { keyOf, type Line, PARTS, type Part, type PartName, parentName, partNames } from "./format.ts"
import { BadgeLine, LINES } from "./lines.ts"
import { faultOf, linesOf, type Numbered } from "./open.ts"
import { DELETED, DIFFERENT, makeOverlap } from "./overlap.ts"
import { ArchiveStore } from "./store.ts"

/** The source under which restored archives are listed. */
const SOURCE = "fettle"
const BATCH = 500
const LONGEST_FAULT = 200

/** The first thing that is wrong with a line, by its field. */
const faultIn = (error: ParseResult.ParseError): string => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  if (issue === undefined) return "it cannot be read"
  const path = issue.path.map(String).join(".")
  return clipped(path === "" ? issue.message : `${path}: ${issue.message}`, LONGEST_FAULT)
}

/** Reads lines of a part: those that are none are told with what is wrong. */
const decoderOf = (name: PartName, parse: ExerciseIds["parse"]) => {
  const part: Part = PARTS[name]
  const schema: Schema.Schema.AnyNoContext = LINES[name]
  const decode = Schema.decodeUnknownEither(schema, { onExcessProperty: "ignore" })
  return (text: string): Line | string => {
    const decoded = decode(parse(text))
    if (decoded._tag === "Left") return `is no line of ${name}.ndjson (${faultIn(decoded.left)})`
    const line: Line = decoded.right
    return Object.fromEntries(part.columns.map((column) => [column.name, line[column.name]]))
  }
}

const performedIn = ({ exercises }: Line): ReadonlyArray<string> =>
  Array.isArray(exercises) ? exercises.map(({ exerciseId }) => String(exerciseId)) : []

const setsOf = ({ exercises }: Line): number =>
  Array.isArray(exercises)
    ? exercises.reduce((sum: number, { sets }) => sum + (Array.isArray(sets) ? sets.length : 0), 0)
    : 0

/** What `made` of a report counts lines of a part as. */
const MADE = { readings: "readings", entries: "entries", workouts: "workouts", exercises: "exercises" } as const
const madeOf = (name: PartName) => Object.entries(MADE).find(([part]) => part === name)?.[1]

const WHY = {
  different: DIFFERENT,
  orphan: "belongs to something that is not there",
  type: "has a target though its goal is a yes/no goal, or has none though it is a numeric one",
  future: "lies in the future",
  deleted: DELETED,
  full: `a person may have ${MOST_OWN} exercises of their own`
} as const

/**
 * Restores an archive into a user's history. What is there already stays, and what the person has deleted since an earlier restore stays
 * deleted. Fails before anything is written if the archive cannot be read to its end.
 */
export const restoreArchive = Effect.fn("restoreArchive")(function* (
  userId: UserId,
  input: Input,
  options: { readonly file: string; readonly hash: string; readonly dryRun: boolean },
  onProgress: (progress: Progress) => Effect.Effect<void> = () => Effect.void
) {
  const store = yield* ImportStore
  const archive = yield* ArchiveStore
  const user = yield* (yield* AccountStore).findUser(userId)
  const day = yield* today(user)
  const ids = exerciseIds(yield* (yield* OwnExercises).all(userId))
  const overlap = makeOverlap(userId, store, archive)
  const tally = makeTally()
  const entryOf = (name: string) => input.entries.find((entry) => entry.name === `${name}.ndjson`)
  const stream = (entry: Entry) => Stream.fromAsyncIterable(linesOf(entry), faultOf(entry.name))

  // The whole archive is read once before it is written, so that a damaged one leaves nothing behind, and to learn what is there already.
  let lines = 0
  for (const name of [...partNames, "badges"] as const) {
    const entry = entryOf(name)
    if (entry === undefined) continue
    yield* Stream.runForEach(Stream.grouped(stream(entry), BATCH), (chunk) => {
      lines += chunk.length
      return name === "badges"
        ? Effect.void
        : overlap.note(
            name,
            Array.from(chunk, ({ text }) => text)
          )
    })
  }

  const at = yield* Clock.currentTimeMillis
  const id = yield* newImportId(userId)
  const { file, hash, dryRun } = options
  const begun = dryRun ? undefined : yield* store.begin(userId, day, { id, source: SOURCE, file, hash, at })
  if (begun !== undefined) overlap.addImport(begun.id)
  let done = 0
  /** What a dry run would have added: lines that belong to it would be added too. */
  const wouldBe = new Set<string>()
  /** Types of goals, by id. */
  const types = new Map<unknown, unknown>()

  const restorePart = Effect.fnUntraced(function* (name: PartName, entry: Entry) {
    const part: Part = PARTS[name]
    const decode = decoderOf(name, ids.parse)
    const itemId = (line: Line) => {
      const own = part.item === "import" ? `imp_${userId.slice(4)}${String(line.id)}` : keyOf(part, line).join(" ")
      return `fettle:${own}`
    }
    /** Whether a line tells of an own exercise that the user has already, under another id. */
    const isMerged = (line: Line): boolean =>
      name === "exercises"
        ? ids.isHeld({ id: String(line.id), name: String(line.name) })
        : name === "import-items" && line.kind === "exercise" && ids.isOther(String(line.factId))
    /** What is wrong with a line beside others; undefined if nothing is. */
    const faultOf = (line: Line): string | undefined => {
      if ((name === "readings" || name === "progress") && String(line.date) > day) return WHY.future
      const unknown = name === "workouts" ? ids.unknownIn(performedIn(line)) : undefined
      if (unknown !== undefined) return `names an exercise that is not there (${unknown})`
      if (name !== "goal-revisions" || !types.has(line.goalId)) return undefined
      const hasTarget = line.targetValue !== null
      return hasTarget === (types.get(line.goalId) === "numeric") ? undefined : WHY.type
    }
    const restoreBatch = Effect.fnUntraced(function* (numbered: ReadonlyArray<Numbered>) {
      const seen = new Map<string, string>()
      const usable = numbered.flatMap(({ line: number, text }) => {
        const place = { file: entry.name, line: number }
        const line = decode(text)
        const fault = typeof line === "string" ? line : faultOf(line)
        if (typeof line === "string" || fault !== undefined) {
          tally.leaveOut(place, 1, fault ?? "")
          if (typeof line !== "string") overlap.leaveOut(name, line)
          return []
        }
        const [key, content] = [JSON.stringify(keyOf(part, line)), JSON.stringify(line)]
        const twin = seen.get(key)
        if (twin !== undefined && twin !== content) {
          tally.leaveOut(place, 1, WHY.different)
          return []
        }
        if (twin !== undefined || isMerged(line)) {
          tally.count("merged", 1)
          return []
        }
        seen.set(key, content)
        return [{ place, line }]
      })
      const kind: ItemKind | null = part.item
      const items =
        kind === null
          ? new Map()
          : yield* store.items(
              userId,
              kind,
              usable.map(({ line }) => itemId(line))
            )
      const isDeleted = (line: Line) => items.get(itemId(line))?.since === "deleted"
      for (const { place, line } of usable) if (isDeleted(line)) tally.leaveOut(place, 1, WHY.deleted)
      const kept = usable.filter(({ line }) => !isDeleted(line))
      const beyond = ids.beyond(name === "exercises" ? kept.map(({ line }) => String(line.id)) : [])
      const overlaps = yield* overlap.among(
        name,
        kept.map(({ line }) => line)
      )
      const wanted = kept.filter(({ place, line }) => {
        const found = overlaps.get(line)
        const reason = beyond.has(String(line.id)) ? WHY.full : found?.to === "leftOut" ? found.reason : undefined
        if (reason !== undefined) {
          tally.leaveOut(place, 1, reason)
          overlap.leaveOut(name, line)
        } else if (found !== undefined) tally.count("merged", 1)
        return reason === undefined && found === undefined
      })
      const outcomes =
        begun === undefined
          ? yield* archive.compare(
              userId,
              name,
              wanted.map(({ line }) => line)
            )
          : yield* archive.restore(
              userId,
              begun.id,
              name,
              wanted.map(({ line }) => line)
            )
      for (const [index, { place, line }] of wanted.entries()) {
        const told = outcomes[index] ?? "orphan"
        const outcome =
          told === "orphan" && wouldBe.has(`${part.parent?.table} ${String(line[parentName(part)])}`) ? "new" : told
        if (begun === undefined && outcome === "new") wouldBe.add(`${part.table} ${String(line.id)}`)
        if (name === "exercises" && outcome !== "orphan") ids.add(String(line.id))
        if (name === "goals") types.set(line.id, line.type)
        const isOurs = begun !== undefined && items.get(itemId(line))?.importId === begun.id
        // The id of a reading is its day: one from elsewhere has the same.
        if (outcome === "same" && name === "readings" && !items.has(itemId(line))) overlap.leave(name, line)
        // The id of an imported food follows from what its app calls it: the one that is there serves as well.
        if (outcome === "different" && name === "imported-foods") tally.count("merged", 1)
        else if (outcome === "different" || outcome === "orphan") tally.leaveOut(place, 1, WHY[outcome])
        else if (outcome === "same" && !isOurs) tally.count("unchanged", 1)
        else {
          tally.count("new", 1)
          const made = madeOf(name)
          if (made !== undefined) tally.made(made, 1)
          if (name === "workouts") tally.made("sets", setsOf(line))
        }
      }
      done += numbered.length
      yield* onProgress({ share: done / Math.max(lines, 1), rows: done })
    })
    yield* Stream.runForEach(Stream.grouped(stream(entry), BATCH), (chunk) => restoreBatch([...chunk]))
  })

  const restoreBadges = Effect.fnUntraced(function* (entry: Entry) {
    const decode = Schema.decodeUnknownEither(BadgeLine)
    const { badges: held } = yield* (yield* Achievements).summary(userId, day)
    const known = new Set<string>(held.map(({ id }) => id))
    const earned = new Map<string, typeof BadgeLine.Type>()
    yield* Stream.runForEach(stream(entry), ({ line, text }) =>
      Effect.sync(() => {
        const badge = decode(ids.parse(text))
        const place = { file: entry.name, line }
        if (badge._tag === "Left") tally.leaveOut(place, 1, `is no line of badges.ndjson (${faultIn(badge.left)})`)
        else if (badge.right.earnedOn > day) tally.leaveOut(place, 1, WHY.future)
        else if (earned.has(badge.right.id)) tally.count("merged", 1)
        else {
          tally.count(known.has(badge.right.id) ? "unchanged" : "new", 1)
          earned.set(badge.right.id, badge.right)
        }
      })
    )
    if (begun !== undefined) yield* archive.restoreBadges(userId, [...earned.values()])
  })

  const restoring = Effect.gen(function* () {
    const badges = entryOf("badges")
    if (badges !== undefined) yield* restoreBadges(badges)
    for (const name of partNames) {
      const entry = entryOf(name)
      if (entry !== undefined) yield* restorePart(name, entry)
    }
  })
  yield* begun === undefined
    ? restoring
    : Effect.onError(restoring, () => Effect.ignore(store.settle(userId, day, begun.id)))
  // Not within what is settled when it fails: to settle a finished import would make it unfinished.
  if (begun !== undefined) yield* store.finish(userId, day, begun.id, tally.counts(), yield* Clock.currentTimeMillis)
  const report: Report = {
    importId: begun?.id ?? null,
    source: SOURCE,
    dryRun,
    ...tally.counts(),
    leftOut: tally.leftOut(),
    exercises: [],
    warnings: tally.warnings()
  }
  return report
})
