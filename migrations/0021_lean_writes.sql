-- A usual write, whose day is active already and which earns no badge, takes few statements and touches few indexes.

-- On Citus, the triggers change only rows of their own user, which are on the same node.
SELECT set_config('citus.enable_unsafe_triggers', 'on', true);

-- What follows from a user's facts, in short, so that the statement that locks the user also reads it:
--   first, last: the last streak run
--   longest: the length of the longest other run
--   badges: for each badge the day on which it is reached and the day on which it was earned
--   due: the first day on which a badge must be recorded as earned
ALTER TABLE users ADD COLUMN achievements jsonb NOT NULL DEFAULT '{}';

CREATE FUNCTION achievements_of(of_user text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  run streak_runs;
  longest integer;
  days jsonb;
  due date;
BEGIN
  SELECT * INTO run FROM streak_runs WHERE user_id = of_user ORDER BY first_day DESC LIMIT 1;
  SELECT max(length) INTO longest FROM streak_runs WHERE user_id = of_user AND first_day < run.first_day;
  SELECT jsonb_object_agg(badge, jsonb_build_array(reached_on, earned_on)),
    min(reached_on) FILTER (WHERE earned_on IS DISTINCT FROM reached_on)
  INTO days, due FROM badges WHERE user_id = of_user;
  RETURN jsonb_strip_nulls(jsonb_build_object(
    'first', run.first_day, 'last', run.last_day, 'longest', longest, 'due', due, 'badges', COALESCE(days, '{}')));
END
$$;

-- Achievements are no part of the account: it has the same revision after they changed.
DROP TRIGGER user_changed ON users;
CREATE TRIGGER user_changed BEFORE UPDATE ON users FOR EACH ROW
WHEN (NEW.achievements = OLD.achievements) EXECUTE FUNCTION count_user_change();

-- Ends a change of streak runs or badges. Returns whether it changed the achievements.
CREATE FUNCTION update_achievements(of_user text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  current jsonb := achievements_of(of_user);
BEGIN
  UPDATE users SET achievements = current WHERE user_id = of_user AND achievements <> current;
  RETURN FOUND;
END
$$;

DO $$
DECLARE
  of_user text;
BEGIN
  FOR of_user IN SELECT user_id FROM users LOOP
    PERFORM update_achievements(of_user);
  END LOOP;
END
$$;

-- Facts and answers are only written after their user has been locked, so their references need not be checked row by row. They are
-- deleted with their user.
ALTER TABLE body_metrics DROP CONSTRAINT body_metrics_user_id_fkey;
ALTER TABLE diary_entries DROP CONSTRAINT diary_entries_user_id_fkey;
ALTER TABLE workouts DROP CONSTRAINT workouts_user_id_fkey;
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_user_id_fkey;

CREATE FUNCTION delete_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM body_metrics WHERE user_id = OLD.user_id;
  DELETE FROM diary_entries WHERE user_id = OLD.user_id;
  DELETE FROM workouts WHERE user_id = OLD.user_id;
  DELETE FROM idempotency_keys WHERE user_id = OLD.user_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER user_deleted AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION delete_facts();

-- PostgreSQL parses these anew for each entry. Input is checked when it is decoded.
ALTER TABLE diary_entries
  DROP CONSTRAINT diary_entries_meal_type_check,
  DROP CONSTRAINT diary_entries_servings_check,
  DROP CONSTRAINT diary_entries_food_kind_check;

-- Only references to custom foods are looked up.
DROP INDEX diary_entries_food;
CREATE INDEX diary_entries_custom_food ON diary_entries (user_id, food_id) WHERE food_kind = 'custom_food';

-- Keys are stored in the order of time, and only the sweep asks for it.
DROP INDEX idempotency_keys_kept_at;
CREATE INDEX idempotency_keys_kept_at ON idempotency_keys USING brin (kept_at) WITH (pages_per_range = 32, autosummarize = on);

-- Begins a change. Locks the user's facts until the transaction ends, and records the badges earned by today, which stay even if their
-- facts are removed. Returns the user's achievements.
CREATE FUNCTION begin_change(of_user text, today date) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  held jsonb;
BEGIN
  SELECT achievements INTO held FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no user %', of_user USING ERRCODE = 'foreign_key_violation';
  END IF;
  IF (held ->> 'due')::date <= today THEN
    UPDATE badges SET earned_on = reached_on
    WHERE user_id = of_user AND reached_on <= today AND earned_on IS DISTINCT FROM reached_on;
    PERFORM update_achievements(of_user);
  END IF;
  RETURN held;
END
$$;

-- Begins a change, and returns the day on which one badge is reached.
CREATE OR REPLACE FUNCTION lock_facts(of_user text, today date, of_badge text) RETURNS date LANGUAGE plpgsql AS $$
DECLARE
  held jsonb := begin_change(of_user, today);
BEGIN
  RETURN held -> 'badges' -> of_badge ->> 0;
END
$$;

-- For facts that were moved or removed: computes again the badges reached on `day` or later. Earlier facts are unchanged. Returns
-- whether the achievements are others now.
CREATE OR REPLACE FUNCTION refresh_badges(of_user text, today date, of_badges text[], day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  of_badge text;
BEGIN
  FOR of_badge IN SELECT badge FROM badges WHERE user_id = of_user AND badge = ANY (of_badges) AND reached_on >= day LOOP
    PERFORM set_badge_day(of_user, today, of_badge, badge_day(of_user, of_badge));
  END LOOP;
  RETURN update_achievements(of_user);
END
$$;

-- Computes streaks and badges again from all facts. Badges that were earned stay.
CREATE OR REPLACE FUNCTION settle_user(of_user text, today date) RETURNS boolean LANGUAGE plpgsql AS $$
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
  RETURN update_achievements(of_user);
END
$$;

-- Ends an undo: streaks follow from what is left, and a badge that only this import earned goes. Where the day of a badge moves, later
-- imports follow: else the badge would stay when the import that earned it is undone as well.
CREATE OR REPLACE FUNCTION finish_undo(of_user text, today date, of_import text, at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  of_place integer;
  days_before jsonb;
  day_before date;
  held badges;
  mine import_badges;
  is_change boolean;
  day date;
  earned date;
BEGIN
  SELECT jsonb_object_agg(badge, COALESCE(earned_on, reached_on)) INTO days_before FROM badges WHERE user_id = of_user;
  PERFORM settle_user(of_user, today);
  SELECT place INTO of_place FROM imports WHERE user_id = of_user AND import_id = of_import;
  FOR held IN SELECT * FROM badges WHERE user_id = of_user LOOP
    SELECT * INTO mine FROM import_badges WHERE user_id = of_user AND import_id = of_import AND badge = held.badge;
    is_change := FOUND AND mine.before_on IS DISTINCT FROM mine.after_on;
    day := held.reached_on;
    earned := held.earned_on;
    IF is_change AND (day IS NULL OR day > today) THEN
      earned := CASE WHEN held.earned_on = mine.after_on THEN mine.before_on ELSE held.earned_on END;
      UPDATE badges SET earned_on = earned WHERE user_id = of_user AND badge = held.badge;
    END IF;
    day := COALESCE(earned, day);
    day_before := days_before ->> held.badge;
    UPDATE import_badges AS later SET
      before_on = CASE
        WHEN is_change AND later.before_on IS NOT DISTINCT FROM mine.after_on THEN mine.before_on
        WHEN later.before_on = day_before THEN day
        ELSE later.before_on END,
      after_on = CASE
        WHEN is_change AND later.before_on IS NOT DISTINCT FROM mine.after_on AND later.after_on IS NOT DISTINCT FROM mine.after_on THEN day
        WHEN later.after_on = day_before THEN day
        ELSE later.after_on END
    WHERE later.user_id = of_user AND later.badge = held.badge
      AND later.import_id IN (SELECT import_id FROM imports WHERE user_id = of_user AND place > of_place);
  END LOOP;
  DELETE FROM badges WHERE user_id = of_user AND reached_on IS NULL AND earned_on IS NULL;
  PERFORM update_achievements(of_user);
  DELETE FROM imported_foods AS food WHERE food.user_id = of_user AND NOT EXISTS (
    SELECT 1 FROM diary_entries AS entry
    WHERE entry.user_id = of_user AND entry.food_kind = 'custom_food' AND entry.food_id = food.food_id);
  UPDATE imports SET undone_at = at WHERE user_id = of_user AND import_id = of_import;
  RETURN true;
END
$$;

DROP FUNCTION set_readings(text, date, text, date[], double precision[]);

-- Sets readings of one metric, at most one per day. Returns what each day held before, in the same order; null for nothing.
CREATE FUNCTION set_readings(of_user text, today date, of_metric text, days date[], new_values double precision[])
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  held jsonb := begin_change(of_user, today);
  first_active date := held ->> 'first';
  last_active date := held ->> 'last';
  weighed_on date := held -> 'badges' -> 'first_weigh_in' ->> 0;
  stepped_on date := held -> 'badges' -> 'steps_10000' ->> 0;
  loses_steps boolean := false;
  is_changed boolean := false;
  place integer;
  day date;
  replaced double precision;
  all_replaced double precision[] := '{}';
BEGIN
  FOR place IN 1 .. cardinality(days) LOOP
    day := days[place];
    INSERT INTO body_metrics AS held (user_id, metric, date, value) VALUES (of_user, of_metric, day, new_values[place])
    ON CONFLICT (user_id, metric, date) DO UPDATE SET value = excluded.value, replaced_value = held.value
    RETURNING held.replaced_value INTO replaced;
    all_replaced := all_replaced || replaced;
    IF NOT COALESCE(day BETWEEN first_active AND last_active, false) THEN
      is_changed := add_active_day(of_user, today, day) OR is_changed;
    END IF;
    IF of_metric = 'weight' AND COALESCE(day < weighed_on, true) THEN
      is_changed := set_badge_day(of_user, today, 'first_weigh_in', day);
      weighed_on := day;
    ELSIF of_metric = 'steps' AND new_values[place] >= 10000 AND COALESCE(day < stepped_on, true) THEN
      is_changed := set_badge_day(of_user, today, 'steps_10000', day);
      stepped_on := day;
    ELSIF of_metric = 'steps' AND new_values[place] < 10000 AND day = stepped_on THEN
      loses_steps := true;
    END IF;
  END LOOP;
  -- With fewer steps than before, the day no longer earns the badge.
  IF loses_steps THEN
    is_changed := set_badge_day(of_user, today, 'steps_10000', badge_day(of_user, 'steps_10000'));
  END IF;
  IF is_changed THEN
    PERFORM update_achievements(of_user);
  END IF;
  RETURN to_json(all_replaced);
END
$$;

DROP FUNCTION add_diary_entry(
  text, date, text, date, text, double precision, text, text, text, text, double precision, double precision, double precision,
  double precision, double precision, timestamptz, text, text, text, text, timestamptz, timestamptz, double precision, text, text);

-- Adds an entry after all others of its day. If one of those has the same time of creation, or a later one because of another clock, the
-- new entry is dated a millisecond after it. Returns false, and adds nothing, if it refers to a custom food or meal that no longer exists,
-- or if the catalogue no longer has the revision as of which its food is known.
CREATE FUNCTION add_diary_entry(
  of_user text, today date, new_entry_id text, day date, new_meal_type text, new_servings double precision, new_food_kind text,
  new_food_id text, new_food_name text, new_brand_name text, new_calories double precision, new_protein double precision,
  new_carbs double precision, new_fat double precision, new_alcohol double precision, at timestamptz,
  of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz,
  new_serving_size double precision DEFAULT NULL, new_serving_unit text DEFAULT NULL, new_serving_text text DEFAULT NULL,
  known_revision uuid DEFAULT NULL
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  held jsonb;
  last_created timestamptz;
  is_changed boolean := false;
  is_kept boolean;
BEGIN
  IF known_revision IS NOT NULL THEN
    PERFORM 1 FROM food_revision WHERE revision = known_revision;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
  END IF;
  held := begin_change(of_user, today);
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
    calories, protein, carbs, fat, alcohol, created_at, serving_size, serving_unit, serving_text)
  VALUES (of_user, new_entry_id, day, new_meal_type, new_servings, new_food_kind, new_food_id, new_food_name, new_brand_name,
    new_calories, new_protein, new_carbs, new_fat, new_alcohol, GREATEST(at, last_created + interval '1 millisecond'),
    new_serving_size, new_serving_unit, new_serving_text);
  IF NOT COALESCE(day BETWEEN (held ->> 'first')::date AND (held ->> 'last')::date, false) THEN
    is_changed := add_active_day(of_user, today, day);
  END IF;
  IF COALESCE(day < (held -> 'badges' -> 'diary_100' ->> 0)::date, true) THEN
    is_changed := reach_badge(of_user, today, 'diary_100', badge_day(of_user, 'diary_100')) OR is_changed;
  END IF;
  IF is_changed THEN
    PERFORM update_achievements(of_user);
  END IF;
  is_kept := keep_answer(of_user, of_operation, of_key, of_fingerprint, of_output, answered_at, expired_at);
  RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION add_workout(
  of_user text, today date, new_workout_id text, day date, new_name text, new_duration_seconds integer, new_notes text,
  new_estimated_calories bigint, new_exercise_count integer, new_exercises json, at timestamptz,
  of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  held jsonb := begin_change(of_user, today);
  is_changed boolean := false;
  is_kept boolean;
BEGIN
  INSERT INTO workouts (user_id, workout_id, date, name, duration_seconds, notes, estimated_calories, exercise_count, exercises,
    created_at)
  VALUES (of_user, new_workout_id, day, new_name, new_duration_seconds, new_notes, new_estimated_calories, new_exercise_count,
    new_exercises, at);
  IF NOT COALESCE(day BETWEEN (held ->> 'first')::date AND (held ->> 'last')::date, false) THEN
    is_changed := add_active_day(of_user, today, day);
  END IF;
  IF COALESCE(day < (held -> 'badges' -> 'first_workout' ->> 0)::date, true) THEN
    is_changed := set_badge_day(of_user, today, 'first_workout', day);
  END IF;
  IF COALESCE(day < (held -> 'badges' -> 'workouts_100' ->> 0)::date, true) THEN
    is_changed := reach_badge(of_user, today, 'workouts_100', badge_day(of_user, 'workouts_100')) OR is_changed;
  END IF;
  IF is_changed THEN
    PERFORM update_achievements(of_user);
  END IF;
  is_kept := keep_answer(of_user, of_operation, of_key, of_fingerprint, of_output, answered_at, expired_at);
  RETURN true;
END
$$;
