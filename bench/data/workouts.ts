import { exercises } from "../../src/features/exercises/exercises.ts"
import type { TrackingType } from "../../src/features/exercises/model.ts"
import { estimatedCalories } from "../../src/features/workouts/calories.ts"
import { dice } from "./dice.ts"

/** A workout to be stored for many users: its stored form, and its kcal per kilogram of body weight. */
export interface WorkoutPlan {
  readonly name: string
  readonly durationSeconds: number
  readonly exercises: string
  readonly exerciseCount: number
  readonly caloriesPerKilogram: number
}

type Roll = ReturnType<typeof dice>

/** What a set records, by what its exercise tracks. */
const recorded = {
  weight_reps: (roll: Roll) => ({ weightKg: 20 + 2.5 * roll(40), reps: 5 + roll(8) }),
  reps: (roll: Roll) => ({ reps: 8 + roll(12) }),
  weight_distance: (roll: Roll) => ({ weightKg: 20 + 4 * roll(10), distanceMeters: 20 + roll(60) }),
  distance_duration: (roll: Roll) => ({ durationSeconds: 600, distanceMeters: 1500 + roll(1000) }),
  duration: (roll: Roll) => ({ durationSeconds: 60 + roll(600) }),
  hold: (roll: Roll) => ({ holdSeconds: 20 + roll(60) })
} as const satisfies Record<TrackingType, (roll: Roll) => object>

const PLANS = 50
const A_TON = 1_000_000

/** Sessions of three to five everyday exercises with three sets each, the same on every run. */
export const workoutPlans = (): ReadonlyArray<WorkoutPlan> => {
  const roll = dice(7)
  const everyday = exercises().filter(({ popularity }) => popularity >= 2)
  return Array.from({ length: PLANS }, (_, plan) => {
    const performed = Array.from({ length: 3 + roll(3) }, () => {
      const exercise = everyday[roll(everyday.length)]!
      const sets = [1, 2, 3].map(() => ({ setType: "working" as const, ...recorded[exercise.trackingType](roll) }))
      return { exercise, sets }
    })
    const durationSeconds = 1800 + 60 * roll(40)
    const calories = estimatedCalories({ bodyWeightKg: A_TON, durationSeconds, exercises: performed })
    return {
      name: `Session ${plan + 1}`,
      durationSeconds,
      exercises: JSON.stringify(performed.map(({ exercise, sets }) => ({ exerciseId: exercise.id, sets }))),
      exerciseCount: performed.length,
      caloriesPerKilogram: calories / A_TON
    }
  })
}
