import { centimetresIn } from "../../formats/amounts.ts"
import { bodyColumns } from "../../formats/body-columns.ts"
import { hasMetric } from "../../formats/doubtful-columns.ts"
import { byName } from "../../formats/people.ts"
import { columnsLike, measure, readingTable } from "../../formats/reading-table.ts"
import type { Header } from "../../formats/table.ts"

/** Renpho: date and time in one column, or in two, possibly after a row number. */
export const renphoWeights = readingTable({
  source: "renpho",
  matches: (header) =>
    header.search(/^weight ?\(.+\)$/) !== -1 &&
    (header.has("time of measurement") ||
      (header.has("date", "time") && [2, 3].includes(header.search(/^weight\((?:kg|lb|st)\)$/)))),
  columns: (header) =>
    columnsLike(header, {
      date: header.has("time of measurement") ? /^time of measurement$/ : /^date$/,
      time: /^time$/,
      weight: /^weight ?\(.+\)$/,
      fat: /^body fat(?: percentage)? ?\(%\)$/
    })
})

/** eufy Life: one export has the weights of a whole family. */
export const eufyWeights = readingTable({
  source: "eufy",
  matches: (header) =>
    header.search(/^(?:time|date)$/) !== -1 &&
    header.search(/^family members?$/) !== -1 &&
    header.search(/^weight ?\(.+\)$/) !== -1,
  columns: (header) =>
    columnsLike(header, { date: /^(?:time|date)$/, weight: /^weight ?\(.+\)$/, fat: /^body ?fat ?\(?%\)?$/ }),
  people: byName((header) => header.search(/^family members?$/)),
  isNothing: /^family members?$/i
})

/** Happy Scale: a day and a weight, whose column is named after the unit. */
export const happyScaleWeights = readingTable({
  source: "happy-scale",
  matches: (header) => header.has("date") && header.search(/^(?:pound|kilogram|stone)\(s\)$/) !== -1,
  columns: (header) => columnsLike(header, { date: /^date$/, weight: /^(?:pound|kilogram|stone)\(s\)$/ })
})

/** What no other app calls so: its own words with a unit after them. */
const OF_HEALTH_AUTO_EXPORT =
  /^(?:weight\/body mass|(?:apple|walking|dietary|environmental|headphone|resting|basal|heart rate|cardio|blood oxygen|vo2 ?max|flights|active energy|step count|body mass index)\b.*) \(.+\)$/

/** Whether the first column is a date, and all others have their units in brackets. */
const hasUnits = ({ names: [date = "", ...others] }: Header): boolean =>
  /^date(?:\/time)?$/.test(date) && others.every((name) => name === "" || /\([^(]+\)$/.test(name))

const isInItsWords = (header: Header): boolean =>
  hasUnits(header) && header.names.filter((name) => OF_HEALTH_AUTO_EXPORT.test(name)).length > 1

const asleep = (part: string) => new RegExp(`^sleep analysis \\[${part}\\] \\((?:hr|min)\\)$`)

/** The sleep of a day, or what it consisted of in tables without the sum. */
const sleepIn = (header: Header) => {
  const minutesIn = (unit: string) => (unit === "hr" ? 60 : unit === "min" ? 1 : null)
  const total = measure(header, "sleep", asleep("total"), minutesIn)
  if (total.places.length > 0) return total
  const parts = ["asleep", "core", "deep", "rem"].map((part) => measure(header, "sleep", asleep(part), minutesIn))
  return { ...total, places: parts.flatMap(({ places }) => places), factor: parts.find(hasPlace)?.factor ?? 1 }
}

const hasPlace = ({ places }: { readonly places: ReadonlyArray<number> }): boolean => places.length > 0

/** Health Auto Export: one row per day or moment, with the unit of each column in its name. */
export const healthAutoExportDays = readingTable({
  source: "health-auto-export",
  matches: (header) =>
    header.search(/\([^()]+\)$/) !== -1 &&
    (header.has("date/time") ||
      isInItsWords(header) ||
      (header.has("date") && header.search(/^[a-z][a-z ]+ \((?:steps|count\/min|degc|count)\)$/) !== -1)),
  mayBe: (header) => hasUnits(header) && hasMetric(header, bodyColumns(header)),
  columns: (header) =>
    columnsLike(header, {
      date: /^date(?:\/time)?$/,
      weight: /^weight(?: & body mass| body mass)? \((?:kg|lbs?|st)\)$/,
      fat: /^body fat percentage \(%\)$/,
      steps: /^step count \((?:steps|count)\)$/
    }),
  measures: (header) => [
    measure(header, "waist", /^waist circumference \(.+\)$/, centimetresIn),
    measure(header, "resting_heart_rate", /^resting heart rate \((?:count\/min|bpm)\)$/, 1),
    sleepIn(header)
  ]
})
