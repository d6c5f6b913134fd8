import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import type { Fault } from "../../contract/broken-rule.ts"
import { rangeFaults } from "../../contract/day-range.ts"
import { Conflict, NotFound } from "../../contract/errors.ts"
import { leftOut } from "../../contract/faults.ts"
import { optional, present } from "../../contract/fields.ts"
import { operation } from "../../contract/operation.ts"
import type { Given } from "../../contract/rule.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import { ItemId } from "../../values/item-id.ts"
import { must } from "../../values/must.ts"
import { Count, Decimal, integer } from "../../values/number.ts"
import { bounded, Text, trimmed } from "../../values/text.ts"
import { WeightUnit } from "../../values/units.ts"
import { ShownAchieved } from "./best-set.ts"
import { EXAMPLE_ID, example, exampleSaved, exampleWhole, exampleWorkout } from "./examples.ts"
import { workoutFaults } from "./faults.ts"
import {
  ExerciseNotes,
  Intensity,
  LoadIntent,
  Metres,
  MOST_EXERCISES,
  MOST_SETS,
  Name,
  Notes,
  Order,
  Reps,
  SessionSeconds,
  SetSeconds,
  SetType,
  ShownSummary,
  ShownWorkout,
  Superset,
  Technique
} from "./model.ts"
import { withoutReadOnly } from "./read-only.ts"
import { ShownRecords } from "./records.ts"
import { ShownSums, ShownTotals } from "./sums.ts"

const timezone = Schema.String.annotations({ description: "IANA timezone." })
const id = ItemId.annotations({ description: "From list_workouts." })
const savedId = Schema.String.annotations({ description: "Id of the workout." })
const estimatedCalories = present(
  Schema.Number.annotations({ description: "kcal; absent when no body weight is known." })
)

const listOf = <A, I>(item: Schema.Schema<A, I>, most: number, example: NoInfer<A>, description: string) =>
  Schema.Array(item)
    .annotations({ examples: [[example]] })
    .pipe(Schema.minItems(1, must({ be: "held", min: 1 })), Schema.maxItems(most, must({ be: "held", max: most })))
    .annotations({ description })

const GivenSet = Schema.Struct({
  setType: optional(SetType.annotations({ description: "Default: working." })),
  technique: optional(Technique.annotations({ description: "Of a set." })),
  weight: optional(
    Schema.Struct({
      value: Decimal.annotations({ description: "0 to 2,000 kg or as lb." }),
      unit: WeightUnit.annotations({ description: "kg or lb." })
    }).annotations({ description: "Load, including one carried or worn.", examples: [{ value: 80, unit: "kg" }] })
  ),
  loadIntent: optional(
    LoadIntent.annotations({
      description:
        "What weight is. Default: its weightIs, else bar_total. per_hand: in one hand; plates_each_side: without the bar; assistance: help taken off; machine_stack: its number."
    })
  ),
  reps: optional(Reps.annotations({ description: "How many." })),
  durationSeconds: optional(
    SetSeconds.annotations({
      description: "Time of this set; of a hold, holdSeconds."
    })
  ),
  distanceMeters: optional(Metres.annotations({ description: "Its metres." })),
  holdSeconds: optional(SetSeconds.annotations({ description: "Time held: a plank." })),
  intensity: optional(Intensity.annotations({ description: "Effort, 0 to 10." }))
})

const EXAMPLE_SET: typeof GivenSet.Type = { weight: { value: 80, unit: "kg" }, reps: 5 }

const GivenExercise = Schema.Struct({
  exerciseId: optional(ItemId.annotations({ description: "From search_exercises." })),
  name: optional(
    trimmed({ min: 0, max: 200 }).annotations({
      description: "Exact name, in place of exerciseId."
    })
  ),
  superset: optional(Superset.annotations({ description: "Those with the same number were done in turns." })),
  notes: optional(ExerciseNotes.annotations({ description: "Free text." })),
  sets: listOf(GivenSet, MOST_SETS, EXAMPLE_SET, "1 to 100, with what trackingType names.")
})
export type GivenExercise = typeof GivenExercise.Type

/** The exercises of a workout in an input, in order. */
export const GivenExercises = listOf(
  GivenExercise,
  MOST_EXERCISES,
  { name: "Barbell Squat", sets: [EXAMPLE_SET] },
  "1 to 100, in order."
)

const Title = Name.annotations({ description: "Its title." })

const content = (date: string) => ({
  name: Title,
  durationSeconds: optional(
    SessionSeconds.annotations({
      description: "Whole session with its rests, if known: its exercises share that time."
    })
  ),
  notes: optional(Notes.annotations({ description: "Free text." })),
  exercises: GivenExercises,
  date: optional(ActivityDay.annotations({ description: date }))
})

const WholeWorkout = Schema.Struct({ ...ShownWorkout.fields, ...ShownTotals })

const saved = Schema.Struct({
  id: savedId,
  date: ActivityDay.annotations({ description: "Activity Day it was saved to." }),
  timezone,
  estimatedCalories,
  workout: WholeWorkout.annotations({ description: "The workout as saved." })
})

