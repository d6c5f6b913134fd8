-- The day on which the user's facts reach a badge, computed from all of them; null if they do not.
CREATE OR REPLACE FUNCTION badge_day(of_user text, of_badge text) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF of_badge = 'first_weigh_in' THEN
    RETURN (SELECT date FROM body_metrics WHERE user_id = of_user AND metric = 'weight' ORDER BY date LIMIT 1);
  ELSIF of_badge = 'steps_10000' THEN
    RETURN (SELECT min(date) FROM body_metrics WHERE user_id = of_user AND metric = 'steps' AND value >= 10000);
  ELSIF of_badge = 'diary_100' THEN
    RETURN (SELECT date FROM diary_entries WHERE user_id = of_user ORDER BY date OFFSET 99 LIMIT 1);
  ELSIF of_badge = 'first_workout' THEN
    RETURN (SELECT date FROM workouts WHERE user_id = of_user ORDER BY date LIMIT 1);
  ELSIF of_badge = 'workouts_100' THEN
    RETURN (SELECT date FROM workouts WHERE user_id = of_user ORDER BY date OFFSET 99 LIMIT 1);
  ELSE
    RETURN (SELECT min(first_day) + split_part(of_badge, '_', 2)::integer - 1 FROM streak_runs
      WHERE user_id = of_user AND length >= split_part(of_badge, '_', 2)::integer);
  END IF;
END
$$;
