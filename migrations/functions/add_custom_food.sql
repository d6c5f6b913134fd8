-- Adds a custom food if the user has fewer than `most`. Returns how many they had.
CREATE OR REPLACE FUNCTION add_custom_food(
  of_user text, most integer, new_food_id text, new_name text, new_brand_name text, new_serving_size double precision,
  new_serving_unit text, new_serving_text text, new_calories double precision, new_protein double precision,
  new_carbs double precision, new_fat double precision, new_alcohol double precision, at timestamptz,
  of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz,
  new_recipe json DEFAULT NULL, new_fiber double precision DEFAULT NULL, new_sugars double precision DEFAULT NULL,
  new_saturated_fat double precision DEFAULT NULL, new_sodium double precision DEFAULT NULL,
  new_barcode text DEFAULT NULL
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE held integer;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT count(*) INTO held FROM custom_foods WHERE user_id = of_user;
  IF held < most THEN
    INSERT INTO custom_foods (user_id, food_id, name, brand_name, serving_size, serving_unit, serving_text, calories, protein, carbs,
      fat, alcohol, created_at, recipe, fiber, sugars, saturated_fat, sodium, barcode)
    VALUES (of_user, new_food_id, new_name, new_brand_name, new_serving_size, new_serving_unit, new_serving_text, new_calories,
      new_protein, new_carbs, new_fat, new_alcohol, at, new_recipe,
      new_fiber, new_sugars, new_saturated_fat, new_sodium, new_barcode);
    PERFORM keep_answer(of_user, of_operation, of_key, of_fingerprint, of_output, answered_at, expired_at);
  END IF;
  RETURN held;
END
$$;
