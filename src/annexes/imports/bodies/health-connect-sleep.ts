import { amountIn, isJson, type Json, listIn, textIn } from "../formats/fields.ts"

/** Stages in which a person is not asleep, by their names and by Health Connect's numbers. */
const AWAKE = new Set(["awake", "out_of_bed", "awake_in_bed", "1", "3", "7"])
const UNKNOWN_STAGES = new Set(["unknown", "0"])

const stageOf = (stage: Json): string => {
  const given = stage.stage
  return typeof given === "number" ? String(given) : (textIn(stage, "stage") ?? "").toLowerCase()
}

/** The seconds of the stages in which the person slept; undefined if a record states no stages. */
export const asleepIn = (record: Json): number | undefined => {
  const stages = (listIn(record, "stages") ?? []).flatMap((stage) => (isJson(stage) ? [stage] : []))
  const known = stages.filter((stage) => !UNKNOWN_STAGES.has(stageOf(stage)))
  if (known.length === 0) return undefined
  return known.reduce(
    (sum, stage) => sum + (AWAKE.has(stageOf(stage)) ? 0 : (amountIn(stage, "duration_seconds") ?? 0)),
    0
  )
}
