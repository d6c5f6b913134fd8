import { MOST_SETS } from "../../../../features/workouts/model.ts"
import { kilogramsIn, kilogramsInUnit, numberOf } from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import type { Cells, Fields } from "../../formats/cells.ts"
import { dayAnd, details, needed, number, text } from "../../formats/columns/columns.ts"
import { foods } from "../../formats/columns/tables.ts"
import { DATES } from "../../formats/moments.ts"
import { Sessions, setOf } from "../../formats/sessions.ts"
import { StepRows, stepSurvey } from "../../formats/step-rows.ts"
import { together } from "../../formats/surveys.ts"
import type { Header, TableKind } from "../../formats/table.ts"

/** Nutrients whose column names no other app writes in this way, some with a unit and some without. */
const MEAL_COLUMNS = ["fat (g)", "polyunsaturated fat", "sodium (mg)", "carbohydrates (g)", "vitamin a"]

/** Whether a table may be the app's own, which has no food names. */
const mayBeMeals = (header: Header): boolean =>
  header.has("date", "meal", "calories") &&
  !header.names.some((name) => /^(?:name|food|food name|product|product_name|description|icon|deleted)$/.test(name))

/** `Nutrition-Summary-*`: one row per meal of a day. There are no food names, so the meal's name is used. */
export const myFitnessPalMeals = foods(
  {
    source: "myfitnesspal",
    matches: (header) => mayBeMeals(header) && header.has(...MEAL_COLUMNS),
    mayBe: mayBeMeals,
    path: /(?:^|\/)Nutrition-Summary[^/]*$/i,
    rowStarts: DATES,
    columns: {
      at: dayAnd("date", "time"),
      calories: needed(number("calories")),
      protein: number(["protein (g)", "protein"]),
      carbs: number(["carbohydrates (g)", "carbohydrates", "carbs (g)"]),
      fat: number(["fat (g)", "fat"]),
      ...details({
        fiber: ["fiber", "fiber (g)", "fibre", "fibre (g)"],
        sugars: ["sugar", "sugar (g)", "sugars"],
        saturatedFat: ["saturated fat", "saturated fat (g)"],
        sodium: ["sodium (mg)", "sodium"]
      }),
      meal: needed(text("meal")),
      notes: text(["note", "notes"])
    }
  },
  () =>
    ({ at, calories, protein, carbs, fat, meal, notes, fiber, sugars, saturatedFat, sodium }) => ({
      at,
      meal,
      name: meal || "Meal",
      amount: null,
      nutrition: { calories, protein, carbs, fat, fiber, sugars, saturatedFat, sodium },
      notes
    })
)

/** The columns of a metric among those with free names, the app's own first. */
const columnsLike = (header: Header, own: ReadonlyArray<string>, like: RegExp): ReadonlyArray<number> => {
  const first = own.map((name) => header.find(name)).filter((place) => place !== -1)
  const others = header.names.flatMap((name, place) => (like.test(name) && !first.includes(place) ? [place] : []))
  return [...first, ...others]
}

const measurementColumns = (header: Header) => ({
  weight: columnsLike(header, ["weight"], /^(?:n_|fitbit |garmin |withings )weight$/),
  fat: columnsLike(header, ["body fat %", "body fat"], /body ?fat/),
  steps: columnsLike(header, ["steps"], /^(?:n_|fitbit |garmin )steps$/)
})

