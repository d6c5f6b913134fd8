import { Clock, Effect, Option, Schema, Stream } from "effect"
import { AccountStore } from "../../accounts/store.ts"
import { today } from "../../caller/user.ts"
import { OwnExercises } from "../../exercises/store.ts"
import { Achievements } from "../../facts/facts.ts"
import type { UserId } from "../../values/ids.ts"
import type { Progress } from "../import-history.ts"
import { type ItemKind, newImportId, type Report } from "../model.ts"
import { type Entry, type Input, openInput } from "../readers/input.ts"
import { UnreadableFile } from "../rows.ts"
import { ImportStore } from "../store.ts"
import { makeTally } from "../tally.ts"
import { type ExerciseIds, exerciseIds } from "./exercise-ids.ts"
import { FORMAT, keyOf, type Line, PARTS, type Part, type PartName, partNames, VERSION } from "./format.ts"
import { LINES } from "./lines.ts"
import { ArchiveStore } from "./store.ts"

/** The source under which restored archives are listed. */
const SOURCE = "fettle"
const MANIFEST = "manifest.json"
const MOST_BYTES_OF_LINE = 16 * 1024 * 1024
const BATCH = 500

const Manifest = Schema.Struct({ format: Schema.Literal(FORMAT), version: Schema.Int })
const Badge = Schema.Struct({ id: Schema.String, earnedOn: Schema.String })

/** A line of a file, and its number. */
interface Numbered {
  readonly line: number
  readonly text: string
}

/** The lines of a file within an archive. */
async function* linesOf({ name, bytes }: Entry): AsyncGenerator<Numbered, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let rest = ""
  let line = 0
  for await (const chunk of bytes()) {
    const parts = (rest + decoder.decode(chunk.bytes, { stream: true })).split("\n")
    rest = parts.pop() ?? ""
    if (rest.length > MOST_BYTES_OF_LINE) {
      const problem = `has a line of more than ${MOST_BYTES_OF_LINE} characters`
      throw new UnreadableFile({ file: name, line: line + parts.length + 1, problem, advice: "Export it again" })
    }
    for (const text of parts) yield { line: ++line, text }
  }
  if (rest + decoder.decode() !== "") yield { line: ++line, text: rest }
}

const faultOf = (file: string) => (cause: unknown) =>
  cause instanceof UnreadableFile
    ? cause
    : new UnreadableFile({
        file,
        line: null,
        problem: `cannot be read (${cause instanceof Error ? cause.message : String(cause)})`,
        advice: "Export it again"
      })

/** The input at a path, if it is an archive of Fettle; else nothing. Fails for one of a later version. */
export const openArchive = Effect.fn("openArchive")(function* (path: string) {
  const input = yield* Effect.tryPromise({ try: () => openInput(path), catch: faultOf(path) })
  const entry = input.isArchive ? input.entries.find(({ name }) => name === MANIFEST) : undefined
  if (entry === undefined) return Option.none<Input>()
  const text = yield* Effect.tryPromise({
    try: async () => {
      let text = ""
      for await (const line of linesOf(entry)) text += `${line.text}\n`
      return text
    },
    catch: faultOf(MANIFEST)
  })
  const manifest = Schema.decodeUnknownOption(Schema.parseJson(Manifest))(text)
  if (Option.isNone(manifest)) return Option.none<Input>()
  if (manifest.value.version > VERSION) {
    const problem = `is of version ${manifest.value.version}, and this Fettle knows up to ${VERSION}`
    return yield* new UnreadableFile({ file: input.name, line: null, problem, advice: "Update Fettle" })
  }
  return Option.some(input)
})

/** Reads lines of a part: those that are none are told with what is wrong. */
const decoderOf = (name: PartName, parse: ExerciseIds["parse"]) => {
  const part: Part = PARTS[name]
  const schema: Schema.Schema.AnyNoContext = LINES[name]
  const decode = Schema.decodeUnknownEither(schema, { onExcessProperty: "ignore" })
  return (text: string): Line | string => {
    const decoded = decode(parse(text))
    if (decoded._tag === "Left")
      return `is no line of ${name}.ndjson (${decoded.left.message.split("\n").at(-1)?.trim()})`
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
  different: "is there already, and differs: what is in Fettle stays",
  orphan: "belongs to something that is not there",
  deleted: "was deleted in Fettle since it was imported, and stays deleted"
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
  const tally = makeTally()
  const entryOf = (name: string) => input.entries.find((entry) => entry.name === `${name}.ndjson`)
  const stream = (entry: Entry) => Stream.fromAsyncIterable(linesOf(entry), faultOf(entry.name))

  // The whole archive is read once before it is written, so that a damaged one leaves nothing behind.
  let lines = 0
  for (const name of [...partNames, "badges"]) {
    const entry = entryOf(name)
    if (entry === undefined) continue
    lines += yield* Stream.runCount(stream(entry))
  }

  const at = yield* Clock.currentTimeMillis
  const id = yield* newImportId(userId)
  const { file, hash, dryRun } = options
  const begun = dryRun ? undefined : yield* store.begin(userId, day, { id, source: SOURCE, file, hash, at })
  let done = 0

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
    const restoreBatch = Effect.fnUntraced(function* (numbered: ReadonlyArray<Numbered>) {
      const read = numbered.map(({ line, text }) => ({ place: { file: entry.name, line }, decoded: decode(text) }))
      const usable = read.flatMap(({ place, decoded }) => {
        if (typeof decoded === "string") {
          tally.leaveOut(place, 1, decoded)
          return []
        }
        if (isMerged(decoded)) {
          tally.count("merged", 1)
          return []
        }
        const unknown = name === "workouts" ? ids.unknownIn(performedIn(decoded)) : undefined
        if (unknown === undefined) return [{ place, line: decoded }]
        tally.leaveOut(place, 1, `names an exercise that is not there (${unknown})`)
        return []
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
      const wanted = usable.filter(({ line }) => !isDeleted(line))
      for (const { place, line } of usable) if (isDeleted(line)) tally.leaveOut(place, 1, WHY.deleted)
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
        const outcome = outcomes[index] ?? "orphan"
        if (name === "exercises" && outcome !== "orphan") ids.add(String(line.id))
        const isOurs = begun !== undefined && items.get(itemId(line))?.importId === begun.id
        if (outcome === "different" || outcome === "orphan") tally.leaveOut(place, 1, WHY[outcome])
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
    const decode = Schema.decodeUnknownOption(Badge)
    const numbered = [...(yield* Stream.runCollect(Stream.take(stream(entry), BATCH)))]
    const badges = numbered.flatMap(({ line, text }) => {
      const badge = decode(ids.parse(text))
      if (Option.isSome(badge)) return [badge.value]
      tally.leaveOut({ file: entry.name, line }, 1, "is no line of badges.ndjson")
      return []
    })
    const { badges: held } = yield* (yield* Achievements).summary(userId, day)
    const known = new Set<string>(held.map(({ id }) => id))
    tally.count("unchanged", badges.filter(({ id }) => known.has(id)).length)
    tally.count("new", badges.filter(({ id }) => !known.has(id)).length)
    if (begun !== undefined) yield* archive.restoreBadges(userId, badges)
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
