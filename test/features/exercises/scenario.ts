import type { ExercisesApi } from "../../../src/features/exercises/definition.ts"
import { output } from "../../support/app.ts"
import { MARK, NOTHING, type Scenario } from "../../support/scenario.ts"

export const exercises: Scenario<typeof ExercisesApi> = {
  ids: [],
  callAll: async (call) => {
    await output(call("search_exercises", { query: "push" }))
  },
  prepare: { search_exercises: async () => ({ query: "squat" }) },
  changes: {},
  own: async () => NOTHING,
  view: async () => undefined,
  views: { search_exercises: [{ query: MARK }, { category: "strength", limit: 50 }] }
}
