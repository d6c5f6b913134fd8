-- Each kind of change of a user's facts (readings, diary entries, workouts) is one function, called as one statement. It locks the
-- user, changes the facts, updates streaks and badges, and stores the answer for an idempotency key. Apart from the user's id, all
-- arguments are plain data, and every statement names one user. So the functions also work if users are spread over several servers.

DROP FUNCTION settle_facts(text, date, date[]);
DROP FUNCTION lock_facts(text, date, boolean);
DROP FUNCTION keep_earned_badges(text, date);
DROP FUNCTION earned_badges(text, date);
DROP FUNCTION keep_answer(text, text, text, text, text, timestamptz, timestamptz);

-- A badge is reached on the day of the fact that completes it, which may be in the future. It is earned when that day has come.
ALTER TABLE badges
  -- The day on which the current facts reach it; null if they do not. It may still have been earned by facts that were deleted.
  ADD COLUMN reached_on date,
  -- As of the last change of a fact; null if it was not earned by then.
  ALTER COLUMN earned_on DROP NOT NULL;

-- The day on which the user's facts reach a badge, computed from all of them; null if they do not.
CREATE FUNCTION badge_day(of_user text, of_badge text) RETURNS date LANGUAGE plpgsql STABLE AS $$
DECLARE
  day date;
  days integer;
BEGIN
  IF of_badge = 'first_weigh_in' THEN
    SELECT min(date) INTO day FROM body_metrics WHERE user_id = of_user AND metric = 'weight';
  ELSIF of_badge = 'steps_10000' THEN
    SELECT min(date) INTO day FROM body_metrics WHERE user_id = of_user AND metric = 'steps' AND value >= 10000;
  ELSIF of_badge = 'diary_100' THEN
    SELECT date INTO day FROM diary_entries WHERE user_id = of_user ORDER BY date OFFSET 99 LIMIT 1;
  ELSIF of_badge = 'first_workout' THEN
    SELECT min(date) INTO day FROM workouts WHERE user_id = of_user;
  ELSIF of_badge = 'workouts_100' THEN
    SELECT date INTO day FROM workouts WHERE user_id = of_user ORDER BY date OFFSET 99 LIMIT 1;
  ELSE
    days := substr(of_badge, length('streak_') + 1);
    SELECT min(first_day) + days - 1 INTO day FROM streak_runs WHERE user_id = of_user AND length >= days;
  END IF;
  RETURN day;
END
$$;

INSERT INTO badges (user_id, badge, reached_on)
SELECT user_id, badge, day
FROM users, unnest(ARRAY['first_weigh_in', 'streak_7', 'streak_30', 'streak_100', 'streak_365', 'steps_10000', 'diary_100',
  'first_workout', 'workouts_100']) AS badge, badge_day(user_id, badge) AS day
WHERE day IS NOT NULL
ON CONFLICT (user_id, badge) DO UPDATE SET reached_on = excluded.reached_on;

-- Begins a change. Locks the user's facts until the transaction ends, and records the badges earned by today, which stay even if their
-- facts are removed. Returns the day on which one badge is reached.
CREATE FUNCTION lock_facts(of_user text, today date, of_badge text) RETURNS date LANGUAGE plpgsql AS $$
DECLARE
  has_due boolean;
  reached date;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT bool_or(reached_on <= today AND earned_on IS DISTINCT FROM reached_on), max(reached_on) FILTER (WHERE badge = of_badge)
  INTO has_due, reached FROM badges WHERE user_id = of_user;
  IF has_due THEN
    UPDATE badges SET earned_on = reached_on WHERE user_id = of_user AND reached_on <= today;
  END IF;
  RETURN reached;
END
$$;

-- Sets the day on which a badge is reached; null if it no longer is. A badge that was earned stays.
CREATE FUNCTION set_badge_day(of_user text, today date, of_badge text, day date) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO badges AS held (user_id, badge, reached_on, earned_on)
  VALUES (of_user, of_badge, day, CASE WHEN day <= today THEN day END)
  ON CONFLICT (user_id, badge) DO UPDATE
  SET reached_on = excluded.reached_on, earned_on = COALESCE(excluded.earned_on, held.earned_on);
  RETURN true;
END
$$;

