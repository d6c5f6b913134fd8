import { Schema } from "effect"
import { quickDecoder, UNDECIDED } from "../../../contract/quick-decode.ts"
import { tableRows } from "../../../values/text/rows.ts"
import { CatalogueExercise } from "../model.ts"

export const COLUMNS = [
  "id",
  "name",
  "category",
  "trackingType",
  "weightIs",
  "muscleGroups",
  "equipment",
  "aliases",
  "formerNames",
  "compendium",
  "popularity"
] as const

const decodeQuickly = quickDecoder(CatalogueExercise)
const decodeSlowly = Schema.decodeUnknownSync(CatalogueExercise, { errors: "all" })

const decode = (row: unknown): CatalogueExercise => {
  const exercise = decodeQuickly(row)
  return exercise === UNDECIDED ? decodeSlowly(row) : exercise
}

const split = (cell: string, separator: string) => (cell === "" ? [] : cell.split(separator))

/**
 * Parses the table of exercises, keeping its order. Throws with the line number if the format is not exact: a header
 * line, tabs between cells, valid cells, ascending ids (so that none occurs twice), and a line feed at the end of each
 * line.
 */
export const readCatalogue = (table: string): ReadonlyArray<CatalogueExercise> => {
  let last = ""
  return tableRows(table, COLUMNS).map((row, index) => {
    try {
      const exercise = decode({
        ...row,
        muscleGroups: split(row.muscleGroups, ","),
        aliases: split(row.aliases, "|"),
        formerNames: split(row.formerNames, "|")
      })
      if (exercise.id <= last) throw new Error(`${exercise.id} stands after ${last}`)
      last = exercise.id
      return exercise
    } catch (cause) {
      throw new Error(`line ${index + 2}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    }
  })
}
