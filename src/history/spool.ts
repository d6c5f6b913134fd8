import { Database } from "bun:sqlite"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

/** How the names of the folders begin in which rows are kept, in the temporary directory. */
export const SPOOL_PREFIX = "fettle-history-"

/** Memory that SQLite may use for pages, in KiB. The rest lies on disk. */
const CACHE_KIB = 16 * 1024

/** A row that waits to be written: ordered by `sort`, then as it came; rows with the same key are of one fact. */
export interface Spooled {
  readonly kind: "reading" | "workout" | "entry"
  readonly sort: string
  readonly key: string
  readonly body: unknown
}

interface Stored {
  readonly key: string
  readonly body: string
}

/** The rows of one key, as they were given. */
export interface Group {
  readonly key: string
  /** JSON. */
  readonly bodies: ReadonlyArray<string>
}

/** Keeps the rows of a file on disk, so that they can be read in another order. */
export interface Spool {
  readonly add: (row: Spooled) => void
  readonly count: (kind: Spooled["kind"]) => number
  /** The groups of a kind in order, at most `most` at a time. */
  readonly groups: (kind: Spooled["kind"], most: number) => Generator<ReadonlyArray<Group>, void, undefined>
}

const makeSpool = (database: Database): Spool => {
  database.run("PRAGMA journal_mode = OFF")
  database.run("PRAGMA synchronous = OFF")
  database.run("PRAGMA locking_mode = EXCLUSIVE")
  database.run("PRAGMA temp_store = FILE")
  database.run(`PRAGMA cache_size = -${CACHE_KIB}`)
  database.run("BEGIN")
  database.run("CREATE TABLE row (seq INTEGER PRIMARY KEY, kind TEXT, sort TEXT, key TEXT, body TEXT)")
  const insert = database.query<unknown, [string, string, string, string]>(
    "INSERT INTO row (kind, sort, key, body) VALUES (?, ?, ?, ?)"
  )
  const inOrder = database.query<Stored, [string]>("SELECT key, body FROM row WHERE kind = ? ORDER BY sort, key, seq")
  const ofKind = database.query<{ readonly n: number }, [string]>("SELECT count(*) AS n FROM row WHERE kind = ?")

  return {
    add: ({ kind, sort, key, body }) => {
      insert.run(kind, sort, key, JSON.stringify(body))
    },
    count: (kind) => ofKind.get(kind)?.n ?? 0,
    groups: function* (kind, most) {
      let groups: Array<Group> = []
      let bodies: Array<string> = []
      let last: string | undefined
      for (const { key, body } of inOrder.iterate(kind)) {
        if (key !== last && last !== undefined) {
          groups.push({ key: last, bodies })
          bodies = []
          if (groups.length === most) {
            yield groups
            groups = []
          }
        }
        last = key
        bodies.push(body)
      }
      if (last !== undefined) groups.push({ key: last, bodies })
      if (groups.length > 0) yield groups
    }
  }
}

/** A spool in the temporary directory, removed with the scope. */
export const spool = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), `${SPOOL_PREFIX}${process.pid}-`))
      return { folder, database: new Database(join(folder, "rows.sqlite"), { create: true, strict: true }) }
    }),
    ({ folder, database }) =>
      Effect.sync(() => {
        database.close()
        rmSync(folder, { recursive: true, force: true })
      })
  ),
  ({ database }) => makeSpool(database)
)
