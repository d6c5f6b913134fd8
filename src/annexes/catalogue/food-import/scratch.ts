import { Database } from "bun:sqlite"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Version } from "./fdc.ts"
import { LeftOut, type Outcome } from "./importer.ts"

/** Memory for SQLite's pages, in KiB; the rest of the scratch database is on disk. */
const CACHE_KIB = 32 * 1024

/**
 * Runs `use` with a database in the temporary directory, for what must be remembered between rows. The database is
 * deleted afterwards, so it has no journal, does not wait for the disk, and never commits its only transaction.
 */
export const withScratch = async function* <A>(
  use: (database: Database) => AsyncIterable<A>
): AsyncGenerator<A, void, undefined> {
  const folder = mkdtempSync(join(tmpdir(), `fettle-import-${process.pid}-`))
  try {
    const database = new Database(join(folder, "scratch.sqlite"), { create: true, strict: true })
    try {
      database.run(`PRAGMA journal_mode = OFF`)
      database.run(`PRAGMA synchronous = OFF`)
      database.run(`PRAGMA locking_mode = EXCLUSIVE`)
      database.run(`PRAGMA cache_size = -${CACHE_KIB}`)
      database.run(`BEGIN`)
      yield* use(database)
    } finally {
      database.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Leaves out all but the first food of each id, so that a file never changes a food twice. */
export const firstOfEachId = (database: Database): ((outcome: Outcome) => Outcome) => {
  database.run(`CREATE TABLE seen (id TEXT PRIMARY KEY) WITHOUT ROWID`)
  const insert = database.query<unknown, [string]>(`INSERT OR IGNORE INTO seen (id) VALUES (?)`)
  return (outcome) =>
    outcome._tag === "LeftOut" || insert.run(outcome.food.id).changes === 1 ? outcome : LeftOut({ reason: "duplicate" })
}

interface Waiting {
  readonly complete: number
  readonly date: number
  readonly fdcId: number
}

/**
 * Keeps the best version of each barcode: one with all nutrients, then the latest date, then the highest id. Each
 * version has exactly one outcome. If a barcode comes again, `offer` returns the outcome of the worse version. At the
 * end, `rest` returns the outcomes of the best versions, by barcode.
 */
export const latestOfEachBarcode = (database: Database) => {
  database.run(`CREATE TABLE version (
    gtin TEXT PRIMARY KEY, complete INTEGER, date INTEGER, fdc_id INTEGER, outcome TEXT) WITHOUT ROWID`)
  const find = database.query<Waiting, [string]>(`SELECT complete, date, fdc_id AS fdcId FROM version WHERE gtin = ?`)
  const replace = database.query<unknown, [string, number, number, number, string]>(
    `INSERT OR REPLACE INTO version (gtin, complete, date, fdc_id, outcome) VALUES (?, ?, ?, ?, ?)`
  )
  const offer = (version: Version): Outcome | null => {
    const waiting = find.get(version.gtin)
    const rank: Waiting = { complete: version.complete ? 1 : 0, date: version.date, fdcId: version.fdcId }
    if (waiting === null || outranks(rank, waiting)) {
      replace.run(version.gtin, rank.complete, rank.date, rank.fdcId, JSON.stringify(version.outcome))
    }
    return waiting === null ? null : LeftOut({ reason: "superseded" })
  }
  const count = (): number => database.query<{ n: number }, []>(`SELECT count(*) AS n FROM version`).get()?.n ?? 0
  const rest = function* (): Generator<Outcome, void, undefined> {
    const all = database.query<{ outcome: string }, []>(`SELECT outcome FROM version ORDER BY gtin`)
    for (const { outcome } of all.iterate()) yield JSON.parse(outcome) as Outcome
  }
  return { offer, count, rest }
}

const outranks = (one: Waiting, other: Waiting): boolean =>
  (one.complete - other.complete || one.date - other.date || one.fdcId - other.fdcId) > 0
