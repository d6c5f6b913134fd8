import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { Moved } from "../../../../src/annexes/cli/move/move.ts"
import type { Progress } from "../../../../src/annexes/cli/move/progress.ts"
import { AccountStore } from "../../../../src/features/accounts/store.ts"
import { program } from "../../../../src/platform/assets/assets.ts"
import * as Client from "../../../../src/platform/database/client.ts"
import { latestMigration, migrate } from "../../../../src/platform/database/migrator.ts"
import { serversAt } from "../../../../src/values/database-url.ts"
import { filledDatabase, filledFolder, folder, hasPostgres, postgresDatabase } from "../../../support/stores.ts"
import { maker, moveBetween, onServer, refusalOf, using } from "./support.ts"

const make = maker()

/** Interrupts the move after this many batches. */
const endAfter = (batches: number) => {
  let left = batches
  return ({ step }: Progress) => (step === "copy" && left-- === 0 ? Effect.interrupt : Effect.void)
}

const addUser = (name: string) =>
  `INSERT INTO users (user_id, name, timezone, body_weight_unit, strength_unit, distance_unit, plan)
   VALUES ('${name}', 'Ada', 'UTC', 'kg', 'kg', 'km', 'paid')`

/** A database with its own secret and without the catalogue, so that it moves quickly. */
const smallSource = async () => {
  const url = await make(filledDatabase)
  await onServer(url, "TRUNCATE foods, food_words", "UPDATE service_secrets SET secret = gen_random_uuid()::text")
  return url
}

const clientOf = (url: string) => Client.external(serversAt(url), 1, 0)

test("an interrupted move from one embedded database to another continues where it stopped", async () => {
  const source = await make(filledFolder)
  const { id } = await using(source, (service) => service.person())
  const target = join(await make(folder), "new")
  await Effect.runPromiseExit(moveBetween(source, target, endAfter(2)))
  const moved = await Effect.runPromise(moveBetween(source, target))
  const rows = moved.tables.reduce((sum, { rows }) => sum + rows, 0)
  expect(moved.copiedBefore).toBeGreaterThan(0)
  expect(moved.copiedBefore).toBeLessThan(rows)
  expect(moved.tables).toContainEqual(expect.objectContaining({ table: "foods", rows: 14221 }))
  const users = await using(target, (service) => service.run(Effect.flatMap(AccountStore, (store) => store.listUsers)))
  expect(users.map((user) => user.id)).toEqual([id])
})

