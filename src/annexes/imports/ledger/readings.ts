import { Effect } from "effect"
import { canonical, type Metric } from "../../../features/body-metrics/model.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { Reading } from "../rows/rows.ts"
import type { Group } from "../uploads/spool.ts"
import type { Batch } from "./batch.ts"
import { noteConflict } from "./conflicts-report.ts"
import { isBeneath, isRepeated, isWritten } from "./decide.ts"
import { BY_HAND, type ReadingToSet } from "./store.ts"
import { followed, mention } from "./whole-file.ts"

const shownAs = (metric: Metric): string => {
  if (metric === "weight") return "weights"
  if (metric === "steps" || metric === "sleep") return metric
  return `readings of ${metric.replaceAll("_", " ")}`
}

interface Day {
  readonly metric: Metric
  readonly date: ActivityDay
  readonly value: number
  /** The last one counts. */
  readonly rows: ReadonlyArray<Reading>
  readonly key: string
}

const dayOf = ({ key, bodies }: Group): Day => {
  const rows = bodies.map((body): Reading => JSON.parse(body))
  const last = rows.at(-1)
  if (last === undefined) throw new Error("A group has at least one row")
  return { key, metric: last.metric, date: last.at.day, value: canonical(last.metric, last.value, undefined), rows }
}

/** Decides on some days of readings, and writes them. A manual reading wins, unless the import overwrites. */
export const importReadings = Effect.fnUntraced(function* (batch: Batch, groups: ReadonlyArray<Group>) {
  const { userId, source, overwrite, tally, store, pauseBetweenFacts } = batch
  const days = groups.map(dayOf)
  const keys = days.map(({ key }) => key)
  const items = yield* store.items(userId, "reading", keys)
  const stated = yield* store.stated(userId, source, "reading", keys)
  const held = new Map<string, number>()
  for (const metric of new Set(days.map(({ metric }) => metric))) {
    const dates = days.filter((day) => day.metric === metric).map(({ date }) => date)
    if (dates.length === 0) continue
    for (const [date, value] of yield* store.readings(userId, metric, dates)) held.set(`${metric} ${date}`, value)
  }
  for (const { metric, date } of days) mention(batch, metric, [date])
  const repeated: Array<string> = []
  const [readings, beneath]: [Array<ReadingToSet>, Array<ReadingToSet>] = [[], []]
  const byHand: Array<string> = []
  for (const { key, metric, date, value, rows } of days) {
    yield* pauseBetweenFacts
    const fingerprint = String(value)
    const item = items.get(key)
    const decision = batch.decide(item, fingerprint, stated.get(key), overwrite)
    if (isRepeated(stated.get(key), fingerprint)) repeated.push(key)
    const last = rows.at(-1)
    const count = last?.rows ?? 0
    tally.count(
      "merged",
      rows.slice(0, -1).reduce((sum, row) => sum + row.rows, 0)
    )
    const before = held.get(key)
    if (last === undefined) continue
    const set: ReadingToSet = { key, fingerprint, metric, date, value }
    if ((item === undefined || item.fingerprint === BY_HAND) && before !== undefined) {
      if (item === undefined && overwrite === undefined) byHand.push(key)
      if (before === value) tally.countFact("unchanged", count)
      else if (overwrite !== true) {
        const advice = overwrite === undefined ? "" : ", which stays unless overwriting is chosen"
        const reason = `${date} has a ${metric} reading that was entered by hand${advice}`
        tally.leaveOut(last.place, count, reason)
      } else {
        tally.countFact("changed", count)
        readings.push(set)
      }
      continue
    }
    if (item !== undefined) noteConflict(batch, item, decision, shownAs(metric), date)
    if (decision.to === "leftOut") tally.leaveOut(last.place, count, `the ${metric} of ${date} ${decision.reason}`)
    else {
      tally.countFact(decision.to, count)
      if (decision.to === "new") tally.made("readings", 1)
    }
    if (isWritten(decision)) readings.push(set)
    else if (isBeneath(decision)) beneath.push(set)
  }
  return { readings, beneath: { readings: beneath }, byHand, ...followed(batch, "reading", repeated) }
})
