/** The level of a bucket, refilled since it was last used: `$2` a minute, at most `$3`. */
const REFILLED =
  "LEAST($3::double precision, held.tokens + extract(epoch FROM excluded.refilled_at - held.refilled_at) * $2::double precision / 60)"

const FOOD = "food_id, name, brand, serving_size, serving_unit, serving_text, calories, protein, carbs, fat, alcohol"

const ENTRY = `entry_id::text AS entry_id, date::text AS date, meal_type, servings, food_id, food_kind, food_name, food_brand,
  calories, protein, carbs, fat, alcohol`

/**
 * The entries after a position, up to a day. The cursor is one bound of the range, so that the index scan starts where
 * the page begins.
 */
const entriesAfter = (columns: string) => `
    SELECT ${columns}, created_at::text AS created_at FROM food_entries AS entry
    WHERE user_id = $1 AND (entry.date, created_at, entry_id) > ($2::date, $3::timestamptz, $4::bigint) AND entry.date <= $5::date
    ORDER BY entry.date, entry.created_at, entry.entry_id LIMIT $6`

/** The amounts of one serving, as a diary entry stores them. */
const PER_SERVING = ["calories", "protein", "carbs", "fat", "alcohol"]
  .map((amount) => `${amount} * serving_size / 100`)
  .join(", ")

const DAY_SUMS = ["calories", "protein", "carbs", "fat", "alcohol"]
  .map((amount) => `sum(${amount} * servings) AS ${amount}`)
  .join(", ")

const latest = (metric: string, name: string) => `
  (SELECT json_build_object('date', date, 'value', value) FROM body_metrics
   WHERE user_id = $1 AND metric = '${metric}' AND date <= $2::date ORDER BY date DESC LIMIT 1) AS ${name}`

const ADD_ENTRY = `
  INSERT INTO food_entries (user_id, date, meal_type, servings, food_kind, food_id, food_name, food_brand,
    calories, protein, carbs, fat, alcohol)
  SELECT $1::bigint, $2::date, $3::text, $4::double precision, 'food', food_id, name, brand, ${PER_SERVING}
  FROM foods WHERE food_id = $5::text
  RETURNING ${ENTRY}`

const ADD_DAY = "INSERT INTO active_days SELECT $1::bigint, $2::date ON CONFLICT DO NOTHING"

