import { Effect, Stream } from "effect"
import type { CatalogueFood } from "../../../features/foods/catalogue-food.ts"
import type { Stored } from "../../../features/foods/store.ts"
import type { ImportFailed } from "./failure.ts"
import { addToTally, type Checkpoint, emptyTally, type Importer, rowsDone, type Tally } from "./importer.ts"

export interface Progress {
  /** Work done so far and total work, in bytes of the file. */
  readonly position: number
  readonly totalBytes: number
  /** Counts of the whole file so far, including rows stored before an interruption. */
  readonly tally: Tally
  /** Counts of this run only. */
  readonly stored: Stored
  /** To be stored, and passed to the next run if this one is interrupted. */
  readonly checkpoint: Checkpoint
}

/**
 * Reads the dump at `path` and passes its foods to `put`, batch by batch; `onProgress` runs after each batch is stored.
 * With the checkpoint of an interrupted run of the same file, only the foods which that run has not stored are put.
 * Returns the last progress, which is the final report. A failure states how many of the file's foods are stored.
 */
export const importFoods = <E1, R1, E2, R2>(
  importer: Importer,
  path: string,
  resumeFrom: Checkpoint | null,
  put: (foods: ReadonlyArray<CatalogueFood>) => Effect.Effect<Stored, E1, R1>,
  onProgress: (progress: Progress) => Effect.Effect<void, E2, R2>
): Effect.Effect<Progress, ImportFailed | E1 | E2, R1 | R2> =>
  Effect.gen(function* () {
    const source = yield* importer.open(path)
    const done = rowsDone(importer.kind, source, resumeFrom)
    const { identity, totalBytes } = source
    const start: Progress = {
      position: 0,
      totalBytes,
      tally: emptyTally,
      stored: { inserted: 0, updated: 0, unchanged: 0 },
      checkpoint: { kind: importer.kind, identity, rows: done }
    }
    let reached = start
    const batches = Stream.mapError(source.batches, (failed) => failed.after(reached.tally.kept))
    return yield* Stream.runFoldEffect(batches, start, (before, { outcomes, position }) =>
      Effect.gen(function* () {
        const fresh = outcomes.slice(Math.max(0, done - before.tally.rowsIn))
        const foods = fresh.flatMap((outcome) => (outcome._tag === "Kept" ? [outcome.food] : []))
        const stored = foods.length === 0 ? before.stored : add(before.stored, yield* put(foods))
        const tally = addToTally(before.tally, outcomes)
        const checkpoint = { kind: importer.kind, identity, rows: Math.max(done, tally.rowsIn) }
        const progress: Progress = { position, totalBytes, tally, stored, checkpoint }
        reached = progress
        yield* onProgress(progress)
        return progress
      })
    )
  })

const add = (one: Stored, other: Stored): Stored => ({
  inserted: one.inserted + other.inserted,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged
})
