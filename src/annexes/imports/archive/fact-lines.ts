import { Schema } from "effect"
import { messageOf } from "../../../contract/broken-rule.ts"
import { present } from "../../../contract/fields.ts"
import { canonical, canonicalOf, Metric, valueFaults } from "../../../features/body-metrics/model.ts"
import { BrandName, FoodName, ServingText } from "../../../features/custom-foods/model.ts"
import { MealType, Servings } from "../../../features/diary/model.ts"
import { readAmount } from "../../../features/foods/amounts.ts"
import { FoodKind } from "../../../features/foods/model.ts"
import { MOST_CALORIES, Name, SessionSeconds, Superset, WorkoutSet } from "../../../features/workouts/model.ts"
import { ActivityDay, isActivityDay } from "../../../values/activity-day.ts"
import { ItemId } from "../../../values/item-id.ts"
import { integer } from "../../../values/number.ts"
import { Text } from "../../../values/text.ts"

const MAX_SAFE = 1e9
const between = (min: number, max: number) => Schema.Number.pipe(Schema.between(min, max))
export const Whole = Schema.Int.pipe(Schema.between(0, MAX_SAFE))
const Amount = between(0, MAX_SAFE)
const Some = Schema.Number.pipe(Schema.greaterThan(0), Schema.lessThanOrEqualTo(MAX_SAFE))
export const orNull = Schema.NullOr
export const Nutrients = { calories: Amount, protein: Amount, carbs: Amount, fat: Amount, alcohol: Amount }

/** Those of an entry: null if unknown. */
const EatenNutrients = { ...Nutrients, protein: orNull(Amount), carbs: orNull(Amount), fat: orNull(Amount) }

/** A field that archives of earlier versions do not have. It then is null, as where it is unknown. */
export const orAbsent = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(orNull(schema), { default: () => null })

const perhaps = orAbsent(Amount)
export const Details = { fiber: perhaps, sugars: perhaps, saturatedFat: perhaps, sodium: perhaps }

/** Stored text of a field that operations trim: within the same bounds, but untrimmed. */
export const kept = <A, I>(schema: Schema.Schema<A, I>): Schema.Schema<I> => Schema.encodedBoundSchema(schema)

/** ISO 8601 with an offset. */
export const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/.test(text) &&
  isActivityDay(text.slice(0, 10)) &&
  !Number.isNaN(Date.parse(text))

const Timestamp = Schema.String.pipe(
  Schema.filter(isTimestamp, { message: () => "must be an ISO 8601 timestamp with an offset" })
)

/** ISO 8601 in UTC, to the millisecond. */
export const Instant = Schema.String.pipe(
  Schema.filter((text) => isTimestamp(text) && new Date(text).toISOString() === text, {
    message: () => "must be an ISO 8601 timestamp in UTC, to the millisecond"
  })
)

export const Reading = Schema.Struct({ metric: Metric, date: ActivityDay, value: Schema.Number }).pipe(
  Schema.filter(({ metric, value }) => {
    const { unit, decimals } = canonicalOf(metric)
    const [fault] = valueFaults(metric, value, unit)
    if (fault !== undefined) return `value ${messageOf(fault.rule)}`
    return canonical(metric, value, unit) === value ? undefined : `value must have at most ${decimals} decimals`
  })
)

/** An amount as it was said, in stored form. */
const Said = orAbsent(
  Text.pipe(Schema.filter((text) => readAmount(text) !== undefined || "must be an amount, such as 1 slice"))
)

export const Entry = Schema.Struct({
  id: ItemId,
  date: ActivityDay,
  mealType: MealType,
  servings: Servings,
  foodKind: FoodKind,
  foodId: ItemId,
  foodName: kept(FoodName),
  brandName: orNull(kept(BrandName)),
  ...EatenNutrients,
  servingSize: orNull(Some),
  servingUnit: orNull(kept(ServingText)),
  // Imports store the amount here as their source wrote it.
  servingText: orNull(Text),
  createdAt: Instant,
  ...Details,
  said: Said
}).pipe(
  Schema.filter(({ servingSize, servingUnit }) =>
    (servingSize === null) === (servingUnit === null) ? undefined : "servingSize and servingUnit must stand together"
  )
)

/**
 * Imports may store longer notes than operations accept, more exercises and sets, or none if a session has only notes.
 */
export const Workout = Schema.Struct({
  id: ItemId,
  revision: integer({ min: 1, max: MAX_SAFE }),
  date: ActivityDay,
  name: kept(Name),
  startTime: orNull(Timestamp),
  endTime: orNull(Timestamp),
  durationSeconds: orNull(SessionSeconds),
  notes: orNull(Text),
  estimatedCalories: orNull(Whole),
  exerciseCount: Whole,
  exercises: Schema.Array(
    Schema.Struct({
      exerciseId: ItemId,
      superset: present(Superset),
      notes: present(Text),
      sets: Schema.Array(WorkoutSet).pipe(Schema.minItems(1))
    })
  ),
  createdAt: Instant,
  appCalories: orAbsent(between(0, MOST_CALORIES))
}).pipe(
  Schema.filter(({ exerciseCount, exercises }) =>
    exerciseCount === exercises.length ? undefined : `exerciseCount must be ${exercises.length}`
  )
)
