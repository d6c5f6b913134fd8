-- For a day to which facts were added: makes it active, and returns the achievements then, where `held` are those
-- before. The day after all others costs one statement, and one apart from all others at most three.
CREATE OR REPLACE FUNCTION open_day(of_user text, today date, day date, held jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  first_active date := held ->> 'first';
  last_active date := held ->> 'last';
  days integer := day - first_active + 1;
  -- The last run that begins by the day.
  run streak_runs;
  new_first date := day;
  new_last date;
BEGIN
  IF day BETWEEN first_active AND last_active THEN
    RETURN held;
  ELSIF day = last_active + 1 THEN
    UPDATE streak_runs SET last_day = day WHERE user_id = of_user AND first_day = first_active;
    held := held || jsonb_build_object('last', day);
    RETURN CASE WHEN days IN (7, 30, 100, 365) THEN earn_badge(of_user, today, 'streak_' || days, day, held) ELSE held END;
  ELSIF day < first_active THEN
    SELECT * INTO run FROM streak_runs WHERE user_id = of_user AND first_day <= day ORDER BY first_day DESC LIMIT 1;
    IF day <= run.last_day THEN RETURN held; END IF;
    DELETE FROM streak_runs WHERE user_id = of_user AND first_day = day + 1 RETURNING last_day INTO new_last;
    IF run.last_day = day - 1 THEN
      new_first := run.first_day;
      UPDATE streak_runs SET last_day = COALESCE(new_last, day) WHERE user_id = of_user AND first_day = new_first;
    ELSE
      INSERT INTO streak_runs (user_id, first_day, last_day) VALUES (of_user, day, COALESCE(new_last, day));
      IF new_last IS NULL THEN RETURN CASE WHEN held ? 'longest' THEN held ELSE held || '{"longest": 1}' END; END IF;
    END IF;
    FOREACH days IN ARRAY ARRAY[7, 30, 100, 365] LOOP
      EXIT WHEN COALESCE(new_last, day) - new_first + 1 < days;
      held := earn_badge(of_user, today, 'streak_' || days, new_first + days - 1, held);
    END LOOP;
    RETURN achievements_of(of_user);
  END IF;
  INSERT INTO streak_runs (user_id, first_day, last_day) VALUES (of_user, day, day);
  RETURN jsonb_strip_nulls(held || jsonb_build_object('first', day, 'last', day,
    'longest', GREATEST((held ->> 'longest')::integer, last_active - first_active + 1),
    'badges', COALESCE(held -> 'badges', '{}')));
END
$$;
