-- Imports of a person's history from other apps, what each made and changed, and how it is taken back.

CREATE TABLE imports (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  import_id text NOT NULL,
  -- Counts the imports of a user.
  place integer NOT NULL,
  source text NOT NULL,
  file_name text NOT NULL,
  -- SHA-256 of the file: an import that was cut off is continued by the same file.
  file_hash text NOT NULL,
  started_at timestamptz NOT NULL,
  -- Null until all of the file has been written.
  finished_at timestamptz,
  undone_at timestamptz,
  -- The rows of the file and what they made, as the report has them.
  counts json,
  PRIMARY KEY (user_id, import_id)
);

-- What an import made or changed, by the key under which its source knows it. Where several imports changed the same, the one with the
-- highest place is in force.
CREATE TABLE import_items (
  user_id text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  place integer NOT NULL,
  import_id text NOT NULL,
  -- The id of the entry, workout or exercise; of a reading its metric and day.
  fact_id text NOT NULL,
  -- Of what the source said.
  fingerprint text NOT NULL,
  -- The state in which the import left it, by fact_state: another state shows that somebody has changed it since.
  made text NOT NULL,
  -- The row that was there before, or null if the import added it.
  before json,
  -- Whether an undo has left it as it is.
  undone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, kind, key, place),
  FOREIGN KEY (user_id, import_id) REFERENCES imports ON DELETE CASCADE
);

CREATE INDEX import_items_import ON import_items (user_id, import_id);
CREATE INDEX import_items_fact ON import_items (user_id, fact_id);

-- The day each badge was earned before an import, and after it (if later than its end, the day on which it will be).
CREATE TABLE import_badges (
  user_id text NOT NULL,
  import_id text NOT NULL,
  badge text NOT NULL,
  before_on date,
  after_on date,
  PRIMARY KEY (user_id, import_id, badge),
  FOREIGN KEY (user_id, import_id) REFERENCES imports ON DELETE CASCADE
);

-- Which exercise a person chose for a name that an app uses.
CREATE TABLE exercise_choices (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  source text NOT NULL,
  -- The name in lower case.
  name_key text NOT NULL,
  exercise_id text NOT NULL,
  PRIMARY KEY (user_id, source, name_key)
);

