import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { LimitExceeded, NotFound } from "../../contract/errors.ts"
import { optional, present } from "../../contract/fields.ts"
import { operation } from "../../contract/operation.ts"
import { ActivityDay } from "../../values/activity-day.ts"
import {
  Comparison,
  CurrentValue,
  completed,
  DailyGoal,
  Days,
  GoalId,
  GoalMetric,
  GoalName,
  GoalType,
  GoalUnit,
  NonNegative,
  ShownGoal
} from "./model.ts"
import { faultsOfGiven } from "./revision.ts"

const goalId = Schema.String.annotations({ description: "From list_goals." })
const timezone = Schema.String.annotations({ description: "IANA timezone." })

/** A number or a boolean, depending on the goal. */
const ProgressValue = Schema.Union(NonNegative, Schema.Boolean).annotations({
  message: () => "must be a number of at least 0 for a numeric goal, true or false for a boolean one",
  jsonSchema: {
    type: ["number", "boolean"],
    minimum: 0,
    description: "Number of at least 0 for numeric, true or false for boolean."
  }
})

export const listGoals = operation({
  name: "list_goals",
  method: "GET",
  path: "/goal-templates",
  title: "List goals",
  description:
    "Lists every goal template, active and paused, with target, comparison and schedule. For progress, use get_daily_goals.",
  access: "read",
  output: Schema.Struct({
    goals: Schema.Array(ShownGoal).annotations({ description: "Oldest first." })
  }),
  example: {
    input: {},
    output: {
      goals: [
        {
          id: "goal_4h7k2m9p0q3r5t8v",
          name: "Protein",
          type: "numeric",
          metric: "protein",
          targetValue: 120,
          unit: "g",
          comparison: "min",
          schedule: { days: ["mon", "wed", "fri"], startDate: "2026-03-02", endDate: null },
          active: true,
          calculated: true
        }
      ]
    }
  }
})

/** The fields of a goal. A new one needs its name and type, and a numeric one its metric, target and comparison. */
export const goalFields = {
  name: optional(GoalName.annotations({ description: "Its name." })),
  type: optional(
    GoalType.annotations({
      description: "boolean is a yes/no habit. Fixed once created."
    })
  ),
  metric: optional(
    GoalMetric.annotations({
      description: "hydration and custom are set with set_goal_progress, the others calculated. Fixed once created."
    })
  ),
  targetValue: optional(
    NonNegative.annotations({
      description: "In kcal, grams, mg (sodium), steps, percent or unit; at least 0."
    })
  ),
  unit: optional(
    GoalUnit.annotations({
      description: "Of a weight goal, kg or lb, required; of a hydration or custom goal, free, as ml."
    })
  ),
  comparison: optional(
    Comparison.annotations({
      description: "min: at least; max: at most; equals: exactly, or within 5 % where calculated."
    })
  ),
  schedule: optional(
    Schema.Struct({
      days: optional(Days.annotations({ description: "Weekdays it is due on. Default: all." })),
      startDate: optional(
        ActivityDay.annotations({
          description: "First day; a past one puts the goal on past days too. Default: today."
        })
      ),
      endDate: present(
        Schema.NullOr(ActivityDay).annotations({ description: "Last day, included. null: open, the default." })
      )
    }).annotations({ description: "The days it is due on; parts left out stay." })
  ),
  active: optional(
    Schema.Boolean.annotations({ description: "false pauses it and keeps its history, true resumes it." })
  )
}

/** A goal that was saved. */
export const SavedGoal = Schema.Struct({
  goal: ShownGoal.annotations({ description: "The goal as it is from today on." }),
  created: Schema.Boolean.annotations({ description: "True when created, false when changed." }),
  sameName: present(
    Schema.Array(Schema.String).annotations({
      description: "Other goals of this name, as of a retry."
    })
  )
})

