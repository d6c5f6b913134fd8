import { Effect } from "effect"
import { Metric } from "../../../features/body-metrics/model.ts"
import { ActivityDay, plusDays } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { NewcomerStore } from "../../identity/sign-in/newcomers.ts"
import { type Line, type PartName, restoredKey } from "../archive/format.ts"
import { ImportStore } from "../ledger/store.ts"
import { isSampleId, SAMPLE_DAYS } from "./person.ts"
import { SAMPLE_SOURCE } from "./source.ts"

/** Whether a line of an archive is sample data. */
export type IsSample = (part: PartName, line: Line) => boolean

/** The days on which sample data that was added on `day` may have readings. */
const daysUpTo = (day: ActivityDay): ReadonlyArray<ActivityDay> =>
  Array.from({ length: SAMPLE_DAYS + 1 }, (_, ago) => plusDays(day, 1 - ago))

/** Tells sample data from a person's own; undefined if the account holds none. */
export const sampleFilter = Effect.fn("sampleFilter")(function* (userId: UserId) {
  if (!(yield* (yield* NewcomerStore).find(userId)).hasSample) return undefined
  const store = yield* ImportStore
  const sample = (yield* store.list(userId)).find(
    ({ source, undoneAt }) => source === SAMPLE_SOURCE && undoneAt === null
  )
  const started = ActivityDay.make(new Date(sample?.startedAt ?? 0).toISOString().slice(0, 10))
  const keys = daysUpTo(started).flatMap((day) => Metric.literals.map((metric) => restoredKey(`${metric} ${day}`)))
  const items = yield* store.items(userId, "reading", keys)
  const readings = new Set(
    [...items.values()].flatMap(({ source, since, factId }) =>
      source === SAMPLE_SOURCE && since === "same" ? [factId] : []
    )
  )
  const isSample: IsSample = (part, { id, goalId, metric, date }) =>
    part === "readings" ? readings.has(`${metric} ${date}`) : isSampleId(id) || isSampleId(goalId)
  return isSample
})
