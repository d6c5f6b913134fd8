import { NO_SLEEP } from "../../formats/columns/sleeps.ts"
import { nameOthers } from "../../formats/columns/unread-fields.ts"
import type { DocumentKind } from "../../formats/document.ts"
import { amountIn, isJson, textIn } from "../../formats/fields.ts"
import { spanOf } from "../../formats/measures/nights.ts"
import { localMoment, timeOf } from "../../formats/moments.ts"
import type { Moment } from "../../rows/rows.ts"

/** Parses `2019-01-31T06:58:30.000`, a local time. */
const localIn = (text: string | undefined): Moment | null => {
  const [, year, month, day, time = ""] = /^(\d{4})-(\d{2})-(\d{2})(?:T([\d:.]+))?$/.exec(text ?? "") ?? []
  return day === undefined ? null : localMoment(Number(year), Number(month), Number(day), timeOf(time))
}

const OF_SLEEPS = new Set(["dateOfSleep", "startTime", "endTime", "minutesAsleep", "mainSleep", "type"])
const OF_PULSES = new Set(["date", "value"])

/** `sleep-*.json`: one record per sleep, in local time, on the day to which the app counts it. */
export const fitbitSleeps: DocumentKind = {
  source: "fitbit",
  matches: (start) => /^\s*\[\s*\{/.test(start) && /"dateOfSleep"\s*:/.test(start),
  levels: 0,
  open: (_, emit) => (record, place) => {
    const [start, end, day] = ["startTime", "endTime", "dateOfSleep"].map((name) =>
      isJson(record) ? localIn(textIn(record, name)) : null
    )
    const span = spanOf(start ?? null, end ?? null)
    const minutes = isJson(record) ? amountIn(record, "minutesAsleep") : undefined
    if (!isJson(record) || span === undefined || end == null || minutes === undefined) {
      emit.leaveOut(place, NO_SLEEP)
      return
    }
    nameOthers(emit, place, record, OF_SLEEPS, "sleeps")
    const at = { ...end, day: day?.day ?? end.day }
    emit.nights.add({ source: "", ...span, minutes, at, isStaged: true, isNap: record.mainSleep === false }, place)
  }
}

/** `resting_heart_rate-*.json`: one record per day; one without a value has no date. */
export const fitbitPulses: DocumentKind = {
  source: "fitbit",
  matches: (start) => /^\s*\[\s*\{\s*"dateTime"\s*:\s*"[^"]*"\s*,\s*"value"\s*:\s*\{\s*"date"/.test(start),
  levels: 0,
  open: (_, emit) => (record, place) => {
    const stated = isJson(record) && isJson(record.value) ? record.value : {}
    const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{2}|\d{4})$/.exec(textIn(stated, "date") ?? "") ?? []
    const at = year === undefined ? null : localMoment((Number(year) % 100) + 2000, Number(month), Number(day), null)
    const value = amountIn(stated, "value") || null
    if (at === null || value === null) emit.count(place, "days without a resting heart rate")
    else {
      nameOthers(emit, place, stated, OF_PULSES, "pulses")
      emit.push({ _tag: "Reading", place, rows: 1, metric: "resting_heart_rate", value, at, origin: null })
    }
  }
}
