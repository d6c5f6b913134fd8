import { date, moment, needed, number, positive, text } from "../../formats/columns/columns.ts"
import { NO_SLEEP } from "../../formats/columns/sleeps.ts"
import { activities, tableOf } from "../../formats/columns/tables.ts"
import { spanOf } from "../../formats/measures/nights.ts"
import { secondsBetween } from "../../formats/moments.ts"
import { columnsLike, measure, readingTable } from "../../formats/reading-table.ts"

/** Columns of the trends that only this app names so. */
const TRENDS = /^(?:sleep score|total bedtime|sleep timing? score|readiness score|activity score|previous night score)$/

/** The website's trends, or the archive's `dailyactivity.csv`: one row per day. Sleep is in seconds. */
export const ouraDays = readingTable({
  source: "oura",
  matches: (header) =>
    (header.has("date") && header.names.filter((name) => TRENDS.test(name)).length > 1) ||
    header.has("day", "steps", "equivalent_walking_distance"),
  columns: (header) => columnsLike(header, { date: /^(?:date|day)$/, steps: /^steps$/ }),
  measures: (header) => [
    measure(header, "sleep", /^total sleep (?:duration|time)$/, 1 / 60),
    measure(header, "resting_heart_rate", LOWEST, 1)
  ],
  isNothing: /^id$/i
})

/** What the app calls the resting heart rate: the lowest of the night. */
const LOWEST = /^(?:lowest resting heart rate|lowest_heart_rate)$/

/** The archive's sleep: one row per sleep, in seconds, on the day to which the app counts it. */
export const ouraSleeps = tableOf(
  {
    source: "oura",
    matches: (header) => header.has("day", "bedtime_start", "bedtime_end", "total_sleep_duration"),
    columns: {
      day: date("day"),
      start: moment("bedtime_start"),
      end: moment("bedtime_end"),
      seconds: number("total_sleep_duration"),
      pulse: positive(LOWEST),
      type: text("type")
    },
    skip: (text) => (text("type") === "deleted" ? "sleep that was deleted in the app" : null),
    check: ({ start, end, seconds }) => (spanOf(start, end) === undefined || seconds === null ? NO_SLEEP : null)
  },
  ({ emit }) => ({
    row: ({ day, start, end, seconds, pulse, type }, place) => {
      const span = spanOf(start, end)
      if (span === undefined || end === null) return
      const at = { ...end, day: day.day }
      const isNap = type === "late_nap" || type === "rest"
      emit.nights.add({ source: "", ...span, minutes: (seconds ?? 0) / 60, at, isStaged: true, isNap }, place)
      if (pulse === null || isNap) return
      emit.push({ _tag: "Reading", place, rows: 0, metric: "resting_heart_rate", value: pulse, at, origin: null })
    }
  })
)

/** The archive's `workout.csv`: one row per workout, with times and their offsets, in metres. */
export const ouraWorkouts = activities(
  {
    source: "oura",
    matches: (header) => header.has("activity", "start_datetime", "end_datetime", "intensity"),
    columns: {
      start: date("start_datetime"),
      end: moment("end_datetime"),
      calories: positive("calories"),
      distanceMeters: positive("distance"),
      activity: needed(text("activity")),
      title: text("label")
    }
  },
  () =>
    ({ start, end, calories, distanceMeters, activity, title }) => {
      const written = activity.replaceAll(/([\p{Ll}])([\p{Lu}])/gu, "$1 $2").replaceAll("_", " ")
      const type = written.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) || "Workout"
      return { type, title, start, end, durationSeconds: secondsBetween(start, end), distanceMeters, calories }
    }
)
