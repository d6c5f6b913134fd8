import type pg from "pg"
import { benchUsers } from "./people.ts"
import { workoutPlans } from "./workouts.ts"

const DAYS_OF_A_YEAR = 365
const USERS_AT_ONCE = 1000

/** What each user has after one year: the size of a benchmark's data. */
export const PER_USER =
  "a year of weights, steps and diary entries (one a day, but for a few days off), about 104 workouts, 10 custom foods, a saved meal, 3 goals"

/** East of Greenwich, so that the last day of the data has begun for everybody. */
const TIMEZONES = ["Europe/Berlin", "Europe/London", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "UTC"]

/** A number from 0 to below 1, derived from a user's number, a day and a purpose: the same on every run. */
const chance = (purpose: number) =>
  `((hashint8extended(person.number * 1000 + ago, ${purpose}) & 1073741823) / 1073741824.0::double precision)`

/** Each user's days, with `ago` counted back from the last one. Three users in four have days off, without data. */
const daysOfPeople = (days: number) => `
  people AS person CROSS JOIN generate_series(${days - 1}, 0, -1) AS ago
  CROSS JOIN LATERAL (SELECT $1::date - ago::int AS date) AS day`
const IS_ACTIVE = `person.number BETWEEN $2 AND $3 AND (person.number % 4 = 0 OR ${chance(1)} > 0.02)`

/** An instant between 6:00 and 16:00 of the day, but never in the future. */
const loggedOn = (purpose: number) =>
  `LEAST(now(), date + interval '6 hours' + floor(36000 * ${chance(purpose)}) * interval '1 second')`

const WEIGHT = `round((60 + person.number % 40 + 4 * ${chance(2)})::numeric, 1)::double precision`
const IS_WORKOUT = "(person.number + ago) % 7 IN (1, 4)"

/** The statements that fill the tables for users number $2 to $3 with this many days up to day $1. */
const factsOf = (days: number): ReadonlyArray<string> => [
  `INSERT INTO body_metrics (user_id, metric, date, value)
   SELECT user_id, 'steps', date, floor(2000 + 12000 * ${chance(3)}) FROM ${daysOfPeople(days)} WHERE ${IS_ACTIVE}`,

  `INSERT INTO body_metrics (user_id, metric, date, value)
   SELECT user_id, 'weight', date, ${WEIGHT} FROM ${daysOfPeople(days)} WHERE ${IS_ACTIVE}`,

  `INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, brand_name,
     calories, protein, carbs, fat, alcohol, created_at)
   SELECT user_id, 'entry_' || left(md5(user_id || ago), 16), date,
     (ARRAY['breakfast', 'lunch', 'dinner', 'snack'])[1 + floor(4 * ${chance(4)})::int], 0.5 + floor(4 * ${chance(5)}) / 2,
     'food', food_id, name, brand_name, calories * serving_size / 100, protein * serving_size / 100,
     carbs * serving_size / 100, fat * serving_size / 100, alcohol * serving_size / 100,
     ${loggedOn(6)}
   FROM ${daysOfPeople(days)}
   JOIN numbered_foods AS food ON food.number = floor((SELECT count(*) FROM numbered_foods) * ${chance(7)})::int
   WHERE ${IS_ACTIVE}`,

  `INSERT INTO workouts (user_id, workout_id, date, name, duration_seconds, estimated_calories, exercise_count, exercises, created_at)
   SELECT user_id, 'wkout_' || left(md5(user_id || ago), 16), date, plan.name, duration_seconds,
     round(${WEIGHT} * calories_per_kilogram), exercise_count, exercises::json,
     ${loggedOn(8)}
   FROM ${daysOfPeople(days)}
   JOIN workout_plans AS plan ON plan.number = floor((SELECT count(*) FROM workout_plans) * ${chance(9)})::int
   WHERE ${IS_ACTIVE} AND ${IS_WORKOUT}`,

  `INSERT INTO custom_foods (user_id, food_id, name, serving_size, serving_unit, serving_text,
     calories, protein, carbs, fat, alcohol, created_at)
   SELECT user_id, 'cfood_' || left(md5(user_id || ago), 16), 'My ' || food.name, 100, 'g', '1 portion',
     4 * 10 + 4 * 20 + 9 * 5, 10, 20, 5, 0, $1::date - ago::int
   FROM people AS person CROSS JOIN generate_series(1, 10) AS ago
   JOIN numbered_foods AS food ON food.number = floor((SELECT count(*) FROM numbered_foods) * ${chance(10)})::int
   WHERE person.number BETWEEN $2 AND $3`,

  `INSERT INTO saved_meals (user_id, meal_id, name, servings, created_at)
   SELECT user_id, 'meal_' || left(md5(user_id), 16), 'Usual breakfast', 1, $1::date
   FROM people AS person WHERE number BETWEEN $2 AND $3`,

  `INSERT INTO saved_meal_items (user_id, meal_id, position, food_kind, food_id, servings)
   SELECT user_id, 'meal_' || left(md5(user_id), 16), ago, 'food', food_id, 1
   FROM people AS person CROSS JOIN generate_series(1, 3) AS ago
   JOIN numbered_foods AS food ON food.number = floor((SELECT count(*) FROM numbered_foods) * ${chance(11)})::int
   WHERE person.number BETWEEN $2 AND $3 AND $1::date IS NOT NULL`,

  `INSERT INTO goals (user_id, goal_id, place, name, type, metric)
   SELECT user_id, 'goal_' || left(md5(user_id || place), 16), place, name, 'numeric', metric
   FROM people AS person CROSS JOIN (VALUES (1, 'Steps', 'steps'), (2, 'Protein', 'protein'), (3, 'Water', 'hydration'))
     AS goal (place, name, metric)
   WHERE number BETWEEN $2 AND $3 AND $1::date IS NOT NULL`,

  `INSERT INTO goal_versions (user_id, goal_id, from_day, target_value, comparison, days, start_date, active)
   SELECT user_id, goal_id, '1900-01-01', 100, 'min', '{mon,tue,wed,thu,fri,sat,sun}', $1::date - ${days}, true
   FROM goals JOIN people AS person USING (user_id) WHERE number BETWEEN $2 AND $3`
]

