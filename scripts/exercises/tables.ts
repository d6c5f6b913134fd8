import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { type CompendiumCode, isCompendiumCode } from "../../src/features/exercises/compendium.ts"
import { CatalogueExercise, Category, MUSCLE_GROUPS } from "../../src/features/exercises/model.ts"
import { tableRows } from "../../src/values/text/rows.ts"

/** Reads a table of this folder. Throws unless it has exactly these columns, and a line feed at the end of each line. */
const rowsOf = <const Name extends string>(file: string, columns: ReadonlyArray<Name>) =>
  tableRows(readFileSync(new URL(file, import.meta.url), "utf8"), columns)

const byId = <A>(rows: ReadonlyArray<readonly [id: string, value: A]>): ReadonlyMap<string, A> => {
  const found = new Map(rows)
  if (found.size < rows.length) throw new Error("an id stands twice")
  return found
}

/** The names of exercises that are called otherwise than when they were added, with all that they were called before. */
export const readNames = () =>
  byId(
    rowsOf("names.tsv", ["id", "name", "formerNames"]).map(
      ({ id, name, formerNames }) => [id, { name, formerNames: formerNames.split("|") }] as const
    )
  )

/** What the weight of an exercise is, where it is not the load moved: assistance or added_bodyweight. */
export const readWeights = () =>
  byId(rowsOf("weights.tsv", ["id", "weightIs"]).map(({ id, weightIs }) => [id, weightIs] as const))

/**
 * Names as people write them, by the source's names: consistent spelling, hyphens and capitals, and no name with two
 * meanings. (The source's Air Bike and Wind Sprints are abdominal exercises on the floor and on a bar.)
 */
export const readRenamed = () =>
  byId(rowsOf("renamed.tsv", ["source", "name"]).map(({ source, name }) => [source, name] as const))

/** The equipment of exercises for which the source states none, or another, by the source's names. */
export const readEquipment = () =>
  byId(rowsOf("equipment.tsv", ["equipment", "source"]).map(({ source, equipment }) => [source, equipment] as const))

/**
 * Other names that people type, by the name in the catalogue. Each belongs to exactly one exercise, and is not itself
 * an exercise's name.
 */
export const readAliases = () =>
  byId(rowsOf("aliases.tsv", ["name", "aliases"]).map(({ name, aliases }) => [name, aliases.split("|")] as const))

/**
 * How common an exercise is, from 3 (in nearly everyone's log) to 1 (well known), by its name; exercises not listed are
 * 0, rare.
 */
export const readPopularity = () =>
  byId(rowsOf("popularity.tsv", ["popularity", "name"]).map(({ popularity, name }) => [name, popularity] as const))

const Code = Schema.String.pipe(
  Schema.filter((code): code is CompendiumCode => isCompendiumCode(code), {
    message: () => "a row of the Compendium that is used"
  })
)
const Muscles = Schema.Array(Schema.Literal(...MUSCLE_GROUPS))
const TrackingType = CatalogueExercise.fields.trackingType

/** An exercise that the source lacks. */
const Addition = Schema.Struct({
  name: Schema.NonEmptyString,
  category: Category,
  trackingType: TrackingType,
  compendium: Code,
  equipment: Schema.String,
  muscleGroups: Muscles
})
export type Addition = typeof Addition.Type

/** What is right, where the rules go wrong; undefined where they are right. */
const Correction = Schema.Struct({
  category: Schema.UndefinedOr(Category),
  trackingType: Schema.UndefinedOr(TrackingType),
  compendium: Schema.UndefinedOr(Code),
  muscleGroups: Schema.UndefinedOr(Muscles)
})
type Correction = typeof Correction.Type

const KIND = ["category", "trackingType", "compendium"] as const

/** Exercises that people log, and that physiotherapists, coaches and classes prescribe, which the source lacks. */
export const readAdditions = (): ReadonlyArray<Addition> =>
  rowsOf("additions.tsv", ["name", ...KIND, "equipment", "muscleGroups"]).map((row) =>
    Schema.decodeUnknownSync(Addition)({ ...row, muscleGroups: row.muscleGroups.split(",") })
  )

/** By the source's names. */
export const readCorrections = (): ReadonlyMap<string, Correction> =>
  byId(
    rowsOf("corrections.tsv", ["source", ...KIND, "muscleGroups"]).map(({ source, muscleGroups, ...stated }) => [
      source,
      Schema.decodeUnknownSync(Correction)({
        category: stated.category || undefined,
        trackingType: stated.trackingType || undefined,
        compendium: stated.compendium || undefined,
        muscleGroups: muscleGroups === "" ? undefined : muscleGroups.split(",")
      })
    ])
  )
