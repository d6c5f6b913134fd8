import { afterAll, describe, expect, test } from "bun:test"
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import pg from "pg"
import { FETTLE, fettle, freePort, startServer, typedProgram, until } from "../../support/process.ts"
import { hasPostgres, postgresDatabase } from "../../support/stores.ts"

const SLOW = 180_000

const folder = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
/** Whether only the owner has rights to a file or folder. */
const isPrivate = (path: string) => (statSync(path).mode & 0o077) === 0

describe("the folder of the embedded database", () => {
  test(
    "is for its owner alone if Fettle made it",
    async () => {
      const DATA_DIR = join(folder, "made")
      const starting = Bun.spawn(["sh", "-c", 'umask 0; exec "$@"', "sh", ...FETTLE, "serve"], {
        env: { PATH: process.env.PATH, DATA_DIR, PORT: await freePort() },
        stdio: ["ignore", "ignore", "ignore"]
      })
      await until(() => existsSync(DATA_DIR))
      expect(modeOf(DATA_DIR)).toBe("700")
      starting.kill("SIGKILL")
      await starting.exited
    },
    SLOW
  )

  test(
    "keeps its mode if it existed before, and what Fettle stores in it is private",
    async () => {
      const DATA_DIR = mkdtempSync(join(folder, "shared-"))
      chmodSync(DATA_DIR, 0o775)
      const kept = ["postgres", "lock", ".s.PGSQL.5432"].map((name) => join(DATA_DIR, name))
      {
        await using _server = await startServer({ DATA_DIR }, { within: ["sh", "-c", 'umask 0; exec "$@"', "sh"] })
        expect(modeOf(DATA_DIR)).toBe("775")
        expect(kept.filter((path) => !isPrivate(path))).toEqual([])
      }
      // As earlier versions left it, which closed the folder around it.
      chmodSync(join(DATA_DIR, "postgres"), 0o755)
      expect((await fettle({ DATA_DIR }, "user", "list")).exitCode).toBe(0)
      expect(modeOf(DATA_DIR)).toBe("775")
      expect(modeOf(join(DATA_DIR, "postgres"))).toBe("700")
    },
    SLOW
  )
})

const ID = "usr_0000000000000000"

describe("without a database", () => {
  const commands = [
    ["user", "list"],
    ["user", "create", "--name", "Ada", "--timezone", "UTC"],
    ["user", "set", ID, "--plan", "free"],
    ["user", "show", ID],
    ["user", "delete", ID, "--yes"],
    ["token", "create", "--user", ID],
    ["token", "list", "--user", ID],
    ["token", "revoke", "tok_0000000000000000"],
    ["meal", "list", "--user", ID],
    ["meal", "delete", "meal_0000000000000000", "--user", ID],
    ["meal", "save", "--user", ID, "--name", "Breakfast", "--item", "food_sr28_01123:2"]
  ]

  test.each(commands)("%s %s says so, and makes no database", async (...command) => {
    const DATA_DIR = join(folder, "absent")
    expect(await fettle({ DATA_DIR }, ...command)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `fettle: DATA_DIR: there is no database in ${DATA_DIR}. Start \`${typedProgram} serve\` or run \`${typedProgram} migrate\` to make one, or set DATA_DIR or DATABASE_URL to what the server uses`
    })
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  if (hasPostgres) {
    test(
      "an empty PostgreSQL is reported, and stays empty until it is migrated",
      () =>
        Effect.gen(function* () {
          const DATABASE_URL = yield* postgresDatabase
          yield* Effect.promise(async () => {
            const database = new URL(DATABASE_URL).pathname.slice(1)
            const list = () => fettle({ DATABASE_URL }, "user", "list", "--json")
            for (let time = 0; time < 2; time++) {
              expect(await list()).toEqual({
                exitCode: 1,
                stdout: "",
                stderr: `fettle: DATABASE_URL: the database ${database} at ${new URL(DATABASE_URL).host} has no Fettle tables. Start \`${typedProgram} serve\` or run \`${typedProgram} migrate\` to create them, or correct the URL`
              })
            }
            expect((await fettle({ DATABASE_URL }, "migrate")).exitCode).toBe(0)
            expect(await list()).toMatchObject({ exitCode: 0, stdout: '{"users":[]}\n' })

            const client = new pg.Client({ connectionString: DATABASE_URL })
            await client.connect()
            await client.query("INSERT INTO migrations (migration_id, name) VALUES (999, 'of_next_year')")
            await client.end()
            for (const command of [["user", "list"], ["migrate"], ["serve"]]) {
              const { exitCode, stdout, stderr } = await fettle({ DATABASE_URL, PORT: await freePort() }, ...command)
              expect([exitCode, stdout.replace(/^Starting on .*\n/, "")]).toEqual([1, ""])
              expect(stderr).toMatch(
                /^fettle: The database was used by a newer Fettle: its schema is at migration 999 \(of_next_year\), and this Fettle \S+ knows \d+\. Run the newer Fettle, .*$/
              )
            }
          })
        }).pipe(Effect.scoped, Effect.runPromise),
      SLOW
    )
  }
})
