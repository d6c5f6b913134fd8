import { Effect } from "effect"
import type { User } from "../../../../contract/handler/user.ts"
import { isAnalysed, LEAST_DEVIATION, leastDeviationOf } from "../../../../features/body-metrics/analysis.ts"
import {
  Metric,
  type Reading,
  type Histories as ReadingHistories,
  shownIn,
  unitFor
} from "../../../../features/body-metrics/model.ts"
import type { DaySums } from "../../../../features/diary/store.ts"
import { exerciseById } from "../../../../features/exercises/exercises.ts"
import { DETAILS } from "../../../../features/foods/nutrition.ts"
import type { BodyMetric, Goal } from "../../../../features/goals/model.ts"
import { achieved, showAchieved, showEstimatedFrom } from "../../../../features/workouts/best-set.ts"
import type { Performed } from "../../../../features/workouts/store.ts"
import { volumeOf } from "../../../../features/workouts/volume.ts"
import { makeGiveWay, mapGivingWay } from "../../../../platform/workers/give-way.ts"
import { type ActivityDay, plusDays } from "../../../../values/activity-day.ts"
import { round } from "../../../../values/round.ts"
import { eatenOf, mean, meansOf, type Session, trainingOf, trendsOf } from "../../../../values/trends/figures.ts"
import { type Grain, grainFor, periodOf } from "../../../../values/trends/periods.ts"
import { firstOf, type Range } from "../../../../values/trends/range.ts"
import { withoutSlips } from "../../../../values/trends/slips.ts"
import { outlookOf } from "../../../../values/trends/target.ts"
import { type Measured, rateOf, smoothed } from "../../../../values/trends/weight-trend.ts"
import { fromKilograms, toKilograms, type WeightUnit } from "../../../../values/units.ts"
import type { Trends } from "./definition.ts"
import { expenditureOf } from "./energy.ts"
import { estimatesOf, sessionsOf } from "./exercise.ts"
import type { Smoothed } from "./model.ts"
import { weeksOf } from "./weeks.ts"

/** The data for the figures, up to today, in canonical units. */
interface Histories {
  readonly range: Range
  readonly today: ActivityDay
  readonly user: Pick<User, "bodyWeightUnit" | "strengthUnit" | "distanceUnit">
  /** They start before the range, so that trends have settled at its start. */
  readonly histories: ReadingHistories
  /** They start earlier as well, because energy estimates look back. */
  readonly days: ReadonlyArray<DaySums>
  /** They start with the week of the range's first day, or the last week if that is earlier. */
  readonly performed: ReadonlyArray<Performed>
  readonly goals: ReadonlyArray<Goal>
}

/** Most points of a line: daily for three months, weekly for two years. */
const MOST_POINTS = 120
/** Most bars of a chart: daily for a month, weekly for a year. */
const MOST_BARS = 60

/** Most exercises whose best sets are shown. */
const MOST_EXERCISES = 12

/** The shortest range, even for somebody who began today. */
const SHORTEST_DAYS = 30

const amount = (value: number): number => round(value, 2)

/** The first day of a range; for everything, the first day with any data. */
const beginOf = ({ range, today, histories, days, performed }: Histories): ActivityDay => {
  const first = firstOf(range, today)
  if (first !== undefined) return first
  const oldest = [...Object.values(histories).map(([oldest]) => oldest), days[0], performed[0]]
  return oldest.reduce(
    (first, fact) => (fact !== undefined && fact.date < first ? fact.date : first),
    plusDays(today, 1 - SHORTEST_DAYS)
  )
}

/** The active goals for a metric that have not ended, with their targets in `unit`. */
const targetsOf = (goals: ReadonlyArray<Goal>, metric: BodyMetric, unit: WeightUnit | "percent", today: ActivityDay) =>
  goals.flatMap((goal) => {
    const { name, targetValue, comparison, active, schedule } = goal
    const hasEnded = schedule.endDate !== null && schedule.endDate < today
    if (goal.metric !== metric || !active || hasEnded || targetValue === null || comparison === null) return []
    const isSame = metric === "body_fat" || goal.unit === unit
    const value = isSame || unit === "percent" ? targetValue : converted(targetValue, goal.unit, unit)
    return [{ name, value, comparison }]
  })

const converted = (target: number, from: string | null, to: WeightUnit): number =>
  fromKilograms(toKilograms(target, from === "lb" ? "lb" : "kg"), to, 2)

