import { expect, test } from "bun:test"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { newFolder } from "../../faults/servers.ts"
import { fettle } from "../../support/process.ts"
import { filledSettings } from "../../support/stores.ts"

test("import, list, undo and export print the right results, and report faults", async () => {
  await using folder = await newFolder()
  const scope = Effect.runSync(Scope.make())
  const settings = await Effect.runPromise(Scope.extend(filledSettings, scope))
  const run = async (...args: ReadonlyArray<string>) => {
    const { stdout, stderr, exitCode } = await fettle(settings, ...args)
    return { out: stdout, err: stderr, code: exitCode }
  }
  const json = async (...args: ReadonlyArray<string>) => JSON.parse((await run(...args, "--json")).out)
  const { userId } = await json("user", "create", "--name", "Ada", "--timezone", "Europe/Berlin")
  const file = join(folder.value, "weights.csv")
  await Bun.write(file, "date,metric,value,unit\n2025-03-01,weight,80,\n2025-03-02,weight,8000,kg\n")

  const asked = await run("import", file, "--user", userId)
  expect(asked).toMatchObject({ code: 1, out: "" })
  expect(asked.err).toContain("--weight-unit")
  const options = [file, "--user", userId, "--weight-unit", "kg"]
  const dry = await json("import", ...options, "--dry-run")
  expect(dry).toMatchObject({ importId: null, dryRun: true, rows: { read: 2, new: 1, leftOut: 1 } })
  const report = await json("import", ...options)
  expect(report).toEqual({ ...dry, dryRun: false, importId: report.importId })
  expect(report.leftOut).toEqual([{ file: "weights.csv", line: 3, reason: expect.stringContaining("500 kg") }])
  const { imports } = await json("import", "list", "--user", userId)
  expect(imports).toMatchObject([{ importId: report.importId, source: "csv", file: "weights.csv", undoneAt: null }])

  const archive = join(folder.value, "all.zip")
  expect(await json("export", "--user", userId, archive)).toMatchObject({ file: archive, counts: { readings: 1 } })
  expect((await run("export", "--user", userId, archive)).code).toBe(1)
  expect(await json("import", "undo", report.importId)).toEqual({
    importId: report.importId,
    removed: 1,
    restored: 0,
    kept: []
  })
  expect((await run("import", "undo", report.importId)).err).toContain("already")
  expect((await run("import", "undo", "imp_nonsense")).err).toContain("fettle import list")
  expect((await run("import", join(folder.value, "none.csv"), "--user", userId)).code).toBe(1)
  expect((await run("import", file)).code).toBe(2)
  await Effect.runPromise(Scope.close(scope, Exit.void))
}, 120_000)
