import { Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import { ownedIds } from "../../../values/ids.ts"
import { FileUnits } from "./file-units.ts"

export const importIds = ownedIds("imp", "ImportId")
export const ImportId = importIds.Id
export type ImportId = typeof ImportId.Type

/** The outcome of a file's rows; `read` is the sum of the others. */
export const RowCounts = Schema.Struct({
  read: Schema.Number,
  new: Schema.Number,
  unchanged: Schema.Number,
  changed: Schema.Number,
  /** Rows that belong to the same fact as another row. */
  merged: Schema.Number,
  leftOut: Schema.Number
})
export type RowCounts = typeof RowCounts.Type

/** A fact of an earlier file of the source that this one does not state any more, and that was taken back. */
export const Replaced = Schema.Struct({
  kind: Schema.Literal("reading", "entry", "workout"),
  name: Schema.String,
  date: ActivityDay
})
export type Replaced = typeof Replaced.Type

/**
 * How many facts of earlier files lie on days between the first and the last of this one that it does not mention.
 */
export const Missing = Schema.Struct({
  readings: Schema.Number,
  entries: Schema.Number,
  workouts: Schema.Number,
  /** Whether they were removed. */
  removed: Schema.Boolean
})
export type Missing = typeof Missing.Type

export const NOTHING_MISSING: Missing = { readings: 0, entries: 0, workouts: 0, removed: false }

/** How many facts were added. */
export const Made = Schema.Struct({
  readings: Schema.Number,
  entries: Schema.Number,
  workouts: Schema.Number,
  sets: Schema.Number,
  exercises: Schema.Number
})
export type Made = typeof Made.Type

export interface Counts {
  readonly rows: RowCounts
  readonly made: Made
}

/** A row that gave nothing, with the reason. */
export const LeftOutRow = Schema.Struct({ file: Schema.String, line: Schema.Number, reason: Schema.String })
export type LeftOutRow = typeof LeftOutRow.Type

export const Suggestion = Schema.Struct({ exerciseId: Schema.String, name: Schema.String })
export type Suggestion = typeof Suggestion.Type

/**
 * How a name was mapped: by the person's choice, the catalogue's name, the app's name, the same words, or to an own
 * exercise.
 */
export const MappedBy = Schema.Literal("choice", "name", "alias", "words", "own")
export type MappedBy = typeof MappedBy.Type

const MappedExercise = Schema.Struct({
  name: Schema.String,
  exerciseId: Schema.String,
  by: MappedBy,
  /** For an own exercise: likely exercises of the catalogue. */
  suggestions: present(Schema.Array(Suggestion)),
  /** For an own exercise: how many sets of the file have this name. */
  sets: present(Schema.Number)
})
export type MappedExercise = typeof MappedExercise.Type

/** A kind of data that a file holds and that is not kept, with how many rows have it. */
export const NotKeptKind = Schema.Struct({
  file: Schema.NullOr(Schema.String),
  kind: Schema.String,
  rows: Schema.Number
})
export type NotKeptKind = typeof NotKeptKind.Type

/** What an import did, or would do. Every row of the file is counted. */
export const Report = Schema.Struct({
  /** Null for a dry run. */
  importId: Schema.NullOr(ImportId),
  source: Schema.String,
  dryRun: Schema.Boolean,
  rows: RowCounts,
  made: Made,
  leftOut: Schema.Array(LeftOutRow),
  replaced: Schema.optionalWith(Schema.Array(Replaced), { default: () => [] }),
  missing: Schema.optionalWith(Missing, { default: () => NOTHING_MISSING }),
  exercises: Schema.Array(MappedExercise),
  units: Schema.optionalWith(FileUnits, { default: () => ({}) }),
  warnings: Schema.Array(Schema.String),
  notKept: Schema.optionalWith(Schema.Array(NotKeptKind), { default: () => [] })
})
export type Report = typeof Report.Type

export const ITEM_KINDS = [
  "reading",
  "entry",
  "workout",
  "exercise",
  "routine",
  "custom_food",
  "saved_meal",
  "goal",
  "import"
] as const
/** What an import can make. The last five come only from Fettle's archives. */
export type ItemKind = (typeof ITEM_KINDS)[number]

/** Why an undo left something unchanged. */
export const KEPT_REASONS = {
  edited: "changed since the import",
  replaced: "stated by another import, too",
  used: "used by something else"
} as const
export type KeptReason = keyof typeof KEPT_REASONS

const KeptItem = Schema.Struct({ kind: Schema.Literal(...ITEM_KINDS), id: Schema.String, reason: Schema.String })
export type KeptItem = typeof KeptItem.Type

/** What an undo did. It does not count what the person had already deleted. */
export const Undone = Schema.Struct({
  importId: ImportId,
  removed: Schema.Number,
  restored: Schema.Number,
  kept: Schema.Array(KeptItem)
})
export type Undone = typeof Undone.Type
