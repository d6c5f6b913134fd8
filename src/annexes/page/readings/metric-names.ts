import { GIRTHS, type Metric } from "../../../features/body-metrics/model.ts"

/** What a person calls a metric: "Left forearm". */
export const nameOf = (metric: Metric): string => {
  const words = metric.replaceAll("_", " ")
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The metrics beside weight, body fat and steps, in the order in which people look for them. */
export const MEASURES = [...GIRTHS, "resting_heart_rate", "sleep"] as const satisfies ReadonlyArray<Metric>

/** How a unit follows a number. */
export const UNIT_TEXTS = {
  kg: " kg",
  lb: " lb",
  percent: " %",
  steps: " steps",
  cm: " cm",
  in: " in",
  bpm: " bpm",
  minutes: " min"
} as const
