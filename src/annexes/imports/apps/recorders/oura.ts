import { date, moment, needed, positive, text } from "../../formats/columns/columns.ts"
import { activities } from "../../formats/columns/tables.ts"
import { secondsBetween } from "../../formats/moments.ts"
import { columnsLike, readingTable } from "../../formats/reading-table.ts"

/** Columns of the trends that only this app names so. */
const TRENDS = /^(?:sleep score|total bedtime|sleep timing? score|readiness score|activity score|previous night score)$/

/**
 * The website's trends, or the archive's `dailyactivity.csv`: one row per day. They contain steps, and nothing else
 * that Fettle keeps.
 */
export const ouraDays = readingTable({
  source: "oura",
  matches: (header) =>
    (header.has("date") && header.names.filter((name) => TRENDS.test(name)).length > 1) ||
    header.has("day", "steps", "equivalent_walking_distance"),
  columns: (header) => columnsLike(header, { date: /^(?:date|day)$/, steps: /^steps$/ }),
  isNothing: /^id$/i
})

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
