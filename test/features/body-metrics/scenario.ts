import type { BodyMetricsApi } from "../../../src/features/body-metrics/definition.ts"
import { output } from "../../support/app.ts"
import { NOTHING, type Scenario } from "../../support/scenario.ts"

const METRICS = ["weight", "body_fat", "steps"]
const steps = { metric: "steps", readings: [{ value: 9000 }] }

export const bodyMetrics: Scenario<typeof BodyMetricsApi> = {
  ids: [],
  callAll: async (call) => {
    await output(call("set_body_metrics", { metric: "weight", readings: [{ value: 70, unit: "kg" }] }))
    await output(
      call("set_body_metrics", { metric: "steps", readings: [{ value: 1, date: "2026-03-13" }, { value: 2 }] })
    )
    await output(call("list_body_metrics", { metric: "weight" }))
    await output(call("delete_body_metric", { metric: "steps" }))
  },
  prepare: {
    list_body_metrics: async () => ({ metric: "weight" }),
    set_body_metrics: async () => steps,
    delete_body_metric: async (call) => {
      await output(call("set_body_metrics", steps))
      return { metric: "steps" }
    }
  },
  changes: {},
  own: async ({ call }) => {
    await output(call("set_body_metrics", { metric: "weight", readings: [{ value: 71.3577, unit: "kg" }] }))
    await output(call("set_body_metrics", { metric: "body_fat", readings: [{ value: 17.53 }] }))
    await output(call("set_body_metrics", { metric: "steps", readings: [{ value: 10_457 }] }))
    return { ...NOTHING, secrets: ["71.3577", "17.53", "10457"] }
  },
  view: (call) =>
    Promise.all(METRICS.map((metric) => call("list_body_metrics", { metric, from: "2026-01-01", to: "2026-12-31" }))),
  views: { list_body_metrics: METRICS.map((metric) => ({ metric })) },
  targets: async (call) => {
    await output(call("set_body_metrics", { metric: "weight", readings: [{ value: 72, unit: "kg" }] }))
    return { ids: [], cursors: [] }
  }
}
