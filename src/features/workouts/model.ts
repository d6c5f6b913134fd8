import { Schema } from "effect"
import { present } from "../../contract/fields.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { itemIds } from "../../values/item-id.ts"
import { must } from "../../values/must.ts"
import { integer } from "../../values/number.ts"
import { round } from "../../values/round.ts"
import { codePoints, Text, trimmed } from "../../values/text.ts"
import { fromKilograms, WeightUnit } from "../../values/units.ts"
import { WeightIs, type WeightMeaning } from "../exercises/model.ts"

export const MOST_EXERCISES = 100
export const MOST_SETS = 100
export const HEAVIEST_KG = 2000
/** Most kcal of a workout that an app may state. */
export const MOST_CALORIES = 100_000
/** In code points. */
export const LONGEST_NOTES = 10_000
/** Of one exercise, in code points. */
export const LONGEST_EXERCISE_NOTES = 1_000

const between = (min: number, max: number) =>
  Schema.Number.pipe(
    Schema.filter((value) => value >= min && value <= max, {
      ...must({ be: "number", min, max }),
      jsonSchema: { minimum: min, maximum: max }
    })
  )

export const SetType = Schema.Literal("warmup", "working")

/** How a working set was done beyond plain repetitions. */
export const Technique = Schema.Literal("drop", "failure", "rest_pause")
export type Technique = typeof Technique.Type

export const LoadIntent = Schema.Literal(
  "bar_total",
  "per_hand",
  "plates_each_side",
  "assistance",
  "added_bodyweight",
  "machine_stack",
  "custom"
)

export const Reps = integer({ min: 0, max: 10_000 })
export const SetSeconds = between(0, 86_400)
export const SessionSeconds = integer({ min: 0, max: 604_800 })
export const Metres = between(0, 1_000_000)
export const Intensity = between(0, 10)

export const Name = trimmed({ min: 1, max: 200 })
const notes = (longest: number) =>
  Text.pipe(
    Schema.filter((text) => codePoints(text) <= longest, {
      ...must({ be: "text", min: 0, max: longest }),
      jsonSchema: { maxLength: longest }
    })
  )
export const Notes = notes(LONGEST_NOTES)
export const ExerciseNotes = notes(LONGEST_EXERCISE_NOTES)
/** The number that exercises of a workout share if they were done in turns. */
export const Superset = integer({ min: 0, max: 1_000_000 })

/** The order of a list of workouts: by date, then creation, then id. */
export const Order = Schema.Literal("newest", "oldest")
export type Order = typeof Order.Type

export const workoutIds = itemIds("wkout")

/** A stored set: its load is unrounded, and its number is its position in the list. */
export const WorkoutSet = Schema.Struct({
  setType: SetType,
  technique: present(Technique),
  weightKg: present(Schema.Number.pipe(Schema.between(0, HEAVIEST_KG))),
  loadIntent: present(LoadIntent),
  reps: present(Reps),
  durationSeconds: present(SetSeconds),
  distanceMeters: present(Metres),
  holdSeconds: present(SetSeconds),
  intensity: present(Intensity)
})
export type WorkoutSet = typeof WorkoutSet.Type

/** What is recorded of an exercise beside its sets. */
export interface Beside {
  readonly superset?: number
  readonly notes?: string
}

export interface PerformedExercise extends Beside {
  readonly exerciseId: string
  readonly sets: ReadonlyArray<WorkoutSet>
}

/** What of it is recorded beside the sets of an exercise. */
export const besideOf = ({ superset, notes }: Beside): Beside => ({
  ...(superset === undefined ? {} : { superset }),
  ...(notes === undefined ? {} : { notes })
})

/** The part of a workout that a replacement changes. */
export interface WorkoutContent {
  readonly date: ActivityDay
  readonly name: string
  readonly durationSeconds: number | null
  readonly notes: string | null
  readonly exercises: ReadonlyArray<PerformedExercise>
  /** Whole kcal; null if no body weight was known. */
  readonly estimatedCalories: number | null
  /**
   * kcal as stated by the app that the workout was imported from, shown instead of the estimate. Null unless an app
   * stated it.
   */
  readonly appCalories: number | null
}

export interface Workout extends WorkoutContent {
  readonly id: string
  /**
   * ISO 8601 with the offset of the zone used; null unless known. A replacement keeps both, unless it changes the date.
   */
  readonly startTime: string | null
  readonly endTime: string | null
}

export interface WorkoutSummary extends Omit<Workout, "exercises"> {
  /** In order, separated by spaces: they are rarely needed one by one. See exercise-lists.ts. */
  readonly exerciseIds: string
  /** Epoch milliseconds. */
  readonly createdAt: number
}

const Timestamp = Schema.String.annotations({ jsonSchema: { format: "date-time" } })

const Shown = {
  id: Schema.String.annotations({ description: "Id of the workout." }),
  name: Schema.String.annotations({ description: "Title of the session." }),
  date: ActivityDay.annotations({ description: "Activity Day it counts toward." }),
  startTime: present(Timestamp.annotations({ description: "ISO 8601; absent unless known." })),
  endTime: present(Timestamp.annotations({ description: "ISO 8601; absent unless known." })),
  durationSeconds: present(Schema.Int.annotations({ description: "Length of the whole session." })),
  notes: present(Schema.String.annotations({ description: "The user's notes." })),
  estimatedCalories: present(Schema.Number.annotations({ description: "kcal; absent while no body weight is known." })),
  caloriesSource: present(Schema.Literal("app").annotations({ description: "app: the imported figure." }))
}