export const saveGoal = operation({
  name: "save_goal",
  method: "POST",
  path: "/goal-templates",
  title: "Create or change a goal",
  description:
    "Creates a goal template, or with id changes only the fields passed, from today on. A new goal needs name and type, a numeric one also metric, targetValue and comparison. At most limits.goalTemplates.",
  access: "write",
  idempotent: false,
  idempotencyKey: true,
  input: Schema.Struct({
    id: optional(GoalId.annotations({ description: "Goal to change. Left out: a new one." })),
    ...goalFields
  }),
  rule: faultsOfGiven,
  output: SavedGoal,
  errors: [NotFound, LimitExceeded],
  example: {
    input: {
      name: "Water",
      type: "numeric",
      metric: "hydration",
      targetValue: 2000,
      unit: "ml",
      comparison: "min",
      schedule: { startDate: "2026-03-14" }
    },
    output: {
      goal: {
        id: "goal_8w1x3y5z7a9b2c4d",
        name: "Water",
        type: "numeric",
        metric: "hydration",
        targetValue: 2000,
        unit: "ml",
        comparison: "min",
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

export const deleteGoal = operation({
  name: "delete_goal",
  method: "DELETE",
  path: "/goal-templates",
  title: "Delete a goal",
  description:
    "Deletes a goal template with all its progress, past days included, for good. To keep its history, pause it: save_goal with active false.",
  access: "write",
  destructive: true,
  input: Schema.Struct({ id: GoalId.annotations({ description: "From list_goals." }) }),
  output: Schema.Struct({
    id: goalId,
    deleted: Schema.Literal(true).annotations({ description: "Always true." }),
    name: Schema.String.annotations({ description: "The name it had." })
  }),
  errors: [NotFound],
  example: {
    input: { id: "goal_8w1x3y5z7a9b2c4d" },
    output: { id: "goal_8w1x3y5z7a9b2c4d", deleted: true, name: "Water" }
  }
})

export const getDailyGoals = operation({
  name: "get_daily_goals",
  method: "GET",
  path: "/daily-goals",
  title: "Get a day's goals",
  description:
    "Lists the goals due on one day, with that day's target and progress. For schedules and paused goals, use list_goals.",
  access: "read",
  input: Schema.Struct({
    date: optional(ActivityDay.annotations({ description: "Any day, past or future. Default: today." }))
  }),
  output: Schema.Struct({
    date: ActivityDay.annotations({ description: "Day of the goals." }),
    timezone,
    goals: Schema.Array(DailyGoal).annotations({ description: "Oldest first." })
  }),
  example: {
    input: { date: "2026-03-14" },
    output: {
      date: "2026-03-14",
      timezone: "Europe/Berlin",
      goals: [
        {
          goalId: "goal_8w1x3y5z7a9b2c4d",
          name: "Water",
          type: "numeric",
          metric: "hydration",
          targetValue: 2000,
          unit: "ml",
          comparison: "min",
          currentValue: 1250,
          completed: false,
          calculated: false
        }
      ]
    }
  }
})

export const setGoalProgress = operation({
  name: "set_goal_progress",
  method: "PUT",
  path: "/daily-goals",
  title: "Set a goal's progress",
  description:
    "Sets one day's progress of a hydration, custom or boolean goal. It replaces the earlier value, so pass the day's total. Calculated goals follow log_food_entry and set_body_metrics.",
  access: "write",
  destructive: true,
  input: Schema.Struct({
    goalId: GoalId.annotations({ description: "From list_goals." }),
    date: optional(ActivityDay.annotations({ description: "A day it is due on, not in the future. Default: today." })),
    value: ProgressValue
  }),
  output: Schema.Struct({
    goalId,
    date: ActivityDay.annotations({ description: "Day it was set for." }),
    timezone,
    currentValue: CurrentValue,
    completed
  }),
  errors: [NotFound],
  example: {
    input: { goalId: "goal_8w1x3y5z7a9b2c4d", value: 1250, date: "2026-03-14" },
    output: {
      goalId: "goal_8w1x3y5z7a9b2c4d",
      date: "2026-03-14",
      timezone: "Europe/Berlin",
      currentValue: 1250,
      completed: false
    }
  }
})

export class GoalsApi extends HttpApiGroup.make("goals", { topLevel: true })
  .add(listGoals)
  .add(saveGoal)
  .add(deleteGoal)
  .add(getDailyGoals)
  .add(setGoalProgress)
  .annotate(OpenApi.Title, "Goals")
  .annotate(OpenApi.Description, "Goal templates with their schedules, and each day's progress.") {}
