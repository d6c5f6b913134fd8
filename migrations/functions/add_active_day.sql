-- For a day to which facts were added: extends the adjacent streak run, joins two, or begins one. Returns whether the
-- day was inactive before.
CREATE OR REPLACE FUNCTION add_active_day(of_user text, today date, day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  -- The last run that begins on or before the day.
  run streak_runs;
  new_first date := day;
  new_last date; days integer;
BEGIN
  SELECT * INTO run FROM streak_runs WHERE user_id = of_user AND first_day <= day ORDER BY first_day DESC LIMIT 1;
  IF run.last_day >= day THEN RETURN false; END IF;
  DELETE FROM streak_runs WHERE user_id = of_user AND first_day = day + 1 RETURNING last_day INTO new_last;
  new_last := COALESCE(new_last, day);
  IF run.last_day = day - 1 THEN
    new_first := run.first_day;
    UPDATE streak_runs SET last_day = new_last WHERE user_id = of_user AND first_day = new_first;
  ELSE
    INSERT INTO streak_runs (user_id, first_day, last_day) VALUES (of_user, new_first, new_last);
  END IF;
  FOREACH days IN ARRAY ARRAY[7, 30, 100, 365] LOOP
    EXIT WHEN new_last - new_first + 1 < days;
    PERFORM reach_badge(of_user, today, 'streak_' || days, new_first + days - 1);
  END LOOP;
  RETURN true;
END
$$;
