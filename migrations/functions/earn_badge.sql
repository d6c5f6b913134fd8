-- For facts added on `day`: records that a badge is reached then, unless it was reached on or before that day already. Returns the
-- achievements then, where `held` are those before.
CREATE OR REPLACE FUNCTION earn_badge(of_user text, today date, of_badge text, day date, held jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  IF day IS NULL OR (held -> 'badges' -> of_badge ->> 0)::date <= day THEN RETURN held; END IF;
  PERFORM set_badge_day(of_user, today, of_badge, day);
  -- What is still to be earned changes what is due.
  IF day > today OR held ? 'due' THEN RETURN achievements_of(of_user); END IF;
  RETURN jsonb_set(held, ARRAY['badges', of_badge], jsonb_build_array(day, day));
END
$$;
