import { CutShort } from "../../../platform/files/cut-short.ts"
import { chunks } from "./file.ts"
import { expecting } from "./format.ts"
import { type Batch, fileImporter, type Importer, LeftOut, type Outcome } from "./importer.ts"
import { lines } from "./lines.ts"
import { judgeOff, nutrientsPer100, PER_100, unwanted } from "./off.ts"
import { stated } from "./rules.ts"
import { firstOfEachId, withScratch } from "./scratch.ts"

/** Open Food Facts, the tab-separated download (plain or gzip). */
export const offTsv: Importer = fileImporter("off-tsv", (path) => pieces(path))

const pieces = (path: string): AsyncIterable<Batch> =>
  withScratch(async function* (database) {
    const first = firstOfEachId(database)
    let judgeRow: ((line: string) => Outcome) | null = null
    for await (const read of lines(expecting("off-tsv", ["tsv"], chunks(path)))) {
      const outcomes: Array<Outcome> = []
      for (const line of read.lines) {
        if (judgeRow === null) judgeRow = rowJudge(line)
        else {
          const outcome = judgeRow(line)
          const isMalformed = outcome._tag === "LeftOut" && outcome.reason === "row_malformed"
          if (read.unended && isMalformed) throw new CutShort("ends in the middle of a row")
          outcomes.push(first(outcome))
        }
      }
      yield { outcomes, position: read.position }
    }
    if (judgeRow === null) throw new Error("has no header")
  })

const REQUIRED = ["code", "product_name", PER_100.protein, PER_100.carbs, PER_100.fat]

/**
 * Creates the judge of rows under this header. There is no quoting: a `"` is an ordinary character. A row of another
 * width than the header contains a stray tab or line end, so its columns cannot be distinguished.
 */
export const rowJudge = (header: string): ((line: string) => Outcome) => {
  const names = header.split("\t")
  const missing = REQUIRED.find((name) => !names.includes(name))
  if (missing !== undefined) throw new Error(`has no column ${missing}`)
  const places = new Map(names.map((name, place) => [name, place]))
  return (line) => {
    const fields = line.split("\t")
    if (fields.length !== names.length) return LeftOut({ reason: "row_malformed" })
    const value = (name: string): string => fields[places.get(name) ?? -1] ?? ""
    const reason = unwanted(value("product_type"), value("obsolete"))
    if (reason !== null) return LeftOut({ reason })
    return judgeOff({
      code: value("code"),
      productName: value("product_name"),
      genericName: value("generic_name"),
      brands: value("brands"),
      ...nutrientsPer100(value),
      basis: null,
      servingQuantity: stated(value("serving_quantity")),
      servingUnit: "",
      servingSize: value("serving_size")
    })
  }
}