-- What a person may change of a fact, as text; null if the fact is gone.
CREATE FUNCTION fact_state(of_user text, of_kind text, of_fact text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  state text;
BEGIN
  IF of_kind = 'reading' THEN
    SELECT value::text INTO state FROM body_metrics
    WHERE user_id = of_user AND metric = split_part(of_fact, ' ', 1) AND date = split_part(of_fact, ' ', 2)::date;
  ELSIF of_kind = 'entry' THEN
    SELECT concat_ws(' ', to_char(date, 'YYYY-MM-DD'), meal_type, servings) INTO state FROM diary_entries
    WHERE user_id = of_user AND entry_id = of_fact;
  ELSIF of_kind = 'workout' THEN
    SELECT revision::text INTO state FROM workouts WHERE user_id = of_user AND workout_id = of_fact;
  ELSIF of_kind = 'exercise' THEN
    SELECT name INTO state FROM own_exercises WHERE user_id = of_user AND exercise_id = of_fact;
  ELSIF of_kind = 'custom_food' THEN
    SELECT concat_ws(' ', name, brand_name, serving_size, serving_unit, serving_text, protein, carbs, fat, alcohol) INTO state
    FROM custom_foods WHERE user_id = of_user AND food_id = of_fact;
  ELSIF of_kind = 'saved_meal' THEN
    SELECT name INTO state FROM saved_meals WHERE user_id = of_user AND meal_id = of_fact;
  ELSIF of_kind = 'goal' THEN
    SELECT name INTO state FROM goals WHERE user_id = of_user AND goal_id = of_fact;
  ELSIF of_kind = 'import' THEN
    SELECT import_id INTO state FROM imports WHERE user_id = of_user AND import_id = of_fact;
  END IF;
  RETURN state;
END
$$;

-- Computes streaks and badges again from all facts. Badges that were earned stay.
CREATE FUNCTION settle_user(of_user text, today date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  of_badge text;
  day date;
BEGIN
  PERFORM lock_facts(of_user, today, NULL);
  DELETE FROM streak_runs WHERE user_id = of_user;
  INSERT INTO streak_runs (user_id, first_day, last_day)
  SELECT of_user, min(active.day), max(active.day) FROM (
    SELECT fact.day, fact.day - row_number() OVER (ORDER BY fact.day)::integer AS run FROM (
      SELECT date AS day FROM body_metrics WHERE user_id = of_user AND metric IN ('weight', 'body_fat', 'steps')
      UNION SELECT date FROM diary_entries WHERE user_id = of_user
      UNION SELECT date FROM workouts WHERE user_id = of_user
    ) AS fact
  ) AS active GROUP BY active.run;
  FOREACH of_badge IN ARRAY ARRAY['first_weigh_in', 'streak_7', 'streak_30', 'streak_100', 'streak_365', 'steps_10000', 'diary_100',
    'first_workout', 'workouts_100'] LOOP
    day := badge_day(of_user, of_badge);
    IF day IS NOT NULL THEN
      PERFORM set_badge_day(of_user, today, of_badge, day);
    ELSE
      UPDATE badges SET reached_on = NULL WHERE user_id = of_user AND badge = of_badge;
    END IF;
  END LOOP;
  DELETE FROM badges WHERE user_id = of_user AND reached_on IS NULL AND earned_on IS NULL;
  RETURN true;
END
$$;

-- Begins an import, or continues the one of the same file that was cut off. Returns its id and when it began.
CREATE FUNCTION begin_import(
  of_user text, today date, new_import_id text, of_source text, of_file_name text, of_file_hash text, at timestamptz
) RETURNS TABLE (begun_id text, begun_at timestamptz) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_facts(of_user, today, NULL);
  SELECT import_id, started_at INTO begun_id, begun_at FROM imports
  WHERE user_id = of_user AND source = of_source AND file_hash = of_file_hash AND finished_at IS NULL AND undone_at IS NULL
  ORDER BY place DESC LIMIT 1;
  IF NOT FOUND THEN
    begun_id := new_import_id;
    begun_at := at;
    INSERT INTO imports (user_id, import_id, place, source, file_name, file_hash, started_at)
    SELECT of_user, new_import_id, COALESCE(max(place), 0) + 1, of_source, of_file_name, of_file_hash, at
    FROM imports WHERE user_id = of_user;
    INSERT INTO import_badges (user_id, import_id, badge, before_on)
    SELECT of_user, new_import_id, badge, earned_on FROM badges WHERE user_id = of_user;
  END IF;
  RETURN NEXT;
END
$$;

-- Records the items of a batch, before their facts are written: so what was there before is kept. Facts that have no state of their own
-- yet get that of the batch.
CREATE FUNCTION add_import_items(of_user text, of_import text, of_kind text, of_keys text[], of_facts text[],
  of_fingerprints text[], of_states text[], of_befores json[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  of_place integer;
BEGIN
  SELECT place INTO of_place FROM imports WHERE user_id = of_user AND import_id = of_import;
  INSERT INTO import_items AS held (user_id, kind, key, place, import_id, fact_id, fingerprint, made, before)
  SELECT of_user, of_kind, item.key, of_place, of_import, item.fact, item.fingerprint, item.state, item.before
  FROM unnest(of_keys, of_facts, of_fingerprints, of_states, of_befores) AS item (key, fact, fingerprint, state, before)
  ON CONFLICT (user_id, kind, key, place) DO UPDATE SET fingerprint = excluded.fingerprint, made = excluded.made;
  RETURN of_place;
END
$$;

-- Sets readings of an import. Rows: key, fingerprint, metric, date, value.
CREATE FUNCTION import_readings(of_user text, of_import text, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  PERFORM add_import_items(of_user, of_import, 'reading', array_agg(given.key), array_agg(given.metric || ' ' || given.date),
    array_agg(given.fingerprint), array_agg(given.value::text),
    array_agg(CASE WHEN held.value IS NOT NULL THEN json_build_object('value', held.value) END))
  FROM json_to_recordset(rows) AS given (key text, fingerprint text, metric text, date text, value double precision)
  LEFT JOIN body_metrics AS held ON held.user_id = of_user AND held.metric = given.metric AND held.date = given.date::date;
  INSERT INTO body_metrics AS held (user_id, metric, date, value)
  SELECT of_user, given.metric, given.date, given.value
  FROM json_to_recordset(rows) AS given (metric text, date date, value double precision)
  ON CONFLICT (user_id, metric, date) DO UPDATE SET value = excluded.value, replaced_value = held.value;
  RETURN true;
END
$$;

-- Adds the own exercises of an import. Rows: key, id, name, category, tracking_type, created_at.
CREATE FUNCTION import_exercises(of_user text, of_import text, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  PERFORM add_import_items(of_user, of_import, 'exercise', array_agg(given.key), array_agg(given.id),
    array_agg(''::text), array_agg(given.name), array_agg(NULL::json))
  FROM json_to_recordset(rows) AS given (key text, id text, name text);
  INSERT INTO own_exercises (user_id, exercise_id, name, name_key, category, tracking_type, created_at)
  SELECT of_user, given.id, given.name, given.key, given.category, given.tracking_type, given.created_at
  FROM json_to_recordset(rows) AS given (key text, id text, name text, category text, tracking_type text, created_at timestamptz)
  ON CONFLICT DO NOTHING;
  RETURN true;
END
$$;

-- Adds diary entries of an import, and changes those that earlier ones made. Foods: id, name, brand_name, created_at. Rows: key,
-- fingerprint, and the columns of an entry.
CREATE FUNCTION import_entries(of_user text, of_import text, foods json, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  INSERT INTO imported_foods (user_id, food_id, name, brand_name, created_at)
  SELECT of_user, given.id, given.name, given.brand_name, given.created_at
  FROM json_to_recordset(foods) AS given (id text, name text, brand_name text, created_at timestamptz)
  ON CONFLICT DO NOTHING;
  PERFORM add_import_items(of_user, of_import, 'entry', array_agg(given.key), array_agg(given.entry_id),
    array_agg(given.fingerprint),
    array_agg(concat_ws(' ', to_char(given.date, 'YYYY-MM-DD'), given.meal_type, given.servings)),
    array_agg(CASE WHEN held.entry_id IS NOT NULL THEN row_to_json(held) END))
  FROM json_to_recordset(rows)
    AS given (key text, fingerprint text, entry_id text, date date, meal_type text, servings double precision)
  LEFT JOIN diary_entries AS held ON held.user_id = of_user AND held.entry_id = given.entry_id;
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

-- Adds workouts of an import, and changes those that earlier ones made. Rows: key, fingerprint, and the columns of a workout.
CREATE FUNCTION import_workouts(of_user text, of_import text, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  PERFORM add_import_items(of_user, of_import, 'workout', array_agg(given.key), array_agg(given.workout_id),
    array_agg(given.fingerprint), array_agg((COALESCE(held.revision, 0) + 1)::text),
    array_agg(CASE WHEN held.workout_id IS NOT NULL THEN row_to_json(held) END))
  FROM json_to_recordset(rows) AS given (key text, fingerprint text, workout_id text)
  LEFT JOIN workouts AS held ON held.user_id = of_user AND held.workout_id = given.workout_id;
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

-- Brings streaks and badges up to date with what an import has written, and ends it unless `at` is null.
CREATE FUNCTION finish_import(of_user text, today date, of_import text, of_counts json, at timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_user(of_user, today);
  INSERT INTO import_badges (user_id, import_id, badge, after_on)
  SELECT of_user, of_import, badge, COALESCE(earned_on, reached_on) FROM badges WHERE user_id = of_user
  ON CONFLICT (user_id, import_id, badge) DO UPDATE SET after_on = excluded.after_on;
  UPDATE imports SET finished_at = at, counts = of_counts WHERE user_id = of_user AND import_id = of_import;
  RETURN true;
END
$$;

-- Puts a fact back as it was before an import changed it.
CREATE FUNCTION restore_fact(of_user text, of_kind text, of_fact text, old_row json) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF of_kind = 'reading' THEN
    UPDATE body_metrics SET value = (old_row ->> 'value')::double precision
    WHERE user_id = of_user AND metric = split_part(of_fact, ' ', 1) AND date = split_part(of_fact, ' ', 2)::date;
  ELSIF of_kind = 'entry' THEN
    UPDATE diary_entries AS held SET date = old.date, meal_type = old.meal_type, servings = old.servings, food_id = old.food_id,
      food_name = old.food_name, brand_name = old.brand_name, calories = old.calories, protein = old.protein, carbs = old.carbs,
      fat = old.fat, alcohol = old.alcohol, serving_size = old.serving_size, serving_unit = old.serving_unit,
      serving_text = old.serving_text
    FROM json_populate_record(NULL::diary_entries, old_row) AS old WHERE held.user_id = of_user AND held.entry_id = of_fact;
  ELSIF of_kind = 'workout' THEN
    UPDATE workouts AS held SET revision = old.revision, date = old.date, name = old.name,
      duration_seconds = old.duration_seconds, notes = old.notes, estimated_calories = old.estimated_calories,
      exercise_count = old.exercise_count, exercises = old.exercises, start_time = old.start_time, end_time = old.end_time
    FROM json_populate_record(NULL::workouts, old_row) AS old WHERE held.user_id = of_user AND held.workout_id = of_fact;
  END IF;
  RETURN true;
END
$$;

-- Removes a fact that an import added. Returns whether that could be done: an exercise, a food or a meal in use stays.
CREATE FUNCTION remove_fact(of_user text, of_kind text, of_fact text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF of_kind = 'reading' THEN
    DELETE FROM body_metrics
    WHERE user_id = of_user AND metric = split_part(of_fact, ' ', 1) AND date = split_part(of_fact, ' ', 2)::date;
  ELSIF of_kind = 'entry' THEN
    DELETE FROM diary_entries WHERE user_id = of_user AND entry_id = of_fact;
  ELSIF of_kind = 'workout' THEN
    DELETE FROM workouts WHERE user_id = of_user AND workout_id = of_fact;
  ELSIF of_kind = 'exercise' THEN
    IF EXISTS (SELECT 1 FROM workouts WHERE user_id = of_user AND exercise_ids @> ARRAY[of_fact]) THEN
      RETURN false;
    END IF;
    DELETE FROM own_exercises WHERE user_id = of_user AND exercise_id = of_fact;
    DELETE FROM exercise_choices WHERE user_id = of_user AND exercise_id = of_fact;
  ELSIF of_kind = 'custom_food' THEN
    IF EXISTS (SELECT 1 FROM custom_food_uses(of_user, of_fact) AS uses WHERE uses.entries > 0 OR uses.meals > 0) THEN
      RETURN false;
    END IF;
    DELETE FROM custom_foods WHERE user_id = of_user AND food_id = of_fact;
  ELSIF of_kind = 'saved_meal' THEN
    DELETE FROM saved_meals WHERE user_id = of_user AND meal_id = of_fact;
  ELSIF of_kind = 'goal' THEN
    DELETE FROM goals WHERE user_id = of_user AND goal_id = of_fact;
  ELSIF of_kind = 'import' THEN
    DELETE FROM imports WHERE user_id = of_user AND import_id = of_fact;
  END IF;
  RETURN true;
END
$$;

-- Takes back up to `most` items of an import. Returns what became of each; no rows once all are done. What has been changed since
-- stays, also by a later import.
CREATE FUNCTION undo_import_items(of_user text, of_import text, most integer)
RETURNS TABLE (item_kind text, item_fact text, outcome text) LANGUAGE plpgsql AS $$
DECLARE
  item import_items;
  state text;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  FOR item IN
    SELECT * FROM import_items WHERE user_id = of_user AND import_id = of_import AND NOT undone
    ORDER BY array_position(ARRAY['workout', 'entry', 'reading', 'goal', 'saved_meal', 'custom_food', 'exercise', 'import'], kind), key
    LIMIT most
  LOOP
    item_kind := item.kind;
    item_fact := item.fact_id;
    -- A later import takes over what was there before this one.
    UPDATE import_items AS later SET before = item.before
    WHERE later.user_id = of_user AND later.kind = item.kind AND later.key = item.key AND later.place = (
      SELECT min(place) FROM import_items WHERE user_id = of_user AND kind = item.kind AND key = item.key AND place > item.place);
    IF FOUND THEN
      outcome := 'replaced';
    ELSE
      state := fact_state(of_user, item.kind, item.fact_id);
      IF state IS NULL THEN
        outcome := 'gone';
      ELSIF state <> item.made THEN
        outcome := 'edited';
      ELSIF item.before IS NOT NULL THEN
        PERFORM restore_fact(of_user, item.kind, item.fact_id, item.before);
        outcome := 'restored';
      ELSIF remove_fact(of_user, item.kind, item.fact_id) THEN
        outcome := 'removed';
      ELSE
        outcome := 'used';
      END IF;
    END IF;
    IF outcome IN ('gone', 'edited', 'used') THEN
      UPDATE import_items SET undone = true
      WHERE user_id = of_user AND kind = item.kind AND key = item.key AND place = item.place;
    ELSE
      DELETE FROM import_items WHERE user_id = of_user AND kind = item.kind AND key = item.key AND place = item.place;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;

-- Ends an undo: streaks follow from what is left, and a badge that only this import earned goes.
CREATE FUNCTION finish_undo(of_user text, today date, of_import text, at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  of_place integer;
  held badges;
  mine import_badges;
  day date;
  earned date;
BEGIN
  PERFORM settle_user(of_user, today);
  SELECT place INTO of_place FROM imports WHERE user_id = of_user AND import_id = of_import;
  FOR held IN SELECT * FROM badges WHERE user_id = of_user LOOP
    SELECT * INTO mine FROM import_badges WHERE user_id = of_user AND import_id = of_import AND badge = held.badge;
    CONTINUE WHEN NOT FOUND OR mine.before_on IS NOT DISTINCT FROM mine.after_on;
    day := held.reached_on;
    earned := held.earned_on;
    IF day IS NULL OR day > today THEN
      earned := CASE WHEN held.earned_on = mine.after_on THEN mine.before_on ELSE held.earned_on END;
      UPDATE badges SET earned_on = earned WHERE user_id = of_user AND badge = held.badge;
    END IF;
    UPDATE import_badges AS later SET before_on = mine.before_on,
      after_on = CASE WHEN later.after_on IS NOT DISTINCT FROM mine.after_on THEN COALESCE(earned, day) ELSE later.after_on END
    WHERE later.user_id = of_user AND later.badge = held.badge AND later.before_on IS NOT DISTINCT FROM mine.after_on
      AND later.import_id IN (SELECT import_id FROM imports WHERE user_id = of_user AND place > of_place);
  END LOOP;
  DELETE FROM badges WHERE user_id = of_user AND reached_on IS NULL AND earned_on IS NULL;
  DELETE FROM imported_foods AS food WHERE food.user_id = of_user AND NOT EXISTS (
    SELECT 1 FROM diary_entries AS entry
    WHERE entry.user_id = of_user AND entry.food_kind = 'custom_food' AND entry.food_id = food.food_id);
  UPDATE imports SET undone_at = at WHERE user_id = of_user AND import_id = of_import;
  RETURN true;
END
$$;
