-- Begins a change, and returns the day on which one badge is reached.
CREATE OR REPLACE FUNCTION lock_facts(of_user text, today date, of_badge text) RETURNS date LANGUAGE plpgsql AS $$
DECLARE
  held jsonb := begin_change(of_user, today);
BEGIN
  RETURN held -> 'badges' -> of_badge ->> 0;
END
$$;
