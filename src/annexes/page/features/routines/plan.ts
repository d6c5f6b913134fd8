import { besideOf, type PerformedExercise, showSet, type WorkoutSet } from "../../../../features/workouts/model.ts"
import type { PlannedExercises } from "./model.ts"

type Planned = PlannedExercises[number]

/** Columns of a set that a routine plans. Its weight is planned only if the user fixed it. */
const PLANNED = ["reps", "durationSeconds", "distanceMeters", "holdSeconds"] as const

/** A set without its weight. */
const withoutLoad = ({ weightKg: _, loadIntent: _intent, ...set }: WorkoutSet): WorkoutSet => set

/** An exercise as planned: weights that the user has not fixed are left out. */
const effective = (planned: Planned): Planned =>
  planned.weights === "fixed" ? planned : { ...planned, sets: planned.sets.map(withoutLoad) }

/** Marks the weights of a form's exercise as fixed. An exercise without weights stays as it is. */
export const fixing = (performed: PerformedExercise): Planned => ({
  ...performed,
  ...(performed.sets.some(({ weightKg }) => weightKg !== undefined) ? { weights: "fixed" as const } : {})
})

/** The sets of a routine's exercise as shown, with the weights that the user fixed. */
export const showPlanned = (planned: Planned, unit: Parameters<typeof showSet>[2]) =>
  effective(planned).sets.map((set, index) => showSet(set, index + 1, unit))

/** What a workout's set plans, where a routine had `before`. A value that `before` left open stays open. */
const replannedSet = (set: WorkoutSet, before: WorkoutSet | undefined): WorkoutSet => ({
  ...(before?.weightKg === undefined ? {} : { weightKg: before.weightKg }),
  ...(before?.weightKg === undefined || before.loadIntent === undefined ? {} : { loadIntent: before.loadIntent }),
  ...(before?.intensity === undefined ? {} : { intensity: before.intensity }),
  setType: set.setType,
  ...(set.technique === undefined ? {} : { technique: set.technique }),
  ...Object.fromEntries(
    PLANNED.flatMap((column) =>
      set[column] === undefined || (before !== undefined && before[column] === undefined)
        ? []
        : [[column, set[column]] as const]
    )
  )
})

/**
 * The exercises of a routine after a workout: those of the workout with its sets, in its order. Weights and effort stay
 * out, except what the routine `before` has fixed.
 */
export const replanned = (
  workout: ReadonlyArray<PerformedExercise>,
  before: PlannedExercises = []
): PlannedExercises => {
  const left = before.map(effective)
  return workout.map(({ exerciseId, sets, ...beside }) => {
    const at = left.findIndex((each) => each.exerciseId === exerciseId)
    const planned = at === -1 ? undefined : left.splice(at, 1)[0]
    return {
      exerciseId,
      ...besideOf(beside),
      sets: sets.map((set, index) => replannedSet(set, planned?.sets[index])),
      ...(planned?.weights === undefined ? {} : { weights: planned.weights })
    }
  })
}

type Shape = ReadonlyArray<{
  readonly exerciseId: string
  readonly superset?: number
  readonly sets: ReadonlyArray<Pick<WorkoutSet, "setType" | "technique">>
}>

const shapeOf = (exercises: Shape) =>
  JSON.stringify(
    exercises.map(({ exerciseId, superset, sets }) => [
      exerciseId,
      superset,
      sets.map(({ setType, technique }) => [setType, technique])
    ])
  )

/** Whether a workout has other exercises, another order, other supersets, or other numbers or types of sets than a routine. */
export const differs = (routine: { readonly exercises: Shape }, workout: { readonly exercises: Shape }) =>
  shapeOf(routine.exercises) !== shapeOf(workout.exercises)
