import type { GoalsApi } from "../../../src/features/goals/definition.ts"
import { goalIds } from "../../../src/features/goals/model.ts"
import { type Call, output, TODAY } from "../../support/app.ts"
import { type Input, MARK, type Scenario, SHARED_KEY } from "../../support/scenario.ts"
import { type Goal, habit, water } from "./support.ts"

const newGoal = async (call: Call, goal: Input = habit) =>
  (await output<{ goal: Goal }>(call("save_goal", goal))).goal.id

export const goals: Scenario<typeof GoalsApi> = {
  ids: [goalIds],
  callAll: async (call) => {
    const id = await newGoal(call, { ...water, idempotency_key: "water" })
    await output(call("save_goal", { id, name: "More water", targetValue: 2500, unit: "ml" }))
    await output(call("save_goal", { id, schedule: { startDate: "2026-03-01" } }))
    await output(call("list_goals"))
    await output(call("set_goal_progress", { goalId: id, value: 500 }))
    await output(call("get_daily_goals"))
    await output(call("delete_goal", { id }))
  },
  prepare: {
    list_goals: async () => ({}),
    save_goal: async (call) => ({ ...habit, id: await newGoal(call) }),
    delete_goal: async (call) => ({ id: await newGoal(call) }),
    get_daily_goals: async () => ({}),
    set_goal_progress: async (call) => ({ goalId: await newGoal(call), value: true })
  },
  changes: { save_goal: { name: "Another" } },
  roomForOne: { goalTemplates: 1 },
  own: async ({ call }) => {
    const id = await newGoal(call, { ...habit, name: `${MARK} goal`, idempotency_key: SHARED_KEY })
    await output(call("set_goal_progress", { goalId: id, value: true }))
    return {
      secrets: [id],
      pages: {},
      attempts: {
        "save_goal idempotency_key": {
          input: { ...habit, name: "Another", idempotency_key: SHARED_KEY },
          expected: "as if new"
        },
        "save_goal id": { input: { id, name: "Taken over" }, expected: "not_found" },
        "delete_goal id": { input: { id }, expected: "not_found" },
        "set_goal_progress goalId": { input: { goalId: id, value: false }, expected: "not_found" }
      }
    }
  },
  view: (call) => Promise.all([call("list_goals"), call("get_daily_goals", { date: TODAY })]),
  views: { list_goals: [{}], get_daily_goals: [{ date: TODAY }] },
  targets: async (call) => ({
    ids: [await newGoal(call), await newGoal(call, { ...water, targetValue: 2 })],
    cursors: []
  })
}