/** The statements of the lean peers, by name; each is prepared once per connection. */
export const statements = {
  authenticate: `
    SELECT users.* FROM tokens JOIN users USING (user_id)
    WHERE token_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,

  takeRead: `
    INSERT INTO rate_limits AS held (user_id, kind, tokens, refilled_at, day, taken_today)
    VALUES ($1, 'read', $3::double precision - 1, clock_timestamp(), 'epoch', 0)
    ON CONFLICT (user_id, kind) DO UPDATE SET tokens = ${REFILLED} - 1, refilled_at = excluded.refilled_at
    WHERE ${REFILLED} >= 1
    RETURNING tokens`,

  takeWrite: `
    INSERT INTO rate_limits AS held (user_id, kind, tokens, refilled_at, day, taken_today)
    VALUES ($1, 'write', $3::double precision - 1, clock_timestamp(), $4::date, 1)
    ON CONFLICT (user_id, kind) DO UPDATE SET tokens = ${REFILLED} - 1, refilled_at = excluded.refilled_at,
      day = excluded.day, taken_today = CASE WHEN held.day = excluded.day THEN held.taken_today ELSE 0 END + 1
    WHERE ${REFILLED} >= 1 AND (held.day <> excluded.day OR held.taken_today < $5::int)
    RETURNING tokens, taken_today`,

  context: `
    SELECT ${latest("weight", "weight")}, ${latest("body_fat", "body_fat")},
      (SELECT json_agg(json_build_object('id', badge, 'name', badge, 'earnedOn', earned_on)) FROM badges
       WHERE user_id = $1 AND earned_on <= $2::date) AS badges,
      COALESCE(max(days), 0)::int AS longest, COALESCE(max(days) FILTER (WHERE last_day >= $2::date - 1), 0)::int AS current
    FROM (
      SELECT max(date) AS last_day, count(*) AS days FROM (
        SELECT date, date - (row_number() OVER (ORDER BY date))::int AS run
        FROM active_days WHERE user_id = $1 AND date <= $2::date
      ) AS active GROUP BY run
    ) AS runs`,

  listBodyMetrics: `
    SELECT date::text AS date, value FROM body_metrics
    WHERE user_id = $1 AND metric = $2 AND date BETWEEN $3::date AND $4::date ORDER BY body_metrics.date`,

  setBodyMetrics: `
    WITH given AS (
      SELECT * FROM unnest($3::date[], $4::double precision[]) WITH ORDINALITY AS given (date, value, place)
    ), stored AS (
      INSERT INTO body_metrics AS held SELECT $1, $2, date, value FROM given
      ON CONFLICT (user_id, metric, date) DO UPDATE SET value = excluded.value WHERE held.value <> excluded.value
    ), active AS (
      INSERT INTO active_days SELECT $1, date FROM given ON CONFLICT DO NOTHING
    )
    SELECT given.date::text AS date, given.value, before.value IS DISTINCT FROM given.value AS changed
    FROM given LEFT JOIN body_metrics AS before ON before.user_id = $1 AND metric = $2 AND before.date = given.date
    ORDER BY place`,

  searchFoods: `
    SELECT ${FOOD} FROM foods WHERE search @@ $1::tsquery
    ORDER BY ts_rank(search, $1::tsquery, 2) DESC, length(label), food_id LIMIT $2`,

  searchFoodsRoughly: `
    SELECT ${FOOD} FROM foods WHERE $1 <% label
    ORDER BY word_similarity($1, label) DESC, length(label), food_id LIMIT $2`,

  listFoodEntries: entriesAfter(ENTRY),
  listFoodEntriesWhole: entriesAfter(`${ENTRY}, serving_size, serving_unit, serving_text`),

  /** For lists of several pages. */
  totalsByDay: `
    SELECT date::text AS date, count(*)::int AS entries, ${DAY_SUMS} FROM food_entries
    WHERE user_id = $1 AND date BETWEEN $2::date AND $3::date GROUP BY food_entries.date ORDER BY food_entries.date`,

  logFoodEntry: `WITH active AS (${ADD_DAY}) ${ADD_ENTRY}`,

  /** Entry and key in one statement, for the lower bound only: a used key fails. */
  logFoodEntryOnce: `
    WITH active AS (${ADD_DAY}), added AS (${ADD_ENTRY})
    INSERT INTO idempotency_keys (user_id, operation, key, fingerprint, answer)
    SELECT $1::bigint, 'log_food_entry', $6, $7, to_json(added)::text FROM added RETURNING answer`,

  findExercises: "SELECT exercise_id, met FROM exercises WHERE exercise_id = ANY($1::text[])",

  findWeight: `
    SELECT value FROM body_metrics WHERE user_id = $1 AND metric = 'weight'
    ORDER BY date > $2::date, abs(date - $2::date) LIMIT 1`,

  logWorkout: `
    WITH added AS (
      INSERT INTO workouts (user_id, date, name, notes, duration_seconds, estimated_calories, exercise_count, exercise_ids)
      VALUES ($1, $2::date, $3, $4, $5::int, $6::int, $7::int, $9::text[]) RETURNING workout_id
    ), active AS (${ADD_DAY}), sets AS (
      INSERT INTO workout_sets
      SELECT $1, added.workout_id, given.* FROM added, json_to_recordset($8::text::json) AS given (
        exercise int, number int, id text, type text, kg double precision, load text, reps int, seconds double precision,
        meters double precision, hold double precision, intensity double precision)
    )
    SELECT workout_id::text AS workout_id FROM added`,

  listWorkouts: `
    SELECT workout_id::text AS workout_id, date::text AS date, created_at::text AS created_at, name, notes, duration_seconds,
      estimated_calories, exercise_count
    FROM workouts AS workout
    WHERE user_id = $1 AND (workout.date, created_at, workout_id) < ($2::date, $3::timestamptz, $4::bigint)
      AND workout.date >= $5::date
    ORDER BY workout.date DESC, workout.created_at DESC, workout.workout_id DESC LIMIT $6`,

  // The ids are joined, because node-postgres takes nine times as long to read an array.
  listWorkoutsWhole: `
    SELECT workout_id::text AS workout_id, date::text AS date, created_at::text AS created_at, name, notes, duration_seconds,
      estimated_calories, exercise_count, array_to_string(exercise_ids, ',') AS exercise_ids,
      (SELECT count(*)::int FROM workouts WHERE user_id = $1 AND date BETWEEN $5::date AND $7::date) AS total
    FROM workouts AS workout
    WHERE user_id = $1 AND (workout.date, created_at, workout_id) < ($2::date, $3::timestamptz, $4::bigint)
      AND workout.date >= $5::date
    ORDER BY workout.date DESC, workout.created_at DESC, workout.workout_id DESC LIMIT $6`,

  listExercises: "SELECT exercise_id, name FROM exercises",

  claimKey: `
    INSERT INTO idempotency_keys (user_id, operation, key, fingerprint) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING true AS claimed`,
  readKey: "SELECT fingerprint, answer FROM idempotency_keys WHERE user_id = $1 AND operation = $2 AND key = $3",
  keepAnswer: "UPDATE idempotency_keys SET answer = $4 WHERE user_id = $1 AND operation = $2 AND key = $3"
}

export type StatementName = keyof typeof statements
