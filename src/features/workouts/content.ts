import { Effect, Option } from "effect"
import { ValidationFailed } from "../../contract/errors.ts"
import type { Charge } from "../../contract/handler/charge.ts"
import type { ActivityDay } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { toKilograms } from "../../values/units.ts"
import type { BodyMetricStore } from "../body-metrics/store.ts"
import type { Exercise } from "../exercises/exercises.ts"
import type { KnownExercises, knownExercises } from "../exercises/known.ts"
import type { Weighed } from "./best-set.ts"
import { type Effort, estimatedCalories } from "./calories.ts"
import type { GivenExercise } from "./definition.ts"
import { exerciseOf, namedBy, unknownExercises } from "./known-exercises.ts"
import { type Beside, besideOf, type PerformedExercise, type WorkoutContent, type WorkoutSet } from "./model.ts"
import type { Current } from "./store.ts"

type GivenSet = GivenExercise["sets"][number]
type Kilograms = (load: NonNullable<GivenSet["weight"]>) => number

/** Converts the loads of an input to kilograms. */
export const inKilograms: Kilograms = ({ value, unit }) => toKilograms(value, unit)

const toSet =
  (kilogramsOf: Kilograms) =>
  ({ setType = "working", weight, ...rest }: GivenSet): WorkoutSet => ({
    setType,
    ...(weight === undefined ? {} : { weightKg: kilogramsOf(weight) }),
    ...rest
  })

/** What was done in a workout: what is stored of it, and what its energy is estimated from. */
export interface Doings {
  readonly stored: ReadonlyArray<PerformedExercise>
  readonly efforts: ReadonlyArray<Effort>
}

/** An exercise of a workout to be stored. */
interface Performed extends Beside {
  readonly exercise: Exercise
  readonly sets: ReadonlyArray<WorkoutSet>
}

type KnownLookup = Effect.Effect.Success<typeof knownExercises>

/** What a workout is called, and what is known of it as a whole. */
interface GivenHead {
  readonly name: string
  readonly durationSeconds?: number
  readonly notes?: string
}

/** Returns the names of known exercises. One of the user's own that was deleted is shown by its id. */
export const namesOf =
  (known: KnownExercises) =>
  (exerciseId: string): string =>
    known.byId(exerciseId)?.name ?? exerciseId

/** An exercise as a workout shows it: with what its weight is, if not the load moved. */
export const called = ({ name, weightIs }: Pick<Exercise, "name"> & Weighed) => ({
  name,
  ...(weightIs ? { weightIs } : {})
})

/** Returns known exercises as a workout shows them. One of the user's own that was deleted is shown by its id. */
export const calledIn =
  (known: KnownExercises) =>
  (exerciseId: string): ReturnType<typeof called> =>
    called(known.byId(exerciseId) ?? { name: exerciseId })

/** Whether the energy stated by an app still applies: the session's day, length and exercises are unchanged. */
const isSameSession = (content: WorkoutContent, current: Current): boolean =>
  content.date === current.date &&
  content.durationSeconds === current.durationSeconds &&
  content.exercises.length === current.exercises.length &&
  content.exercises.every(({ exerciseId }, place) => exerciseId === current.exercises[place]?.exerciseId)

/**
 * The exercises of an input with their sets and names; loads still have to be converted. Fails if an exercise is
 * unknown.
 */
export const performed = Effect.fnUntraced(function* <E = never>(
  known: KnownLookup,
  userId: UserId,
  given: ReadonlyArray<GivenExercise>,
  first?: Effect.Effect<void, E>
) {
  const exercises = yield* known(userId, namedBy(given), first)
  const faults = unknownExercises(exercises, given)
  if (faults.length > 0) return yield* ValidationFailed.of(...faults)
  const doneWith = (kilogramsOf: Kilograms): Doings => {
    const efforts = given.flatMap(({ sets, ...rest }): ReadonlyArray<Performed> => {
      const exercise = exerciseOf(exercises, rest)
      return exercise === undefined ? [] : [{ exercise, ...besideOf(rest), sets: sets.map(toSet(kilogramsOf)) }]
    })
    const stored = efforts.map(({ exercise, sets, ...beside }) => ({
      exerciseId: exercise.id,
      ...besideOf(beside),
      sets
    }))
    return { stored, efforts }
  }
  return { doneWith, calledOf: calledIn(exercises) }
})

/** The exercises that a workout has. Those that are no longer known stay, but add nothing to the estimate. */
export const doneBefore = (known: KnownLookup, userId: UserId, { exercises }: Pick<Current, "exercises">) =>
  Effect.map(known(userId, { ids: exercises.map(({ exerciseId }) => exerciseId) }), (known) => {
    const efforts = exercises.flatMap(({ exerciseId, sets }) => {
      const exercise = known.byId(exerciseId)
      return exercise === undefined ? [] : [{ exercise, sets }]
    })
    return { done: { stored: exercises, efforts }, calledOf: calledIn(known) }
  })

/** The content to store for an input. Calories are estimated with the current body weight. */
export const contentOf = Effect.fnUntraced(function* <E>(
  readings: BodyMetricStore["Type"],
  charge: Charge<E>,
  userId: UserId,
  given: GivenHead,
  { stored, efforts }: Doings,
  date: ActivityDay,
  current?: Current
) {
  const found = yield* readings.weightAround(charge, userId, date)
  const content: WorkoutContent = {
    date,
    name: given.name,
    durationSeconds: given.durationSeconds ?? null,
    notes: given.notes ?? null,
    exercises: stored,
    estimatedCalories: Option.match(found.value, {
      onNone: () => null,
      onSome: (bodyWeightKg) =>
        estimatedCalories({ bodyWeightKg, durationSeconds: given.durationSeconds, exercises: efforts })
    }),
    appCalories: null
  }
  if (current === undefined || !isSameSession(content, current)) return found.with(content)
  // Sets that were not sent are those that the stored estimate is from.
  const stays = content.exercises === current.exercises ? current.estimatedCalories : null
  return found.with({
    ...content,
    estimatedCalories: stays ?? content.estimatedCalories,
    appCalories: current.appCalories
  })
})
