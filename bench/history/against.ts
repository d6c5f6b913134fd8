/**
 * What imports cost here, against another checkout: `bun bench/history/against.ts FOLDER [SETS] [ROWS]`. Each round
 * imports an export of so many sets (200,000) and one of so many diary rows (40,000) with each checkout, imports it
 * again, and undoes it, as commands on a PostgreSQL database of its own. Prints for each step the medians over the
 * rounds: processor seconds (the command and its backends), seconds, and the most memory of the command, each also
 * divided by that of the other checkout in the same round.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import pg from "pg"
import { write } from "../../test/annexes/catalogue/food-import/generate.ts"
import { POSTGRES_URL } from "../../test/support/stores.ts"
import { databaseSeconds } from "../cpu.ts"
import { median } from "../measure.ts"
import { cronometer, hevy } from "./exports.ts"

const ROUNDS = Number(process.env.ROUNDS ?? 3)
/** Milliseconds between two looks at the backends, whose last figures count: they end with the command. */
const LOOK = 100

const [folder, sets = "200000", rows = "40000"] = process.argv.slice(2)
if (folder === undefined) throw new Error("Usage: bun bench/history/against.ts FOLDER [SETS] [ROWS]")

const FILES = [
  {
    name: `${sets} sets`,
    file: "sets.csv",
    lines: hevy(Number(sets)),
    units: ["--weight-unit", "kg", "--distance-unit", "km"]
  },
  { name: `${rows} diary rows`, file: "rows.csv", lines: cronometer(Number(rows)), units: [] }
] as const

interface Cost {
  readonly cpu: number
  readonly seconds: number
  readonly megabytes: number
}

const admin = new pg.Client({ connectionString: POSTGRES_URL })
await admin.connect()

const checkout = async (name: string, cwd: string) => {
  const database = `imports_${name}_${process.pid}`
  await admin.query(`CREATE DATABASE ${database}`)
  const url = new URL(POSTGRES_URL)
  url.pathname = `/${database}`
  const env = { ...process.env, DATABASE_URL: url.href }
  /** Runs a command to its end: what it printed, and what it cost. */
  const run = async (...args: ReadonlyArray<string>) => {
    const begun = performance.now()
    const child = Bun.spawn([process.execPath, "src/main.ts", ...args, "--json"], { cwd, env, stdout: "pipe" })
    const backends = new Map<number, number>()
    const look = setInterval(() => {
      for (const [pid, seconds] of databaseSeconds(database).backends) backends.set(pid, seconds)
    }, LOOK)
    const text = await new Response(child.stdout).text()
    const exitCode = await child.exited
    clearInterval(look)
    if (exitCode !== 0) throw new Error(`${name}: ${args.join(" ")} ended with ${exitCode}`)
    const used = child.resourceUsage()
    const cost: Cost = {
      cpu: Number(used?.cpuTime.total ?? 0) / 1e6 + [...backends.values()].reduce((sum, each) => sum + each, 0),
      seconds: (performance.now() - begun) / 1000,
      megabytes: (used?.maxRSS ?? 0) / 1_048_576
    }
    return { output: JSON.parse(text), cost }
  }
  await Bun.spawn([process.execPath, "src/main.ts", "migrate"], { cwd, env, stdout: "ignore" }).exited
  return { name, run, drop: () => admin.query(`DROP DATABASE ${database} WITH (FORCE)`) }
}

const STEPS = ["import", "again", "undo"] as const

/** What the steps cost a new person. */
const measure = async ({ run }: Awaited<ReturnType<typeof checkout>>, path: string, units: ReadonlyArray<string>) => {
  const { userId } = (await run("user", "create", "--name", "A", "--timezone", "UTC")).output
  const first = await run("import", path, "--user", userId, ...units)
  const again = await run("import", path, "--user", userId, ...units)
  const undone = await run("import", "undo", first.output.importId)
  return { import: first.cost, again: again.cost, undo: undone.cost }
}

const files = mkdtempSync(join(tmpdir(), "fettle-imports-"))
const [before, now] = [
  await checkout("before", resolve(folder)),
  await checkout("now", resolve(import.meta.dir, "../.."))
]
try {
  console.log("file | step | processor s | ÷ before | s | ÷ before | memory MB | ÷ before")
  for (const { name, file, lines, units } of FILES) {
    const path = join(files, file)
    await write(path, lines)
    const rounds: Array<{ readonly [side in "before" | "now"]: Awaited<ReturnType<typeof measure>> }> = []
    for (let round = 0; round < ROUNDS; round++) {
      const order = round % 2 === 0 ? [before, now] : [now, before]
      const costs = new Map<string, Awaited<ReturnType<typeof measure>>>()
      for (const side of order) costs.set(side.name, await measure(side, path, units))
      const [one, other] = [costs.get("before"), costs.get("now")]
      if (one !== undefined && other !== undefined) rounds.push({ before: one, now: other })
    }
    for (const step of STEPS) {
      const figures = (["cpu", "seconds", "megabytes"] as const).flatMap((what) => [
        median(rounds.map(({ now }) => now[step][what])).toFixed(1),
        median(rounds.map(({ before, now }) => now[step][what] / before[step][what])).toFixed(2)
      ])
      console.log([name, step, ...figures].join(" | "))
    }
  }
} finally {
  rmSync(files, { recursive: true })
  await before.drop()
  await now.drop()
  await admin.end()
}
process.exit(0)
