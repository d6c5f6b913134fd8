-- Begins a change. Locks the user's facts until the transaction ends, and records the badges earned by today, which stay even if their
-- facts are removed. Returns the user's achievements.
CREATE OR REPLACE FUNCTION begin_change(of_user text, today date) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE held jsonb;
BEGIN
  SELECT achievements INTO held FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'There is no user %', of_user USING ERRCODE = 'foreign_key_violation'; END IF;
  IF (held ->> 'due')::date <= today THEN
    UPDATE badges SET earned_on = reached_on
    WHERE user_id = of_user AND reached_on <= today AND earned_on IS DISTINCT FROM reached_on;
    held := achievements_of(of_user);
    PERFORM keep_achievements(of_user, held);
  END IF;
  RETURN held;
END
$$;