-- For facts added on `day`: records that a badge is reached then, unless it was reached on or before that day already.
CREATE FUNCTION reach_badge(of_user text, today date, of_badge text, day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  reached date;
BEGIN
  SELECT reached_on INTO reached FROM badges WHERE user_id = of_user AND badge = of_badge;
  IF day IS NULL OR reached <= day THEN
    RETURN false;
  END IF;
  RETURN set_badge_day(of_user, today, of_badge, day);
END
$$;

-- For facts that were moved or removed: computes again the badges reached on `day` or later. Earlier facts are unchanged.
CREATE FUNCTION refresh_badges(of_user text, today date, of_badges text[], day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  of_badge text;
BEGIN
  FOR of_badge IN SELECT badge FROM badges WHERE user_id = of_user AND badge = ANY (of_badges) AND reached_on >= day LOOP
    PERFORM set_badge_day(of_user, today, of_badge, badge_day(of_user, of_badge));
  END LOOP;
  RETURN true;
END
$$;

-- For a day to which facts were added: extends the adjacent streak run, joins two, or begins one. Returns whether the day was inactive
-- before.
CREATE FUNCTION add_active_day(of_user text, today date, day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  -- The last run that begins on or before the day.
  run streak_runs;
  new_first date := day;
  new_last date;
  days integer;
BEGIN
  SELECT * INTO run FROM streak_runs WHERE user_id = of_user AND first_day <= day ORDER BY first_day DESC LIMIT 1;
  IF run.last_day >= day THEN
    RETURN false;
  END IF;
  DELETE FROM streak_runs WHERE user_id = of_user AND first_day = day + 1 RETURNING last_day INTO new_last;
  new_last := COALESCE(new_last, day);
  IF run.last_day = day - 1 THEN
    new_first := run.first_day;
    UPDATE streak_runs SET last_day = new_last WHERE user_id = of_user AND first_day = new_first;
  ELSE
    INSERT INTO streak_runs (user_id, first_day, last_day) VALUES (of_user, new_first, new_last);
  END IF;
  FOREACH days IN ARRAY ARRAY[7, 30, 100, 365] LOOP
    EXIT WHEN new_last - new_first + 1 < days;
    PERFORM reach_badge(of_user, today, 'streak_' || days, new_first + days - 1);
  END LOOP;
  RETURN true;
END
$$;

-- For a day from which facts were moved or removed: if none are left, shortens or splits the streak run that contained it. Returns
-- whether the day has become inactive.
CREATE FUNCTION remove_active_day(of_user text, today date, day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  run streak_runs;
BEGIN
  IF EXISTS (SELECT 1 FROM body_metrics WHERE user_id = of_user AND metric IN ('weight', 'body_fat', 'steps') AND date = day)
    OR EXISTS (SELECT 1 FROM diary_entries WHERE user_id = of_user AND date = day)
    OR EXISTS (SELECT 1 FROM workouts WHERE user_id = of_user AND date = day)
  THEN
    RETURN false;
  END IF;
  SELECT * INTO run FROM streak_runs WHERE user_id = of_user AND first_day <= day AND last_day >= day
  ORDER BY first_day DESC LIMIT 1;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF run.first_day = day THEN
    DELETE FROM streak_runs WHERE user_id = of_user AND first_day = day;
  ELSE
    UPDATE streak_runs SET last_day = day - 1 WHERE user_id = of_user AND first_day = run.first_day;
  END IF;
  IF run.last_day > day THEN
    INSERT INTO streak_runs (user_id, first_day, last_day) VALUES (of_user, day + 1, run.last_day);
  END IF;
  RETURN refresh_badges(of_user, today, ARRAY['streak_7', 'streak_30', 'streak_100', 'streak_365'], day);
END
$$;

-- Stores the answer for an idempotency key, replacing an expired one. Without a key, it does nothing. If the key is taken, it raises an
-- error of its own, which undoes the change; the caller then reads the stored answer.
CREATE FUNCTION keep_answer(
  of_user text, of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF of_key IS NULL THEN
    RETURN false;
  END IF;
  INSERT INTO idempotency_keys AS kept (user_id, operation, key, fingerprint, output, kept_at)
  VALUES (of_user, of_operation, of_key, of_fingerprint, of_output, answered_at)
  ON CONFLICT (user_id, operation, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, output = excluded.output, kept_at = excluded.kept_at
  WHERE kept.kept_at <= expired_at;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The idempotency key is taken' USING ERRCODE = 'KEY01';
  END IF;
  RETURN true;
END
$$;

-- Sets readings of one metric, at most one per day. Returns what each day held before; null for nothing.
CREATE FUNCTION set_readings(of_user text, today date, of_metric text, days date[], new_values double precision[])
RETURNS TABLE (day date, replaced double precision) LANGUAGE plpgsql AS $$
DECLARE
  place integer;
  steps_reached date;
  steps_reached_now date;
BEGIN
  steps_reached := lock_facts(of_user, today, 'steps_10000');
  FOR place IN 1 .. cardinality(days) LOOP
    day := days[place];
    INSERT INTO body_metrics AS held (user_id, metric, date, value) VALUES (of_user, of_metric, day, new_values[place])
    ON CONFLICT (user_id, metric, date) DO UPDATE SET value = excluded.value, replaced_value = held.value
    RETURNING held.replaced_value INTO replaced;
    PERFORM add_active_day(of_user, today, day);
    IF of_metric = 'weight' THEN
      PERFORM reach_badge(of_user, today, 'first_weigh_in', day);
    END IF;
    RETURN NEXT;
  END LOOP;
  -- With fewer steps than before, the day may no longer earn the badge.
  IF of_metric = 'steps' THEN
    steps_reached_now := badge_day(of_user, 'steps_10000');
    IF steps_reached_now IS DISTINCT FROM steps_reached THEN
      PERFORM set_badge_day(of_user, today, 'steps_10000', steps_reached_now);
    END IF;
  END IF;
END
$$;

-- Returns whether the day had a reading.
CREATE FUNCTION delete_reading(of_user text, today date, of_metric text, day date) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_facts(of_user, today, NULL);
  DELETE FROM body_metrics WHERE user_id = of_user AND metric = of_metric AND date = day;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM remove_active_day(of_user, today, day);
  IF of_metric = 'weight' THEN
    PERFORM refresh_badges(of_user, today, ARRAY['first_weigh_in'], day);
  ELSIF of_metric = 'steps' THEN
    PERFORM refresh_badges(of_user, today, ARRAY['steps_10000'], day);
  END IF;
  RETURN true;
END
$$;

-- Adds an entry after all others of its day. If one of those has the same time of creation, or a later one because of another clock, the
-- new entry is dated a millisecond after it. Returns false, and adds nothing, if it refers to a custom food or meal that no longer exists.
CREATE FUNCTION add_diary_entry(
  of_user text, today date, new_entry_id text, day date, new_meal_type text, new_servings double precision, new_food_kind text,
  new_food_id text, new_food_name text, new_brand_name text, new_calories double precision, new_protein double precision,
  new_carbs double precision, new_fat double precision, new_alcohol double precision, at timestamptz,
  of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  last_created timestamptz;
  reached date;
BEGIN
  reached := lock_facts(of_user, today, 'diary_100');
  IF new_food_kind = 'custom_food' THEN
    PERFORM 1 FROM custom_foods WHERE user_id = of_user AND food_id = new_food_id;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
  ELSIF new_food_kind = 'saved_meal' THEN
    PERFORM 1 FROM saved_meals WHERE user_id = of_user AND meal_id = new_food_id;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
  END IF;
  SELECT max(created_at) INTO last_created FROM diary_entries WHERE user_id = of_user AND date = day;
  INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, brand_name,
    calories, protein, carbs, fat, alcohol, created_at)
  VALUES (of_user, new_entry_id, day, new_meal_type, new_servings, new_food_kind, new_food_id, new_food_name, new_brand_name,
    new_calories, new_protein, new_carbs, new_fat, new_alcohol, GREATEST(at, last_created + interval '1 millisecond'));
  PERFORM add_active_day(of_user, today, day);
  IF reached IS NULL OR day < reached THEN
    PERFORM reach_badge(of_user, today, 'diary_100', badge_day(of_user, 'diary_100'));
  END IF;
  PERFORM keep_answer(of_user, of_operation, of_key, of_fingerprint, of_output, answered_at, expired_at);
  RETURN true;
END
$$;

-- Changes the fields whose arguments are not null, and returns the new entry; no row if the user has no such entry.
CREATE FUNCTION update_diary_entry(
  of_user text, today date, of_entry text, new_servings double precision, new_meal_type text, new_day date
) RETURNS SETOF diary_entries LANGUAGE plpgsql AS $$
DECLARE
  old_day date;
  entry diary_entries;
BEGIN
  PERFORM lock_facts(of_user, today, NULL);
  SELECT date INTO old_day FROM diary_entries WHERE user_id = of_user AND entry_id = of_entry;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  UPDATE diary_entries SET
    servings = COALESCE(new_servings, servings), meal_type = COALESCE(new_meal_type, meal_type), date = COALESCE(new_day, date)
  WHERE user_id = of_user AND entry_id = of_entry RETURNING * INTO entry;
  IF entry.date <> old_day THEN
    -- In this order, so that no streak is counted over both days.
    PERFORM remove_active_day(of_user, today, old_day);
    PERFORM add_active_day(of_user, today, entry.date);
    PERFORM refresh_badges(of_user, today, ARRAY['diary_100'], LEAST(old_day, entry.date));
  END IF;
  RETURN NEXT entry;
END
$$;

-- Returns the day of the entry; null if the user has no such entry.
CREATE FUNCTION delete_diary_entry(of_user text, today date, of_entry text) RETURNS date LANGUAGE plpgsql AS $$
DECLARE
  old_day date;
BEGIN
  PERFORM lock_facts(of_user, today, NULL);
  DELETE FROM diary_entries WHERE user_id = of_user AND entry_id = of_entry RETURNING date INTO old_day;
  IF FOUND THEN
    PERFORM remove_active_day(of_user, today, old_day);
    PERFORM refresh_badges(of_user, today, ARRAY['diary_100'], old_day);
  END IF;
  RETURN old_day;
END
$$;

CREATE FUNCTION add_workout(
  of_user text, today date, new_workout_id text, day date, new_name text, new_duration_seconds integer, new_notes text,
  new_estimated_calories bigint, new_exercise_count integer, new_exercises json, at timestamptz,
  of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  reached date;
BEGIN
  reached := lock_facts(of_user, today, 'workouts_100');
  INSERT INTO workouts (user_id, workout_id, date, name, duration_seconds, notes, estimated_calories, exercise_count, exercises,
    created_at)
  VALUES (of_user, new_workout_id, day, new_name, new_duration_seconds, new_notes, new_estimated_calories, new_exercise_count,
    new_exercises, at);
  PERFORM add_active_day(of_user, today, day);
  PERFORM reach_badge(of_user, today, 'first_workout', day);
  IF reached IS NULL OR day < reached THEN
    PERFORM reach_badge(of_user, today, 'workouts_100', badge_day(of_user, 'workouts_100'));
  END IF;
  PERFORM keep_answer(of_user, of_operation, of_key, of_fingerprint, of_output, answered_at, expired_at);
  RETURN true;
END
$$;

-- Replaces a workout that still has this revision. Returns done; or changed or gone if another change came first.
CREATE FUNCTION replace_workout(
  of_user text, today date, of_workout text, of_revision integer, new_day date, new_name text, new_duration_seconds integer,
  new_notes text, new_estimated_calories bigint, new_exercise_count integer, new_exercises json
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  old_day date;
  held_revision integer;
BEGIN
  PERFORM lock_facts(of_user, today, NULL);
  SELECT date, revision INTO old_day, held_revision FROM workouts WHERE user_id = of_user AND workout_id = of_workout;
  IF NOT FOUND THEN
    RETURN 'gone';
  ELSIF held_revision <> of_revision THEN
    RETURN 'changed';
  END IF;
  UPDATE workouts SET revision = of_revision + 1, date = new_day, name = new_name, duration_seconds = new_duration_seconds,
    notes = new_notes, estimated_calories = new_estimated_calories, exercise_count = new_exercise_count, exercises = new_exercises
  WHERE user_id = of_user AND workout_id = of_workout;
  IF new_day <> old_day THEN
    -- In this order, so that no streak is counted over both days.
    PERFORM remove_active_day(of_user, today, old_day);
    PERFORM add_active_day(of_user, today, new_day);
    PERFORM refresh_badges(of_user, today, ARRAY['first_workout', 'workouts_100'], LEAST(old_day, new_day));
  END IF;
  RETURN 'done';
END
$$;

-- Deletes a workout that still has this revision. Returns done; or changed or gone if another change came first.
CREATE FUNCTION delete_workout(of_user text, today date, of_workout text, of_revision integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  old_day date;
  held_revision integer;
BEGIN
  PERFORM lock_facts(of_user, today, NULL);
  SELECT date, revision INTO old_day, held_revision FROM workouts WHERE user_id = of_user AND workout_id = of_workout;
  IF NOT FOUND THEN
    RETURN 'gone';
  ELSIF held_revision <> of_revision THEN
    RETURN 'changed';
  END IF;
  DELETE FROM workouts WHERE user_id = of_user AND workout_id = of_workout;
  PERFORM remove_active_day(of_user, today, old_day);
  PERFORM refresh_badges(of_user, today, ARRAY['first_workout', 'workouts_100'], old_day);
  RETURN 'done';
END
$$;

-- Adds a custom food if the user has fewer than `most`. Returns how many they had.
CREATE FUNCTION add_custom_food(
  of_user text, most integer, new_food_id text, new_name text, new_brand_name text, new_serving_size double precision,
  new_serving_unit text, new_serving_text text, new_calories double precision, new_protein double precision,
  new_carbs double precision, new_fat double precision, new_alcohol double precision, at timestamptz,
  of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  held integer;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT count(*) INTO held FROM custom_foods WHERE user_id = of_user;
  IF held < most THEN
    INSERT INTO custom_foods (user_id, food_id, name, brand_name, serving_size, serving_unit, serving_text, calories, protein, carbs,
      fat, alcohol, created_at)
    VALUES (of_user, new_food_id, new_name, new_brand_name, new_serving_size, new_serving_unit, new_serving_text, new_calories,
      new_protein, new_carbs, new_fat, new_alcohol, at);
    PERFORM keep_answer(of_user, of_operation, of_key, of_fingerprint, of_output, answered_at, expired_at);
  END IF;
  RETURN held;
END
$$;

-- Returns how many diary entries and saved meals refer to a custom food.
CREATE FUNCTION custom_food_uses(of_user text, of_food text, OUT entries integer, OUT meals integer) LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT count(*) INTO entries FROM diary_entries WHERE user_id = of_user AND food_kind = 'custom_food' AND food_id = of_food;
  SELECT count(DISTINCT meal_id) INTO meals FROM saved_meal_items
  WHERE user_id = of_user AND food_kind = 'custom_food' AND food_id = of_food;
END
$$;

-- Replaces a custom food, which keeps its time of creation. If its unit is not g or ml, it is not replaced while something refers to it.
-- Returns its old name and unit, and the number of references that prevented it; no row if the user has no such food.
CREATE FUNCTION replace_custom_food(
  of_user text, of_food text, new_name text, new_brand_name text, new_serving_size double precision, new_serving_unit text,
  new_serving_text text, new_calories double precision, new_protein double precision, new_carbs double precision,
  new_fat double precision, new_alcohol double precision,
  of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz
) RETURNS TABLE (old_name text, old_unit text, entries integer, meals integer) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT name, serving_unit, 0, 0 INTO old_name, old_unit, entries, meals
  FROM custom_foods WHERE user_id = of_user AND food_id = of_food;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF old_unit NOT IN ('g', 'ml') THEN
    SELECT uses.entries, uses.meals INTO entries, meals FROM custom_food_uses(of_user, of_food) AS uses;
  END IF;
  IF entries = 0 AND meals = 0 THEN
    UPDATE custom_foods SET name = new_name, brand_name = new_brand_name, serving_size = new_serving_size,
      serving_unit = new_serving_unit, serving_text = new_serving_text, calories = new_calories, protein = new_protein,
      carbs = new_carbs, fat = new_fat, alcohol = new_alcohol
    WHERE user_id = of_user AND food_id = of_food;
    PERFORM keep_answer(of_user, of_operation, of_key, of_fingerprint, of_output, answered_at, expired_at);
  END IF;
  RETURN NEXT;
END
$$;

-- Deletes a custom food if nothing refers to it. Returns its name and unit, and the number of references that prevented it; no row if
-- the user has no such food.
CREATE FUNCTION delete_custom_food(of_user text, of_food text)
RETURNS TABLE (old_name text, old_unit text, entries integer, meals integer) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT name, serving_unit INTO old_name, old_unit FROM custom_foods WHERE user_id = of_user AND food_id = of_food;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT uses.entries, uses.meals INTO entries, meals FROM custom_food_uses(of_user, of_food) AS uses;
  IF entries = 0 AND meals = 0 THEN
    DELETE FROM custom_foods WHERE user_id = of_user AND food_id = of_food;
  END IF;
  RETURN NEXT;
END
$$;
