import { activityRow } from "../../formats/activities/activity-row.ts"
import { kilocaloriesIn, metresIn, unitInName } from "../../formats/amounts.ts"
import type { Header, TableKind } from "../../formats/table.ts"

/** The column of active energy, in any language; total and resting energy have names of their own. */
const energyColumn = (header: Header): number => {
  const active = header.search(/^active energy \(/)
  return active !== -1 ? active : header.names.findIndex((name) => kilocaloriesIn(unitInName(name) ?? "") !== null)
}

const columnsOf = (header: Header) => ({
  type: header.find("workout type", "type"),
  start: header.find("start"),
  end: header.find("end"),
  duration: header.find("duration"),
  energy: energyColumn(header),
  distance: header.search(/\((?:km|mi)\)$/)
})

/**
 * `Workouts-….csv`: one row per workout. The first four names are English; energy and distance are recognised by their
 * units.
 */
export const healthAutoExportWorkouts: TableKind = {
  source: "health-auto-export",
  matches: (header) =>
    header.has("start", "end", "duration") &&
    (header.names[0] === "workout type" || (header.names[0] === "type" && header.search(/^active energy \(/) !== -1)),
  required: (header) => [columnsOf(header).type, columnsOf(header).start],
  date: (header) => columnsOf(header).start,
  reads: (header) => Object.values(columnsOf(header)),
  isCompared: true,
  read: ({ header, moments, emit }) => {
    const column = columnsOf(header)
    const unitOf = (place: number) => unitInName(header.names[place] ?? "") ?? ""
    const [kilocalories, metres] = [kilocaloriesIn(unitOf(column.energy)), metresIn(unitOf(column.distance))]
    /** Some versions write a row twice. */
    const seen = new Set<string>()
    return {
      row: (cells, place) => {
        const whole = header.names.map((_, at) => cells.text(at))
        if (whole.every((field) => field === "")) {
          emit.count(place, "empty rows")
          return
        }
        const start = cells.moment(moments, cells.text(column.start))
        const seconds = cells.seconds(column.duration)
        const [energy, distance] = [cells.positive(column.energy), cells.positive(column.distance)]
        if (!cells.areRead(emit, place) || start === null) return
        const key = Bun.hash(whole.join("\n")).toString(36)
        if (seen.has(key)) {
          emit.count(place, "rows that occur twice in the file")
          return
        }
        seen.add(key)
        const type = cells.text(column.type) || "Workout"
        emit.push(
          activityRow(place, {
            type,
            title: type,
            start,
            end: moments.read(cells.text(column.end)),
            durationSeconds: seconds,
            distanceMeters: distance === null || metres === null ? null : distance * metres,
            calories: energy === null || kilocalories === null ? null : energy * kilocalories
          })
        )
      }
    }
  }
}