if (hasPostgres) {
  describe("an interrupted move", () => {
    test("continues where it stopped, and finishes completely", async () => {
      const source = await make(filledDatabase)
      await onServer(source, addUser("usr_1"), addUser("usr_2"))
      const target = await make(postgresDatabase)
      const before: Array<number> = []
      let moved: Moved | undefined
      for (let batches = 0; moved === undefined; batches++) {
        const report = endAfter(batches % 3)
        const exit = await Effect.runPromiseExit(
          moveBetween(source, target, (progress) => {
            if (progress.step === "copy" && progress.done === 0) before.push(progress.total)
            return report(progress)
          })
        )
        if (exit._tag === "Success") moved = exit.value
      }
      expect(before.length).toBeGreaterThan(3)
      expect(before).toEqual(before.toSorted((a, b) => b - a))
      const rows = moved.tables.reduce((sum, { rows }) => sum + rows, 0)
      expect([before[0], moved.copiedBefore]).toEqual([rows, rows - Number(before.at(-1))])
      expect(moved.tables).toContainEqual(expect.objectContaining({ table: "foods", rows: 14221 }))
      await using(target, async (service) => expect((await service.fetch("/ready")).status).toBe(200))
    })

    test("leaves a database that nothing else uses until it is complete", async () => {
      const target = await make(postgresDatabase)
      const source = await smallSource()
      await Effect.runPromiseExit(moveBetween(source, target, endAfter(1)))
      const refused = await Effect.runPromise(Effect.flip(migrate).pipe(Effect.provide(clientOf(target))))
      expect(refused.message).toBe(
        `A move into this database is unfinished. Run the same \`${program} move\` again, which completes it, or use the database that is moved`
      )
      await Effect.runPromise(moveBetween(source, target))
      expect(await Effect.runPromise(migrate.pipe(Effect.provide(clientOf(target))))).toEqual([])
    })

    test("reports if the source was changed in between", async () => {
      const changed = await smallSource()
      await onServer(changed, addUser("usr_1"))
      const target = await make(postgresDatabase)
      await Effect.runPromiseExit(
        moveBetween(changed, target, ({ step }) => (step === "compare" ? Effect.interrupt : Effect.void))
      )
      await onServer(changed, "UPDATE users SET name = 'Grace'")
      expect(await refusalOf(changed, target)).toMatch(
        /^The table users differs: 1 rows, checksum [0-9a-f]{16} in the source, 1 rows, checksum [0-9a-f]{16} in the target\. One of them was changed since the move began\. Empty the target, and run the same command again$/
      )
    })

    test("continues only from the same database, and with the same version", async () => {
      const source = await smallSource()
      const target = await make(postgresDatabase)
      await Effect.runPromiseExit(moveBetween(source, target, endAfter(0)))
      expect(await refusalOf(await smallSource(), target)).toContain("holds an unfinished move of another database")
      await onServer(target, "UPDATE unfinished_move SET schema = schema - 1")
      expect(await refusalOf(source, target)).toContain("holds an unfinished move by another version of Fettle")
    })
  })

  describe("a move is refused", () => {
    test("if the target has tables, which stay as they are", async () => {
      const source = await smallSource()
      const target = await make(postgresDatabase)
      await onServer(target, "CREATE TABLE somebody (name text)")
      const notEmpty =
        "the server has tables already. A move needs an empty database as its target. If an earlier move into this one was completed, it can be used as it is"
      expect(await refusalOf(source, target)).toBe(notEmpty)
      expect(
        await onServer(target, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")
      ).toEqual([{ relname: "somebody" }])
      expect(await refusalOf(source, source)).toBe(notEmpty)
    })

    test("if a newer Fettle uses the source, or somebody changed its tables", async () => {
      const source = await smallSource()
      const target = await make(postgresDatabase)
      await onServer(source, "ALTER TABLE users ADD COLUMN email text")
      expect(await refusalOf(source, target)).toContain(
        "The source's table users is not as Fettle's migrations make it"
      )
      await onServer(source, `INSERT INTO migrations VALUES (${latestMigration() + 1}, now(), 'newer')`)
      expect(await refusalOf(source, target)).toBe(
        `the server has ${latestMigration() + 1} migrations, and this Fettle knows ${latestMigration()}: a newer Fettle uses the database. Move it with that one`
      )
    })

    test("while another program uses the source", async () => {
      const source = await smallSource()
      const target = await make(postgresDatabase)
      const connected = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`).pipe(
        Effect.zipRight(Effect.promise(() => refusalOf(source, target))),
        Effect.provide(clientOf(source))
      )
      expect(await Effect.runPromise(connected)).toBe(
        "the server is in use by a Fettle server or another command. Stop it, and run the same command again"
      )
      const refused: Array<unknown> = []
      const change = Effect.promise(() =>
        onServer(source, "SET lock_timeout = 50", addUser("usr_1")).catch((error) => refused.push(error.code))
      )
      const moved = await Effect.runPromise(
        moveBetween(source, target, ({ step }) => (step === "compare" ? change : Effect.void))
      )
      expect(new Set(refused)).toEqual(new Set(["55P03"]))
      expect(moved.tables).toContainEqual(expect.objectContaining({ table: "users", rows: 0 }))
    })
  })

  test("tables that are not Fettle's are left out, and named", async () => {
    const source = await smallSource()
    await onServer(source, "CREATE TABLE of_somebody (name text)")
    const { leftOut } = await Effect.runPromise(moveBetween(source, await make(postgresDatabase)))
    expect(leftOut).toEqual(["of_somebody"])
  })

  test("the database contains only kinds of objects that a move copies or migrations make", async () => {
    const url = await make(filledDatabase)
    const found = await onServer<{ kind: string }>(
      url,
      `SELECT DISTINCT relkind AS kind FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY kind`
    )
    // Indexes and tables: no sequences, whose values would have to be moved, and no materialized views.
    expect(found).toEqual([{ kind: "i" }, { kind: "r" }])
  })
}
