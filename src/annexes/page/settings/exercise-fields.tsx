/** @jsxImportSource hono/jsx */
import { Schema } from "effect"
import { Conflict, LimitExceeded, NotFound } from "../../../contract/errors.ts"
import { Category, TRACKING_TYPES, type TrackingType } from "../../../features/exercises/model.ts"
import { ExerciseName, MOST_OWN } from "../../../features/exercises/own.ts"
import { number } from "../../../values/charts/format.ts"
import type {
  ExerciseInUse,
  ExerciseToSave,
  NameOfCatalogue,
  NameTaken,
  TooManyExercises
} from "../../imports/ledger/own-exercises.ts"
import { type FormState, SelectField, TextField } from "../frame/form.tsx"
import { fieldFault } from "../frame/page.ts"

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  strength: "Strength",
  cardio: "Cardio",
  flexibility: "Flexibility",
  bodyweight: "Bodyweight"
}

/** The names of what an exercise's sets record. */
export const TRACKED: Readonly<Record<TrackingType, string>> = {
  weight_reps: "weight and repetitions",
  weight_distance: "weight, distance and time",
  reps: "repetitions",
  distance_duration: "distance and time",
  duration: "time",
  hold: "time held"
}

/** The fields of a form for an exercise. */
export const exerciseFields = {
  name: ExerciseName,
  category: Category,
  trackingType: Schema.Literal(...TRACKING_TYPES)
}

/** The inputs of a form for an exercise. What it tracks is omitted if it cannot be changed. */
export const ExerciseFields = ({
  state,
  exercise,
  name = exercise?.name ?? "",
  isUsed = false
}: {
  readonly state: FormState
  readonly exercise?: ExerciseToSave
  /** The initial name. */
  readonly name?: string
  readonly isUsed?: boolean
}) => (
  <>
    <TextField state={state} name="name" label="Name" value={name} required />
    <SelectField
      state={state}
      name="category"
      label="Category"
      value={exercise?.category ?? "strength"}
      options={Category.literals.map((category) => [category, CATEGORY_NAMES[category]])}
    />
    {isUsed ? null : (
      <SelectField
        state={state}
        name="trackingType"
        label="Its sets record"
        value={exercise?.trackingType ?? "weight_reps"}
        options={TRACKING_TYPES.map((type) => [type, TRACKED[type]])}
      />
    )}
  </>
)

export const nameOfCatalogue = ({ exercise }: NameOfCatalogue) =>
  fieldFault("name", `is in the catalogue: workouts can use its ${exercise.name} at once`)

export const nameTaken = ({ exercise }: NameTaken) =>
  fieldFault("name", `is that of another exercise of your own, ${exercise.name}`)

export const tooManyExercises = ({ current }: TooManyExercises) =>
  new LimitExceeded({
    message: `You have ${number(current)} exercises of your own, and there may be ${number(MOST_OWN)}. Delete one first.`,
    details: { limit: MOST_OWN, current }
  })

export const trackingInUse = ({ exercise }: ExerciseInUse) =>
  new Conflict({
    message: `Workouts use ${exercise.name} with ${TRACKED[exercise.trackingType]} in its sets, so that stays. Nothing was changed.`
  })

export const EXERCISE_GONE = "You have no such exercise any more. The list of your own exercises shows what is there."

export const noSuchExercise = () => new NotFound({ message: EXERCISE_GONE })
