import { DateTime } from "effect"
import type { DiaryEntry } from "../../../features/diary/model.ts"
import { readAmount, writeAmount } from "../../../features/foods/amounts.ts"
import { nutritionOf, storedOf } from "../../../features/foods/nutrition.ts"
import type { Workout } from "../../../features/workouts/model.ts"
import type { Line, Part } from "./format.ts"
import type { LineOf } from "./lines.ts"

/** A workout as it is stored; `createdAt` in milliseconds since 1970. */
interface StoredWorkout {
  readonly workout: Workout
  readonly revision: number
  readonly createdAt: number
}

/** A diary entry as a line of an archive. */
export const entryLine = ({ id, date, mealType, servings, said, food, serving, perServing, createdAt }: DiaryEntry) => {
  const { calories, protein, carbs, fat, alcohol, ...details } = storedOf(perServing)
  return {
    id,
    date,
    mealType,
    servings,
    foodKind: food.kind,
    foodId: food.id,
    foodName: food.name,
    brandName: food.brandName,
    calories,
    protein,
    carbs,
    fat,
    alcohol,
    servingSize: serving?.size ?? null,
    servingUnit: serving?.unit ?? null,
    servingText: serving?.text ?? null,
    createdAt: DateTime.formatIso(createdAt),
    ...details,
    said: said === undefined ? null : writeAmount(said)
  }
}

/** A workout as a line of an archive. */
export const workoutLine = ({ workout, revision, createdAt }: StoredWorkout) => ({
  id: workout.id,
  revision,
  date: workout.date,
  name: workout.name,
  startTime: workout.startTime,
  endTime: workout.endTime,
  durationSeconds: workout.durationSeconds,
  notes: workout.notes,
  estimatedCalories: workout.estimatedCalories,
  exerciseCount: workout.exercises.length,
  exercises: workout.exercises,
  createdAt: new Date(createdAt).toISOString(),
  appCalories: workout.appCalories
})

/** A line as a row of its table, without the user. */
export const rowOf = (part: Part, line: Line) =>
  Object.fromEntries(part.columns.map(({ name, column }) => [column, line[name]]))

/** The diary entry of a line. */
export const entryOf = (line: LineOf<"entries">): DiaryEntry => {
  const { id, date, mealType, servings, createdAt } = line
  const said = line.said === null ? undefined : readAmount(line.said)
  return {
    id,
    date,
    mealType,
    servings,
    ...(said === undefined ? {} : { said }),
    food: { id: line.foodId, kind: line.foodKind, name: line.foodName, brandName: line.brandName },
    serving:
      line.servingSize === null || line.servingUnit === null
        ? null
        : { size: line.servingSize, unit: line.servingUnit, text: line.servingText },
    perServing: nutritionOf(line),
    createdAt: DateTime.unsafeMake(createdAt)
  }
}

/** The workout of a line. */
export const workoutOf = ({
  revision,
  createdAt,
  exerciseCount: _count,
  ...workout
}: LineOf<"workouts">): StoredWorkout => ({
  workout,
  revision,
  createdAt: Date.parse(createdAt)
})
