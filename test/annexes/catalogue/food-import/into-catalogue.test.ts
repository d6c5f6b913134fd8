import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Option } from "effect"
import { ImportCheckpoints } from "../../../../src/annexes/catalogue/food-import/checkpoints.ts"
import { BATCH_ROWS, IMPORT_KINDS, type ImportKind } from "../../../../src/annexes/catalogue/food-import/importer.ts"
import { IMPORTERS } from "../../../../src/annexes/catalogue/food-import/importers.ts"
import { importIntoCatalogue } from "../../../../src/annexes/catalogue/food-import/into-catalogue.ts"
import { overEveryStore } from "../../../support/app.ts"
import { type Generated, generate } from "./generate.ts"

/** In three batches, of which the second interrupts. The files of other kinds are read in import-foods.test.ts. */
const ROWS = 2 * BATCH_ROWS + 100
const FEW_ROWS = 300
let folder: string
let many: string
let few: Generated

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fettle-test-"))
  few = await generate(join(folder, "few"), FEW_ROWS, 11)
  many = (await generate(join(folder, "many"), ROWS, 12))["off-tsv"]
}, 30_000)
afterAll(() => rm(folder, { recursive: true }))

overEveryStore("an import into the catalogue", (service) => {
  const run = (kind: ImportKind, path: string) =>
    service().run(Effect.orDie(importIntoCatalogue(kind, path, () => Effect.void)))

  test.each(IMPORT_KINDS)(
    "of %s changes nothing the second time, and leaves no checkpoint behind",
    async (kind) => {
      const path = few[kind]
      const first = await run(kind, path)
      expect(first.tally.rowsIn).toBe(FEW_ROWS)
      const second = await run(kind, path)
      expect(second.stored).toEqual({ inserted: 0, updated: 0, unchanged: first.tally.kept })
      expect(second.resumedAt).toBe(0)
      const { identity } = await Effect.runPromise(IMPORTERS[kind].open(path))
      const checkpoint = await service().run(
        Effect.flatMap(ImportCheckpoints, (checkpoints) => checkpoints.find(kind, identity.name))
      )
      expect(Option.isNone(checkpoint)).toBe(true)
    },
    60_000
  )

  test("interrupted, continues where it stopped, and ends like an uninterrupted one", async () => {
    let batches = 0
    const exit = await service().run(
      Effect.exit(
        importIntoCatalogue("off-tsv", many, () =>
          Effect.suspend(() => {
            batches += 1
            return batches === 2 ? Effect.interrupt : Effect.void
          })
        )
      )
    )
    expect(Exit.isInterrupted(exit)).toBe(true)
    const resumed = await run("off-tsv", many)
    expect(resumed.resumedAt).toBeGreaterThan(0)
    expect(resumed.tally.rowsIn).toBe(ROWS)
    expect(resumed.stored.inserted + resumed.stored.updated + resumed.stored.unchanged).toBeLessThan(resumed.tally.kept)
    const again = await run("off-tsv", many)
    expect(again.stored).toEqual({ inserted: 0, updated: 0, unchanged: resumed.tally.kept })
  }, 60_000)
})
