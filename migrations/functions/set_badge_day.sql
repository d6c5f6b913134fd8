-- Sets the day on which a badge is reached; null if it no longer is. A badge that was earned stays.
CREATE OR REPLACE FUNCTION set_badge_day(of_user text, today date, of_badge text, day date) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF day IS NULL THEN
    UPDATE badges SET reached_on = NULL WHERE user_id = of_user AND badge = of_badge;
  ELSE
    INSERT INTO badges AS held (user_id, badge, reached_on, earned_on)
    VALUES (of_user, of_badge, day, CASE WHEN day <= today THEN day END)
    ON CONFLICT (user_id, badge) DO UPDATE
    SET reached_on = excluded.reached_on, earned_on = COALESCE(excluded.earned_on, held.earned_on);
  END IF;
  RETURN true;
END
$$;
