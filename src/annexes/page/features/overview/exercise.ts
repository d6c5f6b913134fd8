import type { Exercise } from "../../../../features/exercises/exercises.ts"
import type { SetsOfWorkout } from "../../../../features/workouts/best-set.ts"
import { showSet } from "../../../../features/workouts/model.ts"
import { recordsIn, showRecords } from "../../../../features/workouts/records.ts"
import { volumeOf } from "../../../../features/workouts/volume.ts"
import type { ActivityDay } from "../../../../values/activity-day.ts"
import { round } from "../../../../values/round.ts"
import { mean } from "../../../../values/trends/figures.ts"
import { byPeriod, grainFor } from "../../../../values/trends/periods.ts"
import { fromKilograms, type WeightUnit } from "../../../../values/units.ts"
import type { ExerciseHistory } from "./definition.ts"

/** How many workouts the history shows at once. */
const MOST_WORKOUTS = 20

/** Most points of the line, and most bars, as on the trends page. */
const [MOST_POINTS, MOST_BARS] = [120, 60]

/** A workout with figures derived from its sets. Undefined if they allow no estimate, or move no weight. */
interface Session extends SetsOfWorkout {
  readonly estimatedOneRepMax: number | undefined
  readonly volume: number | undefined
}

/** What an exercise came to in each workout, oldest first. */
export const sessionsOf = (
  exercise: Parameters<typeof recordsIn>[0],
  given: ReadonlyArray<SetsOfWorkout>,
  unit: WeightUnit
): ReadonlyArray<Session> =>
  // A workout may contain the exercise several times.
  [...Map.groupBy(given, ({ workoutId }) => workoutId).values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined) return []
    const workout = { ...first, sets: parts.flatMap(({ sets }) => sets) }
    const estimate = recordsIn(exercise, [workout]).estimatedOneRepMax?.value
    const volume = volumeOf(workout.sets, exercise)
    return [
      {
        ...workout,
        estimatedOneRepMax: estimate === undefined ? undefined : fromKilograms(estimate, unit, 2),
        volume: volume === 0 ? undefined : fromKilograms(volume, unit, 2)
      }
    ]
  })

/** The highest of some sessions' estimates; 0 without one. */
const highestOf = (sessions: ReadonlyArray<Session>): number =>
  sessions.reduce((highest, { estimatedOneRepMax = 0 }) => Math.max(highest, estimatedOneRepMax), 0)

/** The highest estimate of each period, and at its end the highest so far, which was `before` them. */
export const estimatesOf = (sessions: ReadonlyArray<Session>, from: ActivityDay, to: ActivityDay, before = 0) => {
  const grain = grainFor(from, to, MOST_POINTS)
  const estimates = sessions.flatMap(({ date, estimatedOneRepMax }) =>
    estimatedOneRepMax === undefined ? [] : [{ date, value: estimatedOneRepMax }]
  )
  let record = before
  const periods = byPeriod(estimates, grain).map(({ first, items }) => {
    const best = Math.max(...items.map(({ value }) => value))
    record = Math.max(record, best)
    return { first, best, record }
  })
  return { grain, periods }
}

/** The mean volume per workout in each period. */
const volumesOf = (sessions: ReadonlyArray<Session>, from: ActivityDay, to: ActivityDay) => {
  const grain = grainFor(from, to, MOST_BARS)
  const volumes = sessions.flatMap(({ date, volume }) => (volume === undefined ? [] : [{ date, volume }]))
  const periods = byPeriod(volumes, grain).map(({ first, items }) => ({
    first,
    workouts: items.length,
    mean: round(mean(items.map(({ volume }) => volume)) ?? 0, 2)
  }))
  return { grain, periods }
}

const otherNamesOf = ({ name, formerNames, aliases, appNames }: Exercise): ReadonlyArray<string> => {
  const byKey = new Map(
    [...appNames, ...formerNames, ...aliases].toReversed().map((other) => [other.toLowerCase(), other])
  )
  byKey.delete(name.toLowerCase())
  return [...byKey.values()].toReversed()
}

/** The progress of the sessions since a day; undefined if there are none. */
const progressOf = (sessions: ReadonlyArray<Session>, since: ActivityDay | undefined): ExerciseHistory["progress"] => {
  const begin = since === undefined ? 0 : sessions.findIndex(({ date }) => date >= since)
  const shown = begin === -1 ? [] : sessions.slice(begin)
  const [from, to] = [shown[0]?.date, shown.at(-1)?.date]
  return from === undefined || to === undefined
    ? undefined
    : {
        from,
        to,
        estimates: estimatesOf(shown, from, to, highestOf(sessions.slice(0, begin))),
        volumes: volumesOf(shown, from, to)
      }
}

/**
 * The history of an exercise, from its sets in every workout, oldest first. `skip` is the number of newest workouts to
 * leave out, and `since` the first day of its progress.
 */
export const historyOf = (
  exercise: Exercise,
  given: ReadonlyArray<SetsOfWorkout>,
  unit: WeightUnit,
  skip: number,
  since: ActivityDay | undefined
): ExerciseHistory => {
  const sessions = sessionsOf(exercise, given, unit)
  const progress = progressOf(sessions, since)
  const newest = sessions.toReversed()
  const before = newest[skip + MOST_WORKOUTS]
  const shownSets = ({ sets }: Session) => sets.map((set, index) => showSet(set, index + 1, unit))
  return {
    exerciseId: exercise.id,
    name: exercise.name,
    otherNames: otherNamesOf(exercise),
    trackingType: exercise.trackingType,
    unit,
    records: showRecords(recordsIn(exercise, sessions), unit),
    total: sessions.length,
    workouts: newest.slice(skip, skip + MOST_WORKOUTS).map((session) => {
      const { workoutId, date, estimatedOneRepMax, volume } = session
      return {
        workoutId,
        date,
        sets: shownSets(session),
        ...(estimatedOneRepMax === undefined ? {} : { estimatedOneRepMax }),
        ...(volume === undefined ? {} : { volume })
      }
    }),
    ...(before === undefined ? {} : { before: shownSets(before) }),
    ...(progress === undefined ? {} : { progress })
  }
}
