import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, mkdtempSync, rmSync, truncateSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Option } from "effect"
import pg from "pg"
import { databaseFault } from "../../../src/annexes/cli/faults.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import { mountSmallDisk } from "../../faults/small-disk.ts"
import { fettle } from "../../support/process.ts"
import { fillFolder, hasPostgres, postgresDatabase } from "../../support/stores.ts"

const SLOW = 150_000

const folder = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("a command that cannot continue names the setting, the cause and the next step in one line", () => {
  test(
    "if a file of the embedded database is truncated",
    async () => {
      const DATA_DIR = join(folder, "data")
      await fillFolder(DATA_DIR)
      truncateSync(join(DATA_DIR, "postgres/global/pg_control"))
      const { exitCode, stdout, stderr } = await fettle({ DATA_DIR }, "user", "list")
      expect([exitCode, stdout, stderr]).toEqual([
        1,
        "",
        `fettle: DATA_DIR: the embedded database in ${DATA_DIR} cannot be opened (its files seem to be damaged). Restore it from a backup, or set DATA_DIR to another folder`
      ])
    },
    SLOW
  )

  const disk = mountSmallDisk()
  if (disk !== undefined) {
    test(
      "if the disk has no space to make the embedded database, which leaves nothing behind",
      async () => {
        using _disk = disk
        disk.leave(10)
        const DATA_DIR = join(disk.folder, "data")
        const { exitCode, stderr } = await fettle({ DATA_DIR }, "migrate")
        expect([exitCode, stderr]).toEqual([
          1,
          `fettle: DATA_DIR: the embedded database in ${DATA_DIR} cannot be opened (its disk is full). Make room there, or set DATA_DIR to another folder`
        ])
        expect(existsSync(join(DATA_DIR, "postgres"))).toBe(false)
        disk.giveBack()
        expect((await fettle({ DATA_DIR }, "migrate")).exitCode).toBe(0)
      },
      SLOW
    )
  }

  if (hasPostgres) {
    test(
      "if PostgreSQL refuses a statement",
      () =>
        Effect.gen(function* () {
          const DATABASE_URL = yield* postgresDatabase
          yield* Effect.promise(async () => {
            expect((await fettle({ DATABASE_URL }, "migrate")).exitCode).toBe(0)
            const client = new pg.Client({ connectionString: DATABASE_URL })
            await client.connect()
            await client.query("ALTER TABLE users RENAME TO people")
            await client.end()
            const { exitCode, stdout, stderr } = await fettle({ DATABASE_URL }, "user", "list", "--json")
            expect([exitCode, stdout]).toEqual([1, ""])
            expect(stderr).toBe(
              `fettle: DATABASE_URL: the PostgreSQL at ${new URL(DATABASE_URL).host} failed (PostgreSQL 42P01: relation "…" does not exist). Start the service again, which applies missing migrations; if tables are missing still, restore the database from a backup`
            )
          })
        }).pipe(Effect.scoped, Effect.runPromise),
      SLOW
    )
  }

  test("if the database's disk is full", () => {
    const full = Object.assign(new Error("could not extend file"), { errno: "53100", severity: "ERROR" })
    expect(databaseFault({ databaseUrl: Option.none(), dataDir: "./data" }, full).message).toBe(
      "DATA_DIR: the embedded database in ./data failed (PostgreSQL 53100: could not extend file). Make room on the database's disk; until then, writes fail"
    )
    const databaseUrl = Option.some(serversAt("postgres://fettle:hidden-word@db:5432/fettle"))
    expect(databaseFault({ databaseUrl, dataDir: "./data" }, full).message).toBe(
      "DATABASE_URL: the PostgreSQL at db:5432 failed (PostgreSQL 53100: could not extend file). Make room on the database's disk; until then, writes fail"
    )
  })
})
