import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { Effect, Exit, Stream } from "effect"
import { importFoods } from "../../../../src/annexes/catalogue/food-import/import-foods.ts"
import {
  BATCH_ROWS,
  type Checkpoint,
  IMPORT_KINDS,
  type ImportKind
} from "../../../../src/annexes/catalogue/food-import/importer.ts"
import { IMPORTERS } from "../../../../src/annexes/catalogue/food-import/importers.ts"
import { type Generated, generate } from "./generate.ts"
import { fixture, importTo, readAll, Shelf } from "./support.ts"

/** In three batches, of which the second interrupts. */
const ROWS = 2 * BATCH_ROWS + 200
let folder: string
let paths: Generated

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fettle-test-"))
  paths = await generate(folder, ROWS, 7)
})
afterAll(() => rm(folder, { recursive: true }))

const scratchFolders = async (): Promise<number> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`fettle-import-${process.pid}-`)).length

/** Imports until `batches` batches are stored, then is interrupted; the last batch's checkpoint is lost with it. */
const interrupted = async (shelf: Shelf, kind: ImportKind, path: string, batches: number) => {
  let kept: Checkpoint | null = null
  let stored = 0
  const exit = await Effect.runPromiseExit(
    importFoods(
      IMPORTERS[kind],
      path,
      null,
      (foods) => Effect.sync(() => shelf.put(foods)),
      ({ checkpoint }) =>
        Effect.suspend(() => {
          stored += 1
          if (stored === batches) return Effect.interrupt
          kept = checkpoint
          return Effect.void
        })
    )
  )
  return { checkpoint: kept as Checkpoint | null, exit }
}

/** Everything that one uninterrupted import leaves and reports, and the batches in which the file is read. */
const imported = async (kind: ImportKind) => {
  const whole = new Shelf()
  const uninterrupted = await importTo(whole, kind, paths[kind])
  const source = await Effect.runPromise(IMPORTERS[kind].open(paths[kind]))
  const batches = [...(await Effect.runPromise(Stream.runCollect(source.batches)))]
  return { whole, uninterrupted, source, batches }
}

