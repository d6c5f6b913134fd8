import { readFileSync } from "node:fs"

/** Reads a table of this folder. Throws unless it has exactly these columns, and a line feed at the end of each line. */
const rowsOf = (file: string, columns: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const [header, ...lines] = readFileSync(new URL(file, import.meta.url), "utf8").split("\n")
  if (header !== columns.join("\t")) throw new Error(`${file}: the header must be ${columns.join(", ")}`)
  if (lines.pop() !== "") throw new Error(`${file}: the last line has no line feed`)
  return lines.map((line, index) => {
    const cells = line.split("\t")
    if (cells.length !== columns.length || cells.includes(""))
      throw new Error(`${file}: line ${index + 2} is not a row`)
    return cells
  })
}

const byId = <A>(rows: ReadonlyArray<readonly [id: string, value: A]>): ReadonlyMap<string, A> => {
  const found = new Map(rows)
  if (found.size < rows.length) throw new Error("an id stands twice")
  return found
}

/** The names of exercises that are called otherwise than when they were added, with all that they were called before. */
export const readNames = () =>
  byId(
    rowsOf("names.tsv", ["id", "name", "formerNames"]).map(
      ([id = "", name = "", former = ""]) => [id, { name, formerNames: former.split("|") }] as const
    )
  )

/** What the weight of an exercise is, where it is not the load moved: assistance or added_bodyweight. */
export const readWeights = () =>
  byId(rowsOf("weights.tsv", ["id", "weightIs"]).map(([id = "", weightIs = ""]) => [id, weightIs] as const))
