import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { rangeFaults } from "../contract/day-range.ts"
import { Conflict, NotFound } from "../contract/errors.ts"
import { operation, optional, present } from "../contract/operation.ts"
import { ActivityDay } from "../values/activity-day.ts"
import { ItemId } from "../values/item-id.ts"
import { Count, Decimal, integer } from "../values/number.ts"
import { Text, trimmed } from "../values/text.ts"
import { WeightUnit } from "../values/units.ts"
import { ShownAchieved } from "./best-set.ts"
import { workoutFaults } from "./faults.ts"
import {
  Intensity,
  LoadIntent,
  Metres,
  MOST_EXERCISES,
  MOST_SETS,
  Name,
  Notes,
  Reps,
  SessionSeconds,
  SetSeconds,
  SetType,
  ShownSummary,
  ShownWorkout
} from "./model.ts"
import { ShownSums } from "./sums.ts"

const timezone = Schema.String.annotations({ description: "IANA timezone." })
const id = ItemId.annotations({ description: "Workout id, from list_workouts or log_workout." })
const savedId = Schema.String.annotations({ description: "Id of the workout." })
const estimatedCalories = Schema.optionalWith(
  Schema.Number.annotations({ description: "kcal; absent when no body weight is known." }),
  { exact: true }
)

const listOf = <A, I>(item: Schema.Schema<A, I>, most: number, description: string) =>
  Schema.Array(item)
    .pipe(
      Schema.minItems(1, { message: () => "must hold at least one" }),
      Schema.maxItems(most, { message: () => `must hold at most ${most}` })
    )
    .annotations({ description })

const GivenSet = Schema.Struct({
  setType: optional(SetType.annotations({ description: "Default: working." })),
  weight: optional(
    Schema.Struct({
      value: Decimal.annotations({ description: "0 to 2,000 kg, or as much in lb." }),
      unit: WeightUnit.annotations({ description: "kg or lb." })
    }).annotations({ description: "Load; fits any exercise, also one carried or worn over a distance." })
  ),
  loadIntent: optional(
    LoadIntent.annotations({
      description:
        "What weight is: bar_total bar and plates (the same as leaving it out), per_hand what one hand holds, plates_each_side one side's plates without the bar, assistance help taken off, added_bodyweight added to the body, machine_stack the stack's number."
    })
  ),
  reps: optional(Reps.annotations({ description: "Repetitions." })),
  durationSeconds: optional(
    SetSeconds.annotations({
      description: "Time of this set, for trackingType duration or distance_duration; not for hold."
    })
  ),
  distanceMeters: optional(Metres.annotations({ description: "Distance of this set." })),
  holdSeconds: optional(SetSeconds.annotations({ description: "Time held, for trackingType hold." })),
  intensity: optional(Intensity.annotations({ description: "Effort, 0 to 10." }))
})

const GivenExercise = Schema.Struct({
  exerciseId: optional(ItemId.annotations({ description: "From search_exercises." })),
  name: optional(
    trimmed({ min: 0, max: 200 }).annotations({
      description: "Exact catalogue name, in place of exerciseId."
    })
  ),
  sets: listOf(GivenSet, MOST_SETS, "1 to 100, in order; fill in what the exercise's trackingType names.")
})
export type GivenExercise = typeof GivenExercise.Type

const content = (date: string) => ({
  name: Name.annotations({ description: "Title, 1 to 200 characters." }),
  durationSeconds: optional(
    SessionSeconds.annotations({ description: "Whole session with its rests, if known; sets have their own times." })
  ),
  notes: optional(Notes.annotations({ description: "Up to 10,000 characters." })),
  exercises: listOf(GivenExercise, MOST_EXERCISES, "1 to 100, in order."),
  date: optional(ActivityDay.annotations({ description: date }))
})

const saved = Schema.Struct({
  id: savedId,
  date: ActivityDay.annotations({ description: "Activity Day it was saved to." }),
  timezone,
  estimatedCalories,
  workout: ShownWorkout.annotations({ description: "The workout as saved." })
})

