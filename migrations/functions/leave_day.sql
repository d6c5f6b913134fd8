-- For facts that were removed from a day, or moved from it to another: if no facts are left on it, shortens or splits
-- the streak run that contained it. Then recomputes the badges that may have moved.
CREATE OR REPLACE FUNCTION leave_day(of_user text, today date, day date, new_day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE run streak_runs; of_badge text;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM body_metrics WHERE user_id = of_user AND metric IN ('weight', 'body_fat', 'steps') AND date = day)
    AND NOT EXISTS (SELECT 1 FROM diary_entries WHERE user_id = of_user AND date = day)
    AND NOT EXISTS (SELECT 1 FROM workouts WHERE user_id = of_user AND date = day) THEN
    SELECT * INTO run FROM streak_runs WHERE user_id = of_user AND first_day <= day AND last_day >= day
    ORDER BY first_day DESC LIMIT 1;
    IF run.first_day = day THEN
      DELETE FROM streak_runs WHERE user_id = of_user AND first_day = day;
    ELSE
      UPDATE streak_runs SET last_day = day - 1 WHERE user_id = of_user AND first_day = run.first_day;
    END IF;
    IF run.last_day > day THEN
      INSERT INTO streak_runs (user_id, first_day, last_day) VALUES (of_user, day + 1, run.last_day);
    END IF;
  END IF;
  IF new_day IS NOT NULL THEN
    -- In this order, so that no streak is counted over both days.
    PERFORM open_day(of_user, today, new_day, achievements_of(of_user));
  END IF;
  -- Badges reached earlier are unchanged.
  FOR of_badge IN SELECT badge FROM badges WHERE user_id = of_user AND reached_on >= LEAST(day, new_day) LOOP
    PERFORM set_badge_day(of_user, today, of_badge, badge_day(of_user, of_badge));
  END LOOP;
  RETURN keep_achievements(of_user, achievements_of(of_user));
END
$$;
