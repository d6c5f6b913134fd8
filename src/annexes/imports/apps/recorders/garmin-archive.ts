import { activityRow } from "../../formats/activities/activity-row.ts"
import { nameOthers } from "../../formats/columns/unread-fields.ts"
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

const dayIn = (record: Json): Moment | null => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(textIn(record, "calendarDate") ?? "") ?? []
  return day === undefined ? null : localMoment(Number(year), Number(month), Number(day), null)
}

const OF_DAYS = new Set(["calendarDate", "totalSteps", "restingHeartRate", "userProfilePK", "version"])

/** `UDSFile_*.json` of the account archive: one record per day. */
export const garminDays: DocumentKind = {
  source: "garmin",
  matches: (start) => /^\s*\[\s*\{/.test(start) && /"calendarDate"\s*:/.test(start) && /"totalSteps"\s*:/.test(start),
  levels: 0,
  open: (_, emit) => (record, place) => {
    if (isJson(record)) nameOthers(emit, place, record, OF_DAYS, "days")
    const at = isJson(record) ? dayIn(record) : null
    const [steps, pulse] = isJson(record)
      ? [positiveIn(record, "totalSteps"), positiveIn(record, "restingHeartRate")]
      : [null, null]
    if (at === null) emit.leaveOut(place, "it has no day")
    else if ((steps ?? pulse) === null) emit.count(place, "days without steps or a resting heart rate")
    else {
      const others = [["resting_heart_rate", pulse]] as const
      pushReadings(emit, place, at, {
        weight: null,
        fat: null,
        steps: steps === null ? null : Math.round(steps),
        others
      })
    }
  }
}

const OF_NIGHTS = new Set([
  "calendarDate",
  "sleepStartTimestampGMT",
  "sleepEndTimestampGMT",
  "deepSleepSeconds",
  "lightSleepSeconds",
  "remSleepSeconds"
])
const ASLEEP = ["deepSleepSeconds", "lightSleepSeconds", "remSleepSeconds"]

/** `*_sleepData.json`: one record per night, in seconds, on the day that the app shows it. Its naps stand apart. */
export const garminSleep: DocumentKind = {
  source: "garmin",
  matches: (start) => /^\s*\[\s*\{/.test(start) && /"sleepStartTimestampGMT"\s*:/.test(start),
  levels: 0,
  open: ({ options }, emit) => {
    const { clock } = options
    return (record, place) => {
      if (isJson(record)) nameOthers(emit, place, record, OF_NIGHTS, "nights")
      const seconds = isJson(record) ? ASLEEP.reduce((sum, name) => sum + (positiveIn(record, name) ?? 0), 0) : 0
      const end = isJson(record) ? instantIn(record, "sleepEndTimestampGMT") : null
      const day = isJson(record) ? dayIn(record) : null
      const at = end === null ? day : clock.momentAt(end, false)
      if (at === null) emit.leaveOut(place, "it has no day")
      else if (seconds === 0) emit.count(place, "nights without sleep")
      else {
        const others = [["sleep", seconds / 60]] as const
        pushReadings(emit, place, { ...at, day: day?.day ?? at.day }, { weight: null, fat: null, steps: null, others })
      }
    }
  }
}

const OF_BODY = new Set(["weight", "metaData", "userProfilePK"])
const OF_WEIGHINGS = new Set(["weight", "timestampGMT", "bodyFat", "sourceType"])

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
      if (isJson(record)) nameOthers(emit, place, record, OF_BODY, "body")
      if (isJson(record) && isJson(record.weight)) nameOthers(emit, place, record.weight, OF_WEIGHINGS, "weighings")
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

const OF_ACTIVITIES = new Set([
  ..."name activityType startTimeLocal startTimeGmt beginTimestamp parentId parent duration distance calories".split(
    " "
  ),
  // What only the app's own programs use.
  ..."activityId userProfileId uuidMsb uuidLsb deviceId timeZoneId parent purposeful autoCalcCalories favorite pr".split(
    " "
  )
])

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
      nameOthers(emit, place, record, OF_ACTIVITIES, "activities")
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
