-- Sets readings of one metric, at most one per day. Returns each day's previous value, in the same order; null if there
-- was none.
CREATE OR REPLACE FUNCTION set_readings(of_user text, today date, of_metric text, days date[], new_values double precision[])
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  held jsonb := begin_change(of_user, today);
  first_active date := held ->> 'first';
  last_active date := held ->> 'last';
  weighed_on date := held -> 'badges' -> 'first_weigh_in' ->> 0;
  stepped_on date := held -> 'badges' -> 'steps_10000' ->> 0;
  loses_steps boolean := false;
  is_changed boolean := false;
  place integer; day date; replaced double precision;
  all_replaced double precision[] := '{}';
BEGIN
  FOR place IN 1 .. cardinality(days) LOOP
    day := days[place];
    INSERT INTO body_metrics AS held (user_id, metric, date, value) VALUES (of_user, of_metric, day, new_values[place])
    ON CONFLICT (user_id, metric, date) DO UPDATE SET value = excluded.value, replaced_value = held.value
    RETURNING held.replaced_value INTO replaced;
    all_replaced := all_replaced || replaced;
    IF NOT COALESCE(day BETWEEN first_active AND last_active, false) THEN
      is_changed := add_active_day(of_user, today, day) OR is_changed;
    END IF;
    IF of_metric = 'weight' AND COALESCE(day < weighed_on, true) THEN
      is_changed := set_badge_day(of_user, today, 'first_weigh_in', day);
      weighed_on := day;
    ELSIF of_metric = 'steps' AND new_values[place] >= 10000 AND COALESCE(day < stepped_on, true) THEN
      is_changed := set_badge_day(of_user, today, 'steps_10000', day);
      stepped_on := day;
    ELSIF of_metric = 'steps' AND new_values[place] < 10000 AND day = stepped_on THEN
      loses_steps := true;
    END IF;
  END LOOP;
  -- With fewer steps than before, the day no longer earns the badge.
  IF loses_steps THEN
    is_changed := set_badge_day(of_user, today, 'steps_10000', badge_day(of_user, 'steps_10000'));
  END IF;
  IF is_changed THEN
    PERFORM update_achievements(of_user);
  END IF;
  RETURN to_json(all_replaced);
END
$$;
