import type { Cells } from "../../formats/cells.ts"
import { burnt, date, details, grams, name, number, positive, text } from "../../formats/columns/columns.ts"
import { activities, foods } from "../../formats/columns/tables.ts"
import { dayTitles } from "../../formats/day-titles.ts"
import { columnsLike, readingTable } from "../../formats/reading-table.ts"
import type { Header } from "../../formats/table.ts"

const DELETED = "rows that were deleted in the app"

const isYes = (text: string): boolean => /^(?:true|1|yes)$/i.test(text)
const isDeleted = (cells: Cells, header: Header): boolean => isYes(cells.text(header.find("deleted")))

/** `food-logs.csv`: one row per food eaten. */
export const loseItFoods = foods(
  {
    source: "lose-it",
    matches: (header) => header.has("date", "name", "icon", "deleted", "calories") && header.find("meal") !== -1,
    columns: {
      at: date("date"),
      name: name("name", "food"),
      calories: number("calories"),
      protein: grams(/^protein ?\(g\)$/),
      carbs: grams(/^carbohydrates? ?\(g\)$/),
      fat: grams(/^fat ?\(g\)$/),
      ...details({
        fiber: /^fib(?:er|re) ?\(g\)$/,
        sugars: /^sugars? ?\(g\)$/,
        saturatedFat: /^saturated fat ?\(g\)$/,
        sodium: /^sodium ?\(m?g\)$/
      }),
      meal: text("meal"),
      quantity: text("quantity"),
      units: text("units"),
      deleted: text("deleted")
    },
    skip: (text) => (isYes(text("deleted")) ? DELETED : null)
  },
  () =>
    ({ at, name, calories, protein, carbs, fat, meal, quantity, units, fiber, sugars, saturatedFat, sodium }) => ({
      at,
      meal,
      name,
      amount: `${quantity} ${units}`.trim(),
      nutrition: { calories, protein, carbs, fat, fiber, sugars, saturatedFat, sodium }
    })
)

const SECONDS: ReadonlyArray<readonly [RegExp, number]> = [
  [/^min/i, 60],
  [/^h(?:ou)?rs?/i, 3600]
]

/** `exercise-logs.csv`: one row per exercise of a day. */
export const loseItExercises = activities(
  {
    source: "lose-it",
    matches: (header) =>
      header.has("date", "name", "icon", "deleted", "calories", "type") && header.find("meal") === -1,
    columns: {
      start: date("date"),
      type: name("name", "exercise"),
      quantity: positive("quantity"),
      units: text("units"),
      burnt: burnt("calories"),
      deleted: text("deleted")
    },
    skip: (text) => {
      if (isYes(text("deleted"))) return DELETED
      return / adjustment$/i.test(text("type")) ? "adjustments of a day's energy by steps, which are no exercise" : null
    }
  },
  () => {
    const titleOf = dayTitles()
    return ({ start, type, quantity, units, burnt: calories }) => {
      const [, seconds] = SECONDS.find(([unit]) => unit.test(units)) ?? []
      const durationSeconds = quantity === null || seconds === undefined ? null : quantity * seconds
      return { type, title: titleOf(type, start), start, durationSeconds, distanceMeters: null, calories }
    }
  }
)

const IDLE = /^(?:secondary value|last updated|deleted)$/i

/** A table with one value per day. Only the name of its file says of what. */
const valuesOfDays = (what: "steps" | "fat", path: RegExp) =>
  readingTable({
    source: "lose-it",
    matches: () => false,
    mayBe: (header, _first, name) => header.has("date", "value", "secondary value", "last updated") && path.test(name),
    columns: (header) => columnsLike(header, { date: /^date$/, [what]: /^value$/ }),
    isLeftOut: (cells, header) => (isDeleted(cells, header) ? DELETED : null),
    isNothing: IDLE
  })

export const loseItSteps = valuesOfDays("steps", /(?:^|\/)steps\.csv$/i)
export const loseItBodyFat = valuesOfDays("fat", /(?:^|\/)body-?fat\.csv$/i)

/** `weights.csv`: one row per weighing, without a unit. */
export const loseItWeights = readingTable({
  source: "lose-it",
  matches: (header) => header.has("date", "weight", "last updated", "deleted"),
  columns: (header) => columnsLike(header, { date: /^date$/, weight: /^weight$/ }),
  isLeftOut: (cells, header) => (isDeleted(cells, header) ? DELETED : null),
  isNothing: IDLE
})
