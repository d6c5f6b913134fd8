-- For facts added on `day`: records that a badge is reached on that day, unless it was already reached on or before it.
CREATE OR REPLACE FUNCTION reach_badge(of_user text, today date, of_badge text, day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  reached date;
BEGIN
  SELECT reached_on INTO reached FROM badges WHERE user_id = of_user AND badge = of_badge;
  IF day IS NULL OR reached <= day THEN RETURN false; END IF;
  RETURN set_badge_day(of_user, today, of_badge, day);
END
$$;