const EXAMPLE_ID = "wkout_7q2k5v8x1c4n9b3m"
const example = {
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
const exampleWorkout = {
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
const exampleSaved = {
  id: EXAMPLE_ID,
  date: "2026-03-14",
  timezone: "Europe/Berlin",
  estimatedCalories: 610,
  workout: exampleWorkout
}

export const listWorkouts = operation({
  name: "list_workouts",
  method: "GET",
  path: "/workouts",
  title: "List workouts",
  description:
    "Finished workouts, newest first, in pages, with exercises but without sets: those are in get_workout. With exerciseId, only workouts with that exercise, and `exercise` holds its best set, estimated one-rep maximum and sums over the whole range: a personal best or a month's distance takes this one call with limit 1. `total` counts the workouts.",
  access: "read",
  input: Schema.Struct({
    from: optional(ActivityDay.annotations({ description: "First day. Default: no bound." })),
    to: optional(ActivityDay.annotations({ description: "Last day, included. Default: no bound." })),
    exerciseId: optional(ItemId.annotations({ description: "Only workouts with it. From search_exercises." })),
    limit: optional(integer({ min: 1, max: 100 }).annotations({ description: "1 to 100 a page. Default: 50." })),
    cursor: optional(
      Text.annotations({
        description: "nextCursor of the previous page, with the same from, to and exerciseId."
      })
    )
  }),
  rule: ({ from, to }) => rangeFaults(from, to),
  output: Schema.Struct({
    workouts: Schema.Array(ShownSummary).annotations({ description: "Newest first." }),
    exercise: present(
      Schema.Struct({
        ...ShownAchieved.fields,
        sums: ShownSums.annotations({ description: "Of its working sets." })
      }).annotations({ description: "With exerciseId: what was achieved in it, over the whole range." })
    ),
    total: Count.annotations({ description: "Workouts in the whole range." }),
    hasMore: Schema.Boolean.annotations({ description: "Whether there is another page." }),
    nextCursor: Schema.NullOr(Schema.String).annotations({ description: "Cursor of the next page; null on the last." })
  }),
  example: {
    input: { from: "2026-03-01", to: "2026-03-14", exerciseId: "exr_barbell_squat", limit: 1 },
    output: {
      workouts: [
        {
          id: EXAMPLE_ID,
          name: "Leg day",
          date: "2026-03-14",
          durationSeconds: 3600,
          estimatedCalories: 610,
          exerciseCount: 2,
          exercises: [
            { exerciseId: "exr_barbell_squat", name: "Barbell Squat" },
            { exerciseId: "exr_running", name: "Running" }
          ]
        }
      ],
      exercise: {
        sets: 1,
        best: { workoutId: EXAMPLE_ID, date: "2026-03-14", ...exampleWorkout.exercises[0].sets[1] },
        bestEstimatedOneRepMax: { value: 116.67, unit: "kg" },
        sums: { reps: 5, volume: { value: 500, unit: "kg" } }
      },
      total: 1,
      hasMore: false,
      nextCursor: null
    }
  }
})

export const getWorkout = operation({
  name: "get_workout",
  method: "GET",
  path: "/workouts/detail",
  title: "Get a workout",
  description:
    "One workout with all its exercises and sets. To edit it, send it back changed with replace_workout, without startTime, endTime, estimatedCalories, setNumber and weightKg.",
  access: "read",
  input: Schema.Struct({ id }),
  output: ShownWorkout,
  errors: [NotFound],
  example: {
    input: { id: EXAMPLE_ID },
    output: exampleWorkout
  }
})

export const logWorkout = operation({
  name: "log_workout",
  method: "POST",
  path: "/workouts",
  title: "Log a workout",
  description:
    "Adds a finished workout; each call adds another, so retry with the same idempotency_key. Find each exerciseId with search_exercises first. Returns the workout as saved, with calories estimated from body weight. To correct one, use replace_workout.",
  access: "write",
  idempotent: false,
  idempotencyKey: true,
  input: Schema.Struct(content("Day of the workout. Default: today.")),
  rule: workoutFaults,
  output: saved,
  example: { input: example, output: exampleSaved }
})

export const replaceWorkout = operation({
  name: "replace_workout",
  method: "PUT",
  path: "/workouts",
  title: "Replace a workout",
  description:
    "Replaces a workout whole: what is left out is removed, only the date stays, so start from what get_workout returns. Returns the workout as saved. After conflict nothing was changed: read it again.",
  access: "write",
  destructive: true,
  input: Schema.Struct({ id, ...content("Day of the workout. Default: the day it has.") }),
  rule: workoutFaults,
  output: saved,
  errors: [NotFound, Conflict],
  example: { input: { id: EXAMPLE_ID, ...example }, output: exampleSaved }
})

export const deleteWorkout = operation({
  name: "delete_workout",
  method: "DELETE",
  path: "/workouts",
  title: "Delete a workout",
  description:
    "Deletes a workout with all its exercises and sets, for good. The streak is recalculated; badges stay. To correct one, use replace_workout.",
  access: "write",
  destructive: true,
  input: Schema.Struct({ id }),
  output: Schema.Struct({
    id: savedId,
    deleted: Schema.Literal(true).annotations({ description: "Always true." }),
    name: Schema.String.annotations({ description: "The title it had." }),
    date: ActivityDay.annotations({ description: "Day it counted toward." }),
    timezone
  }),
  errors: [NotFound, Conflict],
  example: {
    input: { id: EXAMPLE_ID },
    output: { id: EXAMPLE_ID, deleted: true, name: "Leg day", date: "2026-03-14", timezone: "Europe/Berlin" }
  }
})

export class WorkoutsApi extends HttpApiGroup.make("workouts", { topLevel: true })
  .add(listWorkouts)
  .add(getWorkout)
  .add(logWorkout)
  .add(replaceWorkout)
  .add(deleteWorkout)
  .annotate(OpenApi.Title, "Workouts")
  .annotate(OpenApi.Description, "Finished workouts with their exercises and sets.") {}
