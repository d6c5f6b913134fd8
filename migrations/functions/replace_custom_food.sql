-- Replaces a custom food, keeping its creation time. If its unit is not g or ml, it is not replaced while something
-- refers to it. Returns its old name and unit, and the number of references that prevented it; no row if the user has
-- no such food.
CREATE OR REPLACE FUNCTION replace_custom_food(
  of_user text, of_food text, new_name text, new_brand_name text, new_serving_size double precision, new_serving_unit text,
  new_serving_text text, new_calories double precision, new_protein double precision, new_carbs double precision,
  new_fat double precision, new_alcohol double precision,
  of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz,
  new_recipe json DEFAULT NULL, new_fiber double precision DEFAULT NULL, new_sugars double precision DEFAULT NULL,
  new_saturated_fat double precision DEFAULT NULL, new_sodium double precision DEFAULT NULL,
  new_barcode text DEFAULT NULL
) RETURNS TABLE (old_name text, old_unit text, entries integer, meals integer) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT name, serving_unit, 0, 0 INTO old_name, old_unit, entries, meals
  FROM custom_foods WHERE user_id = of_user AND food_id = of_food;
  IF NOT FOUND THEN RETURN; END IF;
  IF old_unit NOT IN ('g', 'ml') THEN
    SELECT uses.entries, uses.meals INTO entries, meals FROM custom_food_uses(of_user, of_food) AS uses;
  END IF;
  IF entries = 0 AND meals = 0 THEN
    UPDATE custom_foods SET name = new_name, brand_name = new_brand_name, serving_size = new_serving_size,
      serving_unit = new_serving_unit, serving_text = new_serving_text, calories = new_calories, protein = new_protein,
      carbs = new_carbs, fat = new_fat, alcohol = new_alcohol, recipe = new_recipe,
      fiber = new_fiber, sugars = new_sugars, saturated_fat = new_saturated_fat, sodium = new_sodium,
      barcode = new_barcode
    WHERE user_id = of_user AND food_id = of_food;
    PERFORM keep_answer(of_user, of_operation, of_key, of_fingerprint, of_output, answered_at, expired_at);
  END IF;
  RETURN NEXT;
END
$$;
