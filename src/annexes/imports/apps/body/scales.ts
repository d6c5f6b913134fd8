import { byName } from "../../formats/people.ts"
import { columnsLike, readingTable } from "../../formats/reading-table.ts"

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

/** Health Auto Export: one row per day or moment, with the unit of each column in its name. */
export const healthAutoExportDays = readingTable({
  source: "health-auto-export",
  matches: (header) =>
    header.search(/\([^()]+\)$/) !== -1 &&
    (header.has("date/time") ||
      (header.has("date") && header.search(/^[a-z][a-z ]+ \((?:steps|count\/min|degc|count)\)$/) !== -1)),
  columns: (header) =>
    columnsLike(header, {
      date: /^date(?:\/time)?$/,
      weight: /^weight(?: & body mass| body mass)? \((?:kg|lbs?|st)\)$/,
      fat: /^body fat percentage \(%\)$/,
      steps: /^step count \((?:steps|count)\)$/
    })
})
