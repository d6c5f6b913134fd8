import { arrayOf, type Query } from "./database.ts"
import { plusDays } from "./days.ts"

const BADGES = [
  ["first_weigh_in", "First weigh-in"],
  ["streak_7", "7-day streak"],
  ["streak_30", "30-day streak"],
  ["streak_100", "100-day streak"],
  ["streak_365", "365-day streak"],
  ["steps_10000", "10,000 steps in a day"],
  ["diary_100", "100th diary entry"],
  ["first_workout", "First workout"],
  ["workouts_100", "100th workout"]
] as const

const streakBadge = (days: number) => `
  UNION ALL SELECT 'streak_${days}', (
    SELECT min(first_day + ${days - 1}) FROM streak_runs
    WHERE user_id = $1 AND length >= ${days} AND first_day + ${days - 1} <= $2::date)`

/** The badges that the facts of user $1 earn up to day $2. */
const EARNED = `
  SELECT badge, earned_on FROM (
    SELECT 'first_weigh_in' AS badge, (
      SELECT min(date) FROM body_metrics
      WHERE user_id = $1 AND metric = 'weight' AND date <= $2::date) AS earned_on
    ${[7, 30, 100, 365].map(streakBadge).join("")}
    UNION ALL SELECT 'steps_10000', (
      SELECT min(date) FROM body_metrics
      WHERE user_id = $1 AND metric = 'steps' AND value >= 10000 AND date <= $2::date)
    UNION ALL SELECT 'diary_100', (
      SELECT date FROM diary_entries WHERE user_id = $1 AND date <= $2::date
      ORDER BY date, created_at, entry_id LIMIT 1 OFFSET 99)
    UNION ALL SELECT 'first_workout', (SELECT min(date) FROM workouts WHERE user_id = $1 AND date <= $2::date)
    UNION ALL SELECT 'workouts_100', (
      SELECT date FROM workouts WHERE user_id = $1 AND date <= $2::date ORDER BY date OFFSET 99 LIMIT 1)
  ) AS candidates WHERE earned_on IS NOT NULL`

/** Writes down what is earned now, so that it stays. */
export const keepBadges = (query: Query, userId: string, today: string) =>
  query(
    `INSERT INTO badges (user_id, badge, earned_on)
     SELECT $1, badge, earned_on FROM (${EARNED}) AS earned
     ON CONFLICT (user_id, badge) DO UPDATE SET earned_on = excluded.earned_on
     WHERE badges.earned_on <> excluded.earned_on`,
    [userId, today]
  )

interface Run {
  readonly first: string
  readonly last: string
}

/** Joins the runs on both sides of a day on which something was logged, where no run holds it yet. */
const addDay = async (query: Query, userId: string, day: string) => {
  const beside = await query<Run>(
    `SELECT first_day::text AS first, last_day::text AS last FROM streak_runs
     WHERE user_id = $1 AND first_day <= $2::date + 1 AND last_day >= $2::date - 1`,
    [userId, day]
  )
  if (beside.some(({ first, last }) => first <= day && day <= last)) return
  if (beside.length > 0)
    await query("DELETE FROM streak_runs WHERE user_id = $1 AND first_day = ANY($2::date[])", [
      userId,
      arrayOf(beside.map(({ first }) => first))
    ])
  const first = beside.find(({ last }) => last === plusDays(day, -1))?.first ?? day
  const last = beside.find(({ first }) => first === plusDays(day, 1))?.last ?? day
  await query("INSERT INTO streak_runs (user_id, first_day, last_day) VALUES ($1, $2::date, $3::date)", [
    userId,
    first,
    last
  ])
}

/** Brings streak and badges up to date after something was logged on `days`. */
export const logged = async (query: Query, userId: string, today: string, days: ReadonlyArray<string>) => {
  for (const day of days) await addDay(query, userId, day)
  await keepBadges(query, userId, today)
}

/** One change of a user's facts at a time. */
export const lockUser = (query: Query, userId: string) =>
  query("SELECT user_id FROM users WHERE user_id = $1 FOR NO KEY UPDATE", [userId])

interface BadgeRow {
  readonly badge: string
  readonly earned_on: string
  readonly fresh: boolean
}

/** What the facts earn now stands; what they no longer earn stays as it was kept. */
export const summary = async (query: Query, userId: string, today: string) => {
  const [streak] = await query<{ readonly current: number; readonly longest: number }>(
    `WITH open AS (
       SELECT LEAST(last_day, $2::date) - first_day + 1 AS length FROM streak_runs
       WHERE user_id = $1 AND first_day <= $2::date AND last_day >= $2::date - 1 ORDER BY first_day DESC LIMIT 1
     ), ended AS (
       SELECT max(length) AS length FROM streak_runs WHERE user_id = $1 AND last_day < $2::date
     )
     SELECT COALESCE((SELECT length FROM open), 0) AS current,
       GREATEST((SELECT length FROM open), (SELECT length FROM ended), 0) AS longest`,
    [userId, today]
  )
  const rows = await query<BadgeRow>(
    `SELECT badge, earned_on::text AS earned_on, true AS fresh FROM (${EARNED}) AS earned
     UNION ALL SELECT badge, earned_on::text, false FROM badges WHERE user_id = $1 AND earned_on IS NOT NULL`,
    [userId, today]
  )
  const earnedOn = new Map(
    [...rows].sort((a, b) => Number(a.fresh) - Number(b.fresh)).map((row) => [row.badge, row.earned_on])
  )
  const badges = BADGES.flatMap(([id, name]) => {
    const day = earnedOn.get(id)
    return day === undefined ? [] : [{ id, name, earnedOn: day }]
  })
  return { streak: streak ?? { current: 0, longest: 0 }, badges }
}
