import { date, metres, needed, positive, seconds, text } from "../../formats/columns/columns.ts"
import { activities } from "../../formats/columns/tables.ts"

/** Columns that only this app names so. */
const OWN = /^(?:route name|average pace|calories burned|climb \((?:m|ft)\)|friend's tagged|gpx file)$/
const DISTANCE = /^distance \((?:km|mi)\)$/

/**
 * `cardioActivities.csv`: one row per activity, with its local time. The GPX files of the archive are recordings of the
 * same activities.
 */
export const runkeeperActivities = activities(
  {
    source: "runkeeper",
    matches: (header) =>
      header.has("date", "type", "duration") &&
      header.search(DISTANCE) !== -1 &&
      header.names.filter((name) => OWN.test(name)).length > 1,
    columns: {
      start: date("date"),
      distanceMeters: metres(DISTANCE, 1),
      durationSeconds: seconds("duration"),
      calories: positive("calories burned"),
      type: needed(text("type")),
      title: text("route name"),
      notes: text("notes")
    }
  },
  () =>
    ({ start, distanceMeters, durationSeconds, calories, type, title, notes }) => {
      // Some kinds have two names: `Boxing / MMA`.
      const [name = ""] = type.split(" / ")
      return {
        type: name.replace(/^other$/i, "") || "Workout",
        title,
        start,
        durationSeconds,
        distanceMeters,
        calories,
        notes: notes || null
      }
    }
)
