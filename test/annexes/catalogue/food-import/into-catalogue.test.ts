import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Option } from "effect"
import { ImportCheckpoints } from "../../../../src/annexes/catalogue/food-import/checkpoints.ts"
import { IMPORT_KINDS } from "../../../../src/annexes/catalogue/food-import/importer.ts"
import { IMPORTERS } from "../../../../src/annexes/catalogue/food-import/importers.ts"
import { importIntoCatalogue } from "../../../../src/annexes/catalogue/food-import/into-catalogue.ts"
import { overEveryStore } from "../../../support/app.ts"
import { type Generated, generate } from "./generate.ts"

const ROWS = 2400
let folder: string
let paths: Generated
let others: Generated

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fettle-test-"))
  paths = await generate(join(folder, "one"), ROWS, 11)
  others = await generate(join(folder, "two"), ROWS, 12)
}, 30_000)
afterAll(() => rm(folder, { recursive: true }))

overEveryStore("an import into the catalogue", (service) => {
  describe.each(IMPORT_KINDS)("of %s", (kind) => {
    const run = (path: string) => service().run(Effect.orDie(importIntoCatalogue(kind, path, () => Effect.void)))

    test("changes nothing the second time", async () => {
      const first = await run(paths[kind])
      expect(first.tally.rowsIn).toBe(ROWS)
      const second = await run(paths[kind])
      expect(second.stored).toEqual({ inserted: 0, updated: 0, unchanged: first.tally.kept })
      expect(second.resumedAt).toBe(0)
    }, 60_000)

    test("interrupted, continues where it stopped, and ends like an uninterrupted one", async () => {
      let batches = 0
      const exit = await service().run(
        Effect.exit(
          importIntoCatalogue(kind, others[kind], () =>
            Effect.suspend(() => {
              batches += 1
              return batches === 2 ? Effect.interrupt : Effect.void
            })
          )
        )
      )
      expect(Exit.isInterrupted(exit)).toBe(true)
      const resumed = await run(others[kind])
      expect(resumed.resumedAt).toBeGreaterThan(0)
      expect(resumed.tally.rowsIn).toBe(ROWS)
      expect(resumed.stored.inserted + resumed.stored.updated + resumed.stored.unchanged).toBeLessThan(
        resumed.tally.kept
      )
      const again = await run(others[kind])
      expect(again.stored).toEqual({ inserted: 0, updated: 0, unchanged: resumed.tally.kept })
    }, 60_000)

    test("leaves no checkpoint behind once it has finished", async () => {
      const { identity } = await Effect.runPromise(IMPORTERS[kind].open(others[kind]))
      const checkpoint = await service().run(
        Effect.flatMap(ImportCheckpoints, (checkpoints) => checkpoints.find(kind, identity.name))
      )
      expect(Option.isNone(checkpoint)).toBe(true)
    })
  })
})
