import { Predicate, Schema } from "effect"
import { messageOf } from "../../../contract/broken-rule.ts"
import { badgeIds } from "../../../facts/model.ts"
import { Metric } from "../../../features/body-metrics/model.ts"
import {
  BrandName,
  caloriesOf,
  FoodName,
  macroFaults,
  ServingSize,
  ServingText
} from "../../../features/custom-foods/model.ts"
import { Servings } from "../../../features/diary/model.ts"
import { Category, TRACKING_TYPES } from "../../../features/exercises/model.ts"
import { ExerciseName, nameKey, OwnExerciseId } from "../../../features/exercises/own.ts"
import { isWeighed } from "../../../features/foods/model.ts"
import { Recipe } from "../../../features/foods/recipe.ts"
import {
  Comparison,
  Days,
  GoalId,
  GoalMetric,
  GoalName,
  GoalType,
  GoalUnit,
  NonNegative
} from "../../../features/goals/model.ts"
import { MealDescription, MealName, MealServings } from "../../../features/saved-meals/model.ts"
import { ActivityDay, isActivityDay } from "../../../values/activity-day.ts"
import { Barcode } from "../../../values/barcode.ts"
import { ItemId } from "../../../values/item-id.ts"
import { round } from "../../../values/round.ts"
import { codePoints, Text } from "../../../values/text.ts"
import { WeightUnit } from "../../../values/units.ts"
import { PlannedExercises, RoutineName } from "../../page/features/routines/model.ts"
import { DEVICE_APPS } from "../devices/model.ts"
import { Eras } from "../rows/eras.ts"
import { ITEM_KINDS, type ItemKind } from "../rows/model.ts"
import { SOURCES } from "../sources.ts"
import {
  Details,
  Entry,
  Instant,
  isTimestamp,
  kept,
  Nutrients,
  orAbsent,
  orNull,
  Reading,
  Whole,
  Workout
} from "./fact-lines.ts"
import { PARTS, type Part, type PartName } from "./format.ts"

const isWeightUnit = Schema.is(WeightUnit)

/** Last place of an item: that of a session that several others hide. An integer of PostgreSQL holds no more. */
const LAST_PLACE = 2_147_483_647

/** Longest key that fits in an index of PostgreSQL, which holds 2,704 bytes. */
const LONGEST_KEY = 500

const Key = Text.pipe(
  Schema.filter((text) => text !== "" && codePoints(text) <= LONGEST_KEY, {
    message: () => `must be 1 to ${LONGEST_KEY} characters long`
  })
)

const SourceName = Schema.String.pipe(
  Schema.filter((text) => [...SOURCES, ...DEVICE_APPS].some((source) => source === text), {
    message: () => "must be a source of imports"
  })
)

/** A badge that was earned. */
export const BadgeLine = Schema.Struct({ id: Schema.Literal(...badgeIds), earnedOn: ActivityDay })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Columns of the tables that are in no line. */
const BESIDE: Readonly<Record<string, (value: unknown) => boolean>> = {
  user_id: Schema.is(Text),
  exercise_ids: Schema.is(Schema.Array(ItemId))
}

/** The line of a stored row, which may have been edited by hand; undefined if it does not fit its part. */
export const lineOfRow = (part: Part, { created_at, ...row }: Readonly<Record<string, unknown>>) => {
  const columns = part.columns.filter(({ column }) => column !== "created_at")
  const names = new Set(columns.map(({ column }) => column))
  const isStrange = Object.entries(row).some(([column, value]) => !names.has(column) && !BESIDE[column]?.(value))
  if (isStrange || typeof created_at !== "string" || !isTimestamp(created_at)) return undefined
  const line = Object.fromEntries(
    columns.flatMap(({ name, column }) => (column in row ? [[name, row[column]] as const] : []))
  )
  return { ...line, createdAt: new Date(created_at).toISOString() }
}

/** Whether an undo can restore this earlier state of a row. */
const isBefore = (kind: string, factId: string, before: unknown): boolean => {
  if (!Predicate.isRecord(before)) return false
  switch (kind) {
    case "reading": {
      const [metric, date] = factId.split(" ")
      return Object.keys(before).length === 1 && Schema.is(Reading)({ metric, date, value: before.value })
    }
    case "entry":
      return Schema.is(Entry)(lineOfRow(PARTS.entries, before))
    case "workout":
      return Schema.is(Workout)(lineOfRow(PARTS.workouts, before))
    default:
      return false
  }
}

/** What imports from apps make. Archives contain more kinds, but are not themselves listed in archives. */
export const FROM_APPS: ReadonlyArray<ItemKind> = ["reading", "entry", "workout", "exercise"]

const isReadingId = (factId: string): boolean => {
  const [metric, date, ...more] = factId.split(" ")
  return Schema.is(Metric)(metric) && isActivityDay(date) && more.length === 0
}

