import { activityRow } from "../../formats/activities/activity-row.ts"
import type { DocumentKind } from "../../formats/document.ts"
import { amountIn, isJson, type Json, textIn } from "../../formats/fields.ts"
import { localMoment } from "../../formats/moments.ts"
import { pushReadings } from "../../formats/reading-table.ts"
import { type LocalClock, ZoneClock } from "../../formats/zones.ts"
import type { Moment } from "../../rows/rows.ts"

/** The archive states energy in joules, converted with this factor: 341 kcal are stored as 1,428.79. */
const PER_KCAL = 4.19

const UTC = new ZoneClock("UTC")

const positiveIn = (json: Json, name: string): number | null => amountIn(json, name) || null

/** Epoch milliseconds, or `2021-01-02T06:10:00.0` in UTC. */
const instantIn = (json: Json, name: string): number | null => {
  const value = json[name]
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  const text = textIn(json, name) ?? ""
  const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(text) ? Date.parse(`${text}Z`) : Date.parse(text)
  return Number.isNaN(instant) ? null : instant
}

/** `UDSFile_*.json` of the account archive: one record per day. */
export const garminDays: DocumentKind = {
  source: "garmin",
  matches: (start) => /^\s*\[\s*\{/.test(start) && /"calendarDate"\s*:/.test(start) && /"totalSteps"\s*:/.test(start),
  levels: 0,
  open: (_, emit) => (record, place) => {
    const written = isJson(record) ? textIn(record, "calendarDate") : undefined
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(written ?? "") ?? []
    const at = day === undefined ? null : localMoment(Number(year), Number(month), Number(day), null)
    const steps = isJson(record) ? positiveIn(record, "totalSteps") : null
    if (at === null) emit.leaveOut(place, "it has no day")
    else if (steps === null) emit.count(place, "days without steps")
    else pushReadings(emit, place, at, { weight: null, fat: null, steps: Math.round(steps) })
  }
}

/** `*_userBioMetrics.json`: one record per weighing, in grams, or per change to other data about the person. */
export const garminBody: DocumentKind = {
  source: "garmin",
  matches: (start, path) =>
    /^\s*\[\s*\{/.test(start) &&
    (/userBioMetrics\.json$/i.test(path) || /"weight"\s*:\s*\{[^{}]*"timestampGMT"/.test(start)),
  levels: 0,
  open: ({ options }, emit) => {
    const { clock } = options
    return (record, place) => {
      const weighing = isJson(record) && isJson(record.weight) ? record.weight : undefined
      const grams = weighing === undefined ? null : positiveIn(weighing, "weight")
      if (weighing === undefined || grams === null) {
        emit.count(place, "records without a weight")
        return
      }
      const instant = instantIn(weighing, "timestampGMT")
      const at = instant === null ? null : clock.momentAt(instant, false)
      if (at === null) emit.leaveOut(place, "it has no time")
      else pushReadings(emit, place, at, { weight: grams / 1000, fat: positiveIn(weighing, "bodyFat"), steps: null })
    }
  }
}

/** Writes `strength_training` as `Strength Training`, as in `Activities.csv`. */
const typeOf = (activity: Json): string => {
  const { activityType } = activity
  const key = isJson(activityType) ? textIn(activityType, "typeKey") : textIn(activity, "activityType")
  return (key ?? "workout").replaceAll("_", " ").replaceAll(/(?:^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())
}

/** The local time where the activity began, as in `Activities.csv`, or else in the person's zone. */
const startOf = (activity: Json, clock: LocalClock): Moment | null => {
  const local = instantIn(activity, "startTimeLocal")
  const moment = local === null ? null : UTC.momentAt(local, false)
  if (moment !== null) return { ...moment, instant: null, zone: null }
  const instant = instantIn(activity, "startTimeGmt") ?? instantIn(activity, "beginTimestamp")
  return instant === null ? null : clock.momentAt(instant, false)
}

/** `*_summarizedActivities.json`: one record per activity, in milliseconds and centimetres. */
export const garminSummaries: DocumentKind = {
  source: "garmin",
  matches: (start) => /^\s*(?:\[\s*)?\{\s*"summarizedActivitiesExport"\s*:/.test(start),
  levels: 2,
  open: ({ options }, emit) => {
    const { clock } = options
    return (record, place) => {
      const start = isJson(record) ? startOf(record, clock) : null
      if (!isJson(record) || start === null) {
        emit.leaveOut(place, "it has no time")
        return
      }
      if (record.parentId !== undefined && record.parentId !== null && record.parent !== true) {
        emit.count(place, "legs of activities of several sports, which are read as a whole")
        return
      }
      const milliseconds = positiveIn(record, "duration")
      const [centimetres, energy] = [positiveIn(record, "distance"), positiveIn(record, "calories")]
      const type = typeOf(record)
      emit.push(
        activityRow(place, {
          type,
          title: textIn(record, "name") ?? type,
          start,
          durationSeconds: milliseconds === null ? null : milliseconds / 1000,
          distanceMeters: centimetres === null ? null : centimetres / 100,
          calories: energy === null ? null : Math.round(energy / PER_KCAL)
        })
      )
    }
  }
}
