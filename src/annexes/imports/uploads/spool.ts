import { Database } from "bun:sqlite"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { UnreadableFile } from "../rows/rows.ts"
import { hasRoom } from "./disk-room.ts"

/** Prefix of the folders in the temporary directory that hold rows. */
export const SPOOL_PREFIX = "fettle-history-"

/** Memory for SQLite's pages, in KiB, for writing and reading. The rest is on disk. */
const WRITING_KIB = 16 * 1024
const READING_KIB = 2 * 1024

/** Largest spool of one file, in bytes. Ten million rows take about 3 GB. */
const MOST_BYTES = 4_000_000_000
/** Free disk space is checked again after this many bytes. */
const CHECKED_BYTES = 16_000_000
/** Size of a row besides its texts, in bytes: columns, and its index entry. */
const ROW_BYTES = 100

/** Groups and lines are returned together up to this many bytes, so that handling them takes milliseconds. */
const BATCH_BYTES = 64 * 1024

/**
 * A row waiting to be written: sorted by `sort`, then in order of arrival; rows with the same key belong to one fact.
 */
export interface Spooled {
  readonly kind: "reading" | "workout" | "entry"
  readonly sort: string
  readonly key: string
  readonly body: unknown
}

/** A numbered line of a file in an archive. */
export interface Numbered {
  readonly line: number
  readonly text: string
}

/** The rows of one key, in the order given. */
export interface Group {
  readonly key: string
  /** JSON. */
  readonly bodies: ReadonlyArray<string>
}

/** Puts the rows of a file on disk, so that another process can read them in another order. */
export interface SpoolWriter {
  /** Returns the bytes that the row takes. */
  readonly add: (row: Spooled) => number
  readonly addLine: (part: string, line: Numbered) => void
  /** Fails if the disk has too little room for what was added. */
  readonly checkRoom: Effect.Effect<void, UnreadableFile>
  /** Ends writing. */
  readonly finish: () => void
}

/** Reads a finished spool. */
export interface SpoolReader {
  readonly count: (kind: Spooled["kind"]) => number
  /** The distinct keys of a kind. */
  readonly keys: (kind: Spooled["kind"]) => ReadonlyArray<string>
  /** The groups of a kind in order, at most `most` at a time, fewer if they are large. */
  readonly groups: (kind: Spooled["kind"], most: number) => Generator<ReadonlyArray<Group>, void, undefined>
  /** The number of lines of a part. */
  readonly lineCount: (part: string) => number
  /** The lines of a part in order, at most `most` at a time, fewer if they are long. */
  readonly lines: (part: string, most: number) => Generator<ReadonlyArray<Numbered>, void, undefined>
}

const fileIn = (folder: string): string => join(folder, "rows.sqlite")

/** A folder for a spool in the temporary directory, removed with the scope. */
export const spoolFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), `${SPOOL_PREFIX}${process.pid}-`))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const tooMuch = (file: string) =>
  new UnreadableFile({
    file,
    line: null,
    problem: "holds more rows than one import may have",
    advice: "Export a shorter time"
  })

const noRoom = (file: string) =>
  new UnreadableFile({
    file,
    line: null,
    problem: "holds more than this machine has room for",
    advice: "Free some disk space, or try again later",
    isOfMachine: true
  })

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
      if (bytes > MOST_BYTES) return tooMuch(file)
      if (bytes - checked < CHECKED_BYTES) return Effect.void
      checked = bytes
      return Effect.flatMap(hasRoom(folder, CHECKED_BYTES, bytes), (has) => (has ? Effect.void : noRoom(file)))
    }),
    finish: () => {
      database.run("CREATE INDEX in_order ON row (kind, sort, key, seq)")
      database.run("CREATE INDEX in_part ON line (part, seq)")
      database.run("COMMIT")
      database.close()
    }
  }
}

/** Creates the spool of a folder. `file` is the name in the refusal if the spool becomes too large. */
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
  const ofKeys = database.query<{ readonly key: string }, [string]>("SELECT DISTINCT key FROM row WHERE kind = ?")
  const ofPart = database.query<{ readonly n: number }, [string]>("SELECT count(*) AS n FROM line WHERE part = ?")

  return {
    count: (kind) => ofKind.get(kind)?.n ?? 0,
    keys: (kind) => ofKeys.all(kind).map(({ key }) => key),
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

/** Opens the finished spool of a folder. */
export const readSpool = (folder: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Database(fileIn(folder), { readonly: true, strict: true })),
      (database) => Effect.sync(() => database.close())
    ),
    makeReader
  )
