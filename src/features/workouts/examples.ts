import type { ShownWorkout } from "./model.ts"

/** The workout used in the contract's examples: as given, as shown, and as returned by the operations that save it. */
export const EXAMPLE_ID = "wkout_7q2k5v8x1c4n9b3m"
export const example = {
  name: "Leg day",
  durationSeconds: 3600,
  exercises: [
    {
      exerciseId: "exr_barbell_squat",
      sets: [
        { setType: "warmup", weight: { value: 60, unit: "kg" }, reps: 8 },
        { weight: { value: 100, unit: "kg" }, reps: 5, intensity: 8 }
      ]
    },
    { name: "Running", sets: [{ distanceMeters: 2000, durationSeconds: 600 }] }
  ],
  date: "2026-03-14"
}
export const exampleWorkout = {
  id: EXAMPLE_ID,
  name: "Leg day",
  date: "2026-03-14",
  durationSeconds: 3600,
  estimatedCalories: 610,
  exercises: [
    {
      exerciseId: "exr_barbell_squat",
      name: "Barbell Squat",
      sets: [
        { setNumber: 1, setType: "warmup", weight: { value: 60, unit: "kg" }, weightKg: 60, reps: 8 },
        { setNumber: 2, setType: "working", weight: { value: 100, unit: "kg" }, weightKg: 100, reps: 5, intensity: 8 }
      ]
    },
    {
      exerciseId: "exr_running",
      name: "Running",
      sets: [{ setNumber: 1, setType: "working", durationSeconds: 600, distanceMeters: 2000 }]
    }
  ]
} as const satisfies typeof ShownWorkout.Encoded
export const exampleWhole = { ...exampleWorkout, sets: 2, volume: { value: 500, unit: "kg" } } as const
export const exampleSaved = {
  id: EXAMPLE_ID,
  date: "2026-03-14",
  timezone: "Europe/Berlin",
  estimatedCalories: 610,
  workout: exampleWhole
}
