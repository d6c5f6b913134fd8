import { activityRow } from "../../formats/activities/activity-row.ts"
import { entryOf } from "../../formats/fields.ts"
import { pushReadings } from "../../formats/reading-table.ts"
import { sectioned } from "../../formats/sectioned.ts"
import type { TableKind } from "../../formats/table.ts"
import { samsungFoods, samsungIntake } from "./samsung-foods.ts"
import { samsungSleep, samsungStages } from "./samsung-sleep.ts"
import { instantOf, timesIn, UTC } from "./samsung-times.ts"

/** Source type of the one row per day that sums the steps of phone and watch. */
const ALL_SOURCES = "-2"

/** Exercises by their number in the app's development kit. */
const EXERCISES: Readonly<Record<string, string>> = {
  "1001": "Walking",
  "1002": "Running",
  "9001": "Pilates",
  "9002": "Yoga",
  "11007": "Cycling",
  "13001": "Hiking",
  "14001": "Swimming",
  "15003": "Exercise Bike",
  "15004": "Rowing Machine",
  "15005": "Treadmill Running",
  "15006": "Elliptical Trainer"
}

type Part = Pick<TableKind, "read">

const kind = ({ read }: Part): TableKind => ({
  source: "samsung-health",
  matches: () => false,
  required: () => [],
  date: () => -1,
  read
})

const weights = kind({
  read: ({ header, options, emit }) => {
    const [start, offset, weight, fat] = ["start_time", "time_offset", "weight", "body_fat"].map((name) =>
      header.find(name)
    )
    const timeOf = timesIn({ options })
    return {
      row: (cells, place) => {
        const at = timeOf(cells.text(start ?? -1), cells.text(offset ?? -1))
        if (at === null) cells.refuse(`"${cells.text(start ?? -1).slice(0, 40)}" is not a time`)
        const found = { weight: cells.positive(weight ?? -1), fat: cells.positive(fat ?? -1), steps: null }
        if (found.weight === null && found.fat === null) cells.refuse("it holds neither a weight nor a body fat")
        if (cells.areRead(emit, place) && at !== null) pushReadings(emit, place, at, found)
      }
    }
  }
})

const steps = kind({
  read: ({ header, emit }) => {
    const [day, count, type] = ["day_time", "count", "source_type"].map((name) => header.find(name))
    return {
      row: (cells, place) => {
        if (cells.text(type ?? -1) !== ALL_SOURCES) {
          emit.count(place, "steps of single devices, which another row adds up")
          return
        }
        // A day is stated as its midnight in UTC, wherever the person was.
        const instant = instantOf(cells.text(day ?? -1))
        const moment = Number.isNaN(instant) ? null : UTC.momentAt(instant, false)
        if (moment === null) cells.refuse(`"${cells.text(day ?? -1).slice(0, 40)}" is not a time`)
        const found = cells.whole(count ?? -1) || null
        if (found === null) cells.refuse("it holds no steps")
        if (!cells.areRead(emit, place) || moment === null || found === null) return
        emit.steps.addLargest(moment.day, found, place, true)
      }
    }
  }
})

/** Daily steps of single devices. The largest counts if no row adds them up. */
const deviceSteps = kind({
  read: ({ header, emit }) => {
    const column = header.places({ day: "day_time", count: "step_count" })
    return {
      row: (cells, place) => {
        const instant = instantOf(cells.text(column.day))
        const moment = Number.isNaN(instant) ? null : UTC.momentAt(instant, false)
        if (moment === null) cells.refuse(`"${cells.text(column.day).slice(0, 40)}" is not a time`)
        const found = cells.whole(column.count) || null
        if (found === null) cells.refuse("it holds no steps")
        if (cells.areRead(emit, place) && moment !== null && found !== null)
          emit.steps.addLargest(moment.day, found, place, false)
      }
    }
  }
})

const exercises = kind({
  read: ({ header, options, emit }) => {
    const column = header.places({
      start: "start_time",
      end: "end_time",
      offset: "time_offset",
      type: "exercise_type",
      title: "title",
      milliseconds: "duration",
      metres: "distance",
      calories: ["calorie", "total_calorie"]
    })
    const timeOf = timesIn({ options })
    return {
      row: (cells, place) => {
        const [start, end] = [column.start, column.end].map((time) =>
          timeOf(cells.text(time), cells.text(column.offset))
        )
        if (start == null) cells.refuse(`"${cells.text(column.start).slice(0, 40)}" is not a time`)
        const milliseconds = cells.positive(column.milliseconds)
        const [metres, calories] = [cells.positive(column.metres), cells.positive(column.calories)]
        if (!cells.areRead(emit, place) || start == null) return
        emit.push(
          activityRow(place, {
            type: entryOf(EXERCISES, cells.text(column.type)) ?? "Workout",
            title: cells.text(column.title),
            start,
            end: end ?? null,
            durationSeconds: milliseconds === null ? null : milliseconds / 1000,
            distanceMeters: metres,
            calories
          })
        )
      }
    }
  }
})

const KINDS: ReadonlyArray<readonly [RegExp, TableKind]> = [
  [/^com\.samsung\.(?:s?health)\.(?:weight|body_composition)$/, weights],
  [/^com\.samsung\.shealth\.(?:tracker\.)?(?:step_daily_trend)$/, steps],
  [/^com\.samsung\.shealth\.tracker\.pedometer_day_summary$/, deviceSteps],
  [/^com\.samsung\.(?:s?health)\.exercise$/, exercises],
  [/^com\.samsung\.(?:s?health)\.food_intake$/, kind(samsungIntake)],
  [/^com\.samsung\.(?:s?health)\.food_info$/, kind(samsungFoods)],
  [/^com\.samsung\.(?:s?health)\.sleep$/, kind(samsungSleep)],
  [/^com\.samsung\.(?:s?health)\.sleep_stage$/, kind(samsungStages)]
]

/** What tables hold that are not read, by the last words of their names. */
const UNREAD: ReadonlyArray<readonly [RegExp, string]> = [
  [/\.sleep/, "data about sleep other than its length, which are not kept"],
  [/heart_rate/, "heart rates, which are not kept"],
  [/\.nutrition$/, "sums of meals, whose foods are in the table food_intake"],
  [/\.food_(?:favorite|frequent|image)/, "lists of foods, which were not eaten"],
  [/\.(?:water|caffeine)_intake$/, "drinks, which are not kept"],
  [/step_count$|pedometer/, "steps of parts of days, which the table of days sums"]
]

const unreadOf = (title: string): string =>
  UNREAD.find(([pattern]) => pattern.test(title))?.[1] ??
  `the table ${title.replace(/^\ufeff?com\.samsung\.s?health\./, "").slice(0, 60)}, which is not kept`

/**
 * A table of Samsung Health: its own name on the first line, then the header. Rows have one cell more than the header.
 */
export const samsungHealthTable = sectioned({
  source: "samsung-health",
  opening: { pattern: /^\ufeff?"?com\.samsung\./, delimiter: "," },
  titleOf: (fields) => (/^\ufeff?com\.samsung\.[^,]+$/.test(fields(0)) && /^\d+$/.test(fields(1)) ? fields(0) : null),
  kindOf: (title, header) => {
    const known = KINDS.find(([pattern]) => pattern.test(title.replace("\ufeff", "")))
    return header.names.length === 0 ? undefined : known?.[1]
  },
  nameOf: (name) => name.replace(/^com\.samsung\..*\.([^.]+)$/, "$1"),
  unread: unreadOf
})
