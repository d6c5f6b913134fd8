import type { AccountsApi } from "../../../src/features/accounts/definition.ts"
import { output } from "../../support/app.ts"
import { NOTHING, type Scenario } from "../../support/scenario.ts"

export const accounts: Scenario<typeof AccountsApi> = {
  ids: [],
  callAll: async (call) => {
    await output(call("get_context"))
  },
  prepare: { get_context: async () => ({}) },
  changes: {},
  own: async () => NOTHING,
  // What remains of the limits changes with every call.
  view: async (call) => {
    const { limits: _limits, ...context } = await output(call("get_context"))
    return context
  },
  views: { get_context: [{}] }
}