/** A metric with its trend from `from` to `to`, from readings that begin earlier. */
export const smoothedMetric = (
  readings: ReadonlyArray<Measured>,
  unit: Smoothed["unit"],
  leastDeviation: number,
  from: ActivityDay,
  to: ActivityDay,
  targets: ReturnType<typeof targetsOf>
): Smoothed => {
  const { kept, slips } = withoutSlips(readings, leastDeviation)
  const all = smoothed(kept)
  const points = all.filter(({ date }) => date >= from)
  const grain = grainFor(from, to, MOST_POINTS)
  const [first, last] = [points[0], points.at(-1)]
  const rate = last === undefined ? undefined : rateOf(kept, leastDeviation)
  return {
    grain,
    unit,
    periods: trendsOf(points, grain).map((period) => ({
      ...period,
      mean: amount(period.mean),
      trend: amount(period.trend)
    })),
    targets: targets.map((target) => ({ ...target, outlook: outlookOf(kept, rate, target, to) })),
    excluded: slips.filter(({ date }) => date >= from).map(({ date, value }) => ({ date, value: amount(value) })),
    ...(first === undefined || last === undefined
      ? {}
      : { latest: { date: last.date, trend: amount(last.trend) }, change: amount(last.trend - first.trend) }),
    ...(rate === undefined
      ? {}
      : { rate: { perWeek: amount(rate.perWeek), low: amount(rate.low), high: amount(rate.high) } })
  }
}

/** The smallest plausible standard deviation of a night's minutes. */
const LEAST_OF_SLEEP = 30

/** The girths, the resting heart rate and sleep, each if it has two readings in the range. */
const measuresOf = ({ histories, user, today }: Histories, from: ActivityDay): Trends["measures"] =>
  Metric.literals.flatMap((metric) => {
    const readings = metric === "weight" || metric === "body_fat" || metric === "steps" ? [] : (histories[metric] ?? [])
    if (readings.filter(({ date }) => date >= from).length < 2) return []
    const shown = readings.map(({ date, value }) => ({ date, value: shownIn(metric, value, user) }))
    const least = isAnalysed(metric) ? shownIn(metric, leastDeviationOf(metric), user) : LEAST_OF_SLEEP
    return [{ metric, ...smoothedMetric(shown, unitFor(metric, user), least, from, today, []) }]
  })

/** Each nutrient that not every food states, if at least two days have it. */
const detailsIn = (days: ReadonlyArray<DaySums>, grain: Grain): Trends["food"]["details"] =>
  DETAILS.flatMap((nutrient) => {
    const known = days.flatMap(({ date, [nutrient]: value }) => (value === undefined ? [] : [{ date, value }]))
    if (known.length < 2) return []
    const periods = meansOf(known, grain).map((period) => ({ ...period, mean: amount(period.mean) }))
    return [{ nutrient, periods, mean: amount(mean(known.map(({ value }) => value)) ?? 0) }]
  })

const foodOf = (days: ReadonlyArray<DaySums>, from: ActivityDay, to: ActivityDay): Trends["food"] => {
  const rounded = ({ calories, protein, carbs, fat }: Omit<DaySums, "date" | "isOneMeal">) => ({
    calories: amount(calories),
    protein: amount(protein),
    carbs: amount(carbs),
    fat: amount(fat)
  })
  // A day of which only calories are known says nothing of the rest.
  const known = days.filter(({ protein, carbs, fat }) => protein + carbs + fat > 0)
  const of = (nutrient: "protein" | "carbs" | "fat") => mean(known.map((day) => day[nutrient])) ?? 0
  const calories = mean(days.map((day) => day.calories)) ?? 0
  const grain = grainFor(from, to, MOST_BARS)
  const knownOf = new Map(eatenOf(known, grain).map((period) => [period.first, period]))
  return {
    grain,
    periods: eatenOf(days, grain).map((period) => {
      const { first, days, calories } = period
      return { first, days, ...rounded({ ...(knownOf.get(first) ?? period), calories }) }
    }),
    details: detailsIn(days, grain),
    ...(days.length === 0
      ? {}
      : { mean: rounded({ calories, protein: of("protein"), carbs: of("carbs"), fat: of("fat") }) })
  }
}

const stepsOf = (readings: ReadonlyArray<Reading>, from: ActivityDay, to: ActivityDay): Trends["steps"] => {
  const steps = readings.filter(({ date }) => date >= from)
  const grain = grainFor(from, to, MOST_BARS)
  const overall = mean(steps.map(({ value }) => value))
  return {
    grain,
    periods: meansOf(steps, grain).map((period) => ({ ...period, mean: amount(period.mean) })),
    ...(overall === undefined ? {} : { mean: amount(overall) })
  }
}

/** How many exercises have a line of their estimated maximum. */
const MOST_LINES = 5

