import { activityRow } from "../../formats/activities/activity-row.ts"
import { metresIn, unitInName } from "../../formats/amounts.ts"
import type { TableKind } from "../../formats/table.ts"

/** Columns that only this app names so. */
const OWN = /^(?:route name|average pace|calories burned|climb \((?:m|ft)\)|friend's tagged|gpx file)$/
const DISTANCE = /^distance \((?:km|mi)\)$/

/**
 * `cardioActivities.csv`: one row per activity, with its local time. The GPX files of the archive are recordings of the
 * same activities.
 */
export const runkeeperActivities: TableKind = {
  source: "runkeeper",
  matches: (header) =>
    header.has("date", "type", "duration") &&
    header.search(DISTANCE) !== -1 &&
    header.names.filter((name) => OWN.test(name)).length > 1,
  required: (header) => [header.find("date"), header.find("type")],
  date: (header) => header.find("date"),
  read: ({ header, moments, emit }) => {
    const column = header.places({
      date: "date",
      type: "type",
      title: "route name",
      distance: DISTANCE,
      duration: "duration",
      calories: "calories burned",
      notes: "notes"
    })
    const metres = metresIn(unitInName(header.names[column.distance] ?? "") ?? "") ?? 1
    return {
      row: (cells, place) => {
        const start = cells.moment(moments, cells.text(column.date))
        const distance = cells.positive(column.distance)
        const durationSeconds = cells.seconds(column.duration)
        const calories = cells.positive(column.calories)
        if (!cells.areRead(emit, place) || start === null) return
        // Some kinds have two names: `Boxing / MMA`.
        const [name = ""] = cells.text(column.type).split(" / ")
        const type = name.replace(/^other$/i, "") || "Workout"
        emit.push(
          activityRow(place, {
            type,
            title: cells.text(column.title),
            start,
            durationSeconds,
            distanceMeters: distance === null ? null : distance * metres,
            calories,
            notes: cells.text(column.notes) || null
          })
        )
      }
    }
  }
}
