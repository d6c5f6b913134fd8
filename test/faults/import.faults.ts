import { expect, test } from "bun:test"
import { join } from "node:path"
import { briefly, FETTLE, fettle } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { measured, randomFrom, TIME_LIMIT } from "./form.ts"
import { factsOf, json, newUser, STRONG_OPTIONS, strong } from "./histories.ts"
import { newDatabase, newFolder } from "./servers.ts"

const KILLS = 10
const SESSIONS = 600
const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1_000_000))

test.if(hasPostgres)(
  "killed at ten random moments, an import that is run again has the facts and the report of an uninterrupted one",
  async () => {
    await using database = await newDatabase()
    await using folder = await newFolder()
    const settings = { DATABASE_URL: database.value }
    const file = join(folder.value, "strong.csv")
    await Bun.write(file, strong(SESSIONS))
    const random = randomFrom(SEED)
    await fettle(settings, "migrate")
    const options = STRONG_OPTIONS

    const whole = await newUser(settings)
    const startedAt = performance.now()
    const expected = await json(settings, "import", file, "--user", whole, ...options)
    const lasted = performance.now() - startedAt
    const facts = await factsOf(settings, whole, join(folder.value, "whole.zip"))

    /** Runs a user's import once more, and compares everything with the user whose import was not interrupted. */
    const verify = async (userId: string) => {
      const report = await json(settings, "import", file, "--user", userId, ...options)
      const after = await factsOf(settings, userId, join(folder.value, `${userId}.zip`))
      for (const part of ["workouts.ndjson", "exercises.ndjson", "badges.ndjson"]) {
        expect([part, after[part]]).toEqual([part, facts[part]])
      }
      const { imports } = await json(settings, "import", "list", "--user", userId)
      const [first, second] = imports
      // Everything belongs to one import, unless it had finished before the last kill.
      if (second === undefined) {
        const { rows, made, leftOut } = expected
        expect(report).toMatchObject({ rows, made, leftOut, importId: first.importId })
      } else expect(report.rows).toMatchObject({ new: 0, unchanged: expected.rows.read })
      const undone = await json(settings, "import", "undo", first.importId)
      expect(undone).toMatchObject({ removed: SESSIONS + 1, restored: 0, kept: [] })
    }

    let kills = 0
    let killed = await newUser(settings)
    for (let attempt = 0; attempt < KILLS * 2 && kills < KILLS; attempt++) {
      const child = Bun.spawn([...FETTLE, "import", file, "--user", killed, ...options], {
        env: briefly(settings),
        stdout: "ignore",
        stderr: "ignore"
      })
      await Promise.race([child.exited, Bun.sleep(lasted * (0.3 + 0.6 * random()))])
      if (child.exitCode === null) kills++
      child.kill("SIGKILL")
      await child.exited
      // An import that finished is checked, and the next kills hit another user's.
      if (child.exitCode !== 0) continue
      await verify(killed)
      killed = await newUser(settings)
    }
    await verify(killed)
    measured("import killed", { seed: SEED, kills, milliseconds: lasted })
    expect(kills).toBeGreaterThanOrEqual(KILLS / 2)
  },
  TIME_LIMIT
)
