-- Deletes a workout that still has this revision. Returns done; or changed or gone if another change came first.
CREATE OR REPLACE FUNCTION delete_workout(of_user text, today date, of_workout text, of_revision integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE old_day date;
BEGIN
  PERFORM begin_change(of_user, today);
  DELETE FROM workouts WHERE user_id = of_user AND workout_id = of_workout AND revision = of_revision RETURNING date INTO old_day;
  IF NOT FOUND THEN
    PERFORM 1 FROM workouts WHERE user_id = of_user AND workout_id = of_workout;
    RETURN CASE WHEN FOUND THEN 'changed' ELSE 'gone' END;
  END IF;
  PERFORM count_workouts(of_user, -1);
  PERFORM leave_day(of_user, today, old_day, NULL);
  RETURN 'done';
END
$$;