const ShownName = {
  exerciseId: Schema.String.annotations({ description: "Id of the exercise." }),
  name: Schema.String.annotations({ description: "Its name." })
}

/** A workout as shown in a list. */
export const ShownSummary = Schema.Struct({
  ...Shown,
  exerciseCount: Schema.Int.annotations({ description: "How many exercises." }),
  exercises: Schema.Array(Schema.Struct(ShownName)).annotations({ description: "In order, without their sets." })
})
export type ShownSummary = typeof ShownSummary.Type

export const ShownSet = Schema.Struct({
  setNumber: Schema.Int.annotations({ description: "From 1." }),
  setType: SetType.annotations({ description: "Warm-up or working set." }),
  technique: present(Technique.annotations({ description: "How it was done, if special." })),
  weight: present(
    Schema.Struct({
      value: Schema.Number.annotations({ description: "To 4 decimals." }),
      unit: WeightUnit.annotations({ description: "The user's strength unit." })
    }).annotations({ description: "Load." })
  ),
  given: present(
    Schema.Struct({
      value: Schema.Number.annotations({ description: "As given." }),
      unit: WeightUnit.annotations({ description: "Its unit." })
    }).annotations({ description: "Just saved: the load as it was given, if in the other unit." })
  ),
  weightKg: present(Schema.Number.annotations({ description: "The same load in kilograms, to 4 decimals." })),
  loadIntent: present(
    LoadIntent.annotations({ description: "What the weight is; absent: the exercise's weightIs, else the total." })
  ),
  reps: present(Schema.Int.annotations({ description: "Repetitions." })),
  durationSeconds: present(Schema.Number.annotations({ description: "Time of this set." })),
  distanceMeters: present(Schema.Number.annotations({ description: "Distance of this set." })),
  holdSeconds: present(Schema.Number.annotations({ description: "Time held." })),
  intensity: present(Schema.Number.annotations({ description: "Effort, 0 to 10." }))
})

/** A complete workout. */
export const ShownWorkout = Schema.Struct({
  ...Shown,
  exercises: Schema.Array(
    Schema.Struct({
      ...ShownName,
      superset: present(Schema.Int.annotations({ description: "Those with the same number were done in turns." })),
      notes: present(Schema.String.annotations({ description: "Notes on this exercise." })),
      weightIs: present(WeightIs),
      sets: Schema.Array(ShownSet).annotations({ description: "In order." })
    })
  ).annotations({ description: "In order." })
})
export type ShownWorkout = typeof ShownWorkout.Type

type Head = Omit<Workout, "exercises">
type ShownHead = Omit<ShownWorkout, "exercises">

/** The energy of a workout as shown, in whole kcal: the app's figure if it stated one, else the estimate. */
export const shownCalories = ({
  appCalories,
  estimatedCalories
}: Pick<WorkoutContent, "appCalories" | "estimatedCalories">): number | null =>
  appCalories === null ? estimatedCalories : round(appCalories, 0)

/** Omits fields without a value. Filled in field by field, because a list has many heads and copies are slow. */
const showHead = ({
  id,
  name,
  date,
  startTime,
  endTime,
  durationSeconds,
  notes,
  estimatedCalories,
  appCalories
}: Head): ShownHead => {
  const shown: { -readonly [Field in keyof ShownHead]: ShownHead[Field] } = { id, name, date }
  if (startTime !== null) shown.startTime = startTime
  if (endTime !== null) shown.endTime = endTime
  if (durationSeconds !== null) shown.durationSeconds = durationSeconds
  if (notes !== null) shown.notes = notes
  const calories = shownCalories({ appCalories, estimatedCalories })
  if (calories !== null) shown.estimatedCalories = calories
  if (appCalories !== null) shown.caloriesSource = "app"
  return shown
}

/** What is shown of an exercise: its name, and what its weight is if not the load moved. */
interface Called {
  readonly name: string
  readonly weightIs?: WeightMeaning
}

export const showSummary = (summary: WorkoutSummary, exercises: ShownSummary["exercises"]): ShownSummary =>
  Object.assign(showHead(summary), { exerciseCount: exercises.length, exercises })

/** Stored loads are not rounded, only shown ones, so that pounds come back unchanged. */
const showLoad = (weightKg: number, unit: WeightUnit) => ({
  weight: { value: fromKilograms(weightKg, unit, 4), unit },
  weightKg: round(weightKg, 4)
})

export const showSet = (
  { setType, technique, weightKg, ...rest }: WorkoutSet,
  setNumber: number,
  strengthUnit: WeightUnit
) => ({
  setNumber,
  setType,
  ...(technique === undefined ? {} : { technique }),
  ...(weightKg === undefined ? {} : showLoad(weightKg, strengthUnit)),
  ...rest
})

/** A workout as shown to the user: loads in their strength unit, exercises as `calledOf` says by their ids. */
export const showWorkout = (
  workout: Workout,
  strengthUnit: WeightUnit,
  calledOf: (exerciseId: string) => Called
): ShownWorkout => ({
  ...showHead(workout),
  exercises: workout.exercises.map(({ exerciseId, sets, ...beside }) => ({
    exerciseId,
    ...calledOf(exerciseId),
    ...besideOf(beside),
    sets: sets.map((set, index) => showSet(set, index + 1, strengthUnit))
  }))
})
