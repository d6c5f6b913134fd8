import { Effect, Option } from "effect"
import { FoodCatalogue } from "../foods/catalogue.ts"
import { importFoods, type Progress } from "./import-foods.ts"
import { type ImportKind, rowsDone } from "./importer.ts"
import { IMPORTERS } from "./importers.ts"

/**
 * Imports the dump at `path` into the catalogue, and keeps after each batch how far it has come, so that it goes on where
 * an interrupted import of the same file stopped. Returns the closing report, with the rows that were dealt with before.
 */
export const importIntoCatalogue = <E, R>(
  kind: ImportKind,
  path: string,
  onProgress: (progress: Progress) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const catalogue = yield* FoodCatalogue
    const importer = IMPORTERS[kind]
    const source = yield* importer.open(path)
    const checkpoint = Option.getOrNull(yield* catalogue.checkpoint(kind, source.identity.name))
    const end = yield* importFoods(importer, path, checkpoint, catalogue.put, (progress) =>
      Effect.zipRight(catalogue.keepCheckpoint(progress.checkpoint), onProgress(progress))
    )
    yield* catalogue.dropCheckpoint(end.checkpoint)
    yield* catalogue.settle
    return { ...end, resumedAt: rowsDone(kind, source, checkpoint) }
  })
