import { Data, Effect, Schema, Stream } from "effect"
import type { CatalogueFood } from "../../../features/foods/catalogue-food.ts"
import { failureOf, type ImportFailed } from "./failure.ts"
import { FileIdentity, identify } from "./file.ts"

/** The reasons for leaving out a row, with their texts in the final report. */
export const REASONS = {
  row_empty: "nothing in the row",
  row_malformed: "the row cannot be read",
  not_utf8: "a text of bytes that are not UTF-8",
  data_type_unused: "a sample or an acquisition, not a food people eat",
  code_unusable: "no usable id or barcode",
  not_current: "an older version of a foundation food, not in foundation_food.csv",
  not_food: "a product of another type than food",
  obsolete: "marked obsolete by its source",
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
  energy_without_macros: "more than 50 kcal with next to no macronutrients",
  energy_far_off: "energy more than 60 % away from what the macronutrients give, not explained by fibre or alcohol",
  not_per_100: "stated per serving, without complete values per 100 g or 100 ml",
  prepared: "stated for the prepared food",
  estimated: "an estimate"
} as const

export type Reason = keyof typeof REASONS

/** The result of reading one row: a food, or the reason why it was left out. */
export type Outcome = Data.TaggedEnum<{
  Kept: { readonly food: CatalogueFood }
  LeftOut: { readonly reason: Reason }
}>
export const { Kept, LeftOut } = Data.taggedEnum<Outcome>()

/** The next outcomes in order; empty if the batch only reports progress. */
export interface Batch {
  readonly outcomes: ReadonlyArray<Outcome>
  /** Progress in bytes of the file on disk (compressed bytes, if it is compressed): 0 to `totalBytes`. */
  readonly position: number
}

/** Most outcomes in one batch. */
export const BATCH_ROWS = 1000

export const IMPORT_KINDS = ["fdc-csv", "fdc-json", "off-tsv", "off-jsonl"] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

interface ImportSource {
  readonly identity: FileIdentity
  readonly totalBytes: number
  /** Each row of the file as one outcome, in an order that depends only on the file. No id is kept twice. */
  readonly batches: Stream.Stream<Batch, ImportFailed>
}

/**
 * Converts a dump to outcomes in constant memory. Rows that cannot be decided on their own wait in a scratch database
 * in the temporary directory, which is removed when the stream ends, fails or is interrupted.
 */
export interface Importer {
  readonly kind: ImportKind
  readonly open: (path: string) => Effect.Effect<ImportSource, ImportFailed>
}

/**
 * The progress of an import, stored after the foods of each batch.
 *
 * The same file always gives the same outcomes in the same order, whatever the batch size. So a resumed import reads
 * the file from the start, drops the first `rows` outcomes, and continues with the next. Reading again is cheap
 * compared with storing, and restores what later rows depend on: the ids already seen, and the latest version of each
 * barcode. If the process ends after a batch is stored and before its checkpoint is, the batch is stored again, which
 * changes nothing, because each food replaces itself by its id. A checkpoint with another kind or identity belongs to
 * another file, and the import starts at row 0.
 */
export const Checkpoint = Schema.Struct({
  kind: Schema.Literal(...IMPORT_KINDS),
  identity: FileIdentity,
  rows: Schema.NonNegativeInt
})
export type Checkpoint = typeof Checkpoint.Type

const sameIdentity = Schema.equivalence(FileIdentity)

/** How many outcomes an interrupted import of this file has processed; 0 if the checkpoint belongs to another file. */
export const rowsDone = (kind: ImportKind, source: ImportSource, checkpoint: Checkpoint | null): number =>
  checkpoint !== null && checkpoint.kind === kind && sameIdentity(checkpoint.identity, source.identity)
    ? checkpoint.rows
    : 0

/** The counts of the final report: `rowsIn` is the sum of `kept` and everything in `leftOut`. */
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

/** After this many bytes without a full batch, a smaller one reports the progress. */
const PROGRESS_BYTES = 4 * 1024 * 1024

/**
 * Regroups pieces of any length into batches of at most `BATCH_ROWS`, at least one per 4 MiB read. What was read before
 * a failure is returned before the failure.
 */
async function* inBatches(pieces: AsyncIterable<Batch>): AsyncGenerator<Batch, void, undefined> {
  let outcomes: Array<Outcome> = []
  let reported = 0
  let position = 0
  try {
    for await (const piece of pieces) {
      position = piece.position
      for (const outcome of piece.outcomes) {
        outcomes.push(outcome)
        if (outcomes.length < BATCH_ROWS) continue
        yield { outcomes, position }
        outcomes = []
        reported = position
      }
      if (position - reported < PROGRESS_BYTES) continue
      yield { outcomes, position }
      outcomes = []
      reported = position
    }
  } catch (cause) {
    if (outcomes.length > 0) yield { outcomes, position }
    throw cause
  }
  yield { outcomes, position }
}

/** Creates an importer from functions that identify its file and read it piece by piece. */
export const importer = (
  kind: ImportKind,
  identityOf: (path: string) => Promise<FileIdentity>,
  pieces: (path: string, totalBytes: number) => AsyncIterable<Batch>
): Importer => {
  const failed = (path: string) => (cause: unknown) => failureOf(kind, path, cause)
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

/** Creates an importer of a single file, plain or gzip. */
export const fileImporter = (
  kind: ImportKind,
  pieces: (path: string, totalBytes: number) => AsyncIterable<Batch>
): Importer => importer(kind, identify, pieces)