/**
 * The values derived from the facts, computed for all users at once, as the service stores them after a user's last
 * write.
 */
const FOLLOWING = [
  `INSERT INTO streak_runs (user_id, first_day, last_day)
   SELECT user_id, min(date), max(date) FROM (
     SELECT user_id, date, date - row_number() OVER (PARTITION BY user_id ORDER BY date)::int AS island
     FROM body_metrics JOIN people AS person USING (user_id)
     WHERE metric = 'steps' AND number BETWEEN $2 AND $3 AND date <= $1::date
   ) AS active GROUP BY user_id, island`,

  `INSERT INTO badges (user_id, badge, reached_on, earned_on)
   SELECT user_id, badge, day, day FROM people AS person
   CROSS JOIN unnest('{first_weigh_in,streak_7,streak_30,streak_100,streak_365,steps_10000,diary_100,first_workout,workouts_100}'::text[])
     AS badge
   CROSS JOIN LATERAL badge_day(user_id, badge) AS day
   WHERE number BETWEEN $2 AND $3 AND day <= $1::date`,

  `UPDATE users SET achievements = achievements_of(users.user_id) FROM people AS person
   WHERE person.user_id = users.user_id AND number BETWEEN $2 AND $3 AND $1::date IS NOT NULL`,

  `INSERT INTO workout_totals (user_id, workouts)
   SELECT user_id, count(*) FROM workouts JOIN people AS person USING (user_id)
   WHERE number BETWEEN $2 AND $3 AND $1::date IS NOT NULL GROUP BY user_id`
]

/** Stores `count` users with this many years of history up to `lastDay`, replacing all existing users. */
export const loadUsers = async (
  client: pg.ClientBase,
  { users: count, years }: { readonly users: number; readonly years: number },
  lastDay: string,
  report: (line: string) => void
) => {
  await client.query("TRUNCATE users, body_metrics, diary_entries, workouts, idempotency_keys CASCADE")
  const people = benchUsers(count)
  const statements = [...factsOf(years * DAYS_OF_A_YEAR), ...FOLLOWING]
  const plans = workoutPlans()
  const zones = people.map((_, index) => TIMEZONES[index % TIMEZONES.length])
  await client.query(
    `INSERT INTO users (user_id, name, timezone, body_weight_unit, strength_unit, distance_unit, plan)
     SELECT user_id, 'Bench', timezone, CASE WHEN place % 4 = 0 THEN 'lb' ELSE 'kg' END, 'kg', 'km', 'paid'
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (user_id, timezone, place)`,
    [people.map(({ userId }) => userId), zones]
  )
  await client.query(
    `INSERT INTO tokens (user_id, token_id, token_hash, name, environment, created_at)
     SELECT user_id, token_id, token_hash, 'bench', 'test', now()
     FROM unnest($1::text[], $2::text[], $3::text[]) AS given (user_id, token_id, token_hash)`,
    [people.map(({ userId }) => userId), people.map(({ tokenId }) => tokenId), people.map(({ tokenHash }) => tokenHash)]
  )
  // Numbered in the order of their ids, so that rows are stored in the order of the indexes.
  await client.query(`
    CREATE TEMP TABLE people AS
      SELECT (row_number() OVER (ORDER BY user_id) - 1)::int AS number, user_id FROM users;
    CREATE TEMP TABLE numbered_foods AS
      SELECT (row_number() OVER (ORDER BY food_id) - 1)::int AS number, foods.* FROM foods WHERE source = 'usda-sr28';
    CREATE TEMP TABLE workout_plans (
      number int, name text, duration_seconds int, exercises text, exercise_count int, calories_per_kilogram double precision);
    CREATE UNIQUE INDEX ON numbered_foods (number);
    ANALYZE people, numbered_foods`)
  for (const [number, plan] of plans.entries()) {
    await client.query("INSERT INTO workout_plans VALUES ($1, $2, $3, $4, $5, $6)", [
      number,
      plan.name,
      plan.durationSeconds,
      plan.exercises,
      plan.exerciseCount,
      plan.caloriesPerKilogram
    ])
  }
  const start = performance.now()
  for (let from = 0; from < count; from += USERS_AT_ONCE) {
    const to = Math.min(from + USERS_AT_ONCE, count) - 1
    await client.query("BEGIN")
    for (const statement of statements) await client.query(statement, [lastDay, from, to])
    await client.query("COMMIT")
    report(`${to + 1} of ${count} users, ${Math.round((performance.now() - start) / 1000)} s`)
  }
  await client.query("DROP TABLE people, numbered_foods, workout_plans")
  await client.query("VACUUM ANALYZE")
}
