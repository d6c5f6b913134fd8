-- Sets readings of one metric, at most one per day. Returns each day's previous value, in the same order; null if there
-- was none. For weight, the last value is that of the latest day before these, or null.
CREATE OR REPLACE FUNCTION set_readings(of_user text, today date, of_metric text, days date[], new_values double precision[])
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  held jsonb := begin_change(of_user, today); current jsonb := held;
  place integer; day date; replaced double precision; is_kept boolean;
  all_replaced double precision[] := '{}'; earlier double precision;
BEGIN
  IF of_metric = 'weight' THEN
    day := days[1];
    IF cardinality(days) > 1 THEN day := (SELECT min(each) FROM unnest(days) AS each); END IF;
    SELECT value INTO earlier FROM body_metrics
    WHERE user_id = of_user AND metric = of_metric AND date < day ORDER BY date DESC LIMIT 1;
  END IF;
  FOR place IN 1 .. cardinality(days) LOOP
    day := days[place];
    INSERT INTO body_metrics AS held (user_id, metric, date, value) VALUES (of_user, of_metric, day, new_values[place])
    ON CONFLICT (user_id, metric, date) DO UPDATE SET value = excluded.value, replaced_value = held.value
    RETURNING held.replaced_value INTO replaced;
    all_replaced := all_replaced || replaced;
    IF of_metric IN ('weight', 'body_fat', 'steps') THEN
      current := open_day(of_user, today, day, current);
    END IF;
    IF of_metric = 'weight' THEN
      current := earn_badge(of_user, today, 'first_weigh_in', day, current);
    ELSIF of_metric = 'steps' AND new_values[place] >= 10000 THEN
      current := earn_badge(of_user, today, 'steps_10000', day, current);
    END IF;
    IF replaced = new_values[place] THEN -- The person confirms an import's value, so it is theirs now.
      UPDATE import_items SET made = ''
      WHERE user_id = of_user AND fact_id = of_metric || ' ' || day AND kind = 'reading' AND made = replaced::text;
    END IF;
  END LOOP;
  -- With fewer steps than before, the badge's day may no longer earn it.
  IF of_metric = 'steps' AND (held -> 'badges' -> 'steps_10000' ->> 0)::date = ANY (days) THEN
    PERFORM set_badge_day(of_user, today, 'steps_10000', badge_day(of_user, 'steps_10000'));
    current := achievements_of(of_user);
  END IF;
  is_kept := current = held OR keep_achievements(of_user, current);
  RETURN to_json(CASE WHEN of_metric = 'weight' THEN all_replaced || earlier ELSE all_replaced END);
END
$$;
