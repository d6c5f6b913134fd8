-- The user's achievements, computed from streak runs and badges, in the form of `users.achievements`.
CREATE OR REPLACE FUNCTION achievements_of(of_user text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  run streak_runs;
  longest integer; days jsonb; due date;
BEGIN
  SELECT * INTO run FROM streak_runs WHERE user_id = of_user ORDER BY first_day DESC LIMIT 1;
  SELECT max(length) INTO longest FROM streak_runs WHERE user_id = of_user AND first_day < run.first_day;
  SELECT jsonb_object_agg(badge, jsonb_build_array(reached_on, earned_on)),
    min(reached_on) FILTER (WHERE earned_on IS DISTINCT FROM reached_on)
  INTO days, due FROM badges WHERE user_id = of_user;
  RETURN jsonb_strip_nulls(jsonb_build_object(
    'first', run.first_day, 'last', run.last_day, 'longest', longest, 'due', due, 'badges', COALESCE(days, '{}')));
END
$$;
