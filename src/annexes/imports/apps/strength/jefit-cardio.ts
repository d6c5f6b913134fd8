import { activityRow } from "../../formats/activities/activity-row.ts"
import { metresInUnit } from "../../formats/amounts.ts"
import { unitSurvey } from "../../formats/ask.ts"
import { dayTitles } from "../../formats/day-titles.ts"
import type { TableKind } from "../../formats/table.ts"

const SECONDS = { minute: 60, hour: 3600 }
/** Durations up to this are in minutes if the speed does not show the unit: nobody logs four minutes of a sport. */
const MOST_MINUTES = 240

/** The seconds of a duration. Some versions of the app write minutes, which distance and speed per hour can show. */
const secondsOf = (duration: number, distance: number | null, speed: number | null): number => {
  const isInMinutes =
    distance === null || speed === null
      ? duration <= MOST_MINUTES
      : Math.abs(Math.log((duration * SECONDS.minute * speed) / (distance * SECONDS.hour))) <
        Math.abs(Math.log((duration * speed) / (distance * SECONDS.hour)))
  return isInMinutes ? duration * SECONDS.minute : duration
}

/** Columns in which nothing is recorded. */
export const TECHNICAL = /^(?:row_?id|userid|timestamp|_id|edit_time|belongsys|eid|bs?id|day_item_id|session_?id)$/i

/** The section of cardio logs: one row per sport and day. It states no unit of distance. */
export const jefitCardio: TableKind = {
  source: "jefit",
  matches: () => false,
  required: () => [],
  isNothing: TECHNICAL,
  date: (header) => header.find("mydate"),
  survey: ({ file, header, options }) => {
    if (options.distanceUnit !== undefined) return null
    return unitSurvey(file, (survey, cells) => survey.distance(cells.number(header.find("distance")) ?? 0))
  },
  read: ({ header, moments, options, emit }) => {
    const column = header.places({
      date: "mydate",
      name: ["ename", "exercisename", "name"],
      duration: "duration",
      distance: "distance",
      speed: "speed",
      calories: ["calorie", "calories"]
    })
    const titleOf = dayTitles()
    const metres = metresInUnit(options.distanceUnit ?? "km")
    return {
      row: (cells, place) => {
        const start = cells.moment(moments, cells.text(column.date))
        const [duration, distance, speed, calories] = [
          column.duration,
          column.distance,
          column.speed,
          column.calories
        ].map((at) => cells.positive(at))
        if (!cells.areRead(emit, place) || start === null) return
        const type = cells.text(column.name) || "Cardio"
        const day = { ...start, time: null }
        emit.push(
          activityRow(place, {
            type,
            title: titleOf(type, day),
            start: day,
            durationSeconds: duration == null ? null : secondsOf(duration, distance ?? null, speed ?? null),
            distanceMeters: distance == null ? null : distance * metres,
            calories: calories ?? null
          })
        )
      }
    }
  }
}
