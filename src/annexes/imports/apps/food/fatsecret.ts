import { detailsOf } from "../../../../features/foods/nutrition.ts"
import { gramsIn, kilocaloriesIn, numberOf, unitInName } from "../../formats/amounts.ts"
import type { Cells } from "../../formats/cells.ts"
import { surveyLocale } from "../../formats/local-dates.ts"
import { Moments } from "../../formats/moments.ts"
import { readNamedDate } from "../../formats/named-dates.ts"
import type { TableKind } from "../../formats/table.ts"
import type { Eaten, Moment } from "../../rows/rows.ts"

/** Removes the day of the week from `Tuesday, May 1, 2018`. */
const withoutWeekday = (text: string): string =>
  text.trim().replace(/^[\p{L}\p{M}-]+,?\s+(?=\p{L}|\d{1,2}\.?\s+\p{L})/u, "")

const NUTRIENTS = {
  calories: /^(?:cals|kcal|calor|kj|energ)/,
  fat: /^(?:fat|grasa|fett|gord|grass|lip)/,
  carbs: /^(?:carb|kohl|gluc|koolh|hid)/,
  protein: /^(?:prot|eiw|eiweiß)/,
  fiber: /^(?:fib|ballast|vezel|błonnik)/,
  sugars: /^(?:sug|az[uú]|açú|zuck|suc|zucch|suik)/,
  saturatedFat: /^(?:s\.? ?fat|sat|ges(?:ä|att)|gras\.? ?sat|ag ?sat)/,
  sodium: /^(?:sod|s[oó]d|natr)/
}

/** The positions of a food's nutrients; undefined if the row does not name columns. */
const columnsIn = (cells: Cells) => {
  const written = Array.from({ length: 30 }, (_, place) => cells.text(place).trim())
  const names = written.map((name) => name.toLowerCase())
  if (names.findIndex((name) => /\( ?(?:kcal|kj)\)$/.test(name)) !== 1) return undefined
  const find = (pattern: RegExp) => names.findIndex((name, place) => place > 0 && pattern.test(name))
  const read = new Set([0, ...Object.values(NUTRIENTS).map(find)])
  return {
    others: [...written.entries()].filter(([place, name]) => name !== "" && !read.has(place)),
    calories: find(NUTRIENTS.calories),
    fat: find(NUTRIENTS.fat),
    carbs: find(NUTRIENTS.carbs),
    protein: find(NUTRIENTS.protein),
    fiber: find(NUTRIENTS.fiber),
    sugars: find(NUTRIENTS.sugars),
    saturatedFat: find(NUTRIENTS.saturatedFat),
    sodium: find(NUTRIENTS.sodium),
    milligrams: (gramsIn(unitInName(names[find(NUTRIENTS.sodium)] ?? "") ?? "") ?? 0.001) * 1000,
    kilocalories: kilocaloriesIn(unitInName(names[1] ?? "") ?? "") ?? 1
  }
}

const depthOf = (text: string): number => text.length - text.trimStart().length

const HEADINGS = "headings, and sums of days and meals"

/** The diary report. The indentation of a row's name shows what it is: a day, a meal, a food, or its amount. */
export const fatSecretDiary: TableKind = {
  source: "fatsecret",
  matches: () => false,
  opening: { pattern: /(?:^|[\r\n])[^,\r\n]{1,40},[^,\r\n]{1,20}\( (?:kcal|kj)\),[^\r\n]*\( g\)/i, delimiter: "," },
  required: () => [],
  date: () => -1,
  survey: (context) =>
    surveyLocale(context, (cells) =>
      depthOf(cells.text(0)) === 0 && cells.text(1) !== "" ? withoutWeekday(cells.text(0)) : undefined
    ),
  read: ({ header, options, emit }) => {
    const moments = new Moments(options.clock)
    let columns: ReturnType<typeof columnsIn>
    let day: Moment | null = null
    let meal: string | null = null
    let food: Eaten | null = null
    const give = () => {
      if (food !== null) emit.push(food)
      food = null
    }
    return {
      row: (cells, place) => {
        const [name, depth] = [cells.text(0).trim(), depthOf(cells.text(0))]
        if (name === "") {
          emit.leaveOut(place, "it names no food")
          return
        }
        if (depth >= 3 && food !== null && food.amount === null) {
          food = { ...food, amount: name, rows: food.rows + 1 }
          return
        }
        give()
        if (name.startsWith("#")) return
        const named = depth === 0 ? columnsIn(cells) : undefined
        columns = named ?? columns
        if (named !== undefined) return
        if (depth === 0) {
          day = readNamedDate(withoutWeekday(name), options.locale ?? "en", moments)
          meal = null
          emit.count(place, HEADINGS)
          return
        }
        if (depth === 1) {
          meal = name
          emit.count(place, HEADINGS)
          return
        }
        if (day === null || columns === undefined) {
          emit.leaveOut(place, "it stands below no day")
          return
        }
        const value = (place: number): number | null =>
          place === -1 ? null : numberOf(cells.text(place).trim(), header.delimiter)
        for (const [at, name] of columns.others) if (cells.text(at).trim() !== "") emit.notKept(place, name)
        const [energy, sodium] = [value(columns.calories), value(columns.sodium)]
        food = {
          _tag: "Eaten",
          place,
          rows: 1,
          at: day,
          meal,
          name,
          brand: null,
          amount: null,
          nutrition: {
            calories: energy === null ? null : energy * columns.kilocalories,
            protein: value(columns.protein),
            carbs: value(columns.carbs),
            fat: value(columns.fat),
            alcohol: null,
            ...detailsOf({
              fiber: value(columns.fiber),
              sugars: value(columns.sugars),
              saturatedFat: value(columns.saturatedFat),
              sodium: sodium === null ? null : sodium * columns.milligrams
            })
          },
          notes: null
        }
      },
      end: give
    }
  }
}
