-- The same imports, without a statement that both reads users' tables and calls a function over them, which a cluster refuses. See
-- 0018_imports.sql.

CREATE OR REPLACE FUNCTION import_readings(of_user text, of_import text, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  keys text[];
  facts text[];
  fingerprints text[];
  states text[];
  befores json[];
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT array_agg(given.key), array_agg(given.metric || ' ' || given.date), array_agg(given.fingerprint), array_agg(given.value::text),
    array_agg(CASE WHEN held.value IS NOT NULL THEN json_build_object('value', held.value) END)
  INTO keys, facts, fingerprints, states, befores
  FROM json_to_recordset(rows) AS given (key text, fingerprint text, metric text, date text, value double precision)
  LEFT JOIN body_metrics AS held ON held.user_id = of_user AND held.metric = given.metric AND held.date = given.date::date;
  PERFORM add_import_items(of_user, of_import, 'reading', keys, facts, fingerprints, states, befores);
  INSERT INTO body_metrics AS held (user_id, metric, date, value)
  SELECT of_user, given.metric, given.date, given.value
  FROM json_to_recordset(rows) AS given (metric text, date date, value double precision)
  ON CONFLICT (user_id, metric, date) DO UPDATE SET value = excluded.value, replaced_value = held.value;
  RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION import_exercises(of_user text, of_import text, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  keys text[];
  facts text[];
  fingerprints text[];
  states text[];
  befores json[];
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT array_agg(given.key), array_agg(given.id), array_agg(''::text), array_agg(given.name), array_agg(NULL::json)
  INTO keys, facts, fingerprints, states, befores
  FROM json_to_recordset(rows) AS given (key text, id text, name text);
  PERFORM add_import_items(of_user, of_import, 'exercise', keys, facts, fingerprints, states, befores);
  INSERT INTO own_exercises (user_id, exercise_id, name, name_key, category, tracking_type, created_at)
  SELECT of_user, given.id, given.name, given.key, given.category, given.tracking_type, given.created_at
  FROM json_to_recordset(rows) AS given (key text, id text, name text, category text, tracking_type text, created_at timestamptz)
  ON CONFLICT DO NOTHING;
  RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION import_entries(of_user text, of_import text, foods json, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  keys text[];
  facts text[];
  fingerprints text[];
  states text[];
  befores json[];
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  INSERT INTO imported_foods (user_id, food_id, name, brand_name, created_at)
  SELECT of_user, given.id, given.name, given.brand_name, given.created_at
  FROM json_to_recordset(foods) AS given (id text, name text, brand_name text, created_at timestamptz)
  ON CONFLICT DO NOTHING;
  SELECT array_agg(given.key), array_agg(given.entry_id), array_agg(given.fingerprint),
    array_agg(concat_ws(' ', to_char(given.date, 'YYYY-MM-DD'), given.meal_type, given.servings)),
    array_agg(CASE WHEN held.entry_id IS NOT NULL THEN row_to_json(held) END)
  INTO keys, facts, fingerprints, states, befores
  FROM json_to_recordset(rows)
    AS given (key text, fingerprint text, entry_id text, date date, meal_type text, servings double precision)
  LEFT JOIN diary_entries AS held ON held.user_id = of_user AND held.entry_id = given.entry_id;
  PERFORM add_import_items(of_user, of_import, 'entry', keys, facts, fingerprints, states, befores);
  INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, brand_name, calories,
    protein, carbs, fat, alcohol, created_at, serving_size, serving_unit, serving_text)
  SELECT of_user, given.entry_id, given.date, given.meal_type, given.servings, 'custom_food', given.food_id, given.food_name,
    given.brand_name, given.calories, given.protein, given.carbs, given.fat, given.alcohol, given.created_at, given.serving_size,
    given.serving_unit, given.serving_text
  FROM json_to_recordset(rows) AS given (entry_id text, date date, meal_type text, servings double precision, food_id text,
    food_name text, brand_name text, calories double precision, protein double precision, carbs double precision,
    fat double precision, alcohol double precision, created_at timestamptz, serving_size double precision, serving_unit text,
    serving_text text)
  ON CONFLICT (user_id, entry_id) DO UPDATE SET date = excluded.date, meal_type = excluded.meal_type, servings = excluded.servings,
    food_id = excluded.food_id, food_name = excluded.food_name, brand_name = excluded.brand_name, calories = excluded.calories,
    protein = excluded.protein, carbs = excluded.carbs, fat = excluded.fat, alcohol = excluded.alcohol,
    serving_size = excluded.serving_size, serving_unit = excluded.serving_unit, serving_text = excluded.serving_text;
  RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION import_workouts(of_user text, of_import text, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  keys text[];
  facts text[];
  fingerprints text[];
  states text[];
  befores json[];
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT array_agg(given.key), array_agg(given.workout_id), array_agg(given.fingerprint),
    array_agg((COALESCE(held.revision, 0) + 1)::text),
    array_agg(CASE WHEN held.workout_id IS NOT NULL THEN row_to_json(held) END)
  INTO keys, facts, fingerprints, states, befores
  FROM json_to_recordset(rows) AS given (key text, fingerprint text, workout_id text)
  LEFT JOIN workouts AS held ON held.user_id = of_user AND held.workout_id = given.workout_id;
  PERFORM add_import_items(of_user, of_import, 'workout', keys, facts, fingerprints, states, befores);
  INSERT INTO workouts AS held (user_id, workout_id, date, name, duration_seconds, notes, estimated_calories, exercise_count,
    exercises, start_time, end_time, created_at)
  SELECT of_user, given.workout_id, given.date, given.name, given.duration_seconds, given.notes, given.estimated_calories,
    given.exercise_count, given.exercises, given.start_time, given.end_time, given.created_at
  FROM json_to_recordset(rows) AS given (workout_id text, date date, name text, duration_seconds integer, notes text,
    estimated_calories bigint, exercise_count integer, exercises json, start_time text, end_time text, created_at timestamptz)
  ON CONFLICT (user_id, workout_id) DO UPDATE SET revision = held.revision + 1, date = excluded.date, name = excluded.name,
    duration_seconds = excluded.duration_seconds, notes = excluded.notes, estimated_calories = excluded.estimated_calories,
    exercise_count = excluded.exercise_count, exercises = excluded.exercises, start_time = excluded.start_time,
    end_time = excluded.end_time;
  RETURN true;
END
$$;

-- Records what was restored of an archive.
CREATE FUNCTION add_restored_items(of_user text, of_import text, of_kind text, of_facts text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  fact text;
  keys text[];
  states text[];
BEGIN
  FOREACH fact IN ARRAY of_facts LOOP
    keys := array_append(keys, 'fettle:' || fact);
    states := array_append(states, fact_state(of_user, of_kind, fact));
  END LOOP;
  RETURN add_import_items(of_user, of_import, of_kind, keys, of_facts, array_fill(''::text, ARRAY[cardinality(keys)]), states,
    array_fill(NULL::json, ARRAY[cardinality(keys)]));
END
$$;

-- What the latest imports made or changed under these keys, and the state in which it is now.
CREATE FUNCTION latest_import_items(of_user text, of_kind text, of_keys text[]) RETURNS TABLE (
  item_key text, item_import text, item_fact text, item_fingerprint text, is_change boolean, made_state text, state text
) LANGUAGE plpgsql STABLE AS $$
BEGIN
  FOR item_key, item_import, item_fact, item_fingerprint, is_change, made_state IN
    SELECT sought.key, latest.import_id, latest.fact_id, latest.fingerprint, latest.before IS NOT NULL, latest.made
    FROM unnest(of_keys) AS sought (key)
    CROSS JOIN LATERAL (
      SELECT item.import_id, item.fact_id, item.fingerprint, item.before, item.made FROM import_items AS item
      WHERE item.user_id = of_user AND item.kind = of_kind AND item.key = sought.key
      ORDER BY item.place DESC LIMIT 1
    ) AS latest
  LOOP
    state := fact_state(of_user, of_kind, item_fact);
    RETURN NEXT;
  END LOOP;
END
$$;
