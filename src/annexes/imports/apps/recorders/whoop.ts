import type { Cells } from "../../formats/cells.ts"
import { date, minutes, moment, positive, text } from "../../formats/columns/columns.ts"
import { activities, notRead } from "../../formats/columns/tables.ts"
import { secondsBetween } from "../../formats/moments.ts"
import type { TableContext } from "../../formats/table.ts"
import type { Moment } from "../../rows/rows.ts"

const OFFSET = /^(?:UTC)?(?:([+-])(\d{2}):?(\d{2})|Z)$/

/** Converts `UTC+01:00`, `+0100` or `UTCZ` to an offset such as `+01:00`; empty if it is not one. */
const offsetOf = (text: string): string => {
  const [, sign = "+", hours = "00", minutes = "00"] = OFFSET.exec(text) ?? []
  return OFFSET.test(text) ? `${sign}${hours}:${minutes}` : ""
}

/** A time with its row's offset, in which it is shown: the person may have been elsewhere. */
const withOffset = ({ header, moments }: TableContext, at: number) => {
  const zone = header.find("cycle timezone")
  return (cells: Cells): Moment | null => {
    const offset = offsetOf(cells.text(zone))
    const moment = moments.read(`${cells.text(at)}${offset}`)
    return moment === null || moment.instant === null ? moment : { ...moment, zone: offset }
  }
}

/** `workouts.csv`: one row per workout, with local times and their offset. */
export const whoopWorkouts = activities(
  {
    source: "whoop",
    matches: (header) => header.has("cycle start time", "workout start time"),
    columns: {
      start: date("workout start time", withOffset),
      end: moment("workout end time", withOffset),
      seconds: minutes("duration (min)"),
      calories: positive(/^energy burned \(k?cal\)$/),
      distanceMeters: positive("distance (meters)"),
      name: text("activity name")
    }
  },
  () =>
    ({ start, end, seconds, calories, distanceMeters, name }) => {
      const type = name || "Workout"
      const durationSeconds = seconds ?? secondsBetween(start, end)
      return { type, title: type, start, end, durationSeconds, distanceMeters, calories }
    }
)

/** The tables of sleep, recovery and strain, which are not kept. */
export const whoopCycles = notRead(
  {
    source: "whoop",
    mayBe: (header) => header.has("cycle start time") && !header.has("workout start time"),
    whenAlone: {
      problem: "has cycles and sleep, which are not kept",
      advice: "Pass workouts.csv of WHOOP, or the archive that has both"
    }
  },
  "cycles, sleep and journals, which are not kept"
)
