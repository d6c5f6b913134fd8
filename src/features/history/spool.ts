import { Database } from "bun:sqlite"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { hasRoom } from "./disk-room.ts"
import { UnreadableFile } from "./rows.ts"

/** How the names of the folders begin in which rows are kept, in the temporary directory. */
export const SPOOL_PREFIX = "fettle-history-"

/** Memory that SQLite may use for pages, in KiB, to write and to read. The rest lies on disk. */
const WRITING_KIB = 16 * 1024
const READING_KIB = 2 * 1024

/** The spool of one file takes at most this much, in bytes. Ten million rows take about 3 GB. */
const MOST_BYTES = 4_000_000_000
/** The room on the disk is looked at again after so many bytes. */
const CHECKED_BYTES = 16_000_000
/** Bytes of a row beside its texts: columns, and its place in the index. */
const ROW_BYTES = 100

/** Groups and lines are given out together up to so many bytes, so that what is done with them at once takes milliseconds. */
const BATCH_BYTES = 64 * 1024

/** A row that waits to be written: ordered by `sort`, then as it came; rows with the same key are of one fact. */
export interface Spooled {
  readonly kind: "reading" | "workout" | "entry"
  readonly sort: string
  readonly key: string
  readonly body: unknown
}

/** A line of a file of an archive, and its number. */
export interface Numbered {
  readonly line: number
  readonly text: string
}

/** The rows of one key, as they were given. */
export interface Group {
  readonly key: string
  /** JSON. */
  readonly bodies: ReadonlyArray<string>
}

/** Puts the rows of a file on disk, so that they can be read in another order, by another process. */
export interface SpoolWriter {
  /** Returns the bytes that the row takes. */
  readonly add: (row: Spooled) => number
  readonly addLine: (part: string, line: Numbered) => void
  /** Fails if what was added is too much for the disk. */
  readonly checkRoom: Effect.Effect<void, UnreadableFile>
  /** Nothing is added any more. */
  readonly finish: () => void
}

/** Reads what a spool holds. */
export interface SpoolReader {
  readonly count: (kind: Spooled["kind"]) => number
  /** The groups of a kind in order, at most `most` at a time, and fewer if they are large. */
  readonly groups: (kind: Spooled["kind"], most: number) => Generator<ReadonlyArray<Group>, void, undefined>
  /** How many lines of a part there are. */
  readonly lineCount: (part: string) => number
  /** The lines of a part in order, at most `most` at a time, and fewer if they are long. */
  readonly lines: (part: string, most: number) => Generator<ReadonlyArray<Numbered>, void, undefined>
}

const fileIn = (folder: string): string => join(folder, "rows.sqlite")

/** A folder for a spool in the temporary directory, removed with the scope. */
export const spoolFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), `${SPOOL_PREFIX}${process.pid}-`))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const noRoom = (file: string, problem: string, advice: string) =>
  new UnreadableFile({ file, line: null, problem, advice })

const makeWriter = (database: Database, folder: string, file: string): SpoolWriter => {
  database.run("PRAGMA journal_mode = OFF")
  database.run("PRAGMA synchronous = OFF")
  database.run("PRAGMA locking_mode = EXCLUSIVE")
  database.run("PRAGMA temp_store = FILE")
  database.run(`PRAGMA cache_size = -${WRITING_KIB}`)
  database.run("BEGIN")
  database.run("CREATE TABLE row (seq INTEGER PRIMARY KEY, kind TEXT, sort TEXT, key TEXT, body TEXT)")
  database.run("CREATE TABLE line (seq INTEGER PRIMARY KEY, part TEXT, number INTEGER, body TEXT)")
  const insert = database.query<unknown, [string, string, string, string]>(
    "INSERT INTO row (kind, sort, key, body) VALUES (?, ?, ?, ?)"
  )
  const insertLine = database.query<unknown, [string, number, string]>(
    "INSERT INTO line (part, number, body) VALUES (?, ?, ?)"
  )
  let bytes = 0
  let checked = 0
  const took = (length: number): number => {
    bytes += length + ROW_BYTES
    return length + ROW_BYTES
  }
  return {
    add: ({ kind, sort, key, body }) => {
      const text = JSON.stringify(body)
      insert.run(kind, sort, key, text)
      return took(text.length + 2 * (sort.length + key.length))
    },
    addLine: (part, { line, text }) => {
      insertLine.run(part, line, text)
      took(text.length)
    },
    checkRoom: Effect.suspend(() => {
      if (bytes > MOST_BYTES) return noRoom(file, "holds more rows than one import may have", "Export a shorter time")
      if (bytes - checked < CHECKED_BYTES) return Effect.void
      checked = bytes
      return Effect.flatMap(hasRoom(folder, CHECKED_BYTES), (has) =>
        has
          ? Effect.void
          : noRoom(file, "holds more than this machine has room for", "Free some disk space, or try again later")
      )
    }),
    finish: () => {
      database.run("CREATE INDEX in_order ON row (kind, sort, key, seq)")
      database.run("CREATE INDEX in_part ON line (part, seq)")
      database.run("COMMIT")
      database.close()
    }
  }
}

/** Makes the spool of a folder. `file` is the name under which it is refused if it becomes too large. */
export const writeSpool = (folder: string, file: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Database(fileIn(folder), { create: true, strict: true })),
      (database) => Effect.sync(() => database.close())
    ),
    (database) => makeWriter(database, folder, file)
  )

const makeReader = (database: Database): SpoolReader => {
  database.run(`PRAGMA cache_size = -${READING_KIB}`)
  const inOrder = database.query<{ readonly key: string; readonly body: string }, [string]>(
    "SELECT key, body FROM row WHERE kind = ? ORDER BY sort, key, seq"
  )
  const inPart = database.query<Numbered, [string]>(
    "SELECT number AS line, body AS text FROM line WHERE part = ? ORDER BY seq"
  )
  const ofKind = database.query<{ readonly n: number }, [string]>("SELECT count(*) AS n FROM row WHERE kind = ?")
  const ofPart = database.query<{ readonly n: number }, [string]>("SELECT count(*) AS n FROM line WHERE part = ?")

  return {
    count: (kind) => ofKind.get(kind)?.n ?? 0,
    groups: function* (kind, most) {
      let groups: Array<Group> = []
      let bodies: Array<string> = []
      let bytes = 0
      let last: string | undefined
      for (const { key, body } of inOrder.iterate(kind)) {
        if (key !== last && last !== undefined) {
          groups.push({ key: last, bodies })
          bodies = []
          if (groups.length === most || bytes >= BATCH_BYTES) {
            yield groups
            groups = []
            bytes = 0
          }
        }
        last = key
        bytes += body.length
        bodies.push(body)
      }
      if (last !== undefined) groups.push({ key: last, bodies })
      if (groups.length > 0) yield groups
    },
    lineCount: (part) => ofPart.get(part)?.n ?? 0,
    lines: function* (part, most) {
      let lines: Array<Numbered> = []
      let bytes = 0
      for (const line of inPart.iterate(part)) {
        lines.push(line)
        bytes += line.text.length
        if (lines.length < most && bytes < BATCH_BYTES) continue
        yield lines
        lines = []
        bytes = 0
      }
      if (lines.length > 0) yield lines
    }
  }
}

/** Opens the spool that was finished in a folder. */
export const readSpool = (folder: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Database(fileIn(folder), { readonly: true, strict: true })),
      (database) => Effect.sync(() => database.close())
    ),
    makeReader
  )
