import { expect, test } from "bun:test"
import { join } from "node:path"
import { openInput } from "../../src/annexes/imports/formats/input.ts"
import { fettle, type SettingsOfProcess } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { measured, randomFrom, TIME_LIMIT } from "./form.ts"
import { newDatabase, newFolder } from "./servers.ts"

const ROOT = join(import.meta.dir, "../..")
const KILLS = 10
const SESSIONS = 600
const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1_000_000))

/** Sessions of Strong, with an exercise that the catalogue lacks. */
const makeFile = (): string => {
  const names = ["Squat (Barbell)", "Gargoyle Heave", "Pull Up"]
  const lines = [
    "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE"
  ]
  for (let day = 0; day < SESSIONS; day++) {
    const date = new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10)
    for (const name of names) {
      for (let set = 1; set <= 4; set++)
        lines.push(`${date} 18:00:00,Day,1h,${name},${set},${20 + (day % 80)},${set + 3},0,0,,,`)
    }
  }
  return `${lines.join("\n")}\n`
}

const json = async (settings: SettingsOfProcess, ...args: ReadonlyArray<string>) => {
  const { stdout, stderr, exitCode } = await fettle(settings, ...args, "--json")
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" })
  return JSON.parse(stdout)
}

/** The facts of a user from their archive, without ids and times that differ between two imports of the same file. */
const factsOf = async (settings: SettingsOfProcess, userId: string, path: string) => {
  await json(settings, "export", "--user", userId, path)
  const facts: Record<string, ReadonlyArray<unknown>> = {}
  for (const { name, bytes } of (await openInput(path)).entries) {
    if (
      !["workouts.ndjson", "exercises.ndjson", "badges.ndjson", "import-items.ndjson", "imports.ndjson"].includes(name)
    )
      continue
    let text = ""
    for await (const chunk of bytes()) text += Buffer.from(chunk.bytes).toString()
    const ids = /"(?:id|exerciseId|factId|importId|createdAt|startedAt|finishedAt|fingerprint|fileHash)":"[^"]*",?/g
    facts[name] = text
      .trim()
      .split("\n")
      .map((line) => line.replace(ids, ""))
  }
  return facts
}

test.if(hasPostgres)(
  "killed at ten random moments, an import that is run again has the facts and the report of an uninterrupted one",
  async () => {
    await using database = await newDatabase()
    await using folder = await newFolder()
    const settings = { DATABASE_URL: database.value }
    const file = join(folder.value, "strong.csv")
    await Bun.write(file, makeFile())
    const random = randomFrom(SEED)
    await fettle(settings, "migrate")
    const newUser = async () => (await json(settings, "user", "create", "--name", "A", "--timezone", "UTC")).userId
    const options = ["--weight-unit", "kg", "--distance-unit", "km"]

    const whole = await newUser()
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
    let killed = await newUser()
    for (let attempt = 0; attempt < KILLS * 2 && kills < KILLS; attempt++) {
      const child = Bun.spawn([process.execPath, "src/main.ts", "import", file, "--user", killed, ...options], {
        cwd: ROOT,
        env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", TZ: "UTC", ...settings },
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
      killed = await newUser()
    }
    await verify(killed)
    measured("import killed", { seed: SEED, kills, milliseconds: lasted })
    expect(kills).toBeGreaterThanOrEqual(KILLS / 2)
  },
  TIME_LIMIT
)
