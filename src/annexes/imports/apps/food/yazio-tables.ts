import type { Header, TableKind } from "../../formats/table.ts"
import type { KnownNutrition } from "../../rows/rows.ts"

const columnsOf = (header: Header) => ({
  date: header.find("date"),
  meal: header.find("meal"),
  name: header.find("product", "product_name"),
  /** In grams or millilitres. */
  amount: header.find("amount", "amount_g"),
  serving: header.find("unit"),
  servings: header.find("portions"),
  nutrients: [
    ["calories", header.find("calories total", "calories")],
    ["protein", header.find("protein total", "protein_g")],
    ["carbs", header.find("carbs total", "carbs_g")],
    ["fat", header.find("fat total", "fat_g")]
  ] as const
})

/**
 * `nutrition_log.csv`, as community exporters write the diary: one row per food, with the nutrients of the whole
 * amount.
 */
export const yazioFoods: TableKind = {
  source: "yazio",
  matches: (header) =>
    header.has("date", "meal", "product", "calories total", "protein total") ||
    header.has("date", "meal", "product_name", "amount_g", "calories"),
  required: (header) => [columnsOf(header).date, columnsOf(header).name],
  date: (header) => columnsOf(header).date,
  read: ({ header, moments, emit }) => {
    const column = columnsOf(header)
    return {
      row: (cells, place) => {
        const at = cells.moment(moments, cells.text(column.date))
        const name = cells.text(column.name)
        if (name === "") cells.refuse("it names no food")
        const [amount, servings] = [cells.positive(column.amount), cells.positive(column.servings)]
        const nutrition: KnownNutrition = {
          calories: null,
          protein: null,
          carbs: null,
          fat: null,
          alcohol: null,
          ...Object.fromEntries(column.nutrients.map(([nutrient, at]) => [nutrient, cells.number(at)]))
        }
        if (!cells.areRead(emit, place) || at === null) return
        const serving = cells.text(column.serving)
        emit.push({
          _tag: "Eaten",
          place,
          rows: 1,
          at,
          meal: cells.text(column.meal) || null,
          name,
          brand: null,
          amount:
            serving !== "" && servings !== null ? `${servings} ${serving}` : amount === null ? null : `${amount} g`,
          nutrition,
          notes: null
        })
      }
    }
  }
}

/** Sums per day and meal, which repeat the foods. */
export const yazioSums: TableKind = {
  source: "yazio",
  matches: () => false,
  mayBe: (header, _, path) =>
    /(?:^|\/)(?:meal|daily)_summary\.csv$/i.test(path) &&
    header.find("date") === 0 &&
    header.search(/^calories/) !== -1,
  whenAlone: {
    problem: "has sums of days or meals and no foods",
    advice: "Pass nutrition_log.csv, or days.json and products.json in one ZIP"
  },
  required: () => [],
  date: () => -1,
  read: ({ emit }) => ({
    row: (_, place) => emit.count(place, "sums of days and meals, which the foods add up to")
  })
}
