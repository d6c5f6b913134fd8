import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { PassThrough, Readable, type Writable } from "node:stream"
import { finished } from "node:stream/promises"
import { Clock, Data, Effect, Runtime } from "effect"
import { ZipFile } from "yazl"
import { NOTHING_DUE } from "../../../contract/handler/charge.ts"
import { today } from "../../../contract/handler/user.ts"
import { Achievements } from "../../../facts/achievements.ts"
import { AccountStore } from "../../../features/accounts/store.ts"
import { OwnExercises } from "../../../features/exercises/store.ts"
import { mentionsOpenFoodFacts, OPEN_FOOD_FACTS_CREDIT } from "../../../features/foods/sources.ts"
import type { WorkoutSet } from "../../../features/workouts/model.ts"
import { inOwnTime } from "../../../platform/database/work.ts"
import { fileSentence } from "../../../platform/files/fault.ts"
import type { UserId } from "../../../values/ids.ts"
import { once } from "../../../values/once.ts"
import { type IsSample, sampleFilter } from "../sample/filter.ts"
import {
  DIARY_HEADER,
  diaryLine,
  HEVY_HEADER,
  hevyLines,
  makeStarts,
  namesOf,
  STRONG_HEADER,
  strongLines,
  WEIGHT_HEADER,
  weightLine
} from "./csv.ts"
import { FORMAT, type Line, type PartName, partNames, VERSION } from "./format.ts"
import type { LineOf } from "./lines.ts"
import { ArchiveStore } from "./store.ts"

/** How many lines are read at a time. */
const PAGE = 500

/** A file of the archive, in pieces. */
interface ExportedFile {
  readonly name: string
  readonly texts: () => AsyncGenerator<string, void, undefined>
}

const isThereAlready = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "EEXIST"

/** The archive could not be written. */
class NotExported extends Data.TaggedError("NotExported")<{ readonly message: string }> {}

const notExported = (file: string, cause: unknown) =>
  new NotExported({
    message:
      fileSentence(cause, file, "name another file") ??
      `${file}: the archive could not be written (${cause instanceof Error ? cause.message : String(cause)}). Run the command again`
  })

/** Where to write an archive: a file, or any other stream. */
export type Target = { readonly path: string } | { readonly stream: Writable }

/** The number of lines exported, by file. */
export type Exported = Readonly<Record<string, number>>

/** A file as the manifest lists it. */
interface WrittenFile {
  readonly name: string
  readonly lines: number
  readonly sha256: string
  /** Whether it has foods whose source must be credited. */
  readonly isCredited: boolean
}

/** Reads the lines of a part, page by page. */
type ReadLines = <Name extends PartName>(part: Name) => AsyncGenerator<LineOf<Name>, void, undefined>

const linesFrom = (
  readPage: (part: PartName, after: Line | undefined) => Promise<ReadonlyArray<Line>>,
  isSample: IsSample | undefined
): ReadLines =>
  async function* <Name extends PartName>(part: Name) {
    let after: Line | undefined
    do {
      const page = await readPage(part, after)
      const kept = isSample === undefined ? page : page.filter((line) => !isSample(part, line))
      yield* kept as ReadonlyArray<LineOf<Name>>
      after = page.length === PAGE ? page.at(-1) : undefined
    } while (after !== undefined)
  }

/** A set with its fields in the order of archives; it is stored with them in the order in which they were written. */
const inOrder = ({ setType, technique, weightKg, loadIntent, reps, ...others }: WorkoutSet) => {
  const { durationSeconds, distanceMeters, holdSeconds, intensity, ...more } = others
  const efforts = { durationSeconds, distanceMeters, holdSeconds, intensity }
  return { setType, technique, weightKg, loadIntent, reps, ...efforts, ...more }
}

const withSetsInOrder = (line: LineOf<"workouts"> | LineOf<"routines">) => ({
  ...line,
  exercises: line.exercises.map((exercise) => ({ ...exercise, sets: exercise.sets.map(inOrder) }))
})

const json = (line: unknown) => `${JSON.stringify(line)}\n`

/** The files of an archive in order, without the manifest. */
const filesOf = (
  linesOf: ReadLines,
  badges: ReadonlyArray<{ readonly id: string; readonly earnedOn: string }>,
  nameOf: ReturnType<typeof namesOf>
): ReadonlyArray<ExportedFile> => {
  const table = <Name extends PartName>(
    name: string,
    part: Name,
    header: string,
    row: (line: LineOf<Name>) => string
  ): ExportedFile => ({
    name,
    texts: async function* () {
      yield header
      for await (const line of linesOf(part)) yield row(line)
    }
  })
  const [hevyStart, strongStart] = [makeStarts(), makeStarts()]
  return [
    ...partNames.map((part) =>
      part === "workouts" || part === "routines"
        ? table(`${part}.ndjson`, part, "", (line) => json(withSetsInOrder(line)))
        : table(`${part}.ndjson`, part, "", json)
    ),
    {
      name: "badges.ndjson",
      texts: async function* () {
        for (const { id, earnedOn } of badges) yield json({ id, earnedOn })
      }
    },
    table("workouts-hevy.csv", "workouts", HEVY_HEADER, (line) => hevyLines(line, hevyStart(line), nameOf)),
    table("workouts-strong.csv", "workouts", STRONG_HEADER, (line) => strongLines(line, strongStart(line), nameOf)),
    table("weight.csv", "readings", WEIGHT_HEADER, weightLine),
    table("diary.csv", "entries", DIARY_HEADER, diaryLine)
  ]
}

