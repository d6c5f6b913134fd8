-- Answers tell more: what was deleted, the exercises of a workout in lists, the nutrition of whole days.

-- Hundredths of an amount, rounded half away from zero by its shortest decimal form, as answers show amounts. Amounts that are clearly
-- not halfway between two hundredths take the short way.
CREATE FUNCTION hundredths(amount double precision) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN amount < 1e7 AND abs(amount * 100 - floor(amount * 100) - 0.5) > 1e-6 THEN floor(amount * 100 + 0.5)
    ELSE round(amount::text::numeric * 100)::double precision
  END
$$;

-- The ids of a workout's exercises, in order.
CREATE FUNCTION exercise_ids(exercises json) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN ARRAY(SELECT exercise ->> 'exerciseId' FROM json_array_elements(exercises) AS exercise);
END
$$;

ALTER TABLE workouts ADD COLUMN exercise_ids text[] NOT NULL GENERATED ALWAYS AS (exercise_ids(exercises)) STORED;

DROP FUNCTION delete_reading(text, date, text, date);
DROP FUNCTION delete_diary_entry(text, date, text);

-- Returns the value of the reading that was deleted; null where the day had none.
CREATE FUNCTION delete_reading(of_user text, today date, of_metric text, day date)
RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  old_value double precision;
BEGIN
  PERFORM lock_facts(of_user, today, NULL);
  DELETE FROM body_metrics WHERE user_id = of_user AND metric = of_metric AND date = day RETURNING value INTO old_value;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM remove_active_day(of_user, today, day);
  IF of_metric = 'weight' THEN
    PERFORM refresh_badges(of_user, today, ARRAY['first_weigh_in'], day);
  ELSIF of_metric = 'steps' THEN
    PERFORM refresh_badges(of_user, today, ARRAY['steps_10000'], day);
  END IF;
  RETURN old_value;
END
$$;

-- Returns the entry that was deleted; no row where the user has no such entry.
CREATE FUNCTION delete_diary_entry(of_user text, today date, of_entry text) RETURNS SETOF diary_entries LANGUAGE plpgsql AS $$
DECLARE
  entry diary_entries;
BEGIN
  PERFORM lock_facts(of_user, today, NULL);
  DELETE FROM diary_entries WHERE user_id = of_user AND entry_id = of_entry RETURNING * INTO entry;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM remove_active_day(of_user, today, entry.date);
  PERFORM refresh_badges(of_user, today, ARRAY['diary_100'], entry.date);
  RETURN NEXT entry;
END
$$;
