/**
 * Imports made-up dumps of each format: `DATABASE_URL=postgres://… bun bench/import.ts [rows]`, on a database of its
 * own, whose imported foods it deletes before each format. Prints for each format the time and peak memory of a fifth
 * of the rows and of all of them; whether importing again changes nothing; and whether an import that was interrupted
 * and resumed gives the same foods.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { IMPORT_KINDS, type ImportKind } from "../src/annexes/catalogue/food-import/importer.ts"
import { generate } from "../test/annexes/catalogue/food-import/generate.ts"

const ROWS = Number(process.argv[2] ?? 100_000)
const SEED = 7
const url = process.env.DATABASE_URL
if (url === undefined) throw new Error("DATABASE_URL must name a database of its own")

interface Report {
  readonly inserted: number
  readonly updated: number
  readonly resumedAt: number
}

const fettle = (...args: ReadonlyArray<string>) =>
  Bun.spawn([process.execPath, new URL("../src/main.ts", import.meta.url).pathname, ...args], { stdout: "pipe" })

const importAll = async (kind: ImportKind, path: string) => {
  const started = performance.now()
  const child = fettle("catalogue", "import", kind, path, "--json")
  const report: Report = JSON.parse(await new Response(child.stdout).text())
  await child.exited
  const megabytes = Math.round((child.resourceUsage()?.maxRSS ?? 0) / 1_048_576)
  return { report, megabytes, seconds: (performance.now() - started) / 1000 }
}

const database = new pg.Client({ connectionString: url })
await fettle("migrate").exited
await database.connect()

const clear = () => database.query("DELETE FROM foods WHERE source <> 'usda-sr28'; DELETE FROM food_imports")
const checksum = async (): Promise<string> => {
  const columns =
    "food_id, name, brand_name, serving_size, serving_unit, serving_text, calories, protein, carbs, fat, alcohol"
  const { rows } = await database.query(
    `SELECT md5(string_agg(md5(row (${columns})::text), '' ORDER BY food_id)) AS sum FROM foods WHERE source <> 'usda-sr28'`
  )
  return rows[0].sum
}

/** Interrupts an import once it has stored some of its foods. */
const interrupted = async (kind: ImportKind, path: string) => {
  const child = fettle("catalogue", "import", kind, path, "--json")
  const some = async () => (await database.query("SELECT 1 FROM food_imports WHERE rows_done > 0")).rows.length > 0
  while (child.exitCode === null && !(await some())) await Bun.sleep(20)
  child.kill("SIGINT")
  await child.exited
}

const folder = mkdtempSync(join(tmpdir(), "fettle-bench-"))
try {
  const fifth = await generate(join(folder, "fifth"), ROWS / 5, SEED)
  const all = await generate(join(folder, "all"), ROWS, SEED)
  for (const kind of IMPORT_KINDS) {
    await clear()
    const small = await importAll(kind, fifth[kind])
    await clear()
    const whole = await importAll(kind, all[kind])
    const sum = await checksum()
    const again = await importAll(kind, all[kind])
    const changed = again.report.inserted + again.report.updated + ((await checksum()) === sum ? 0 : 1)
    await clear()
    await interrupted(kind, all[kind])
    const resumed = await importAll(kind, all[kind])
    const same = (await checksum()) === sum ? "the same foods" : "OTHER FOODS"
    console.log(
      `${kind}: ${ROWS / 5} rows ${small.seconds.toFixed(1)} s, ${small.megabytes} MB; ${ROWS} rows ${whole.seconds.toFixed(1)} s, ${whole.megabytes} MB; again: ${changed} changes; interrupted and resumed at row ${resumed.report.resumedAt}: ${same}`
    )
  }
} finally {
  rmSync(folder, { recursive: true })
  await database.end()
}
