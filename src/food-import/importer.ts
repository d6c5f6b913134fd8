import { Data, Effect, Schema, Stream } from "effect"
import type { CatalogueFood } from "../foods/catalogue-food.ts"
import { FileIdentity, identify } from "./file.ts"

/** Why a row of a dump does not become a food, and how the closing report says it. */
export const REASONS = {
  row_empty: "nothing in the row",
  row_malformed: "the row cannot be read",
  data_type_unused: "a sample or an acquisition, not a food people eat",
  code_unusable: "no usable id or barcode",
  duplicate: "its id came earlier in the same file",
  superseded: "another version of the same barcode is later or has the nutrients",
  name_empty: "no name",
  nutrient_missing: "energy, protein, carbohydrate or fat missing",
  number_unreadable: "a nutrient that is not a number",
  negative_value: "a nutrient below zero",
  energy_too_high: "more than 902 kcal",
  macro_too_high: "more than 100 g of one macronutrient",
  sum_too_high: "more than 105 g of macronutrients together",
  energy_zero: "0 kcal with more than 5 g of macronutrients",
  not_per_100: "stated per serving, not per 100 g or 100 ml",
  prepared: "stated for the prepared food",
  estimated: "an estimate"
} as const

export type Reason = keyof typeof REASONS

/** What became of one row. */
export type Outcome = Data.TaggedEnum<{
  Kept: { readonly food: CatalogueFood }
  LeftOut: { readonly reason: Reason }
}>
export const { Kept, LeftOut } = Data.taggedEnum<Outcome>()

/** Some outcomes in order, none when there is only progress to tell. */
export interface Batch {
  readonly outcomes: ReadonlyArray<Outcome>
  /** Work done so far in bytes of the file as it lies on disk (compressed bytes, if it is compressed): 0 to `totalBytes`. */
  readonly position: number
}

/** At most this many outcomes come in one batch. */
export const BATCH_ROWS = 1000

/** The file is absent, cut short, or not of the kind that was named. */
export class ImportFailed extends Data.TaggedError("ImportFailed")<{
  readonly path: string
  readonly message: string
}> {}

export const IMPORT_KINDS = ["fdc-csv", "fdc-json", "off-tsv", "off-jsonl"] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export interface ImportSource {
  readonly identity: FileIdentity
  readonly totalBytes: number
  /** Every row of the file as one outcome, in an order that depends on the file alone. No id is kept twice. */
  readonly batches: Stream.Stream<Batch, ImportFailed>
}

/**
 * Turns a dump into outcomes in constant memory: what cannot be decided row by row waits in a scratch database in the
 * temporary directory, which is removed when the stream ends, fails or is interrupted.
 */
export interface Importer {
  readonly kind: ImportKind
  readonly open: (path: string) => Effect.Effect<ImportSource, ImportFailed>
}

/**
 * Where an import stands, to be stored after each batch once its foods are stored.
 *
 * The same file always gives the same outcomes in the same order, whatever the size of the batches. So a resumed import
 * reads the file from the start, drops the first `rows` outcomes, and goes on with exactly those an uninterrupted import
 * would have brought next. Reading again is cheap beside storing, and rebuilds what later rows depend on: ids
 * already seen, the latest version of a barcode. Should the process end between storing a batch and storing its
 * checkpoint, that batch is stored twice, which changes nothing: a food replaces itself by its id.
 * A checkpoint whose kind or identity differs belongs to another file, and the import starts at row 0.
 */
export const Checkpoint = Schema.Struct({
  kind: Schema.Literal(...IMPORT_KINDS),
  identity: FileIdentity,
  rows: Schema.NonNegativeInt
})
export type Checkpoint = typeof Checkpoint.Type

const sameIdentity = Schema.equivalence(FileIdentity)

/** The number of leading outcomes that an earlier, interrupted import of this file has dealt with. */
export const rowsDone = (kind: ImportKind, source: ImportSource, checkpoint: Checkpoint | null): number =>
  checkpoint !== null && checkpoint.kind === kind && sameIdentity(checkpoint.identity, source.identity)
    ? checkpoint.rows
    : 0

/** What the closing report tells. `rowsIn` = `kept` + all of `leftOut`. */
export interface Tally {
  readonly rowsIn: number
  readonly kept: number
  readonly leftOut: Readonly<Partial<Record<Reason, number>>>
}

export const emptyTally: Tally = { rowsIn: 0, kept: 0, leftOut: {} }

export const addToTally = (tally: Tally, outcomes: ReadonlyArray<Outcome>): Tally => {
  const leftOut: Partial<Record<Reason, number>> = { ...tally.leftOut }
  let kept = tally.kept
  for (const outcome of outcomes) {
    if (outcome._tag === "Kept") kept += 1
    else leftOut[outcome.reason] = (leftOut[outcome.reason] ?? 0) + 1
  }
  return { rowsIn: tally.rowsIn + outcomes.length, kept, leftOut }
}

/** Below this many bytes of new progress, outcomes are gathered on until `BATCH_ROWS`. */
const PROGRESS_BYTES = 4 * 1024 * 1024

/** Cuts and gathers pieces of any length into batches of at most `BATCH_ROWS`, at least one every 4 MiB of progress. */
export async function* inBatches(pieces: AsyncIterable<Batch>): AsyncGenerator<Batch, void, undefined> {
  let outcomes: Array<Outcome> = []
  let told = 0
  let position = 0
  for await (const piece of pieces) {
    position = piece.position
    for (const outcome of piece.outcomes) {
      outcomes.push(outcome)
      if (outcomes.length < BATCH_ROWS) continue
      yield { outcomes, position }
      outcomes = []
      told = position
    }
    if (position - told < PROGRESS_BYTES) continue
    yield { outcomes, position }
    outcomes = []
    told = position
  }
  yield { outcomes, position }
}

/** An importer from how to recognize its file and how to read it, piece by piece. */
export const importer = (
  kind: ImportKind,
  identityOf: (path: string) => Promise<FileIdentity>,
  pieces: (path: string, totalBytes: number) => AsyncIterable<Batch>
): Importer => {
  const failed = (path: string) => (cause: unknown) =>
    new ImportFailed({ path, message: cause instanceof Error ? cause.message : String(cause) })
  return {
    kind,
    open: (path) =>
      Effect.map(Effect.tryPromise({ try: () => identityOf(path), catch: failed(path) }), (identity) => ({
        identity,
        totalBytes: identity.size,
        batches: Stream.suspend(() => Stream.fromAsyncIterable(inBatches(pieces(path, identity.size)), failed(path)))
      }))
  }
}

/** An importer of a single file, plain or gzip. */
export const fileImporter = (
  kind: ImportKind,
  pieces: (path: string, totalBytes: number) => AsyncIterable<Batch>
): Importer => importer(kind, identify, pieces)
