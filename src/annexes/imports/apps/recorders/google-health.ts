import { type Column, date, inUtc, moment, needed, number, text } from "../../formats/columns/columns.ts"
import { sleeps } from "../../formats/columns/sleeps.ts"
import { activities } from "../../formats/columns/tables.ts"
import { localMoment, secondsBetween } from "../../formats/moments.ts"
import { columnsLike, measure, readingTable } from "../../formats/reading-table.ts"
import type { TableKind } from "../../formats/table.ts"

/** Fitbit's newer tables, in separate folders of Google's archive: weight in grams, and body fat. */
export const googleHealthBody = readingTable({
  source: "fitbit",
  matches: (header) => header.has("timestamp", "weight grams") || header.has("timestamp", "body fat percentage"),
  columns: (header) =>
    columnsLike(header, { date: /^timestamp$/, weight: /^weight grams$/, fat: /^body fat percentage$/ }),
  isNothing: /^data source$/i
})

const RESTING_PATH = /(?:^|\/)daily_resting_heart_rate[^/]*\.csv$/i

/** `daily_resting_heart_rate.csv`: one row per day, which is written as its midnight in UTC. */
export const googleHealthPulses = readingTable({
  source: "fitbit",
  matches: () => false,
  // The heart rates of each minute have the same columns.
  mayBe: (header, _, path) => RESTING_PATH.test(path) && header.has("timestamp", "beats per minute"),
  path: RESTING_PATH,
  columns: (header) => columnsLike(header, { date: /^timestamp$/ }),
  measures: (header) => [measure(header, "resting_heart_rate", "beats per minute", 1)],
  dates: () => (text) => {
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? []
    return day === undefined ? null : localMoment(Number(year), Number(month), Number(day), null)
  },
  isNothing: /^data source$/i
})

/** `UserSleeps_*.csv`: one row per sleep, with times in UTC. */
export const googleHealthSleeps = sleeps({
  source: "fitbit",
  matches: (header) => header.has("sleep_id", "sleep_start", "sleep_end", "minutes_asleep"),
  columns: {
    start: date("sleep_start", inUtc),
    end: moment("sleep_end", inUtc),
    minutes: number("minutes_asleep")
  },
  // The archive also has most sleeps in a JSON file.
  recorder: "Google Health"
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

/** A sum over the activity, from the tracker or else from the person. */
const total = (of: string): Column<number | null> => ({
  named: `tracker_total_${of}`,
  refuses: true,
  open: ({ header }, tracked) => {
    const logged = header.find(`manually_logged_total_${of}`)
    return (cells) => {
      const [first, second] = [cells.positive(tracked), cells.positive(logged)]
      return first ?? second
    }
  }
})

/** `UserExercises_*.csv`: one row per activity. */
export const googleHealthExercises = activities(
  {
    source: "fitbit",
    matches: (header) => header.has("exercise_id", "exercise_start", "exercise_end", "activity_name"),
    columns: {
      start: date("exercise_start", inUtc),
      end: moment("exercise_end", inUtc),
      calories: total("calories"),
      millimetres: total("distance_mm"),
      name: needed(text("activity_name")),
      deleted: text("deletion_reason")
    },
    skip: (text) => (/^(?:|unspecified)$/i.test(text("deleted")) ? null : "activities that were deleted in the app")
  },
  () =>
    ({ start, end, calories, millimetres, name }) => {
      const type = name || "Workout"
      return {
        type,
        title: type,
        start,
        end,
        durationSeconds: secondsBetween(start, end),
        distanceMeters: millimetres === null ? null : millimetres / 1000,
        calories,
        // The archive also has most activities in a JSON file.
        origin: "Google Health"
      }
    }
)
