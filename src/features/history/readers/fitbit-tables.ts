import { columnsLike, readingTable } from "./reading-table.ts"
import { sectioned } from "./sectioned.ts"

/** The tables `Body` and `Activities` of the older export, as separate files. */
export const fitbitDays = readingTable({
  source: "fitbit",
  matches: (header) =>
    header.has("date", "weight", "bmi", "fat") || header.has("date", "calories burned", "steps", "floors"),
  columns: (header) => columnsLike(header, { date: /^date$/, weight: /^weight$/, fat: /^fat$/, steps: /^steps$/ })
})

/** The older export: several tables in one file, each below its name. Its weights have no unit. */
export const fitbitTables = sectioned({
  source: "fitbit",
  opening: {
    pattern:
      /^\ufeff?"?(?:Body|Foods|Activities|Sleep|Food Log \d+)"?,*\s*[\r\n]+"?(?:Date|Meal|Start Time|Calories)\b/,
    delimiter: ","
  },
  titleOf: (fields) => {
    const title = fields(0).trim()
    const isAlone = [1, 2, 3].every((place) => fields(place).trim() === "")
    return isAlone && /^(?:Body|Foods|Activities|Sleep|Food Log \d+|Daily Totals)$/.test(title) ? title : null
  },
  kindOf: (_, header) => (fitbitDays.matches(header, () => "") ? fitbitDays : undefined),
  unread: "sleep and sums of foods, which are not kept"
})
