import { expect, test } from "bun:test"
import { Effect } from "effect"
import pg from "pg"
import { FETTLE, fettle, until } from "../../support/process.ts"
import { filledFolder, hasPostgres, postgresDatabase } from "../../support/stores.ts"
import { maker, moveBetween, onServer } from "./move/support.ts"

const make = maker()

const SLOW = 120_000

test(
  "an unsuitable target is reported in one sentence",
  async () => {
    const DATA_DIR = await make(filledFolder)
    expect(await fettle({ DATA_DIR }, "move", "--to", DATA_DIR)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `Opening both databases\nfettle: --to: ${DATA_DIR} is the source itself. Name another folder`
    })
    const { exitCode, stderr } = await fettle({ DATA_DIR }, "move", "--to", "mysql://db/fettle")
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--to must be a PostgreSQL URL")])
  },
  SLOW
)

if (hasPostgres) {
  test(
    "the same command completes a move whose process was killed, and reports what it does",
    async () => {
      const DATA_DIR = await make(filledFolder)
      const url = await make(postgresDatabase)
      await Effect.runPromiseExit(
        moveBetween(DATA_DIR, url, ({ step, done }) => (step === "copy" && done > 0 ? Effect.interrupt : Effect.void))
      )
      const blocker = new pg.Client({ connectionString: url })
      await blocker.connect()
      await blocker.query("BEGIN; LOCK TABLE foods IN EXCLUSIVE MODE")
      const killed = Bun.spawn([...FETTLE, "move", "--to", url], {
        env: { PATH: process.env.PATH, DATA_DIR },
        stdout: "ignore",
        stderr: "ignore"
      })
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      await until(async () => (await onServer(url, waiting)).length > 0, 60)
      killed.kill("SIGKILL")
      await killed.exited
      await blocker.end()

      const { exitCode, stdout, stderr } = await fettle({ DATA_DIR, MOVE_TO: url }, "move")
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/ tables are equal:\n/)])
      expect(stdout).toContain("14,221  foods\n")
      expect(stdout).toContain("An earlier run had copied ")
      expect(stdout).toContain("Next: set DATABASE_URL to the URL of the target, and start the server.")
      expect(stderr.split("\n")).toEqual(
        expect.arrayContaining([
          "Opening both databases",
          "Making the tables",
          expect.stringMatching(/^Copying [\d,]+ rows$/),
          expect.stringMatching(/^Comparing 19,\d\d\d rows$/),
          "Gathering statistics"
        ])
      )
      expect((await fettle({ DATA_DIR }, "move", "--to", url)).stderr).toContain("has tables already")
    },
    SLOW
  )
}
