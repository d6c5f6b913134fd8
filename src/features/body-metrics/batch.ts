import { said } from "../../contract/broken-rule.ts"
import type { CallerRule } from "../../contract/handler/caller.ts"

/** A call may set at most `limits.bodyMetricBatch` readings. */
export const batchIsSmallEnough: CallerRule = ({ readings }, { limits: { bodyMetricBatch } }) => {
  if (!Array.isArray(readings) || readings.length <= bodyMetricBatch) return []
  const received = `${readings.length}: send them in several calls`
  return [said("readings", `must hold at most ${bodyMetricBatch} readings`, { received })]
}
