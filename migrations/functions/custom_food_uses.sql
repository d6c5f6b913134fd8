-- Returns how many diary entries and saved meals refer to a custom food.
CREATE OR REPLACE FUNCTION custom_food_uses(of_user text, of_food text, OUT entries integer, OUT meals integer) LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT count(*) INTO entries FROM diary_entries WHERE user_id = of_user AND food_kind = 'custom_food' AND food_id = of_food;
  SELECT count(DISTINCT meal_id) INTO meals FROM saved_meal_items
  WHERE user_id = of_user AND food_kind = 'custom_food' AND food_id = of_food;
END
$$;