const hasPlainNames = ({ names }: Header): boolean => !names.some((name) => /\(|_|^time$/.test(name.replace(/^n_/, "")))

const isSorted = (names: ReadonlyArray<string>): boolean =>
  names.every((name, place) => place === 0 || (names[place - 1] ?? "") <= name)

/** Whether a date comes first, followed by the other names in alphabetical order, with capitals first or mixed. */
const isInOrder = ({ names, written }: Header): boolean =>
  names[0] === "date" && (isSorted(names.slice(1)) || isSorted(written.slice(1).map((name) => name.trim())))

/** Whether the column `Time` contains times of day, as in other apps. A measurement of that name contains numbers. */
const hasTimes = (header: Header, first: Fields): boolean => {
  const time = header.find("time")
  return time !== -1 && first(time) !== "" && numberOf(first(time), header.delimiter) === null
}

/** Columns with names from the app: its own body fat, and what it takes over from devices. */
const OWN_NAMES = /^(?:body fat %|n_.+|(?:fitbit|garmin|withings) .+)$/

const mayBeMeasurements = (header: Header, first: Fields): boolean => {
  const { weight, fat } = measurementColumns(header)
  const isOther = header.names.some((name) => /^(?:n_)?(?:metric|exercise|meal|category|unit)$/.test(name))
  const isOwn = !isOther && !hasTimes(header, first) && (hasPlainNames(header) || isInOrder(header))
  return header.has("date") && isOwn && (weight.length > 0 || fat.length > 0)
}

/** `Measurement-Summary-*`: one row per day; the person names the columns, which have no units. */
export const myFitnessPalMeasurements: TableKind = {
  source: "myfitnesspal",
  matches: (header, first) => mayBeMeasurements(header, first) && header.names.some((name) => OWN_NAMES.test(name)),
  mayBe: (header, first) => mayBeMeasurements(header, first),
  path: /(?:^|\/)Measurement-Summary[^/]*$/i,
  required: (header) => [header.find("date")],
  date: (header) => header.find("date"),
  survey: (context) => {
    const { file, header, options } = context
    const { weight, steps } = measurementColumns(header)
    const firstOf = (cells: Cells, places: ReadonlyArray<number>): number | null =>
      places.map((place) => cells.positive(place)).find((value) => value !== null) ?? null
    return together(
      options.weightUnit !== undefined || weight.length === 0
        ? null
        : unitSurvey(file, (survey, cells) => survey.weight(firstOf(cells, weight) ?? 0)),
      steps.length === 0
        ? null
        : stepSurvey(context, (cells) => ({
            date: cells.text(header.find("date")),
            time: "",
            steps: firstOf(cells, steps)
          }))
    )
  },
  read: ({ header, moments, options, emit }) => {
    const columns = measurementColumns(header)
    const date = header.find("date")
    const kilograms = options.weightUnit === undefined ? 1 : kilogramsInUnit(options.weightUnit)
    const counted = options.steps === undefined ? undefined : new StepRows(emit, options.steps)
    return {
      row: (cells, place) => {
        const at = cells.moment(moments, cells.text(date))
        const found = (["weight", "body_fat", "steps"] as const).flatMap((metric) => {
          const places = columns[metric === "body_fat" ? "fat" : metric]
          const writtenIn = (column: number) =>
            metric === "steps" ? cells.whole(column) || null : cells.positive(column)
          const column = places.find((column) => writtenIn(column) !== null)
          const value = column === undefined ? null : writtenIn(column)
          if (column === undefined || value === null) return []
          const origin = column === places[0] ? null : (header.written[column] ?? null)
          return [{ metric, value: metric === "weight" ? value * kilograms : value, origin }]
        })
        if (found.length === 0) cells.refuse("it holds no weight, no body fat and no steps")
        if (!cells.areRead(emit, place) || at === null) return
        for (const [index, one] of found.entries()) {
          const rows = index === 0 ? 1 : 0
          if (one.metric === "steps" && counted !== undefined) counted.add(place, at, one.value, rows)
          else emit.push({ _tag: "Reading", place, rows, at, ...one })
        }
      },
      end: () => counted?.end()
    }
  }
}

/** MyFitnessPal has no sessions: each day is one. */
const TITLE = "Exercise"
/** Rows with a device's steps and what these burnt. */
const ADJUSTMENT = /calorie adjustment/i

/** `Exercise-Summary-*`: one row per exercise of a day. */
export const myFitnessPalExercises: TableKind = {
  source: "myfitnesspal",
  matches: (header) => header.has("date", "exercise", "type", "exercise calories", "exercise minutes"),
  required: (header) => [header.find("date"), header.find("exercise")],
  rowStarts: DATES,
  date: (header) => header.find("date"),
  survey: (context) => {
    const [date, name, steps] = ["date", "exercise", "steps"].map((column) => context.header.find(column))
    return stepSurvey(context, (cells) => ({
      date: cells.text(date ?? -1),
      time: "",
      steps: ADJUSTMENT.test(cells.text(name ?? -1)) ? cells.whole(steps ?? -1) : null
    }))
  },
  read: ({ file, moments, header, options, emit }) => {
    const counted = options.steps === undefined ? undefined : new StepRows(emit, options.steps)
    const column = header.places({
      date: "date",
      exercise: "exercise",
      calories: "exercise calories",
      minutes: "exercise minutes",
      sets: "sets",
      reps: "reps per set",
      weight: ["kilograms", "pounds"],
      steps: "steps",
      note: "note"
    })
    const kilograms = kilogramsIn(header.names[column.weight] ?? "") ?? 1
    const sessions = new Sessions(emit)
    let adjusted = 0
    return {
      row: (cells, place) => {
        const at = cells.moment(moments, cells.text(column.date))
        // Names with commas are quoted twice.
        const name = cells.text(column.exercise).replace(/^"(.*)"$/, "$1")
        if (name === "") cells.refuse("it names no exercise")
        const [minutes, weight] = [cells.positive(column.minutes), cells.positive(column.weight)]
        const [sets, reps] = [cells.positive(column.sets), cells.positive(column.reps)]
        const steps = cells.whole(column.steps) || null
        const isAdjustment = ADJUSTMENT.test(name)
        // An adjustment may be negative.
        if (isAdjustment) adjusted += numberOf(cells.text(column.calories), header.delimiter) ?? 0
        const calories = isAdjustment ? null : cells.positive(column.calories)
        if (isAdjustment && steps === null) cells.refuse("it adjusts calories and is not an exercise")
        if ((sets ?? 0) > MOST_SETS) cells.refuse(`it has more than ${MOST_SETS} sets`)
        if (!cells.areRead(emit, place) || at === null) return
        if (isAdjustment && steps !== null) {
          if (counted !== undefined) counted.add(place, at, steps, 1)
          else
            emit.push({ _tag: "Reading", place, rows: 1, metric: "steps", value: Math.round(steps), at, origin: name })
          return
        }
        sessions.enter(at.day, place, () => ({ title: TITLE, start: at, end: null, durationSeconds: null }))
        if (calories !== null) sessions.burn(calories)
        const set = setOf(place, "normal", {
          weightKg: weight && weight * kilograms,
          reps,
          durationSeconds: reps === null && minutes !== null ? minutes * 60 : null
        })
        const notes = cells.text(column.note)
        for (let done = 0; done < Math.max(1, Math.round(sets ?? 1)); done++) {
          sessions.set(name, set, { begins: done === 0, notes, rows: done === 0 ? 1 : 0 })
        }
      },
      end: () => {
        sessions.end()
        counted?.end()
        if (adjusted !== 0) {
          const text = `${Math.round(adjusted)} kcal of calorie adjustments were left out: they belong to steps, and to no exercise`
          emit.warn({ file, line: 1 }, text)
        }
      }
    }
  }
}
