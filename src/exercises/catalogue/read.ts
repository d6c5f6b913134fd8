import { Schema } from "effect"

export const CATEGORIES = ["strength", "cardio", "flexibility", "bodyweight"] as const
export const TRACKING_TYPES = ["weight_reps", "reps", "distance_duration", "duration", "hold"] as const
export const MUSCLE_GROUPS = [
  "abdominals",
  "abductors",
  "adductors",
  "biceps",
  "calves",
  "chest",
  "forearms",
  "glutes",
  "hamstrings",
  "lats",
  "lower back",
  "middle back",
  "neck",
  "quadriceps",
  "shoulders",
  "traps",
  "triceps"
] as const

export const COLUMNS = [
  "id",
  "name",
  "category",
  "trackingType",
  "muscleGroups",
  "equipment",
  "aliases",
  "compendium",
  "popularity"
] as const

/** One exercise of the shipped catalogue. */
export const CatalogueExercise = Schema.Struct({
  id: Schema.String.pipe(Schema.pattern(/^exr_[a-z0-9_]+$/)),
  name: Schema.NonEmptyTrimmedString,
  category: Schema.Literal(...CATEGORIES),
  /** What a set of this exercise records. */
  trackingType: Schema.Literal(...TRACKING_TYPES),
  /** Trained most first. */
  muscleGroups: Schema.Array(Schema.Literal(...MUSCLE_GROUPS)),
  /** Empty where none is needed. */
  equipment: Schema.Trimmed,
  /** Other names people type. */
  aliases: Schema.Array(Schema.NonEmptyTrimmedString),
  /** Row of the 2024 Adult Compendium of Physical Activities for an ordinary, moderate effort. */
  compendium: Schema.String.pipe(Schema.pattern(/^\d{5}$/)),
  /** How everyday the exercise is: 3 nearly everyone's, 2 common, 1 known, 0 special. */
  popularity: Schema.transformLiterals(["0", 0], ["1", 1], ["2", 2], ["3", 3])
})
export type CatalogueExercise = typeof CatalogueExercise.Type
export type Category = CatalogueExercise["category"]
export type TrackingType = CatalogueExercise["trackingType"]
export type MuscleGroup = (typeof MUSCLE_GROUPS)[number]

const decode = Schema.decodeUnknownSync(CatalogueExercise, { errors: "all" })

const split = (cell: string | undefined, separator: string) => (cell === "" ? [] : cell?.split(separator))

/**
 * The exercises of the table, in its order. Throws, naming the line, on anything that is not exactly the format:
 * a header line, tabs between cells, every cell valid, ids ascending (so none twice), a line feed at the end of each line.
 */
export const readCatalogue = (table: string): ReadonlyArray<CatalogueExercise> => {
  const [header, ...lines] = table.split("\n")
  if (header !== COLUMNS.join("\t")) throw new Error(`line 1: the header must be ${COLUMNS.join(", ")}`)
  if (lines.pop() !== "") throw new Error("the last line has no line feed")
  let last = ""
  return lines.map((line, index) => {
    const cells = line.split("\t")
    if (cells.length !== COLUMNS.length) {
      throw new Error(`line ${index + 2}: ${cells.length} cells, not ${COLUMNS.length}`)
    }
    try {
      const row = Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]]))
      const exercise = decode({ ...row, muscleGroups: split(row.muscleGroups, ","), aliases: split(row.aliases, "|") })
      if (exercise.id <= last) throw new Error(`${exercise.id} stands after ${last}`)
      last = exercise.id
      return exercise
    } catch (cause) {
      throw new Error(`line ${index + 2}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
  })
}
