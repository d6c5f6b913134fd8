import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { LimitExceeded, NotFound } from "../../../../contract/errors.ts"
import { type Outputs, operation } from "../../../../contract/operation.ts"
import { goalFields, SavedGoal } from "../../../../features/goals/definition.ts"
import { CurrentValue, completed, GoalId, ShownGoal } from "../../../../features/goals/model.ts"
import { faultsOfGiven } from "../../../../features/goals/revision.ts"
import { ActivityDay } from "../../../../values/activity-day.ts"
import { Decimal } from "../../../../values/number.ts"

/*
 * What the goals page shows and does beyond what agents need. The operations are declared like all others, so that the
 * pipeline runs them under the same guards, but other callers cannot use them.
 */

/** How many days a goal's history shows. */
export const HISTORY_DAYS = 28

/** A goal's result on a day: met, missed, still open (today), or not due. */
const DayOfGoal = Schema.Literal("met", "missed", "open", "off")

export const getGoals = operation({
  name: "get_goals",
  method: "GET",
  path: "/goals",
  title: "Get goals",
  description: "Every goal with how it stands today and how it went on the days before.",
  access: "read",
  output: Schema.Struct({
    date: ActivityDay,
    /** Oldest first. */
    goals: Schema.Array(
      Schema.Struct({
        goal: ShownGoal,
        isDue: Schema.Boolean,
        currentValue: CurrentValue,
        completed,
        /** The last 28 days up to today, oldest first. */
        days: Schema.Array(DayOfGoal)
      })
    )
  }),
  example: { input: {}, output: { date: "2026-03-14", goals: [] } }
})

export const makeGoal = operation({
  name: "make_goal",
  method: "POST",
  path: "/goals",
  title: "Make a goal",
  description: "Makes a goal as save_goal does, once for each key.",
  access: "write",
  idempotencyKey: true,
  input: Schema.Struct(goalFields),
  rule: faultsOfGiven,
  output: SavedGoal,
  errors: [LimitExceeded],
  example: {
    input: { name: "Stretch", type: "boolean" },
    output: {
      goal: {
        id: "goal_8w1x3y5z7a9b2c4d",
        name: "Stretch",
        type: "boolean",
        metric: null,
        targetValue: null,
        comparison: null,
        schedule: {
          days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
          startDate: "2026-03-14",
          endDate: null
        },
        active: true,
        calculated: false
      },
      created: true
    }
  }
})

export const addGoalProgress = operation({
  name: "add_goal_progress",
  method: "POST",
  path: "/goal-progress",
  title: "Add to a goal's progress",
  description: "Adds to today's progress of a hydration or custom goal. The sum is at least 0.",
  access: "write",
  idempotencyKey: true,
  input: Schema.Struct({ goalId: GoalId, amount: Decimal }),
  output: Schema.Struct({ goalId: Schema.String }),
  errors: [NotFound],
  example: { input: { goalId: "goal_8w1x3y5z7a9b2c4d", amount: 250 }, output: { goalId: "goal_8w1x3y5z7a9b2c4d" } }
})

export const removeGoal = operation({
  name: "remove_goal",
  method: "DELETE",
  path: "/goal",
  title: "Remove a goal",
  description: "Deletes a goal with its progress. restore_goal undoes it for a day.",
  access: "write",
  input: Schema.Struct({ id: GoalId }),
  output: Schema.Struct({ id: Schema.String, name: Schema.String }),
  errors: [NotFound],
  example: { input: { id: "goal_8w1x3y5z7a9b2c4d" }, output: { id: "goal_8w1x3y5z7a9b2c4d", name: "Water" } }
})

export const restoreGoal = operation({
  name: "restore_goal",
  method: "POST",
  path: "/goal",
  title: "Restore a goal",
  description: "Brings back the goal that was removed last, with its progress.",
  access: "write",
  input: Schema.Struct({ id: GoalId }),
  output: Schema.Struct({ id: Schema.String }),
  errors: [NotFound, LimitExceeded],
  example: { input: { id: "goal_8w1x3y5z7a9b2c4d" }, output: { id: "goal_8w1x3y5z7a9b2c4d" } }
})

export class GoalKeepingApi extends HttpApiGroup.make("goalKeeping", { topLevel: true })
  .add(getGoals)
  .add(makeGoal)
  .add(addGoalProgress)
  .add(removeGoal)
  .add(restoreGoal)
  .annotate(OpenApi.Title, "Goals of the page") {}

/** A goal as `get_goals` returns it. */
export type KeptGoal = Outputs<typeof GoalKeepingApi>["get_goals"]["goals"][number]
