import { activityRow } from "../../formats/activities/activity-row.ts"
import { withoutZeroOffset } from "../../formats/brief.ts"
import { columnsLike, readingTable } from "../../formats/reading-table.ts"
import type { TableKind } from "../../formats/table.ts"

/** Fitbit's newer tables, in separate folders of Google's archive: weight in grams, and body fat. */
export const googleHealthBody = readingTable({
  source: "fitbit",
  matches: (header) => header.has("timestamp", "weight grams") || header.has("timestamp", "body fat percentage"),
  columns: (header) =>
    columnsLike(header, { date: /^timestamp$/, weight: /^weight grams$/, fat: /^body fat percentage$/ }),
  isNothing: /^data source$/i
})

/** A name that determines a step counter's rank: watch, phone, then sources that relay others' steps. */
const counterOf = (source: string): string => {
  if (/phone|mobile ?track/i.test(source)) return `phone ${source}`
  return /health ?connect|google fit\b/i.test(source) ? source : `watch ${source}`
}

const MINUTE = 60_000

/** Steps per minute, in UTC, from each watch and phone that counted them. */
export const googleHealthSteps: TableKind = {
  source: "fitbit",
  matches: (header) => header.has("timestamp", "steps", "data source"),
  required: (header) => [header.find("timestamp"), header.find("steps")],
  date: (header) => header.find("timestamp"),
  read: ({ header, moments, options, emit }) => {
    const [time, steps, source] = [header.find("timestamp"), header.find("steps"), header.find("data source")]
    const { clock } = options
    return {
      row: (cells, place) => {
        const instant = moments.read(cells.text(time))?.instant ?? null
        if (instant === null) cells.refuse(`"${cells.text(time).slice(0, 40)}" is not a time with an offset`)
        const count = cells.whole(steps) ?? 0
        if (!cells.areRead(emit, place) || instant === null) return
        const counter = counterOf(cells.text(source))
        const reason = emit.steps.addInterval(counter, instant, instant + MINUTE, count, clock, place)
        if (reason !== null) emit.leaveOut(place, reason)
      }
    }
  }
}

/** `UserExercises_*.csv`: one row per activity. */
export const googleHealthExercises: TableKind = {
  source: "fitbit",
  matches: (header) => header.has("exercise_id", "exercise_start", "exercise_end", "activity_name"),
  required: (header) => [header.find("exercise_start"), header.find("activity_name")],
  date: (header) => header.find("exercise_start"),
  read: ({ header, moments, emit }) => {
    const column = header.places({
      start: "exercise_start",
      end: "exercise_end",
      name: "activity_name",
      deleted: "deletion_reason"
    })
    const both = (name: string) => [header.find(`tracker_total_${name}`), header.find(`manually_logged_total_${name}`)]
    const [calories, millimetres] = [both("calories"), both("distance_mm")]
    return {
      row: (cells, place) => {
        if (column.deleted !== -1 && !/^(?:|unspecified)$/i.test(cells.text(column.deleted))) {
          emit.count(place, "activities that were deleted in the app")
          return
        }
        const first = (places: ReadonlyArray<number>) =>
          places.map((place) => cells.positive(place)).find((value) => value !== null) ?? null
        const timeIn = (place: number) => moments.read(withoutZeroOffset(cells.text(place)))
        const [start, end] = [timeIn(column.start), timeIn(column.end)]
        if (start === null) cells.refuse(`"${cells.text(column.start).slice(0, 40)}" is not a date`)
        const [energy, distance] = [first(calories), first(millimetres)]
        if (!cells.areRead(emit, place) || start === null) return
        const type = cells.text(column.name) || "Workout"
        const isWhole = start.instant !== null && end !== null && end.instant !== null
        emit.push(
          activityRow(place, {
            type,
            title: type,
            start,
            end,
            durationSeconds: isWhole ? ((end.instant ?? 0) - (start.instant ?? 0)) / 1000 : null,
            distanceMeters: distance === null ? null : distance / 1000,
            calories: energy,
            // The archive also has most activities in a JSON file.
            origin: "Google Health"
          })
        )
      }
    }
  }
}
