import { gramsIn, kilocaloriesIn, kilogramsIn, unitInName } from "../../formats/amounts.ts"
import { brief } from "../../formats/brief.ts"
import {
  burnt,
  type Column,
  dayAnd,
  details,
  minutes,
  name,
  needed,
  positive,
  text
} from "../../formats/columns/columns.ts"
import { activities, foods, tableOf } from "../../formats/columns/tables.ts"
import { dayTitles } from "../../formats/day-titles.ts"
import type { TableKind } from "../../formats/table.ts"
import { pass } from "../../rows/advice.ts"

/** The unit of a nutrient's column, as in `protein (g)`; null if it is another column. */
const unitOf = (column: string, nutrient: string): string | null =>
  column.startsWith(`${nutrient} (`) ? unitInName(column) : null

/** The first column of a nutrient with a known unit, as kcal or grams. */
const amount = (nutrient: string, sizeOf: (unit: string) => number | null): Column<number | null> => ({
  named: ({ names }) => names.findIndex((column) => sizeOf(unitOf(column, nutrient) ?? "") !== null),
  refuses: true,
  open: ({ header }, at) => {
    const size = sizeOf(unitOf(header.names[at] ?? "", nutrient) ?? "") ?? 1
    return (cells) => {
      const value = cells.number(at)
      return value === null ? null : value * size
    }
  }
})

const calories = amount("energy", kilocaloriesIn)

/** `servings.csv`: one row per food eaten. Which nutrients it has depends on the person; equal rows are legitimate. */
export const cronometerServings = foods(
  {
    source: "cronometer",
    matches: (header) => header.has("day", "group", "food name", "amount"),
    columns: {
      at: dayAnd("day", "time"),
      name: name("food name", "food"),
      calories,
      protein: amount("protein", gramsIn),
      carbs: amount("carbs", gramsIn),
      fat: amount("fat", gramsIn),
      alcohol: amount("alcohol", gramsIn),
      ...details({
        fiber: /^fiber \(/,
        sugars: /^sugars \(/,
        saturatedFat: /^saturated(?: fat)? \(/,
        sodium: /^sodium \(/
      }),
      amount: needed(text("amount")),
      unit: text("unit"),
      meal: text("group")
    }
  },
  ({ emit }) =>
    ({ at, name, calories, protein, carbs, fat, alcohol, amount, unit, meal, fiber, sugars, saturatedFat, sodium }) => {
      emit.check.add(at.day, calories ?? 0)
      return {
        at,
        meal,
        name,
        amount: `${amount} ${unit}`.trim(),
        nutrition: { calories, protein, carbs, fat, alcohol, fiber, sugars, saturatedFat, sodium }
      }
    }
)

/** What a measurement is called, and where it comes from, as in `Weight (Apple Health)`. */
const namedIn = (written: string): { readonly name: string; readonly origin: string | undefined } => {
  const stated = brief(written)
  const [, named = stated, origin] = /^(.*)\(([^()]*)\)$/.exec(stated) ?? []
  return { name: named.trim(), origin }
}
const isFat = (name: string): boolean => /^body fat/i.test(name)

/** `biometrics.csv`: one row per measurement. */
export const cronometerBiometrics = tableOf(
  {
    source: "cronometer",
    matches: (header) =>
      header.has("day", "metric", "unit", "amount") && header.find("amount") === header.names.length - 1,
    columns: {
      at: dayAnd("day", "time"),
      amount: needed(positive("amount")),
      metric: needed(text("metric")),
      unit: needed(text("unit"))
    },
    kindOf: (text) => {
      const { name } = namedIn(text("metric"))
      return isFat(name) || /^weight$/i.test(name) ? null : `measurements of ${name}`
    },
    check: ({ amount, metric, unit }) => {
      if (amount === null) return "it holds no amount"
      const isKnown = isFat(namedIn(metric).name) || kilogramsIn(unit) !== null
      return isKnown ? null : `"${unit.slice(0, 40)}" is not a unit of weight`
    }
  },
  ({ emit }) => ({
    row: ({ at, amount, metric: written, unit }, place) => {
      const { name, origin } = namedIn(written)
      const metric = isFat(name) ? "body_fat" : "weight"
      const value = (amount ?? 0) * (metric === "weight" ? (kilogramsIn(unit) ?? 1) : 1)
      emit.push({ _tag: "Reading", place, rows: 1, metric, value, at, origin: origin || null })
    }
  })
)

/** `exercises.csv`: one row per exercise. Its energy is negative, because it is subtracted from the day's. */
export const cronometerExercises = activities(
  {
    source: "cronometer",
    matches: (header) => header.has("day", "exercise", "minutes", "calories burned"),
    columns: {
      start: dayAnd("day", "time"),
      type: name("exercise", "exercise"),
      durationSeconds: minutes("minutes"),
      calories: burnt("calories burned")
    }
  },
  () => {
    const titleOf = dayTitles()
    return ({ start, type, durationSeconds, calories }) => ({
      type,
      title: titleOf(type, start),
      start,
      durationSeconds,
      distanceMeters: null,
      calories
    })
  }
)

/** `dailysummary.csv`: the sums of the servings. They are not counted again, but compared with what was read. */
export const cronometerDays: TableKind = {
  source: "cronometer",
  matches: () => false,
  mayBe: (header) => header.has("date") && header.search(/^energy \(/) !== -1,
  whenAlone: {
    problem: "has sums of days and no foods",
    advice: pass("servings.csv of Cronometer, or the archive that has both")
  },
  required: () => [],
  isNothing: /./,
  date: (header) => header.find("date"),
  read: (context) => {
    const { header, moments, emit } = context
    const date = header.find("date")
    const caloriesIn = calories.open(context, header.place(calories.named))
    return {
      row: (cells, place) => {
        const at = moments.read(cells.text(date))
        const stated = caloriesIn(cells) ?? null
        if (at !== null && stated !== null) emit.check.state(at.day, stated)
        emit.count(place, "sums of days, which the servings give")
      }
    }
  }
}
