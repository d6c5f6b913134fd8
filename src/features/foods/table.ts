import type { CatalogueFood } from "./catalogue-food.ts"
import { readMeasures, writeMeasures } from "./measures.ts"

/** The columns of the shipped table, in order. */
export const COLUMNS = [
  "id",
  "source",
  "sourceId",
  "name",
  "brandName",
  "description",
  "also",
  "sameAs",
  "servingSize",
  "servingUnit",
  "servingText",
  "measures",
  "calories",
  "protein",
  "carbs",
  "fat",
  "alcohol",
  "fiber",
  "sugars",
  "saturatedFat",
  "sodium"
] as const satisfies ReadonlyArray<keyof CatalogueFood>

/** A line of the shipped table is not a valid food; `line` counts from 1, including the header. */
class MalformedCatalogue extends Error {
  override readonly name = "MalformedCatalogue"
  constructor(
    readonly line: number,
    reason: string
  ) {
    super(`Line ${line} of the food catalogue: ${reason}`)
  }
}

const NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?$/

const unitOf = (cell: string | undefined, line: number): "g" | "ml" => {
  if (cell === "g" || cell === "ml") return cell
  throw new MalformedCatalogue(line, `servingUnit is ${JSON.stringify(cell)}, neither g nor ml`)
}

const readFood = (row: string, line: number): CatalogueFood => {
  const cells = row.split("\t")
  if (cells.length !== COLUMNS.length) {
    throw new MalformedCatalogue(line, `${cells.length} columns where ${COLUMNS.length} belong`)
  }
  const [
    id,
    source,
    sourceId,
    name,
    brandName,
    description,
    also,
    sameAs,
    servingSize,
    servingUnit,
    servingText,
    measuresCell,
    calories,
    protein,
    carbs,
    fat,
    alcohol,
    fiber,
    sugars,
    saturatedFat,
    sodium
  ] = cells
  const text = (column: string, cell: string | undefined): string => {
    if (cell === undefined || cell.trim() === "" || cell.trim() !== cell) {
      throw new MalformedCatalogue(line, `${column} is ${JSON.stringify(cell)}, not a trimmed text`)
    }
    return cell
  }
  const optional = (column: string, cell: string | undefined): string | null =>
    cell === "" ? null : text(column, cell)
  const amount = (column: string, cell: string | undefined): number => {
    if (cell === undefined || !NUMBER.test(cell)) {
      throw new MalformedCatalogue(line, `${column} is ${JSON.stringify(cell)}, not an amount`)
    }
    return Number(cell)
  }
  const perhaps = (column: string, cell: string | undefined): number | null =>
    cell === "" ? null : amount(column, cell)
  const measures = (cell = ""): Pick<CatalogueFood, "measures"> => {
    const read = readMeasures(cell)
    for (const measure of read) {
      text("measures", measure.text)
      if (!(measure.size > 0)) throw new MalformedCatalogue(line, "a measure weighs nothing")
    }
    return read.length === 0 ? {} : { measures: read }
  }
  const size = amount("servingSize", servingSize)
  if (size <= 0) throw new MalformedCatalogue(line, "servingSize is 0")
  return {
    id: text("id", id),
    source: text("source", source),
    sourceId: text("sourceId", sourceId),
    name: text("name", name),
    brandName: optional("brandName", brandName),
    description: optional("description", description),
    also: optional("also", also),
    sameAs: optional("sameAs", sameAs),
    servingSize: size,
    servingUnit: unitOf(servingUnit, line),
    servingText: optional("servingText", servingText),
    ...measures(measuresCell),
    calories: amount("calories", calories),
    protein: amount("protein", protein),
    carbs: amount("carbs", carbs),
    fat: amount("fat", fat),
    alcohol: amount("alcohol", alcohol),
    fiber: perhaps("fiber", fiber),
    sugars: perhaps("sugars", sugars),
    saturatedFat: perhaps("saturatedFat", saturatedFat),
    sodium: perhaps("sodium", sodium)
  }
}

/** Parses the shipped table: a header, then one food per line. Throws {@link MalformedCatalogue} at the first fault. */
export const readFoods = (text: string): ReadonlyArray<CatalogueFood> => {
  const lines = text.split("\n")
  if (lines[0] !== COLUMNS.join("\t")) throw new MalformedCatalogue(1, "not the header of the catalogue")
  if (lines.at(-1) !== "") throw new MalformedCatalogue(lines.length, "the last line does not end")
  return lines.slice(1, -1).map((row, index) => readFood(row, index + 2))
}

const cellOf = (food: CatalogueFood, column: (typeof COLUMNS)[number]): string => {
  if (column === "measures") return writeMeasures(food.measures ?? [])
  return String(food[column] ?? "")
}

/** The shipped table, as {@link readFoods} reads it. */
export const writeFoods = (foods: ReadonlyArray<CatalogueFood>): string =>
  `${[COLUMNS.join("\t"), ...foods.map((food) => COLUMNS.map((column) => cellOf(food, column)).join("\t"))].join("\n")}\n`
