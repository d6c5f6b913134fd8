import { activityRow } from "../../formats/activities/activity-row.ts"
import { columnsLike, readingTable } from "../../formats/reading-table.ts"
import type { TableKind } from "../../formats/table.ts"

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
export const ouraWorkouts: TableKind = {
  source: "oura",
  matches: (header) => header.has("activity", "start_datetime", "end_datetime", "intensity"),
  required: (header) => [header.find("activity"), header.find("start_datetime")],
  date: (header) => header.find("start_datetime"),
  read: ({ header, moments, emit }) => {
    const column = header.places({
      activity: "activity",
      label: "label",
      start: "start_datetime",
      end: "end_datetime",
      calories: "calories",
      metres: "distance"
    })
    return {
      row: (cells, place) => {
        const [start, end] = [column.start, column.end].map((place) => moments.read(cells.text(place)))
        if (start == null) cells.refuse(`"${cells.text(column.start).slice(0, 40)}" is not a date`)
        const [calories, distanceMeters] = [cells.positive(column.calories), cells.positive(column.metres)]
        if (!cells.areRead(emit, place) || start == null) return
        const isWhole = start.instant !== null && end != null && end.instant !== null
        const written = cells
          .text(column.activity)
          .replaceAll(/([\p{Ll}])([\p{Lu}])/gu, "$1 $2")
          .replaceAll("_", " ")
        const type = written.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) || "Workout"
        emit.push(
          activityRow(place, {
            type,
            title: cells.text(column.label),
            start,
            end: end ?? null,
            durationSeconds: isWhole ? ((end?.instant ?? 0) - (start.instant ?? 0)) / 1000 : null,
            distanceMeters,
            calories
          })
        )
      }
    }
  }
}
