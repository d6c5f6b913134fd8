import { date, moment, number } from "../../formats/columns/columns.ts"
import { sleeps } from "../../formats/columns/sleeps.ts"
import { localMoment } from "../../formats/moments.ts"
import { columnsLike, readingTable } from "../../formats/reading-table.ts"
import { sectioned } from "../../formats/sectioned.ts"
import type { TableKind } from "../../formats/table.ts"
import type { Moment } from "../../rows/rows.ts"

/** The tables `Body` and `Activities` of the older export, as separate files. */
export const fitbitDays = readingTable({
  source: "fitbit",
  matches: (header) =>
    header.has("date", "weight", "bmi", "fat") || header.has("date", "calories burned", "steps", "floors"),
  columns: (header) => columnsLike(header, { date: /^date$/, weight: /^weight$/, fat: /^fat$/, steps: /^steps$/ })
})

/** The sleep of the older export. Its times are local. */
const olderSleeps = sleeps({
  source: "fitbit",
  matches: (header) => header.has("start time", "end time", "minutes asleep"),
  columns: { start: date("start time"), end: moment("end time"), minutes: number("minutes asleep") }
})

const FOOD_LOG = /^Food Log (\d{4})(\d{2})(\d{2})$/

/** The foods of one day, below a title with its date. A meal stands on a row of its own, or before each food. */
const foodsOf = (at: Moment): TableKind => ({
  source: "fitbit",
  matches: () => false,
  required: () => [],
  date: () => -1,
  read: ({ header, emit }) => {
    const column = header.places({ meal: "meal", food: "food", calories: "calories" })
    let meal: string | null = null
    return {
      row: (cells, place) => {
        const name = cells.text(column.food)
        meal = cells.text(column.meal) || meal
        if (name === "") {
          emit.count(place, "names of meals")
          return
        }
        const calories = cells.number(column.calories)
        if (!cells.areRead(emit, place)) return
        const nutrition = { calories, protein: null, carbs: null, fat: null, alcohol: null }
        emit.push({ _tag: "Eaten", place, rows: 1, at, meal, name, brand: null, amount: null, nutrition, notes: null })
      }
    }
  }
})

/** The older export: several tables in one file, each below its name. Its weights have no unit. */
export const fitbitTables = sectioned({
  source: "fitbit",
  opening: {
    pattern:
      /^\ufeff?"?(?:Body|Foods|Activities|Sleep|Food Log \d+)"?,*\s*(?<=[\r\n])"?(?:Date|Meal|Start Time|Calories|Daily Totals)\b/,
    delimiter: ","
  },
  titleOf: (fields) => {
    const title = fields(0).trim()
    const isAlone = [1, 2, 3].every((place) => fields(place).trim() === "")
    return isAlone && /^(?:Body|Foods|Activities|Sleep|Food Log \d+|Daily Totals)$/.test(title) ? title : null
  },
  kindOf: (title, header) => {
    const table = [fitbitDays, olderSleeps].find(({ matches }) => matches(header, () => ""))
    if (table !== undefined) return table
    const [, year, month, day] = FOOD_LOG.exec(title) ?? []
    const at = day === undefined ? null : localMoment(Number(year), Number(month), Number(day), null)
    return at !== null && header.has("meal", "food", "calories") ? foodsOf(at) : undefined
  },
  unread: (title) => (title === "Sleep" ? "sleep, which is not kept" : "sums of foods, which are not kept")
})
