import type { Moment, Place, WorkoutRow } from "../../rows/rows.ts"

/** An activity from a sports watch or app. */
export interface Activity {
  /** The kind of activity, such as `Running`. */
  readonly type: string
  readonly title: string
  readonly start: Moment
  readonly end?: Moment | null
  readonly durationSeconds: number | null
  /** Moving time, if stated; otherwise the whole length. */
  readonly movingSeconds?: number | null
  readonly distanceMeters: number | null
  readonly calories: number | null
  readonly notes?: string | null
  readonly origin?: string | null
}

/** An activity as a session of one exercise with one set. */
export const activityRow = (place: Place, activity: Activity, rows = 1): WorkoutRow => {
  const { type, title, start, end, durationSeconds, movingSeconds, distanceMeters, calories } = activity
  const moved = movingSeconds ?? durationSeconds
  return {
    _tag: "Workout",
    place,
    rows,
    title: title || type,
    start,
    end: end ?? null,
    durationSeconds,
    calories,
    notes: activity.notes ?? null,
    exercises: [
      {
        name: type,
        notes: null,
        superset: null,
        sets: [
          {
            place,
            kind: "normal",
            ...(distanceMeters === null || distanceMeters === 0 ? {} : { distanceMeters }),
            ...(moved === null || moved === 0 ? {} : { durationSeconds: moved })
          }
        ]
      }
    ],
    origin: activity.origin ?? null
  }
}
