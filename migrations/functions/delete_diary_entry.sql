-- Deletes an entry and returns it; no row if the user has no such entry.
CREATE OR REPLACE FUNCTION delete_diary_entry(of_user text, today date, of_entry text) RETURNS SETOF diary_entries LANGUAGE plpgsql AS $$
DECLARE
  entry diary_entries;
BEGIN
  PERFORM lock_facts(of_user, today, NULL);
  DELETE FROM diary_entries WHERE user_id = of_user AND entry_id = of_entry RETURNING * INTO entry;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM remove_active_day(of_user, today, entry.date);
  PERFORM refresh_badges(of_user, today, ARRAY['diary_100'], entry.date);
  RETURN NEXT entry;
END
$$;