/** Passes the bytes of a file on, counting and hashing them. */
async function* hashed({ name, texts }: ExportedFile, onEnd: (file: WrittenFile) => void) {
  const hasher = new Bun.CryptoHasher("sha256")
  let lines = 0
  let isCredited = false
  for await (const text of texts()) {
    if (text === "") continue
    hasher.update(text)
    if (name.endsWith(".ndjson")) lines++
    isCredited ||= mentionsOpenFoodFacts(text)
    yield Buffer.from(text)
  }
  onEnd({ name, lines, sha256: hasher.digest("hex"), isCredited })
}

/** The manifest's counts of lines, and its text. */
const manifestOf = (files: ReadonlyArray<WrittenFile>, at: number, timezone: string) => {
  const counts = Object.fromEntries(
    files.filter(({ name }) => name.endsWith(".ndjson")).map(({ name, lines }) => [name.replace(".ndjson", ""), lines])
  )
  const hashes = Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]))
  const exportedAt = new Date(at).toISOString()
  const credits = files.some(({ isCredited }) => isCredited) ? { credits: [OPEN_FOOD_FACTS_CREDIT] } : {}
  const content = { format: FORMAT, version: VERSION, exportedAt, timezone, counts, sha256: hashes, ...credits }
  return { counts, text: `${JSON.stringify(content, null, 2)}\n` }
}

/** Writes the files and their manifest to the target. A file that was started and cannot be finished is removed. */
const writeZip = async (
  target: Target,
  exported: ReadonlyArray<ExportedFile>,
  at: number,
  timezone: string
): Promise<Exported> => {
  const files: Array<WrittenFile> = []
  const zip = new ZipFile()
  const out = "path" in target ? createWriteStream(target.path, { flags: "wx", mode: 0o600 }) : target.stream
  const written = finished(zip.outputStream.pipe(out))
  // An error on the way is reported below, after the stream has been closed.
  written.catch(() => undefined)
  const mtime = new Date(at)
  try {
    for (const each of exported) {
      const content = Readable.from(
        hashed(each, (file) => files.push(file)),
        { objectMode: false }
      )
      const read = finished(content)
      zip.addReadStream(content, each.name, { mtime })
      await Promise.race([read, written])
    }
    const { counts, text } = manifestOf(files, at, timezone)
    zip.addBuffer(Buffer.from(text), "manifest.json", { mtime })
    zip.end()
    await written
    return counts
  } catch (cause) {
    out.destroy()
    // A file that existed before was not opened, and stays.
    if ("path" in target && !isThereAlready(cause)) await rm(target.path, { force: true })
    throw cause
  }
}

/** The files of a user's archive, which read the stores as they are written. */
const exportOf = Effect.fn("exportOf")(function* (userId: UserId) {
  const store = yield* ArchiveStore
  const user = yield* (yield* AccountStore).findUser(userId)
  const day = yield* today(user)
  const { badges } = (yield* (yield* Achievements).summary(NOTHING_DUE, userId, day)).value
  const own = yield* (yield* OwnExercises).all(userId)
  const nameOf = namesOf(new Map(own.map(({ id, name }) => [id, name])))
  const run = Runtime.runPromise(yield* Effect.runtime<never>())
  const isSample = yield* sampleFilter(userId)
  const linesOf = linesFrom((part, after) => run(store.page(userId, part, after, PAGE)), isSample)
  return { files: filesOf(linesOf, isSample === undefined ? badges : [], nameOf), timezone: user.timezone }
})

/**
 * Writes everything that a user has as one ZIP: NDJSON with ids and unrounded values, tables for other apps, and a manifest with counts and
 * hashes. It is streamed: memory does not grow with the history. See docs/history.md for the format.
 */
export const exportHistory = Effect.fn("exportHistory")(function* (userId: UserId, target: Target) {
  const { files, timezone } = yield* exportOf(userId)
  const at = yield* Clock.currentTimeMillis
  const file = "path" in target ? target.path : "The archive"
  return yield* Effect.tryPromise({
    try: () => writeZip(target, files, at, timezone),
    catch: (cause) => notExported(file, cause)
  })
})

/**
 * A hash of what a user's archive would contain now. It stays the same until something in the archive changes, while
 * the bytes of two archives differ by the time at which they were made.
 */
export const contentOf = Effect.fn("contentOf")(function* (userId: UserId) {
  const { files, timezone } = yield* exportOf(userId)
  const hasher = new Bun.CryptoHasher("sha256").update(`${FORMAT} ${VERSION} ${timezone}`)
  yield* Effect.promise(async () => {
    for (const { name, texts } of files) {
      hasher.update(`\0${name}\0`)
      for await (const text of texts()) hasher.update(text)
    }
  })
  return hasher.digest("base64url").slice(0, 22)
})

/**
 * The archive as a stream. If it breaks off, so does the stream, and whoever receives it sees that it is not whole.
 * `onEnd` is called once, before the receiver sees the end.
 */
export const streamHistory = Effect.fn("streamHistory")(function* (userId: UserId, onEnd: () => void = () => {}) {
  const end = once(onEnd)
  const stream = new PassThrough({
    flush: (done) => {
      end()
      done()
    },
    destroy: (error, done) => {
      end()
      done(error)
    }
  })
  const writing = exportHistory(userId, { stream }).pipe(
    Effect.catchAllCause((cause) =>
      Effect.zipRight(
        Effect.logWarning("A download of an archive broke off", cause),
        Effect.sync(() => stream.destroy())
      )
    ),
    // It continues after the request is answered, for as long as its reader takes.
    inOwnTime(userId)
  )
  yield* Effect.forkDaemon(writing)
  return Readable.toWeb(stream)
})
