import { activityRow } from "../../formats/activities/activity-row.ts"
import { gramsIn, kilocaloriesIn, kilogramsIn, numberOf, unitInName } from "../../formats/amounts.ts"
import { brief } from "../../formats/brief.ts"
import { dayTitles } from "../../formats/day-titles.ts"
import type { Header, TableKind } from "../../formats/table.ts"
import type { KnownNutrition } from "../../rows/rows.ts"

/** The first column of a nutrient with a known unit, and the grams or kcal per unit. */
const nutrient = (
  header: Header,
  name: string,
  perUnit: (unit: string) => number | null
): { readonly place: number; readonly factor: number } => {
  for (const [place, column] of header.names.entries()) {
    const unit = column.startsWith(`${name} (`) ? unitInName(column) : null
    const factor = unit === null ? null : perUnit(unit)
    if (factor !== null) return { place, factor }
  }
  return { place: -1, factor: 1 }
}

/** `servings.csv`: one row per food eaten. Which nutrients it has depends on the person; equal rows are legitimate. */
export const cronometerServings: TableKind = {
  source: "cronometer",
  matches: (header) => header.has("day", "group", "food name", "amount"),
  required: (header) => [header.find("day"), header.find("food name"), header.find("amount")],
  date: (header) => header.find("day"),
  read: ({ header, moments, emit }) => {
    const column = header.places({
      day: "day",
      time: "time",
      group: "group",
      name: "food name",
      amount: "amount",
      unit: "unit"
    })
    const calories = nutrient(header, "energy", kilocaloriesIn)
    const protein = nutrient(header, "protein", gramsIn)
    const carbs = nutrient(header, "carbs", gramsIn)
    const fat = nutrient(header, "fat", gramsIn)
    const alcohol = nutrient(header, "alcohol", gramsIn)
    return {
      row: (cells, place) => {
        const at = moments.readDay(cells.text(column.day), cells.text(column.time))
        if (at === null) cells.refuse(`"${cells.text(column.day).slice(0, 40)}" is not a date`)
        const name = cells.text(column.name)
        if (name === "") cells.refuse("it names no food")
        const known = ({ place, factor }: { place: number; factor: number }): number | null => {
          const value = cells.number(place)
          return value === null ? null : value * factor
        }
        const nutrition: KnownNutrition = {
          calories: known(calories),
          protein: known(protein),
          carbs: known(carbs),
          fat: known(fat),
          alcohol: known(alcohol)
        }
        if (!cells.areRead(emit, place) || at === null) return
        emit.check.add(at.day, nutrition.calories ?? 0)
        const amount = `${cells.text(column.amount)} ${cells.text(column.unit)}`.trim()
        emit.push({
          _tag: "Eaten",
          place,
          rows: 1,
          at,
          meal: cells.text(column.group) || null,
          name,
          brand: null,
          amount: amount || null,
          nutrition,
          notes: null
        })
      }
    }
  }
}

/** `biometrics.csv`: one row per measurement. */
export const cronometerBiometrics: TableKind = {
  source: "cronometer",
  matches: (header) =>
    header.has("day", "metric", "unit", "amount") && header.find("amount") === header.names.length - 1,
  required: (header) => ["day", "metric", "unit", "amount"].map((name) => header.find(name)),
  date: (header) => header.find("day"),
  read: ({ header, moments, emit }) => {
    const column = header.places({ day: "day", time: "time", metric: "metric", unit: "unit", amount: "amount" })
    return {
      row: (cells, place) => {
        const stated = brief(cells.text(column.metric))
        const [, named = stated, origin] = /^(.*)\(([^()]*)\)$/.exec(stated) ?? []
        const name = named.trim()
        const isFat = /^body fat/i.test(name)
        if (!isFat && !/^weight$/i.test(name)) {
          emit.count(place, "measurements other than weight and body fat")
          return
        }
        const at = moments.readDay(cells.text(column.day), cells.text(column.time))
        if (at === null) cells.refuse(`"${cells.text(column.day).slice(0, 40)}" is not a date`)
        const written = cells.positive(column.amount)
        if (written === null) cells.refuse("it holds no amount")
        const factor = isFat ? 1 : kilogramsIn(cells.text(column.unit))
        if (factor === null) cells.refuse(`"${cells.text(column.unit).slice(0, 40)}" is not a unit of weight`)
        if (!cells.areRead(emit, place) || at === null || written === null || factor === null) return
        const metric = isFat ? "body_fat" : "weight"
        emit.push({ _tag: "Reading", place, rows: 1, metric, value: written * factor, at, origin: origin || null })
      }
    }
  }
}

const SECONDS_PER_MINUTE = 60

/** `exercises.csv`: one row per exercise. Its energy is negative, because it is subtracted from the day's. */
export const cronometerExercises: TableKind = {
  source: "cronometer",
  matches: (header) => header.has("day", "exercise", "minutes", "calories burned"),
  required: (header) => [header.find("day"), header.find("exercise")],
  date: (header) => header.find("day"),
  read: ({ header, moments, emit }) => {
    const column = header.places({
      day: "day",
      time: "time",
      exercise: "exercise",
      minutes: "minutes",
      calories: "calories burned"
    })
    const titleOf = dayTitles()
    return {
      row: (cells, place) => {
        const start = moments.readDay(cells.text(column.day), cells.text(column.time))
        if (start === null) cells.refuse(`"${cells.text(column.day).slice(0, 40)}" is not a date`)
        const type = cells.text(column.exercise)
        if (type === "") cells.refuse("it names no exercise")
        const minutes = cells.positive(column.minutes)
        const burnt = numberOf(cells.text(column.calories), header.delimiter)
        if (!cells.areRead(emit, place) || start === null) return
        emit.push(
          activityRow(place, {
            type,
            title: titleOf(type, start),
            start,
            durationSeconds: minutes === null ? null : minutes * SECONDS_PER_MINUTE,
            distanceMeters: null,
            calories: burnt === null || burnt === 0 ? null : Math.abs(burnt)
          })
        )
      }
    }
  }
}

/** `dailysummary.csv`: the sums of the servings. They are not counted again, but compared with what was read. */
export const cronometerDays: TableKind = {
  source: "cronometer",
  matches: () => false,
  mayBe: (header) => header.has("date") && header.search(/^energy \(/) !== -1,
  whenAlone: {
    problem: "has sums of days and no foods",
    advice: "Pass servings.csv of Cronometer, or the archive that has both"
  },
  required: () => [],
  date: (header) => header.find("date"),
  read: ({ header, moments, emit }) => {
    const date = header.find("date")
    const calories = nutrient(header, "energy", kilocaloriesIn)
    return {
      row: (cells, place) => {
        const at = moments.read(cells.text(date))
        const stated = cells.number(calories.place)
        if (at !== null && stated !== null) emit.check.state(at.day, stated * calories.factor)
        emit.count(place, "sums of days, which the servings give")
      }
    }
  }
}
