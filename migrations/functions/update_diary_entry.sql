-- Changes the fields whose arguments are not null, and what was said with the servings. Returns the new entry; no row if the
-- user has no such entry.
CREATE OR REPLACE FUNCTION update_diary_entry(
  of_user text, today date, of_entry text, new_servings double precision, new_meal_type text, new_day date,
  new_said text DEFAULT NULL
) RETURNS SETOF diary_entries LANGUAGE plpgsql AS $$
DECLARE
  old_day date;
  entry diary_entries;
BEGIN
  PERFORM begin_change(of_user, today);
  SELECT date INTO old_day FROM diary_entries WHERE user_id = of_user AND entry_id = of_entry;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE diary_entries SET
    servings = COALESCE(new_servings, servings), said = CASE WHEN new_servings IS NULL THEN said ELSE new_said END, meal_type = COALESCE(new_meal_type, meal_type), date = COALESCE(new_day, date)
  WHERE user_id = of_user AND entry_id = of_entry RETURNING * INTO entry;
  IF entry.date <> old_day THEN
    PERFORM leave_day(of_user, today, old_day, entry.date);
  END IF;
  RETURN NEXT entry;
END
$$;
