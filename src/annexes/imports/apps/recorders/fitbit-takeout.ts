import { Predicate } from "effect"
import { activityRow } from "../../formats/activities/activity-row.ts"
import { kilogramsInUnit, metresIn } from "../../formats/amounts.ts"
import { UnitSurvey } from "../../formats/ask.ts"
import { nameOthers } from "../../formats/columns/unread-fields.ts"
import type { DocumentKind } from "../../formats/document.ts"
import { localMoment, timeOf } from "../../formats/moments.ts"
import { pushReadings } from "../../formats/reading-table.ts"
import type { LocalClock } from "../../formats/zones.ts"
import type { Moment } from "../../rows/rows.ts"

type Json = Readonly<Record<string, unknown>>

const records = (json: unknown): ReadonlyArray<unknown> => (Array.isArray(json) ? json : [])

/** A number above 0, which some files write as text. */
const numberIn = (record: Json, name: string): number | null => {
  const value = record[name]
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) && number > 0 ? number : null
}

const textIn = (record: Json, name: string): string => {
  const value = record[name]
  return typeof value === "string" ? value.trim() : ""
}

/** Parses `01/31/19` with `07:10:00`, month first in every language. Null if it is not a day. */
const momentOf = (date: string, time: string): Moment | null => {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{2}|\d{4})$/.exec(date) ?? []
  if (year === undefined) return null
  return localMoment((Number(year) % 100) + 2000, Number(month), Number(day), time === "" ? null : timeOf(time))
}

/** Converts a moment stated in UTC to the person's zone. */
const ofUtc = (text: string, clock: LocalClock): Moment | null => {
  const [date = "", time = ""] = text.split(" ")
  const utc = momentOf(date, time)
  return utc?.time == null ? null : clock.momentAt(Date.parse(`${utc.day}T${utc.time}Z`), false)
}

const OF_WEIGHINGS = new Set(["logId", "weight", "fat", "date", "time", "source"])
const OF_EXERCISES = new Set([
  ..."logId activityName activityTypeId startTime duration activeDuration distance distanceUnit calories".split(" ")
])

const nothing = "it holds nothing that is kept"

/** `weight-*.json`: one record per weighing, without a unit, in local time. */
export const fitbitWeights: DocumentKind = {
  source: "fitbit",
  matches: (start) => /^\s*\[\s*\{\s*"logId"\s*:\s*\d+,\s*"weight"\s*:/.test(start),
  questions: (json, { file, options }) => {
    if (options.weightUnit !== undefined) return []
    const survey = new UnitSurvey(file)
    for (const record of records(json)) if (Predicate.isRecord(record)) survey.weight(numberIn(record, "weight") ?? 0)
    return survey.questions()
  },
  read: (json, { file, options }, emit) => {
    for (const [index, record] of records(json).entries()) {
      const place = { file, line: index + 1 }
      const at = Predicate.isRecord(record) ? momentOf(textIn(record, "date"), textIn(record, "time")) : null
      const weight = Predicate.isRecord(record) ? numberIn(record, "weight") : null
      if (!Predicate.isRecord(record) || at === null || weight === null) {
        emit.leaveOut(place, at === null ? "it has no date" : nothing)
        continue
      }
      nameOthers(emit, place, record, OF_WEIGHINGS, "weighings")
      const kilograms = weight * kilogramsInUnit(options.weightUnit ?? "kg")
      pushReadings(emit, place, at, { weight: kilograms, fat: numberIn(record, "fat"), steps: null })
    }
  }
}

/** `steps-*.json`: one record per minute, in UTC. The last day of a file continues in the next one. */
export const fitbitSteps: DocumentKind = {
  source: "fitbit",
  matches: (start, path) => /(?:^|\/)steps-[^/]*\.json$/i.test(path) && /^\s*\[\s*\{\s*"dateTime"\s*:/.test(start),
  read: (json, { file, options }, emit) => {
    const { clock } = options
    for (const [index, record] of records(json).entries()) {
      const place = { file, line: index + 1 }
      const at = Predicate.isRecord(record) ? ofUtc(textIn(record, "dateTime"), clock) : null
      if (!Predicate.isRecord(record) || at === null) emit.leaveOut(place, "it has no time")
      else emit.steps.add(at.day, numberIn(record, "value") ?? 0, place)
    }
  }
}

/** `exercise-*.json`: one record per activity, in UTC. */
export const fitbitExercises: DocumentKind = {
  source: "fitbit",
  matches: (start) => /^\s*\[\s*\{\s*"logId"\s*:\s*\d+,\s*"activityName"\s*:/.test(start),
  read: (json, { file, options }, emit) => {
    const { clock } = options
    for (const [index, record] of records(json).entries()) {
      const place = { file, line: index + 1 }
      const start = Predicate.isRecord(record) ? ofUtc(textIn(record, "startTime"), clock) : null
      const type = Predicate.isRecord(record) ? textIn(record, "activityName") : ""
      if (!Predicate.isRecord(record) || start === null || type === "") {
        emit.leaveOut(place, start === null ? "it has no time" : "it names no exercise")
        continue
      }
      nameOthers(emit, place, record, OF_EXERCISES, "exercises")
      const milliseconds = numberIn(record, "duration")
      const active = numberIn(record, "activeDuration")
      const distance = numberIn(record, "distance")
      const metres = metresIn(textIn(record, "distanceUnit"))
      emit.push(
        activityRow(place, {
          type,
          title: type,
          start,
          durationSeconds: milliseconds === null ? null : milliseconds / 1000,
          movingSeconds: active === null ? null : active / 1000,
          distanceMeters: distance === null || metres === null ? null : distance * metres,
          calories: numberIn(record, "calories")
        })
      )
    }
  }
}
