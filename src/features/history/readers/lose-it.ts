import { activityRow } from "./activity-row.ts"
import { numberOf } from "./amounts.ts"
import { Cells } from "./cells.ts"
import { Moments } from "./moments.ts"
import { columnsLike, readingTable } from "./reading-table.ts"
import type { Fields, Header, TableKind } from "./table.ts"

const DELETED = "rows that were deleted in the app"

const isDeleted = (fields: Fields, header: Header): boolean => /^(?:true|1|yes)$/i.test(fields(header.find("deleted")))

/** A nutrient's amount; null if the app does not know it. */
const knownIn = (fields: Fields, header: Header, name: RegExp): number | null => {
  const place = header.search(name)
  const value = place === -1 ? null : numberOf(fields(place), header.delimiter)
  return value === null || value < 0 ? null : value
}

/** `food-logs.csv`: one row per food eaten. */
export const loseItFoods: TableKind = {
  source: "lose-it",
  matches: (header) => header.has("date", "name", "icon", "deleted", "calories") && header.find("meal") !== -1,
  required: (header) => [header.find("date"), header.find("name")],
  date: (header) => header.find("date"),
  read: ({ header, options, emit }) => {
    const column = {
      date: header.find("date"),
      name: header.find("name"),
      meal: header.find("meal"),
      quantity: header.find("quantity"),
      units: header.find("units"),
      calories: header.find("calories")
    }
    const moments = new Moments(options.timezone, options.isMonthFirst)
    return {
      row: (fields, place) => {
        if (isDeleted(fields, header)) {
          emit.count(place, DELETED)
          return
        }
        const cells = new Cells(fields, header.delimiter)
        const at = cells.moment(moments, fields(column.date))
        const name = fields(column.name)
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
            protein: knownIn(fields, header, /^protein ?\(g\)$/),
            carbs: knownIn(fields, header, /^carbohydrates? ?\(g\)$/),
            fat: knownIn(fields, header, /^fat ?\(g\)$/),
            alcohol: null
          },
          notes: null
        })
      },
      end: () => undefined
    }
  }
}

/** `exercise-logs.csv`: one row per exercise of a day. */
export const loseItExercises: TableKind = {
  source: "lose-it",
  matches: (header) => header.has("date", "name", "icon", "deleted", "calories", "type") && header.find("meal") === -1,
  required: (header) => [header.find("date"), header.find("name")],
  date: (header) => header.find("date"),
  read: ({ header, options, emit }) => {
    const [date, name, quantity, units, calories] = ["date", "name", "quantity", "units", "calories"].map((name) =>
      header.find(name)
    )
    const moments = new Moments(options.timezone, options.isMonthFirst)
    return {
      row: (fields, place) => {
        if (isDeleted(fields, header)) {
          emit.count(place, DELETED)
          return
        }
        const cells = new Cells(fields, header.delimiter)
        const day = cells.text(date ?? -1)
        const start = cells.moment(moments, day)
        const type = cells.text(name ?? -1)
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
            title: type,
            start,
            durationSeconds: amount === null || seconds === null ? null : amount * seconds,
            distanceMeters: null,
            // Burnt energy is subtracted from the day, so some versions write it as a negative number.
            calories: burnt === null || burnt === 0 ? null : Math.abs(burnt)
          })
        )
      },
      end: () => undefined
    }
  }
}

/** `weights.csv`: one row per weighing, without a unit. */
export const loseItWeights = readingTable({
  source: "lose-it",
  matches: (header) => header.has("date", "weight", "last updated", "deleted"),
  columns: (header) => columnsLike(header, { date: /^date$/, weight: /^weight$/ }),
  isLeftOut: (fields, header) => (isDeleted(fields, header) ? DELETED : null),
  isNothing: /^(?:last updated|deleted)$/i
})
