-- Exercises and foods that imports bring along, and when a workout began and ended.

-- A user's own exercises, for names that the catalogue does not have.
CREATE TABLE own_exercises (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  exercise_id text NOT NULL,
  name text NOT NULL,
  -- The name in lower case, which no two exercises of a user share.
  name_key text NOT NULL,
  category text NOT NULL CHECK (category IN ('strength', 'cardio', 'flexibility', 'bodyweight')),
  tracking_type text NOT NULL CHECK (tracking_type IN ('weight_reps', 'reps', 'distance_duration', 'duration', 'hold')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, exercise_id),
  UNIQUE (user_id, name_key)
);

-- Adds an exercise unless the user has one of that name. Returns the id of the one there is then.
CREATE FUNCTION add_own_exercise(
  of_user text, new_exercise_id text, new_name text, new_name_key text, new_category text, new_tracking_type text, at timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  held text;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  INSERT INTO own_exercises (user_id, exercise_id, name, name_key, category, tracking_type, created_at)
  VALUES (of_user, new_exercise_id, new_name, new_name_key, new_category, new_tracking_type, at)
  ON CONFLICT (user_id, name_key) DO NOTHING;
  SELECT exercise_id INTO held FROM own_exercises WHERE user_id = of_user AND name_key = new_name_key;
  RETURN held;
END
$$;

-- The foods of imported diary entries. Search does not find them, and they are not among the user's custom foods; the nutrition is
-- in the entries.
CREATE TABLE imported_foods (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  food_id text NOT NULL,
  name text NOT NULL,
  brand_name text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, food_id)
);

ALTER TABLE workouts
  -- ISO 8601 with the offset of the zone used; null unless known.
  ADD COLUMN start_time text,
  ADD COLUMN end_time text;

-- Replaces a workout that still has this revision. Its times stay, unless it moves to another day. Returns done; or changed or gone if
-- another change came first.
CREATE OR REPLACE FUNCTION replace_workout(
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
    notes = new_notes, estimated_calories = new_estimated_calories, exercise_count = new_exercise_count, exercises = new_exercises,
    start_time = CASE WHEN new_day = old_day THEN start_time END, end_time = CASE WHEN new_day = old_day THEN end_time END
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
