import type { Part, Stamp } from "../devices/record.ts"
import { amountIn, entryOf, isJson, isNot, type Json, notARecord, type Times, textIn } from "../formats/fields.ts"
import { nightsOf, type Sleep } from "../formats/measures/nights.ts"
import type { OtherFields } from "./other-fields.ts"
import { leftOut, type Reader, sleepPart } from "./parts.ts"

const WHAT = "sleep_analysis"

const MINUTES: Readonly<Record<string, number>> = { hr: 60, h: 60, min: 1, s: 1 / 60 }

/** The minutes per unit; null if it is none of time. */
export const minutesPer = (unit: string): number | null => entryOf(MINUTES, unit) ?? null

const OF_DAYS = new Set(["date", "totalSleep", "sleepStart", "sleepEnd", "source"])
const OF_STAGES = new Set(["value", "startDate", "endDate", "qty", "source"])
const STAGES = ["asleep", "core", "deep", "rem"]
/** Of a day without a total, its parts are read. */
const OF_DAYS_IN_PARTS = new Set([...OF_DAYS, ...STAGES])

/** The sums of a day that the app has; those of its parts if it lacks the whole. */
const totalIn = (record: Json): number | undefined => {
  const total = amountIn(record, "totalSleep")
  if (total !== undefined && total > 0) return total
  const parts = STAGES.flatMap((name) => amountIn(record, name) ?? [])
  return parts.length === 0 ? total : parts.reduce((sum, part) => sum + part, 0)
}

/** The sleep of a day, as the app sums it up. */
const ofDay = (record: Json, perUnit: number, times: Times, stamp: Stamp, reader: Reader): Part => {
  const at = times.spaced(record.sleepEnd) ?? times.spaced(record.date)
  if (at === undefined || at.instant === null)
    return leftOut(WHAT, isNot(record, "date", "a date with a time and an offset"))
  const total = totalIn(record)
  if (total === undefined || total === 0) return leftOut(`sleep of ${at.day}`, "it states no time asleep")
  const minutes = total * perUnit
  const start = times.spaced(record.sleepStart)?.instant ?? at.instant - minutes * 60_000
  const source = textIn(record, "source") ?? ""
  const sleep = { at, start, end: at.instant, minutes: Number(minutes.toPrecision(12)), isStaged: true, source }
  return sleepPart(sleep, ["health-auto-export", at.day, source], stamp, reader)
}

/** A part of a night that is not summed up; or what is left out. */
const stageIn = (record: Json, times: Times): Sleep | Part => {
  const [start, end] = [times.spaced(record.startDate), times.spaced(record.endDate)]
  if (start === undefined || start.instant === null)
    return leftOut(WHAT, isNot(record, "startDate", "a date with a time and an offset"))
  if (end === undefined || end.instant === null)
    return leftOut(WHAT, isNot(record, "endDate", "a date with a time and an offset"))
  const value = textIn(record, "value") ?? ""
  if (/^(?:in ?bed|awake)$/i.test(value)) return leftOut(WHAT, "in bed or awake, which is not sleep")
  const stage = /^(?:asleep(?: ?unspecified)?|(core|deep|rem))$/i.exec(value)
  if (stage === null) return leftOut(WHAT, isNot(record, "value", "a stage of sleep"))
  if (end.instant <= start.instant) return leftOut(WHAT, "it ends before it starts")
  const minutes = (end.instant - start.instant) / 60_000
  const source = textIn(record, "source") ?? ""
  return { source, start: start.instant, end: end.instant, minutes, at: end, isStaged: stage[1] !== undefined }
}

/** The nights of the metric `sleep_analysis`, by day or by stage; `perUnit` is in minutes. */
export const sleepParts = function* (
  records: ReadonlyArray<unknown>,
  perUnit: number,
  times: Times,
  stamp: Stamp,
  reader: Reader,
  others: OtherFields
): Generator<Part> {
  const stages: Array<Sleep> = []
  for (const record of records) {
    if (!isJson(record)) yield leftOut(WHAT, notARecord(record))
    else if (record.startDate === undefined) {
      others.note(WHAT, record, amountIn(record, "totalSleep") ? OF_DAYS : OF_DAYS_IN_PARTS)
      yield ofDay(record, perUnit, times, stamp, reader)
    } else {
      others.note(WHAT, record, OF_STAGES)
      const found = stageIn(record, times)
      if ("_tag" in found) yield found
      else stages.push(found)
    }
  }
  const { nights, naps, others: same } = nightsOf(stages)
  for (const { at, minutes, source, sleeps } of nights) {
    const [first] = sleeps
    if (first === undefined || at.instant === null) continue
    const sleep = { at, start: first.start, end: at.instant, minutes, isStaged: true, source }
    const part = sleepPart(sleep, ["health-auto-export", first.start, source], stamp, reader)
    yield { ...part, rows: sleeps.length }
  }
  if (naps.length > 0) yield leftOut(WHAT, "naps are not kept", naps.length)
  if (same.length > 0) yield leftOut(WHAT, "another source states the same night", same.length)
}
