import { Effect, Option } from "effect"
import { FoodCatalogue } from "../../../features/foods/store.ts"
import { ImportCheckpoints } from "./checkpoints.ts"
import { importFoods, type Progress } from "./import-foods.ts"
import { type ImportKind, rowsDone } from "./importer.ts"
import { IMPORTERS } from "./importers.ts"

/**
 * Imports the dump at `path` into the catalogue, and stores a checkpoint after each batch: an interrupted import of the
 * same file continues where it stopped. Returns the final report, and the row at which this run resumed (0 for a first
 * run).
 */
export const importIntoCatalogue = <E, R>(
  kind: ImportKind,
  path: string,
  onProgress: (progress: Progress) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const catalogue = yield* FoodCatalogue
    const checkpoints = yield* ImportCheckpoints
    const importer = IMPORTERS[kind]
    const source = yield* importer.open(path)
    const checkpoint = Option.getOrNull(yield* checkpoints.find(kind, source.identity.name))
    const end = yield* importFoods(importer, path, checkpoint, catalogue.put, (progress) =>
      Effect.zipRight(checkpoints.keep(progress.checkpoint), onProgress(progress))
    )
    yield* checkpoints.drop(end.checkpoint)
    yield* catalogue.analyze
    return { ...end, resumedAt: rowsDone(kind, source, checkpoint) }
  })
