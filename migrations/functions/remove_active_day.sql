-- For a day from which facts were moved or removed: if none are left, shortens or splits the streak run that contained it. Returns
-- whether the day has become inactive.
CREATE OR REPLACE FUNCTION remove_active_day(of_user text, today date, day date) RETURNS boolean LANGUAGE plpgsql AS $$
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
  IF NOT FOUND THEN RETURN false; END IF;
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