/** The lines of each file, as written in it. */
export const LINES = {
  exercises: Schema.Struct({
    id: OwnExerciseId,
    name: kept(ExerciseName),
    nameKey: Text,
    category: Category,
    trackingType: Schema.Literal(...TRACKING_TYPES),
    createdAt: Instant
  }).pipe(
    Schema.filter(({ name, nameKey: key }) => (key === nameKey(name) ? undefined : "nameKey must be that of the name"))
  ),
  "custom-foods": Schema.Struct({
    id: ItemId,
    name: kept(FoodName),
    brandName: orNull(kept(BrandName)),
    servingSize: ServingSize,
    servingUnit: kept(ServingText),
    servingText: kept(ServingText),
    ...Nutrients,
    createdAt: Instant,
    recipe: orAbsent(Recipe),
    ...Details,
    barcode: orAbsent(Barcode)
  }).pipe(
    Schema.filter((food) => {
      // A recipe's values follow from its foods.
      if (food.recipe !== null) return undefined
      const { servingUnit, servingSize, protein, carbs, fat, alcohol } = food
      // A serving was checked as it was given. Rounded, it may fail this check.
      const inServing = (grams: number) => (grams * servingSize) / 100
      const given = { servingSize, servingSizeUnit: servingUnit }
      const [fault] = macroFaults({ ...given, protein, carbs, fat, alcohol })
      const [ofServing] = macroFaults({
        ...given,
        perServing: true,
        protein: inServing(protein),
        carbs: inServing(carbs),
        fat: inServing(fat),
        alcohol: inServing(alcohol)
      })
      if (fault !== undefined && ofServing !== undefined) return `${fault.field} ${messageOf(fault.rule)}`
      const isSum = round(food.calories, 2) === round(caloriesOf(food), 2)
      return isSum || !isWeighed(servingUnit) ? undefined : "calories must be those of the macros"
    })
  ),
  "imported-foods": Schema.Struct({
    id: ItemId,
    name: kept(FoodName),
    brandName: orNull(kept(BrandName)),
    createdAt: Instant
  }),
  "saved-meals": Schema.Struct({
    id: ItemId,
    name: kept(MealName),
    description: orNull(kept(MealDescription)),
    servings: MealServings,
    createdAt: Instant
  }),
  "saved-meal-items": Schema.Struct({
    mealId: ItemId,
    position: Whole,
    foodKind: Schema.Literal("food", "custom_food"),
    foodId: ItemId,
    servings: Servings
  }),
  readings: Reading,
  entries: Entry,
  workouts: Workout,
  routines: Schema.Struct({
    id: ItemId,
    place: Whole,
    name: kept(RoutineName),
    exercises: PlannedExercises,
    createdAt: Instant
  }),
  goals: Schema.Struct({
    id: GoalId,
    place: Whole,
    name: kept(GoalName),
    type: GoalType,
    metric: orNull(GoalMetric),
    unit: orAbsent(kept(GoalUnit))
  }).pipe(
    Schema.filter(({ type, metric, unit }) => {
      if ((type === "numeric") !== (metric !== null)) return "metric must be given for a numeric goal, and only there"
      if (metric === "weight") return isWeightUnit(unit) ? undefined : "unit must be kg or lb for weight"
      return unit === null || metric === "hydration" || metric === "custom"
        ? undefined
        : "unit must be given for weight, hydration or custom only"
    })
  ),
  "goal-revisions": Schema.Struct({
    goalId: GoalId,
    fromDay: ActivityDay,
    targetValue: orNull(NonNegative),
    comparison: orNull(Comparison),
    days: Days,
    startDate: ActivityDay,
    endDate: orNull(ActivityDay),
    active: Schema.Boolean
  }).pipe(
    Schema.filter(({ targetValue, comparison, startDate, endDate }) => {
      if ((targetValue === null) !== (comparison === null)) return "targetValue and comparison must stand together"
      return endDate === null || startDate <= endDate ? undefined : "startDate must not be after endDate"
    })
  ),
  progress: Schema.Struct({ goalId: GoalId, date: ActivityDay, value: NonNegative }),
  "exercise-choices": Schema.Struct({ source: SourceName, nameKey: Key, exerciseId: ItemId }),
  imports: Schema.Struct({
    place: Whole,
    id: Schema.String.pipe(Schema.pattern(/^[0-9a-z]{8}$/)),
    source: SourceName,
    file: Text,
    fileHash: Key,
    startedAt: Instant,
    finishedAt: orNull(Instant),
    undoneAt: orNull(Instant),
    counts: orNull(
      Schema.Struct({
        rows: Schema.Struct({
          read: Whole,
          new: Whole,
          unchanged: Whole,
          changed: Whole,
          merged: Whole,
          leftOut: Whole
        }),
        made: Schema.Struct({ readings: Whole, entries: Whole, workouts: Whole, sets: Whole, exercises: Whole })
      })
    ),
    eras: orAbsent(Eras),
    choices: orAbsent(Schema.Array(Schema.Struct({ name: Key, exerciseId: ItemId })))
  }),
  "import-items": Schema.Struct({
    kind: Schema.Literal(...ITEM_KINDS),
    key: Key,
    place: Schema.Int.pipe(Schema.between(0, LAST_PLACE)),
    importId: Schema.String.pipe(Schema.pattern(/^[0-9a-z]{8}$/)),
    factId: ItemId,
    fingerprint: Text,
    made: Text,
    before: orNull(Text),
    undone: Schema.Boolean
  }).pipe(
    Schema.filter(({ kind, factId, before }) => {
      if (!FROM_APPS.some((each) => each === kind)) return "kind must be one that imports from apps make"
      if (kind === "reading" && !isReadingId(factId)) return "factId must be a metric and a day"
      return before === null || isBefore(kind, factId, jsonOf(before)) ? undefined : "before must be a row of its kind"
    })
  )
} as const satisfies Record<PartName, Schema.Schema.AnyNoContext>

export type LineOf<Name extends PartName> = (typeof LINES)[Name]["Type"]
