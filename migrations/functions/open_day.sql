-- For a day to which facts were added: makes it active, and returns the achievements then, where `held` are those before. The day after
-- all others, and one apart from all others, cost at most two statements; add_active_day joins runs.
CREATE OR REPLACE FUNCTION open_day(of_user text, today date, day date, held jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  first_active date := held ->> 'first';
  last_active date := held ->> 'last';
  length integer := day - first_active + 1;
  -- The last run that begins by the next day.
  nearest streak_runs;
BEGIN
  IF day BETWEEN first_active AND last_active THEN
    RETURN held;
  ELSIF day = last_active + 1 THEN
    UPDATE streak_runs SET last_day = day WHERE user_id = of_user AND first_day = first_active;
    held := held || jsonb_build_object('last', day);
    RETURN CASE WHEN length IN (7, 30, 100, 365) THEN earn_badge(of_user, today, 'streak_' || length, day, held) ELSE held END;
  ELSIF day < first_active THEN
    SELECT * INTO nearest FROM streak_runs WHERE user_id = of_user AND first_day <= day + 1 ORDER BY first_day DESC LIMIT 1;
    IF day BETWEEN nearest.first_day AND nearest.last_day THEN RETURN held; END IF;
    IF nearest.last_day >= day - 1 THEN
      PERFORM add_active_day(of_user, today, day);
      RETURN achievements_of(of_user);
    END IF;
    INSERT INTO streak_runs (user_id, first_day, last_day) VALUES (of_user, day, day);
    RETURN CASE WHEN held ? 'longest' THEN held ELSE held || '{"longest": 1}' END;
  END IF;
  INSERT INTO streak_runs (user_id, first_day, last_day) VALUES (of_user, day, day);
  RETURN jsonb_strip_nulls(held || jsonb_build_object('first', day, 'last', day,
    'longest', GREATEST((held ->> 'longest')::integer, last_active - first_active + 1),
    'badges', COALESCE(held -> 'badges', '{}')));
END
$$;
