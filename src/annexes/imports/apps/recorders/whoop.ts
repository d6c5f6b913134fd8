import { activityRow } from "../../formats/activities/activity-row.ts"
import type { Moments } from "../../formats/moments.ts"
import type { TableKind } from "../../formats/table.ts"
import type { Moment } from "../../rows/rows.ts"

const OFFSET = /^(?:UTC)?(?:([+-])(\d{2}):?(\d{2})|Z)$/

/** Converts `UTC+01:00`, `+0100` or `UTCZ` to an offset such as `+01:00`; empty if it is not one. */
const offsetOf = (text: string): string => {
  const [, sign = "+", hours = "00", minutes = "00"] = OFFSET.exec(text) ?? []
  return OFFSET.test(text) ? `${sign}${hours}:${minutes}` : ""
}

/** A time with its row's offset, in which it is shown: the person may have been elsewhere. */
const momentWith = (moments: Moments, text: string, offset: string): Moment | null => {
  const moment = moments.read(`${text}${offset}`)
  return moment === null || moment.instant === null ? moment : { ...moment, zone: offset }
}

/** `workouts.csv`: one row per workout, with local times and their offset. */
export const whoopWorkouts: TableKind = {
  source: "whoop",
  matches: (header) => header.has("cycle start time", "workout start time"),
  required: (header) => [header.find("workout start time")],
  date: (header) => header.find("workout start time"),
  read: ({ header, moments, emit }) => {
    const column = header.places({
      zone: "cycle timezone",
      start: "workout start time",
      end: "workout end time",
      minutes: "duration (min)",
      name: "activity name",
      calories: /^energy burned \(k?cal\)$/,
      metres: "distance (meters)"
    })
    return {
      row: (cells, place) => {
        const offset = offsetOf(cells.text(column.zone))
        const momentIn = (place: number) => momentWith(moments, cells.text(place), offset)
        const start = momentIn(column.start)
        if (start === null) cells.refuse(`"${cells.text(column.start).slice(0, 40)}" is not a date`)
        const end = momentIn(column.end)
        const minutes = cells.positive(column.minutes)
        const [calories, distanceMeters] = [cells.positive(column.calories), cells.positive(column.metres)]
        if (!cells.areRead(emit, place) || start === null) return
        const apart =
          start.instant === null || end === null || end.instant === null ? null : (end.instant - start.instant) / 1000
        const durationSeconds = minutes === null ? apart : minutes * 60
        const type = cells.text(column.name) || "Workout"
        emit.push(activityRow(place, { type, title: type, start, end, durationSeconds, distanceMeters, calories }))
      }
    }
  }
}

/** The tables of sleep, recovery and strain, which are not kept. */
export const whoopCycles: TableKind = {
  source: "whoop",
  matches: () => false,
  mayBe: (header) => header.has("cycle start time") && !header.has("workout start time"),
  whenAlone: {
    problem: "has cycles and sleep, which are not kept",
    advice: "Pass workouts.csv of WHOOP, or the archive that has both"
  },
  required: () => [],
  date: () => -1,
  read: ({ emit }) => ({
    row: (_, place) => emit.count(place, "cycles, sleep and journals, which are not kept")
  })
}
