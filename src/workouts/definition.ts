import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { rangeFaults } from "../contract/day-range.ts"
import { Conflict, NotFound } from "../contract/errors.ts"
import { operation, optional } from "../contract/operation.ts"
import { ActivityDay } from "../values/activity-day.ts"
import { ItemId } from "../values/item-id.ts"
import { Decimal, integer } from "../values/number.ts"
import { Text, trimmed } from "../values/text.ts"
import { WeightUnit } from "../values/units.ts"
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

const timezone = Schema.String.annotations({ description: "IANA timezone." })
const id = ItemId.annotations({ description: "Workout id, from list_workouts or log_workout." })
const savedId = Schema.String.annotations({ description: "Id of the workout." })
const estimatedCalories = Schema.optionalWith(
  Schema.Number.annotations({ description: "kcal, whole; absent when no body weight is known." }),
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
    }).annotations({ description: "Load." })
  ),
  loadIntent: optional(LoadIntent.annotations({ description: "What the weight means; omit for a plain total load." })),
  reps: optional(Reps.annotations({ description: "Repetitions." })),
  durationSeconds: optional(
    SetSeconds.annotations({ description: "Time of this set; of a timed run, beside distanceMeters." })
  ),
  distanceMeters: optional(Metres.annotations({ description: "Distance of this set." })),
  holdSeconds: optional(SetSeconds.annotations({ description: "Time held." })),
  intensity: optional(Intensity.annotations({ description: "Effort: 0 none, 10 utmost." }))
})

const GivenExercise = Schema.Struct({
  exerciseId: optional(ItemId.annotations({ description: "From search_exercises; preferred." })),
  name: optional(
    trimmed({ min: 0, max: 200 }).annotations({
      description: "Exact name in the catalogue; used only without exerciseId."
    })
  ),
  sets: listOf(GivenSet, MOST_SETS, "1 to 100 sets, in order.")
})
export type GivenExercise = typeof GivenExercise.Type

const content = (date: string) => ({
  name: Name.annotations({ description: "Title of the session, 1 to 200 characters." }),
  durationSeconds: optional(SessionSeconds.annotations({ description: "Length of the whole session." })),
  notes: optional(Notes.annotations({ description: "Free text." })),
  exercises: listOf(GivenExercise, MOST_EXERCISES, "1 to 100 exercises, in order."),
  date: optional(ActivityDay.annotations({ description: date }))
})

const saved = Schema.Struct({
  id: savedId,
  date: ActivityDay.annotations({ description: "Activity Day it was saved to." }),
  timezone,
  estimatedCalories
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
const exampleSaved = { id: EXAMPLE_ID, date: "2026-03-14", timezone: "Europe/Berlin", estimatedCalories: 610 }

export const listWorkouts = operation({
  name: "list_workouts",
  method: "GET",
  path: "/workouts",
  title: "List workouts",
  description:
    "Finished workouts, newest first, in pages, without their exercises and sets: those are in get_workout. Future-dated ones come first.",
  access: "read",
  input: Schema.Struct({
    from: optional(ActivityDay.annotations({ description: "First day. Default: no bound." })),
    to: optional(ActivityDay.annotations({ description: "Last day, included. Default: no bound." })),
    limit: optional(integer({ min: 1, max: 100 }).annotations({ description: "Most workouts a page. Default: 50." })),
    cursor: optional(
      Text.annotations({ description: "nextCursor of the previous page; good only with the same from and to." })
    )
  }),
  rule: ({ from, to }) => rangeFaults(from, to),
  output: Schema.Struct({
    workouts: Schema.Array(ShownSummary).annotations({ description: "Newest first." }),
    hasMore: Schema.Boolean.annotations({ description: "Whether there is another page." }),
    nextCursor: Schema.NullOr(Schema.String).annotations({ description: "Cursor of the next page; null on the last." })
  }),
  example: {
    input: { from: "2026-03-01", to: "2026-03-14", limit: 1 },
    output: {
      workouts: [
        {
          id: EXAMPLE_ID,
          name: "Leg day",
          date: "2026-03-14",
          durationSeconds: 3600,
          estimatedCalories: 610,
          exerciseCount: 2
        }
      ],
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
    "One workout with all its exercises and sets. To edit it, send this back changed with replace_workout, without startTime, endTime, estimatedCalories, setNumber and weightKg.",
  access: "read",
  input: Schema.Struct({ id }),
  output: ShownWorkout,
  errors: [NotFound],
  example: {
    input: { id: EXAMPLE_ID },
    output: {
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
            {
              setNumber: 2,
              setType: "working",
              weight: { value: 100, unit: "kg" },
              weightKg: 100,
              reps: 5,
              intensity: 8
            }
          ]
        },
        {
          exerciseId: "exr_running",
          name: "Running",
          sets: [{ setNumber: 1, setType: "working", durationSeconds: 600, distanceMeters: 2000 }]
        }
      ]
    }
  }
})

export const logWorkout = operation({
  name: "log_workout",
  method: "POST",
  path: "/workouts",
  title: "Log a workout",
  description:
    "Adds a finished workout; each call adds another, so pass idempotency_key where a call may be repeated. Find exerciseId with search_exercises first. Also updates streak and badges, and estimates calories from body weight. To correct one, use replace_workout.",
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
    "Replaces a workout whole: what is left out is removed or cleared, only the date stays; so start from get_workout. After conflict nothing was changed: read it again.",
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
    "Deletes a workout with all its exercises and sets, for good. The streak follows; badges stay. To correct one, use replace_workout.",
  access: "write",
  destructive: true,
  input: Schema.Struct({ id }),
  output: Schema.Struct({
    id: savedId,
    deleted: Schema.Literal(true).annotations({ description: "Always true." }),
    date: ActivityDay.annotations({ description: "Day it counted toward." }),
    timezone
  }),
  errors: [NotFound, Conflict],
  example: {
    input: { id: EXAMPLE_ID },
    output: { id: EXAMPLE_ID, deleted: true, date: "2026-03-14", timezone: "Europe/Berlin" }
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
