import { activityRow } from "../../formats/activities/activity-row.ts"
import { numberOf } from "../../formats/amounts.ts"
import type { Cells } from "../../formats/cells.ts"
import { dayTitles } from "../../formats/day-titles.ts"
import { columnsLike, readingTable } from "../../formats/reading-table.ts"
import type { Header, TableKind } from "../../formats/table.ts"

const DELETED = "rows that were deleted in the app"

const isDeleted = (cells: Cells, header: Header): boolean =>
  /^(?:true|1|yes)$/i.test(cells.text(header.find("deleted")))

/** A nutrient's amount; null if the app does not know it. */
const knownIn = (cells: Cells, header: Header, name: RegExp): number | null => {
  const place = header.search(name)
  const value = place === -1 ? null : numberOf(cells.text(place), header.delimiter)
  return value === null || value < 0 ? null : value
}

/** `food-logs.csv`: one row per food eaten. */
export const loseItFoods: TableKind = {
  source: "lose-it",
  matches: (header) => header.has("date", "name", "icon", "deleted", "calories") && header.find("meal") !== -1,
  required: (header) => [header.find("date"), header.find("name")],
  date: (header) => header.find("date"),
  read: ({ header, moments, emit }) => {
    const column = header.places({
      date: "date",
      name: "name",
      meal: "meal",
      quantity: "quantity",
      units: "units",
      calories: "calories"
    })
    return {
      row: (cells, place) => {
        if (isDeleted(cells, header)) {
          emit.count(place, DELETED)
          return
        }
        const at = cells.moment(moments, cells.text(column.date))
        const name = cells.text(column.name)
        if (name === "") cells.refuse("it names no food")
        const calories = cells.number(column.calories)
        if (!cells.areRead(emit, place) || at === null) return
        emit.push({
          _tag: "Eaten",
          place,
          rows: 1,
          at,
          meal: cells.text(column.meal) || null,
          name,
          brand: null,
          amount: `${cells.text(column.quantity)} ${cells.text(column.units)}`.trim() || null,
          nutrition: {
            calories,
            protein: knownIn(cells, header, /^protein ?\(g\)$/),
            carbs: knownIn(cells, header, /^carbohydrates? ?\(g\)$/),
            fat: knownIn(cells, header, /^fat ?\(g\)$/),
            alcohol: null
          },
          notes: null
        })
      }
    }
  }
}

/** `exercise-logs.csv`: one row per exercise of a day. */
export const loseItExercises: TableKind = {
  source: "lose-it",
  matches: (header) => header.has("date", "name", "icon", "deleted", "calories", "type") && header.find("meal") === -1,
  required: (header) => [header.find("date"), header.find("name")],
  date: (header) => header.find("date"),
  read: ({ header, moments, emit }) => {
    const [date, name, quantity, units, calories] = ["date", "name", "quantity", "units", "calories"].map((name) =>
      header.find(name)
    )
    const titleOf = dayTitles()
    return {
      row: (cells, place) => {
        if (isDeleted(cells, header)) {
          emit.count(place, DELETED)
          return
        }
        const day = cells.text(date ?? -1)
        const start = cells.moment(moments, day)
        const type = cells.text(name ?? -1)
        if (/ adjustment$/i.test(type)) {
          emit.count(place, "adjustments of a day's energy by steps, which are no exercise")
          return
        }
        if (type === "") cells.refuse("it names no exercise")
        const amount = cells.positive(quantity ?? -1)
        const burnt = numberOf(cells.text(calories ?? -1), header.delimiter)
        const seconds = /^min/i.test(cells.text(units ?? -1))
          ? 60
          : /^h(?:ou)?rs?/i.test(cells.text(units ?? -1))
            ? 3600
            : null
        if (!cells.areRead(emit, place) || start === null) return
        emit.push(
          activityRow(place, {
            type,
            title: titleOf(type, start),
            start,
            durationSeconds: amount === null || seconds === null ? null : amount * seconds,
            distanceMeters: null,
            // Burnt energy is subtracted from the day, so some versions write it as a negative number.
            calories: burnt === null || burnt === 0 ? null : Math.abs(burnt)
          })
        )
      }
    }
  }
}

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
