-- Deletes a custom food if nothing refers to it. Returns its name and unit, and the number of references that prevented it; no row if
-- the user has no such food.
CREATE OR REPLACE FUNCTION delete_custom_food(of_user text, of_food text)
RETURNS TABLE (old_name text, old_unit text, entries integer, meals integer) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT name, serving_unit INTO old_name, old_unit FROM custom_foods WHERE user_id = of_user AND food_id = of_food;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT uses.entries, uses.meals INTO entries, meals FROM custom_food_uses(of_user, of_food) AS uses;
  IF entries = 0 AND meals = 0 THEN
    DELETE FROM custom_foods WHERE user_id = of_user AND food_id = of_food;
  END IF;
  RETURN NEXT;
END
$$;
