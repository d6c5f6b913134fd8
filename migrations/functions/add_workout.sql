-- Adds a workout. Returns whether an answer was stored.
CREATE OR REPLACE FUNCTION add_workout(
  of_user text, today date, new_workout_id text, day date, new_name text, new_duration_seconds integer, new_notes text,
  new_estimated_calories bigint, new_exercise_count integer, new_exercises json, at timestamptz,
  of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  held jsonb := begin_change(of_user, today);
  current jsonb;
  is_kept boolean;
BEGIN
  INSERT INTO workouts (user_id, workout_id, date, name, duration_seconds, notes, estimated_calories, exercise_count, exercises,
    created_at)
  VALUES (of_user, new_workout_id, day, new_name, new_duration_seconds, new_notes, new_estimated_calories, new_exercise_count,
    new_exercises, at);
  PERFORM count_workouts(of_user, 1);
  current := open_day(of_user, today, day, held);
  current := earn_badge(of_user, today, 'first_workout', day, current);
  IF COALESCE(day < (held -> 'badges' -> 'workouts_100' ->> 0)::date, true) THEN
    current := earn_badge(of_user, today, 'workouts_100', badge_day(of_user, 'workouts_100'), current);
  END IF;
  is_kept := current = held OR keep_achievements(of_user, current);
  RETURN keep_answer(of_user, of_operation, of_key, of_fingerprint, of_output, answered_at, expired_at);
END
$$;
