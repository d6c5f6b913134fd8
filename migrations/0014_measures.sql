-- Foods have household measures beside their serving; a diary entry keeps its food's serving; corrections are stricter.

ALTER TABLE foods
  -- The measures beside the serving, in its unit: `225 1 cup, mashed|150 1 cup, sliced`.
  ADD COLUMN measures text NOT NULL DEFAULT '';

-- The serving of the food as it was when logged; null in entries logged before this was kept.
ALTER TABLE diary_entries
  ADD COLUMN serving_size double precision,
  ADD COLUMN serving_unit text,
  ADD COLUMN serving_text text;

DROP FUNCTION add_diary_entry(
  text, date, text, date, text, double precision, text, text,
  text, text, double precision, double precision, double precision, double precision, double precision, timestamptz,
  text, text, text, text, timestamptz, timestamptz
);

CREATE FUNCTION add_diary_entry(
  of_user text, today date, new_entry_id text, day date, new_meal_type text, new_servings double precision, new_food_kind text,
  new_food_id text, new_food_name text, new_brand_name text, new_calories double precision, new_protein double precision,
  new_carbs double precision, new_fat double precision, new_alcohol double precision, at timestamptz,
  of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz,
  new_serving_size double precision DEFAULT NULL, new_serving_unit text DEFAULT NULL, new_serving_text text DEFAULT NULL
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  last_created timestamptz;
  reached date;
BEGIN
  reached := lock_facts(of_user, today, 'diary_100');
  IF new_food_kind = 'custom_food' THEN
    PERFORM 1 FROM custom_foods WHERE user_id = of_user AND food_id = new_food_id;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
  ELSIF new_food_kind = 'saved_meal' THEN
    PERFORM 1 FROM saved_meals WHERE user_id = of_user AND meal_id = new_food_id;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
  END IF;
  SELECT max(created_at) INTO last_created FROM diary_entries WHERE user_id = of_user AND date = day;
  INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, brand_name,
    calories, protein, carbs, fat, alcohol, created_at, serving_size, serving_unit, serving_text)
  VALUES (of_user, new_entry_id, day, new_meal_type, new_servings, new_food_kind, new_food_id, new_food_name, new_brand_name,
    new_calories, new_protein, new_carbs, new_fat, new_alcohol, GREATEST(at, last_created + interval '1 millisecond'),
    new_serving_size, new_serving_unit, new_serving_text);
  PERFORM add_active_day(of_user, today, day);
  IF reached IS NULL OR day < reached THEN
    PERFORM reach_badge(of_user, today, 'diary_100', badge_day(of_user, 'diary_100'));
  END IF;
  PERFORM keep_answer(of_user, of_operation, of_key, of_fingerprint, of_output, answered_at, expired_at);
  RETURN true;
END
$$;

-- Whether one word may be the other with typing errors in it, where they share a variant: one error, in words of 8 letters and
-- more also two, and the same first letter unless it is swapped with the second.
CREATE FUNCTION is_typing_error(asked text, known text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  shorter integer := least(length(asked), length(known));
  start integer := 0;
  behind integer := 0;
  a text;
  b text;
BEGIN
  IF left(asked, 1) <> left(known, 1) AND left(asked, 2) <> reverse(left(known, 2)) THEN
    RETURN false;
  END IF;
  IF length(asked) >= 8 THEN
    RETURN true;
  END IF;
  WHILE start < shorter AND substr(asked, start + 1, 1) = substr(known, start + 1, 1) LOOP
    start := start + 1;
  END LOOP;
  WHILE behind < shorter - start
    AND substr(asked, length(asked) - behind, 1) = substr(known, length(known) - behind, 1) LOOP
    behind := behind + 1;
  END LOOP;
  a := substr(asked, start + 1, length(asked) - behind - start);
  b := substr(known, start + 1, length(known) - behind - start);
  RETURN length(a) <= 1 AND length(b) <= 1 OR length(a) = 2 AND length(b) = 2 AND a = reverse(b);
END
$$;
