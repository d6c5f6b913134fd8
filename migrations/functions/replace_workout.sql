-- Replaces a workout that still has this revision. Its times stay, unless it moves to another day. Returns done; or
-- changed or gone if another change came first.
CREATE OR REPLACE FUNCTION replace_workout(
  of_user text, today date, of_workout text, of_revision integer, new_day date, new_name text, new_duration_seconds integer,
  new_notes text, new_estimated_calories bigint, new_exercise_count integer, new_exercises json,
  new_app_calories double precision
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE old_day date;
BEGIN
  PERFORM begin_change(of_user, today);
  SELECT date INTO old_day FROM workouts WHERE user_id = of_user AND workout_id = of_workout AND revision = of_revision;
  IF NOT FOUND THEN
    PERFORM 1 FROM workouts WHERE user_id = of_user AND workout_id = of_workout;
    RETURN CASE WHEN FOUND THEN 'changed' ELSE 'gone' END;
  END IF;
  UPDATE workouts SET revision = of_revision + 1, date = new_day, name = new_name, duration_seconds = new_duration_seconds,
    notes = new_notes, estimated_calories = new_estimated_calories, exercise_count = new_exercise_count, exercises = new_exercises,
    app_calories = new_app_calories,
    start_time = CASE WHEN new_day = old_day THEN start_time END, end_time = CASE WHEN new_day = old_day THEN end_time END
  WHERE user_id = of_user AND workout_id = of_workout;
  IF new_day <> old_day THEN
    PERFORM leave_day(of_user, today, old_day, new_day);
  END IF;
  RETURN 'done';
END
$$;
