import type { Metric } from "../../../../features/body-metrics/model.ts"
import { entryOf } from "../fields.ts"

/** Names of girths and of the resting heart rate, as apps write them in English. */
const MEASURES: Readonly<Record<string, Metric>> = {
  neck: "neck",
  shoulders: "shoulders",
  chest: "chest",
  waist: "waist",
  abdomen: "abdomen",
  hips: "hips",
  "left bicep": "left_arm",
  "left biceps": "left_arm",
  "right bicep": "right_arm",
  "right biceps": "right_arm",
  "left forearm": "left_forearm",
  "right forearm": "right_forearm",
  "left thigh": "left_thigh",
  "right thigh": "right_thigh",
  "left calf": "left_calf",
  "right calf": "right_calf",
  "resting heart rate": "resting_heart_rate"
}

/** The metric that an app calls so; undefined for other measurements. */
export const measureNamed = (name: string): Metric | undefined => entryOf(MEASURES, name.trim().toLowerCase())
