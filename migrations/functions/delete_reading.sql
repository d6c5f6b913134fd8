-- Deletes a day's reading and returns its value; null if there was none.
CREATE OR REPLACE FUNCTION delete_reading(of_user text, today date, of_metric text, day date)
RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  old_value double precision;
BEGIN
  PERFORM lock_facts(of_user, today, NULL);
  DELETE FROM body_metrics WHERE user_id = of_user AND metric = of_metric AND date = day RETURNING value INTO old_value;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM remove_active_day(of_user, today, day);
  IF of_metric = 'weight' THEN
    PERFORM refresh_badges(of_user, today, ARRAY['first_weigh_in'], day);
  ELSIF of_metric = 'steps' THEN
    PERFORM refresh_badges(of_user, today, ARRAY['steps_10000'], day);
  END IF;
  RETURN old_value;
END
$$;
