-- Adds an entry after all others of its day. If one of those has the same creation time, or a later one because of
-- another clock, the new entry is dated a millisecond after it. Returns false, and adds nothing, if it refers to a
-- custom food or meal that no longer exists, or if the catalogue's revision has changed since its food was read. A
-- quick add refers to no stored food, and a copy of an entry needs none.
CREATE OR REPLACE FUNCTION add_diary_entry(
  of_user text, today date, new_entry_id text, day date, new_meal_type text, new_servings double precision, new_food_kind text,
  new_food_id text, new_food_name text, new_brand_name text, new_calories double precision, new_protein double precision,
  new_carbs double precision, new_fat double precision, new_alcohol double precision, at timestamptz,
  of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz,
  new_serving_size double precision DEFAULT NULL, new_serving_unit text DEFAULT NULL, new_serving_text text DEFAULT NULL,
  known_revision uuid DEFAULT NULL, is_quick boolean DEFAULT false,
  new_fiber double precision DEFAULT NULL, new_sugars double precision DEFAULT NULL,
  new_saturated_fat double precision DEFAULT NULL, new_sodium double precision DEFAULT NULL, new_said text DEFAULT NULL
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  held jsonb; current jsonb;
  last_created timestamptz;
  is_kept boolean;
BEGIN
  IF known_revision IS NOT NULL THEN
    PERFORM 1 FROM food_revision WHERE revision = known_revision;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  held := begin_change(of_user, today);
  IF new_food_kind = 'custom_food' AND NOT is_quick THEN
    PERFORM 1 FROM custom_foods WHERE user_id = of_user AND food_id = new_food_id;
    IF NOT FOUND THEN RETURN false; END IF;
  ELSIF new_food_kind = 'saved_meal' AND NOT is_quick THEN
    PERFORM 1 FROM saved_meals WHERE user_id = of_user AND meal_id = new_food_id;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  SELECT created_at INTO last_created FROM diary_entries WHERE user_id = of_user AND date = day ORDER BY created_at DESC LIMIT 1;
  INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, brand_name,
    calories, protein, carbs, fat, alcohol, created_at, serving_size, serving_unit, serving_text,
    fiber, sugars, saturated_fat, sodium, said)
  VALUES (of_user, new_entry_id, day, new_meal_type, new_servings, new_food_kind, new_food_id, new_food_name, new_brand_name,
    new_calories, new_protein, new_carbs, new_fat, new_alcohol, GREATEST(at, last_created + interval '1 millisecond'),
    new_serving_size, new_serving_unit, new_serving_text, new_fiber, new_sugars, new_saturated_fat, new_sodium, new_said);
  current := open_day(of_user, today, day, held);
  IF COALESCE(day < (held -> 'badges' -> 'diary_100' ->> 0)::date, true) THEN
    current := earn_badge(of_user, today, 'diary_100', badge_day(of_user, 'diary_100'), current);
  END IF;
  is_kept := current = held OR keep_achievements(of_user, current);
  is_kept := keep_answer(of_user, of_operation, of_key, of_fingerprint, of_output, answered_at, expired_at);
  RETURN true;
END
$$;
