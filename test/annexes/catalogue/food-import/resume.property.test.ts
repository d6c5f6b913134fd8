import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Stream } from "effect"
import fc from "fast-check"
import { IMPORT_KINDS, type ImportKind } from "../../../../src/annexes/catalogue/food-import/importer.ts"
import { IMPORTERS } from "../../../../src/annexes/catalogue/food-import/importers.ts"
import { generate } from "./generate.ts"
import { fixture, importTo, Shelf } from "./support.ts"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fettle-test-"))
})
afterAll(() => rm(folder, { recursive: true }))

const FIXTURES: Readonly<Record<ImportKind, string>> = {
  "fdc-csv": "fdc-csv",
  "fdc-json": "branded.json",
  "off-tsv": "off.tsv",
  "off-jsonl": "off.jsonl"
}

/** Everything that an uninterrupted import leaves, and a way to import only the rows before a given one. */
const read = async (kind: ImportKind, path: string) => {
  const source = await Effect.runPromise(IMPORTERS[kind].open(path))
  const batches = [...(await Effect.runPromise(Stream.runCollect(source.batches)))]
  const outcomes = batches.flatMap((batch) => batch.outcomes)
  const whole = new Shelf()
  const { tally } = await importTo(whole, kind, path)
  const stoppedAt = (rows: number) => {
    const shelf = new Shelf()
    shelf.put(outcomes.slice(0, rows).flatMap((outcome) => (outcome._tag === "Kept" ? [outcome.food] : [])))
    return shelf
  }
  return { identity: source.identity, rows: outcomes.length, whole, tally, stoppedAt }
}

type Read = Awaited<ReturnType<typeof read>>

const resumesLikeWhole = async (
  kind: ImportKind,
  path: string,
  { identity, whole, tally, stoppedAt }: Read,
  at: number
) => {
  const shelf = stoppedAt(at)
  const missing = whole.foods.size - shelf.foods.size
  const resumed = await importTo(shelf, kind, path, { kind, identity, rows: at })
  expect(shelf.sorted()).toEqual(whole.sorted())
  expect(resumed.tally).toEqual(tally)
  expect(resumed.stored).toEqual({ inserted: missing, updated: 0, unchanged: 0 })
}

describe.each(IMPORT_KINDS)("an import of %s", (kind) => {
  test("interrupted at any row and resumed, equals an uninterrupted one", async () => {
    const path = fixture(FIXTURES[kind])
    const all = await read(kind, path)
    for (let at = 0; at <= all.rows; at++) await resumesLikeWhole(kind, path, all, at)
  })

  test("of any dump changes nothing the second time; resumed at any row, it ends as if never interrupted", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000_000), fc.integer({ min: 1, max: 250 }), fc.nat(), async (seed, size, place) => {
        const path = (await generate(join(folder, `${kind}-${seed}-${size}`), size, seed))[kind]
        const all = await read(kind, path)
        expect(all.rows).toBe(size)
        const again = await importTo(all.whole, kind, path)
        expect(again.stored).toEqual({ inserted: 0, updated: 0, unchanged: all.tally.kept })
        expect(again.tally).toEqual(all.tally)
        await resumesLikeWhole(kind, path, all, place % (size + 1))
      }),
      { numRuns: 8 }
    )
  })
})
