-- Deletes a workout that still has this revision. Returns done; or changed or gone if another change came first.
CREATE OR REPLACE FUNCTION delete_workout(of_user text, today date, of_workout text, of_revision integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  old_day date; held_revision integer;
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
