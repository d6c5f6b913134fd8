-- How many workouts a user has, kept with each change, so that a page of them costs the same after ten years as after one. A user's row
-- is made by the first change after this migration; until then they are counted.
CREATE TABLE workout_totals (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  workouts integer NOT NULL
);

-- Ends a change that added so many workouts, or removed some if negative. The user is locked.
CREATE FUNCTION count_workouts(of_user text, added integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE workout_totals SET workouts = workouts + added WHERE user_id = of_user;
  IF NOT FOUND THEN
    INSERT INTO workout_totals (user_id, workouts) SELECT of_user, count(*) FROM workouts WHERE user_id = of_user;
  END IF;
  RETURN true;
END
$$;

-- The four functions that add or remove workouts are as before, but for the counting.

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
  PERFORM count_workouts(of_user, 1);
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

CREATE OR REPLACE FUNCTION delete_workout(of_user text, today date, of_workout text, of_revision integer) RETURNS text LANGUAGE plpgsql AS $$
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
  PERFORM count_workouts(of_user, -1);
  PERFORM remove_active_day(of_user, today, old_day);
  PERFORM refresh_badges(of_user, today, ARRAY['first_workout', 'workouts_100'], old_day);
  RETURN 'done';
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
  -- A first revision is a new workout.
  PERFORM count_workouts(of_user, COALESCE(cardinality(array_positions(states, '1')), 0));
  RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION remove_fact(of_user text, of_kind text, of_fact text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF of_kind = 'reading' THEN
    DELETE FROM body_metrics
    WHERE user_id = of_user AND metric = split_part(of_fact, ' ', 1) AND date = split_part(of_fact, ' ', 2)::date;
  ELSIF of_kind = 'entry' THEN
    DELETE FROM diary_entries WHERE user_id = of_user AND entry_id = of_fact;
  ELSIF of_kind = 'workout' THEN
    DELETE FROM workouts WHERE user_id = of_user AND workout_id = of_fact;
    PERFORM count_workouts(of_user, -1);
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