const exercisesOf = Effect.fnUntraced(function* (
  performed: Histories["performed"],
  unit: User["strengthUnit"],
  from: ActivityDay,
  to: ActivityDay
) {
  const all = performed.flatMap(({ id, date, exercises }) =>
    exercises.map(({ exerciseId, sets }) => ({ exerciseId, workoutId: id, date, sets }))
  )
  const own = new Map(performed.flatMap(({ own }) => own.map((exercise) => [exercise.id, exercise])))
  const found = [...Map.groupBy(all, ({ exerciseId }) => exerciseId)]
    .map(([exerciseId, workouts]) => ({
      exerciseId,
      workouts,
      sessions: new Set(workouts.map(({ workoutId }) => workoutId)).size
    }))
    .sort((a, b) => b.sessions - a.sessions || (a.exerciseId < b.exerciseId ? -1 : 1))
    .flatMap(({ exerciseId, ...trained }) => {
      const exercise = exerciseById(exerciseId) ?? own.get(exerciseId)
      return exercise === undefined ? [] : [{ exerciseId, exercise, ...trained }]
    })
    .slice(0, MOST_EXERCISES)
  const lined = new Set(found.slice(0, MOST_LINES))
  return yield* mapGivingWay(found, (each) => {
    const { exerciseId, exercise, workouts, sessions } = each
    const results = achieved(exercise, workouts)
    const shown = { ...showAchieved(results, unit), ...showEstimatedFrom(results, unit) }
    const line = lined.has(each) ? estimatesOf(sessionsOf(exercise, workouts, unit), from, to) : undefined
    const estimates =
      line === undefined || line.periods.length < 2
        ? {}
        : { estimates: { grain: line.grain, periods: line.periods.map(({ first, best }) => ({ first, best })) } }
    return { exerciseId, name: exercise.name, sessions, ...shown, ...estimates }
  })
})

/** The day and the volume of each workout, in kilograms. */
const sessionsIn = (performed: Histories["performed"]) =>
  mapGivingWay(performed, ({ date, exercises }) => ({
    date,
    volume: exercises.reduce((sum, { exerciseId, sets }) => sum + volumeOf(sets, exerciseById(exerciseId) ?? {}), 0)
  }))

const trainingFigures = Effect.fnUntraced(function* (
  { performed, today, user }: Histories,
  all: ReadonlyArray<Session>,
  from: ActivityDay
) {
  const grain = grainFor(from, today, MOST_BARS, "week")
  const sessions = all.filter(({ date }) => date >= periodOf(from, "week"))
  const inRange = sessions.filter(({ date }) => date >= from)
  return {
    grain,
    unit: user.strengthUnit,
    sessions: inRange.length,
    volume: fromKilograms(
      inRange.reduce((sum, { volume }) => sum + volume, 0),
      user.strengthUnit,
      0
    ),
    periods: trainingOf(sessions, grain, today).map((period) => ({
      ...period,
      perWeek: amount(period.perWeek),
      volume: fromKilograms(period.volume, user.strengthUnit, 0)
    })),
    exercises: yield* exercisesOf(
      performed.filter(({ date }) => date >= from),
      user.strengthUnit,
      from,
      today
    )
  }
})

/** The figures of a range in the user's units, each by periods that keep its chart readable. Gives way between them. */
export const figuresOf = Effect.fnUntraced(function* (given: Histories) {
  const giveWay = makeGiveWay()
  const { range, today, user, histories, days, goals } = given
  const from = beginOf(given)
  const unit = user.bodyWeightUnit
  // Units differ by a factor, so the trend in pounds is the trend in kilograms, converted.
  const weights = histories.weight.map(({ date, value }) => ({ date, value: fromKilograms(value, unit, 4) }))
  const leastDeviation = fromKilograms(LEAST_DEVIATION.weight, unit, 4)
  const weight = smoothedMetric(weights, unit, leastDeviation, from, today, targetsOf(goals, "weight", unit, today))
  yield* giveWay
  const bodyFat = smoothedMetric(
    histories.body_fat,
    "percent",
    LEAST_DEVIATION.body_fat,
    from,
    today,
    targetsOf(goals, "body_fat", "percent", today)
  )
  yield* giveWay
  const measures = measuresOf(given, from)
  yield* giveWay
  const steps = stepsOf(histories.steps, from, today)
  yield* giveWay
  const logged = days.filter(({ date }) => date >= from)
  const food = foodOf(logged, from, today)
  yield* giveWay
  const energy = yield* expenditureOf({ weights: histories.weight, days, today, unit }, from)
  const sessions = yield* sessionsIn(given.performed)
  const training = yield* trainingFigures(given, sessions, from)
  const weeks = weeksOf({ weights, leastDeviation, days, sessions, strengthUnit: user.strengthUnit }, today)
  return { range, from, to: today, weeks, weight, bodyFat, measures, steps, food, energy, training }
})
