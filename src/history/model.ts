import { Effect, Schema } from "effect"
import { randomText, UserId } from "../values/ids.ts"

/** `imp_`, then the 16 characters of the user's id, then 8 of its own: an undo finds the user by it. */
export const ImportId = Schema.String.pipe(Schema.pattern(/^imp_[0-9a-z]{24}$/), Schema.brand("ImportId"))
export type ImportId = typeof ImportId.Type

export const newImportId = (userId: UserId): Effect.Effect<ImportId> =>
  Effect.map(randomText(8), (text) => ImportId.make(`imp_${userId.slice(4)}${text}`))

/** The user that an import's id belongs to. */
export const userOfImport = (id: ImportId): UserId => UserId.make(`usr_${id.slice(4, 20)}`)

/** What became of the rows of a file; `read` is the sum of the others. */
export interface RowCounts {
  readonly read: number
  readonly new: number
  readonly unchanged: number
  readonly changed: number
  /** Rows that are part of the same fact as another row. */
  readonly merged: number
  readonly leftOut: number
}

/** How many facts were added. */
export interface Made {
  readonly readings: number
  readonly entries: number
  readonly workouts: number
  readonly sets: number
  readonly exercises: number
}

export interface Counts {
  readonly rows: RowCounts
  readonly made: Made
}

/** A row that gave nothing, and why. */
export interface LeftOutRow {
  readonly file: string
  readonly line: number
  readonly reason: string
}

export interface Suggestion {
  readonly exerciseId: string
  readonly name: string
}

/** How a name was mapped: by the person's choice, the catalogue's name, the app's name, the same words, or to an own exercise. */
export type MappedBy = "choice" | "name" | "alias" | "words" | "own"

export interface MappedExercise {
  readonly name: string
  readonly exerciseId: string
  readonly by: MappedBy
  /** For an own exercise: what may be meant. */
  readonly suggestions?: ReadonlyArray<Suggestion>
}

/** What an import did, or would do. Every row of the file is counted. */
export interface Report extends Counts {
  /** Null for a dry run. */
  readonly importId: ImportId | null
  readonly source: string
  readonly dryRun: boolean
  readonly leftOut: ReadonlyArray<LeftOutRow>
  readonly exercises: ReadonlyArray<MappedExercise>
  readonly warnings: ReadonlyArray<string>
}

export const ITEM_KINDS = [
  "reading",
  "entry",
  "workout",
  "exercise",
  "custom_food",
  "saved_meal",
  "goal",
  "import"
] as const
/** What an import can make. The last four come with archives of Fettle only. */
export type ItemKind = (typeof ITEM_KINDS)[number]

/** Why an undo left something as it is. */
export const KEPT_REASONS = {
  edited: "changed since the import",
  replaced: "changed by a later import",
  used: "used by something else"
} as const
export type KeptReason = keyof typeof KEPT_REASONS

export interface KeptItem {
  readonly kind: ItemKind
  readonly id: string
  readonly reason: string
}

/** What an undo did; what the person had deleted already is in none of these. */
export interface Undone {
  readonly importId: ImportId
  readonly removed: number
  readonly restored: number
  readonly kept: ReadonlyArray<KeptItem>
}