export const listWorkouts = operation({
  name: "list_workouts",
  method: "GET",
  path: "/workouts",
  title: "List workouts",
  description:
    "Lists finished workouts, newest first; get_workout has the sets. With exerciseId, only those with that exercise, and `exercise` has its best set, records (heaviest, one-rep maximum, farthest and others) and sums, without warm-ups: a personal best or a month's distance takes limit 1.",
  access: "read",
  input: Schema.Struct({
    from: optional(ActivityDay.annotations({ description: "First day. Default: no bound." })),
    to: optional(ActivityDay.annotations({ description: "Last day, included. Default: no bound." })),
    exerciseId: optional(ItemId.annotations({ description: "From search_exercises, or an exact name." })),
    name: optional(bounded({ min: 1, max: 200 }).annotations({ description: "In the title." })),
    order: optional(Order.annotations({ description: "Of the list." })),
    limit: optional(integer({ min: 1, max: 100 }).annotations({ description: "1 to 100 a page. Default: 50." })),
    cursor: optional(
      Text.annotations({
        description: "nextCursor of the previous page, all else the same."
      })
    )
  }),
  rule: ({ from, to }) => rangeFaults(from, to),
  output: Schema.Struct({
    workouts: Schema.Array(ShownSummary).annotations({ description: "In the order asked for." }),
    exercise: present(
      Schema.Struct({
        ...ShownAchieved.fields,
        records: ShownRecords.annotations({
          description: "Of working sets that were done, each with its day and set."
        }),
        sums: ShownSums.annotations({ description: "Of its working sets." })
      }).annotations({ description: "With exerciseId: what was achieved in it." })
    ),
    total: Count.annotations({ description: "Workouts in the whole range." }),
    hasMore: Schema.Boolean.annotations({ description: "Whether there is another page." }),
    nextCursor: Schema.NullOr(Schema.String).annotations({ description: "Cursor of the next page; null on the last." }),
    today: ActivityDay.annotations({ description: "Today's Activity Day." })
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
        records: {
          heaviest: { value: 100, unit: "kg", date: "2026-03-14", workoutId: EXAMPLE_ID, setNumber: 2 },
          estimatedOneRepMax: { value: 116.67, unit: "kg", date: "2026-03-14", workoutId: EXAMPLE_ID, setNumber: 2 },
          mostReps: { value: 5, date: "2026-03-14", workoutId: EXAMPLE_ID, setNumber: 2 }
        },
        sums: { reps: 5, volume: { value: 500, unit: "kg" } }
      },
      total: 1,
      hasMore: false,
      nextCursor: null,
      today: "2026-03-14"
    }
  }
})

export const getWorkout = operation({
  name: "get_workout",
  method: "GET",
  path: "/workouts/detail",
  title: "Get a workout",
  description: "Returns a workout with all its exercises and sets, and what they add up to.",
  access: "read",
  input: Schema.Struct({ id }),
  output: WholeWorkout,
  errors: [NotFound],
  example: {
    input: { id: EXAMPLE_ID },
    output: exampleWhole
  }
})

export const logWorkout = operation({
  name: "log_workout",
  method: "POST",
  path: "/workouts",
  title: "Log a workout",
  description:
    "Adds a finished workout and returns it as saved, with estimated calories. Pass each exercise's exact name if you know it, else search_exercises; a refusal lists the closest. Each call adds one, so retry with the same idempotency_key. To correct one, use replace_workout.",
  access: "write",
  idempotent: false,
  idempotencyKey: true,
  input: Schema.Struct(content("Default: today.")),
  rule: workoutFaults,
  output: saved,
  example: { input: example, output: exampleSaved }
})

/** Without keepOmitted, a workout is replaced as a whole. */
const wholeFaults = (given: Given): ReadonlyArray<Fault> =>
  Object.entries({ name: Title, exercises: GivenExercises })
    .filter(([field]) => given.keepOmitted !== true && !(field in given))
    .map(([field, { ast }]) => ({ field, rule: { ...leftOut(ast), unless: "; or pass keepOmitted true" } }))

export const replaceWorkout = operation({
  name: "replace_workout",
  method: "PUT",
  path: "/workouts",
  title: "Replace a workout",
  description:
    "Replaces a workout and returns it. Without keepOmitted, what is left out is removed, only the date stays: send what get_workout returns, changed; its read-only fields are ignored.",
  access: "write",
  destructive: true,
  input: Schema.Struct({
    id,
    ...content("Default: the day it has."),
    name: optional(Title),
    exercises: optional(GivenExercises),
    keepOmitted: optional(Schema.Boolean.annotations({ description: "true: what is left out stays." }))
  }),
  rule: (given) => [...wholeFaults(given), ...workoutFaults(given)],
  ignoring: withoutReadOnly,
  output: saved,
  errors: [NotFound, Conflict],
  example: { input: { id: EXAMPLE_ID, ...example }, output: exampleSaved }
})

export const deleteWorkout = operation({
  name: "delete_workout",
  method: "DELETE",
  path: "/workouts",
  title: "Delete a workout",
  description: "Deletes a workout with all its sets for good. To correct one, use replace_workout.",
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
