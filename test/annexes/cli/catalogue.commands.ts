import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { progressBar, progressLine } from "../../../src/annexes/cli/progress.ts"
import { FETTLE, type SettingsOfProcess } from "../../support/process.ts"
import { filledSettings } from "../../support/stores.ts"
import { type Generated, generate } from "../catalogue/food-import/generate.ts"

describe("fettle catalogue import", () => {
  let folder: string
  let paths: Generated
  let settings: SettingsOfProcess
  const scope = Effect.runSync(Scope.make())
  const start = (...args: ReadonlyArray<string>) => {
    return Bun.spawn([...FETTLE, "catalogue", "import", ...args], {
      env: { ...process.env, ...settings, TMPDIR: join(folder, "tmp") },
      stdout: "pipe",
      stderr: "pipe"
    })
  }
  const run = async (...args: ReadonlyArray<string>) => {
    const command = start(...args)
    const [out, err, code] = await Promise.all([
      new Response(command.stdout).text(),
      new Response(command.stderr).text(),
      command.exited
    ])
    return { out, err, code }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fettle-test-"))
    await mkdir(join(folder, "tmp"))
    paths = await generate(folder, 8000, 5)
    settings = await Effect.runPromise(Scope.extend(filledSettings, scope))
  }, 60_000)
  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await rm(folder, { recursive: true })
  })

  test("stopped by Ctrl-C, continues later, and reports what came in and what was left out", async () => {
    const interrupted = start("off-jsonl", paths["off-jsonl"])
    const scratch = async () => (await readdir(join(folder, "tmp"))).filter((name) => name.startsWith("fettle-import-"))
    while ((await scratch()).length === 0 && interrupted.exitCode === null) await Bun.sleep(20)
    interrupted.kill("SIGINT")
    expect(await interrupted.exited).toBe(130)
    expect(await new Response(interrupted.stderr).text()).toBe(
      "fettle: interrupted; run the same command again to continue\n"
    )
    expect(await scratch()).toEqual([])

    const { out, err, code } = await run("off-jsonl", paths["off-jsonl"], "--json")
    expect({ code, err }).toEqual({ code: 0, err: "" })
    const report = JSON.parse(out)
    const leftOut = Object.values<number>(report.leftOut).reduce((sum, rows) => sum + rows, 0)
    expect(report).toMatchObject({ kind: "off-jsonl", rowsIn: 8000, kept: 8000 - leftOut })

    const again = await run("off-jsonl", paths["off-jsonl"])
    expect(again.code).toBe(0)
    expect(again.out).toContain("8,000 rows read")
    expect(again.out).toContain(`0 new, 0 changed, ${report.kept.toLocaleString("en-US")} unchanged`)
    expect(again.out).toMatch(/\d+ {2}a nutrient below zero/)
  }, 120_000)

  test("reports wrong usage", async () => {
    expect((await run("off-csv", paths["off-tsv"])).code).toBe(2)
    expect((await run("off-tsv")).code).toBe(2)
  }, 120_000)

  /** The message of a failed import: one sentence with the file or setting, the cause, and the next step. */
  const failure = async (...args: ReadonlyArray<string>) => {
    const { code, err } = await run(...args)
    expect(code).toBe(1)
    expect(err.trim().split("\n")).toHaveLength(1)
    return err.trim()
  }
  const file = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }

  test("names a file that is missing, a folder, of another kind, or damaged, and says what to do", async () => {
    const absent = join(folder, "none.tsv")
    expect(await failure("off-tsv", absent)).toBe(`fettle: ${absent}: there is no such file. Correct the path`)
    expect(await failure("off-tsv", folder)).toBe(
      `fettle: ${folder}: is not a file. Check that it is a whole off-tsv dump`
    )
    const wrong = await file("wrong.json", '{"Foods": []}')
    expect(await failure("fdc-json", wrong)).toMatch(
      new RegExp(`^fettle: ${wrong}: has none of FoundationFoods, .*dump$`)
    )
    const zipped = Bun.gzipSync(await Bun.file(paths["off-jsonl"]).bytes())
    const cut = await file("cut.jsonl.gz", zipped.slice(0, zipped.length / 2))
    expect(await failure("off-jsonl", cut)).toMatch(
      new RegExp(
        `^fettle: ${cut}: the compressed data ends too early, so a part is missing\\. [\\d,]{3,} foods were stored before the cut\\. Download it again and repeat the command: what is stored stays, and the rest is added$`
      )
    )
    const parquet = await file("foods.parquet", "PAR1\u0015\u0004")
    expect(await failure("off-jsonl", parquet)).toBe(
      `fettle: ${parquet}: looks like a Parquet file, but off-jsonl takes one JSON object a line. Check the file and the kind`
    )
  }, 120_000)

  test("without one usable row, fails and names the file and the reason", async () => {
    const empty = await file("empty.jsonl", "")
    expect(await failure("off-jsonl", empty)).toBe(
      `fettle: ${empty}: it holds no rows. Check that it is a whole off-jsonl dump`
    )
    const useless = await file("useless.jsonl", '{"code":1}\n{"product_name":"x"}\n{"product_name":"y"}\n')
    const { code, out, err } = await run("off-jsonl", useless, "--json")
    expect({ code, err }).toEqual({
      code: 1,
      err: `fettle: ${useless}: none of its 3 rows could be used (mostly: no usable id or barcode). Check that it is a whole off-jsonl dump\n`
    })
    expect(JSON.parse(out)).toMatchObject({ rowsIn: 3, kept: 0 })
  }, 120_000)
})

describe("the progress bar", () => {
  test("shows share, rows, rate and time left", () => {
    expect(progressLine(0.5, 5000, 10)).toBe(`${"█".repeat(15)}${"░".repeat(15)} 50 %  5,000 rows  500/s  10 s left`)
    expect(progressLine(0.01, 1, 100)).toEndWith("2 h 45 min left")
    expect(progressLine(0, 0, 0)).toEndWith("… left")
  })

  test("is drawn on a terminal only", async () => {
    const drawn = async (isTTY: boolean) => {
      const written: Array<string> = []
      const bar = progressBar({ isTTY, write: (text) => written.push(text) })
      await Effect.runPromise(Effect.zipRight(bar.show(1, 10), bar.end))
      return written
    }
    expect(await drawn(false)).toEqual([])
    expect(await drawn(true)).toHaveLength(2)
  })
})
