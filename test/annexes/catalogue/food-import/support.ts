import { fileURLToPath } from "node:url"
import { Chunk, Effect, Stream } from "effect"
import { importFoods, type Progress } from "../../../../src/annexes/catalogue/food-import/import-foods.ts"
import type { Checkpoint, ImportKind, Outcome, Tally } from "../../../../src/annexes/catalogue/food-import/importer.ts"
import { IMPORTERS } from "../../../../src/annexes/catalogue/food-import/importers.ts"
import type { CatalogueFood } from "../../../../src/features/foods/catalogue-food.ts"
import type { Stored } from "../../../../src/features/foods/store.ts"

export const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

/** A catalogue in memory: a food replaces the one with its id, and the shelf reports whether that changed anything. */
export class Shelf {
  readonly foods = new Map<string, CatalogueFood>()

  put(batch: ReadonlyArray<CatalogueFood>): Stored {
    const stored = { inserted: 0, updated: 0, unchanged: 0 }
    for (const food of batch) {
      const before = this.foods.get(food.id)
      if (before === undefined) stored.inserted += 1
      else if (JSON.stringify(before) === JSON.stringify(food)) stored.unchanged += 1
      else stored.updated += 1
      this.foods.set(food.id, food)
    }
    return stored
  }

  /** All foods in a canonical order. */
  sorted(): ReadonlyArray<CatalogueFood> {
    return [...this.foods.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  }
}

/** Imports everything onto the shelf. */
export const importTo = (
  shelf: Shelf,
  kind: ImportKind,
  path: string,
  resumeFrom: Checkpoint | null = null
): Promise<Progress> =>
  Effect.runPromise(
    importFoods(
      IMPORTERS[kind],
      path,
      resumeFrom,
      (foods) => Effect.sync(() => shelf.put(foods)),
      () => Effect.void
    )
  )

/** The foods by id, and the counts of one file. */
export const readAll = async (
  kind: ImportKind,
  path: string
): Promise<{ readonly foods: ReadonlyMap<string, CatalogueFood>; readonly tally: Tally }> => {
  const shelf = new Shelf()
  const { tally } = await importTo(shelf, kind, path)
  return { foods: shelf.foods, tally }
}

/** The food, or the reason why there is none. */
export const verdict = (outcome: Outcome): CatalogueFood | string =>
  outcome._tag === "Kept" ? outcome.food : outcome.reason

/** The outcome of each row, in order: the food's id, or the reason why there is none. */
export const verdicts = (kind: ImportKind, path: string): Promise<ReadonlyArray<string>> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { batches } = yield* IMPORTERS[kind].open(path)
      const outcomes = (yield* Stream.runCollect(batches)).pipe(
        Chunk.flatMap((batch) => Chunk.fromIterable(batch.outcomes))
      )
      return [...outcomes].map((outcome) => (outcome._tag === "Kept" ? outcome.food.id : outcome.reason))
    })
  )

/** The message of an import that must fail. */
export const complaint = (kind: ImportKind, path: string, shelf: Shelf = new Shelf()): Promise<string> =>
  importTo(shelf, kind, path).then(
    () => "no complaint",
    (failure: unknown) => (failure instanceof Error ? failure.message : String(failure))
  )
