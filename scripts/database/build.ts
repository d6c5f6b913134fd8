/**
 * Builds `src/platform/database/new-database.tar.zst`, from which every new embedded database is created: the files
 * made by PGlite's initdb, which would take seconds and a gigabyte of memory at a first start. Run `bun
 * scripts/database/build.ts` after an upgrade of PGlite.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { $ } from "bun"

const OUT = new URL("../../src/platform/database/new-database.tar.zst", import.meta.url)
const SMALLEST = 22

const folder = mkdtempSync(join(tmpdir(), "fettle-"))
try {
  const db = await PGlite.create(folder)
  await db.close()
  // Without PG_VERSION, a folder is not a database; it is written last.
  const tar = await $`tar --create --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --exclude=./PG_VERSION .`
    .cwd(folder)
    .blob()
  await Bun.write(OUT, Bun.zstdCompressSync(await tar.arrayBuffer(), { level: SMALLEST }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${OUT.pathname}: ${Bun.file(OUT).size} bytes`)
