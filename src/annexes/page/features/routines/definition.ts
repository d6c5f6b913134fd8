import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { LimitExceeded, NotFound } from "../../../../contract/errors.ts"
import { type Outputs, operation } from "../../../../contract/operation.ts"
import { GivenExercises } from "../../../../features/workouts/definition.ts"
import { ItemId } from "../../../../values/item-id.ts"
import { Count } from "../../../../values/number.ts"
import { RoutineName, routineFaults, ShownRoutine, ShownRoutineSummary, StoredRoutine } from "./model.ts"

/*
 * Routines on the person's page. The operations are declared like all others, so that the pipeline runs them under the
 * same guards, but other callers cannot use them.
 */

const EXAMPLE_ID = "rout_5t7v9x2z4b6d8f1h"

const content = { name: RoutineName, exercises: GivenExercises }
const exampleContent = {
  name: "Push day",
  exercises: [{ exerciseId: "exr_push_up", sets: [{ setType: "working" as const, reps: 12 }] }]
}

const named = Schema.Struct({ id: Schema.String, name: Schema.String })
const exampleNamed = { id: EXAMPLE_ID, name: "Push day" }

export const getRoutines = operation({
  name: "get_routines",
  method: "GET",
  path: "/routines",
  title: "Get routines",
  description: "Every routine, without its sets.",
  access: "read",
  /** In the user's order. */
  output: Schema.Struct({ routines: Schema.Array(ShownRoutineSummary) }),
  example: { input: {}, output: { routines: [] } }
})

export const getRoutine = operation({
  name: "get_routine",
  method: "GET",
  path: "/routine",
  title: "Get a routine",
  description: "A routine with its planned sets.",
  access: "read",
  input: Schema.Struct({ id: ItemId }),
  output: ShownRoutine,
  errors: [NotFound],
  example: { input: { id: EXAMPLE_ID }, output: { ...exampleNamed, exercises: [] } }
})

export const makeRoutine = operation({
  name: "make_routine",
  method: "POST",
  path: "/routine",
  title: "Make a routine",
  description: "Adds a routine behind the others. Of a set, any value may be left open.",
  access: "write",
  idempotencyKey: true,
  input: Schema.Struct(content),
  rule: routineFaults,
  output: named,
  errors: [LimitExceeded],
  example: { input: exampleContent, output: exampleNamed }
})

export const makeRoutineOfWorkout = operation({
  name: "make_routine_of_workout",
  method: "POST",
  path: "/routine-of-workout",
  title: "Make a routine of a workout",
  description: "Adds a routine behind the others, with a workout's name, exercises and sets, without their weights.",
  access: "write",
  idempotencyKey: true,
  input: Schema.Struct({ workoutId: ItemId }),
  output: named,
  errors: [NotFound, LimitExceeded],
  example: { input: { workoutId: "wkout_7k3f9q2m5x8c1v6b" }, output: exampleNamed }
})

export const changeRoutine = operation({
  name: "change_routine",
  method: "PUT",
  path: "/routine",
  title: "Change a routine",
  description: "Replaces a routine's name and exercises; its place stays.",
  access: "write",
  input: Schema.Struct({ id: ItemId, ...content }),
  rule: routineFaults,
  output: named,
  errors: [NotFound],
  example: { input: { id: EXAMPLE_ID, ...exampleContent }, output: exampleNamed }
})

export const updateRoutineOfWorkout = operation({
  name: "update_routine_of_workout",
  method: "PUT",
  path: "/routine-of-workout",
  title: "Update a routine from a workout",
  description: "Gives a routine the exercises and sets of a workout. Its name, place and fixed weights stay.",
  access: "write",
  input: Schema.Struct({ id: ItemId, workoutId: ItemId }),
  output: named,
  errors: [NotFound],
  example: { input: { id: EXAMPLE_ID, workoutId: "wkout_7k3f9q2m5x8c1v6b" }, output: exampleNamed }
})

export const moveRoutine = operation({
  name: "move_routine",
  method: "PUT",
  path: "/routine-place",
  title: "Move a routine",
  description: "Moves a routine to a place in the order, counted from 0. Beyond the end means the end.",
  access: "write",
  input: Schema.Struct({ id: ItemId, to: Count }),
  output: Schema.Struct({ id: Schema.String }),
  errors: [NotFound],
  example: { input: { id: EXAMPLE_ID, to: 0 }, output: { id: EXAMPLE_ID } }
})

export const removeRoutine = operation({
  name: "remove_routine",
  method: "DELETE",
  path: "/routine",
  title: "Remove a routine",
  description: "Deletes a routine, and keeps it with its idempotency key, so that restore_routine brings it back.",
  access: "write",
  idempotencyKey: true,
  input: Schema.Struct({ id: ItemId }),
  output: Schema.Struct({ routine: StoredRoutine }),
  errors: [NotFound],
  example: {
    input: { id: EXAMPLE_ID },
    output: { routine: { ...exampleNamed, place: 1, ...exampleContent, createdAt: 0 } }
  }
})

export const restoreRoutine = operation({
  name: "restore_routine",
  method: "POST",
  path: "/restored-routine",
  title: "Restore a routine",
  description: "Brings back what remove_routine deleted with this key within 24 hours, at its place.",
  access: "write",
  input: Schema.Struct({ removedBy: Schema.String }),
  output: named,
  errors: [NotFound, LimitExceeded],
  example: { input: { removedBy: "page_1" }, output: exampleNamed }
})

export class RoutinesApi extends HttpApiGroup.make("routines", { topLevel: true })
  .add(getRoutines)
  .add(getRoutine)
  .add(makeRoutine)
  .add(makeRoutineOfWorkout)
  .add(changeRoutine)
  .add(updateRoutineOfWorkout)
  .add(moveRoutine)
  .add(removeRoutine)
  .add(restoreRoutine)
  .annotate(OpenApi.Title, "Routines of the page") {}

/** Routines as `get_routines` returns them. */
export type ShownRoutines = Outputs<typeof RoutinesApi>["get_routines"]["routines"]
