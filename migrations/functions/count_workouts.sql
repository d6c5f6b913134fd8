-- Ends a change that added this many workouts (removed, if negative). The user is locked.
CREATE OR REPLACE FUNCTION count_workouts(of_user text, added integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE workout_totals SET workouts = workouts + added WHERE user_id = of_user;
  IF NOT FOUND THEN
    INSERT INTO workout_totals (user_id, workouts) SELECT of_user, count(*) FROM workouts WHERE user_id = of_user;
  END IF;
  RETURN true;
END
$$;
