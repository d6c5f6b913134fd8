import type { Cells } from "../../formats/cells.ts"
import { date, minutes, moment, number, positive, text } from "../../formats/columns/columns.ts"
import { NO_SLEEP, sleeps } from "../../formats/columns/sleeps.ts"
import { activities, notRead, tableOf } from "../../formats/columns/tables.ts"
import { spanOf } from "../../formats/measures/nights.ts"
import { secondsBetween } from "../../formats/moments.ts"
import type { TableContext } from "../../formats/table.ts"
import { pass } from "../../rows/advice.ts"
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

/** `sleeps.csv`: one row per sleep, on the day on which it ended, by the offset of its cycle. */
export const whoopSleeps = sleeps({
  source: "whoop",
  matches: (header) => header.has("cycle start time", "sleep onset", "wake onset", "nap"),
  columns: {
    start: moment("sleep onset", withOffset),
    end: moment("wake onset", withOffset),
    minutes: number("asleep duration (min)")
  }
})

/** `physiological_cycles.csv`: one row per day, with the night before it and the resting heart rate in it. */
export const whoopRecovery = tableOf(
  {
    source: "whoop",
    matches: (header) => header.has("cycle start time", "resting heart rate (bpm)"),
    columns: {
      cycle: date("cycle start time", withOffset),
      start: moment("sleep onset", withOffset),
      end: moment("wake onset", withOffset),
      minutes: positive("asleep duration (min)"),
      pulse: positive("resting heart rate (bpm)")
    },
    check: ({ minutes, pulse }) => ((minutes ?? pulse) === null ? "it holds nothing that is kept" : null)
  },
  ({ emit }) => ({
    row: ({ cycle, start, end, minutes, pulse }, place) => {
      const at = end ?? cycle
      if (pulse !== null)
        emit.push({ _tag: "Reading", place, rows: 1, metric: "resting_heart_rate", value: pulse, at, origin: null })
      const span = spanOf(start, end)
      const rows = pulse === null ? 1 : 0
      // The table of sleeps has the same nights.
      if (span !== undefined && minutes !== null)
        emit.nights.add({ source: "cycles", ...span, minutes, at, isStaged: false }, place, rows)
      else if (rows > 0) emit.leaveOut(place, NO_SLEEP)
    }
  })
)

/** Further tables of the archive, such as the journal, which are not kept. */
export const whoopCycles = notRead(
  {
    source: "whoop",
    mayBe: (header) => header.has("cycle start time") && !header.has("workout start time"),
    whenAlone: {
      problem: "has neither workouts nor sleep nor a resting heart rate",
      advice: pass("workouts.csv of WHOOP, or the archive that has both")
    }
  },
  "cycles and journals, which are not kept"
)
