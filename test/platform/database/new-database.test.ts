import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync, truncateSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { databaseFolder, makeDatabase } from "../../../src/platform/database/data-folder.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TABLES = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
  ORDER BY name`

const SETTINGS = "SELECT name, setting FROM pg_settings ORDER BY name"

/** Everything in a database's catalogues, as one hash each, and its settings. */
const contentOf = async (db: PGlite) => {
  const tables = await db.query<{ readonly name: string }>(TABLES)
  const hashes: Record<string, unknown> = {}
  for (const { name } of tables.rows) {
    const hash = await db.query(`SELECT md5(string_agg(row::text, ' ' ORDER BY row::text)) AS hash FROM ${name} AS row`)
    hashes[name] = hash.rows
  }
  return { hashes, settings: (await db.query(SETTINGS)).rows }
}

/** The content of a database in `dataDir`, or of a new one made by initdb. */
const contentAt = async (dataDir?: string) => {
  const db = await PGlite.create(dataDir)
  try {
    return await contentOf(db)
  } finally {
    await db.close()
  }
}

test("a new database is what PGlite makes, even after an interrupted creation; otherwise run scripts/database/build.ts", async () => {
  await makeDatabase(folder)
  rmSync(join(databaseFolder(folder), "PG_VERSION"))
  truncateSync(join(databaseFolder(folder), "global", "pg_control"))
  await makeDatabase(folder)
  const content = await contentAt(databaseFolder(folder))
  expect(Object.keys(content.hashes).length).toBeGreaterThan(60)
  expect(content).toEqual(await contentAt())
}, 60_000)
