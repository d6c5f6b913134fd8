-- Deletes an entry and returns it; no row if the user has no such entry.
CREATE OR REPLACE FUNCTION delete_diary_entry(of_user text, today date, of_entry text) RETURNS SETOF diary_entries LANGUAGE plpgsql AS $$
DECLARE entry diary_entries;
BEGIN
  PERFORM begin_change(of_user, today);
  DELETE FROM diary_entries WHERE user_id = of_user AND entry_id = of_entry RETURNING * INTO entry;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM leave_day(of_user, today, entry.date, NULL);
  RETURN NEXT entry;
END
$$;
