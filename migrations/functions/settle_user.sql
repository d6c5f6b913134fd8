-- Recomputes streaks and badges from all facts. Badges that were earned stay.
CREATE OR REPLACE FUNCTION settle_user(of_user text, today date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE of_badge text;
BEGIN
  PERFORM begin_change(of_user, today);
  DELETE FROM streak_runs WHERE user_id = of_user;
  INSERT INTO streak_runs (user_id, first_day, last_day)
  SELECT of_user, min(active.day), max(active.day) FROM (
    SELECT fact.day, fact.day - row_number() OVER (ORDER BY fact.day)::integer AS run FROM (
      SELECT date AS day FROM body_metrics WHERE user_id = of_user AND metric IN ('weight', 'body_fat', 'steps')
      UNION SELECT date FROM diary_entries WHERE user_id = of_user
      UNION SELECT date FROM workouts WHERE user_id = of_user
    ) AS fact
  ) AS active GROUP BY active.run;
  FOREACH of_badge IN ARRAY ARRAY['first_weigh_in', 'streak_7', 'streak_30', 'streak_100', 'streak_365', 'steps_10000', 'diary_100',
    'first_workout', 'workouts_100'] LOOP
    PERFORM set_badge_day(of_user, today, of_badge, badge_day(of_user, of_badge));
  END LOOP;
  RETURN keep_achievements(of_user, achievements_of(of_user));
END
$$;
