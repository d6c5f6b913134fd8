-- Deletes a day's reading and returns its value; null if there was none.
CREATE OR REPLACE FUNCTION delete_reading(of_user text, today date, of_metric text, day date)
RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE old_value double precision;
BEGIN
  PERFORM begin_change(of_user, today);
  DELETE FROM body_metrics WHERE user_id = of_user AND metric = of_metric AND date = day RETURNING value INTO old_value;
  IF FOUND AND of_metric IN ('weight', 'body_fat', 'steps') THEN PERFORM leave_day(of_user, today, day, NULL); END IF;
  RETURN old_value;
END
$$;