describe.each(IMPORT_KINDS)("an import of %s", (kind) => {
  let read: Awaited<ReturnType<typeof imported>>
  beforeAll(async () => {
    read = await imported(kind)
  })

  test("reports every row once", () => {
    const { tally, stored, position, totalBytes } = read.uninterrupted
    const leftOut = Object.values(tally.leftOut).reduce((sum, rows) => sum + rows, 0)
    expect([tally.rowsIn, tally.kept + leftOut]).toEqual([ROWS, ROWS])
    expect(tally.kept).toBeGreaterThan(ROWS / 3)
    expect(stored).toEqual({ inserted: tally.kept, updated: 0, unchanged: 0 })
    expect(position).toBe(totalBytes)
  })

  test("changes nothing the second time", async () => {
    const { whole, uninterrupted } = read
    const second = await importTo(whole, kind, paths[kind])
    expect(second.stored).toEqual({ inserted: 0, updated: 0, unchanged: uninterrupted.tally.kept })
    expect(second.tally).toEqual(uninterrupted.tally)
  })

  test("interrupted and resumed, gives the same as an uninterrupted one", async () => {
    const { whole, uninterrupted } = read
    const shelf = new Shelf()
    const { checkpoint, exit } = await interrupted(shelf, kind, paths[kind], 2)
    expect(Exit.isInterrupted(exit)).toBe(true)
    expect(shelf.foods.size).toBeLessThan(whole.foods.size)
    const before = shelf.foods.size
    const resumed = await importTo(shelf, kind, paths[kind], checkpoint)
    expect(shelf.sorted()).toEqual(whole.sorted())
    expect(resumed.tally).toEqual(uninterrupted.tally)
    expect(resumed.checkpoint).toEqual(uninterrupted.checkpoint)
    expect(resumed.stored.inserted).toBe(whole.foods.size - before)
    expect(resumed.stored.updated).toBe(0)
    // Only the batch that was stored without its checkpoint is stored again.
    expect(checkpoint?.rows).toBeGreaterThan(0)
    expect(resumed.stored.unchanged).toBeLessThanOrEqual(BATCH_ROWS)
  })

  test("finished and resumed, stores nothing", async () => {
    const { checkpoint, tally } = read.uninterrupted
    const again = await importTo(new Shelf(), kind, paths[kind], checkpoint)
    expect(again.stored).toEqual({ inserted: 0, updated: 0, unchanged: 0 })
    expect(again.tally).toEqual(tally)
  })

  test("with the checkpoint of another file, starts at the beginning", async () => {
    const { checkpoint } = read.uninterrupted
    const other = { ...checkpoint, identity: { ...checkpoint.identity, size: checkpoint.identity.size + 1 } }
    const { stored, tally } = await importTo(new Shelf(), kind, paths[kind], other)
    expect(stored.inserted).toBe(tally.kept)
  })

  test("comes in batches of bounded size at increasing positions", () => {
    const { batches, source } = read
    expect(Math.max(...batches.map(({ outcomes }) => outcomes.length))).toBeLessThanOrEqual(BATCH_ROWS)
    const positions = batches.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((one, other) => one - other))
    expect(positions.at(-1)).toBe(source.totalBytes)
  })

  test("never stores an id twice", () => {
    const ids = read.batches.flatMap(({ outcomes }) =>
      outcomes.flatMap((outcome) => (outcome._tag === "Kept" ? [outcome.food.id] : []))
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test("leaves nothing in the temporary directory, whether finished, ended early or failed", async () => {
    const before = await scratchFolders()
    await importTo(new Shelf(), kind, paths[kind])
    await interrupted(new Shelf(), kind, paths[kind], 1)
    const source = await Effect.runPromise(IMPORTERS[kind].open(paths[kind]))
    await Effect.runPromise(Stream.runDrain(Stream.take(source.batches, 1)))
    expect(await scratchFolders()).toBe(before)
  })
})

describe("files", () => {
  test("gzipped or not, are read the same, whatever their name", async () => {
    for (const [kind, name] of [
      ["off-tsv", "off.tsv"],
      ["off-jsonl", "off.jsonl"],
      ["fdc-json", "branded.json"]
    ] as const) {
      const bytes = await Bun.file(fixture(name)).bytes()
      const plain = await readAll(kind, fixture(name))
      for (const ending of ["", ".gz"]) {
        const path = join(folder, `zipped-${name}${ending}`)
        // A gzip file may consist of several, one after the other.
        await writeFile(path, Buffer.concat([gzipSync(bytes.subarray(0, 100)), gzipSync(bytes.subarray(100))]))
        expect(await readAll(kind, path)).toEqual(plain)
      }
    }
  })

  test("that are gzipped and truncated fail, and leave nothing behind", async () => {
    const before = await scratchFolders()
    const path = join(folder, "cut.tsv.gz")
    await writeFile(path, gzipSync(await Bun.file(paths["off-tsv"]).bytes()).subarray(0, 20_000))
    const source = await Effect.runPromise(IMPORTERS["off-tsv"].open(path))
    const failure = await Effect.runPromise(Effect.flip(Stream.runDrain(source.batches)))
    expect(failure).toMatchObject({ _tag: "ImportFailed", path })
    expect(await scratchFolders()).toBe(before)
  })

  test("that are missing, empty or of another kind fail", async () => {
    const empty = join(folder, "empty")
    await writeFile(empty, "")
    await expect(readAll("off-tsv", join(folder, "none"))).rejects.toThrow("no such file")
    await expect(readAll("off-tsv", folder)).rejects.toThrow("not a file")
    await expect(readAll("off-tsv", empty)).rejects.toThrow("no header")
    await expect(readAll("fdc-json", empty)).rejects.toThrow("has none of FoundationFoods")
    await expect(readAll("fdc-json", fixture("off.tsv"))).rejects.toThrow()
    expect((await readAll("off-jsonl", empty)).tally.rowsIn).toBe(0)
  })

  test("that have changed count as other files", async () => {
    const path = join(folder, "changed.jsonl")
    await writeFile(path, "null\n")
    const before = (await Effect.runPromise(IMPORTERS["off-jsonl"].open(path))).identity
    await utimes(path, 1, 1)
    expect((await Effect.runPromise(IMPORTERS["off-jsonl"].open(path))).identity).not.toEqual(before)
  })
})
