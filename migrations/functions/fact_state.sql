-- The fields of a fact that a person can change, as text; null if the fact is gone.
CREATE OR REPLACE FUNCTION fact_state(of_user text, of_kind text, of_fact text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF of_kind = 'reading' THEN
    RETURN (SELECT value::text FROM body_metrics
      WHERE user_id = of_user AND metric = split_part(of_fact, ' ', 1) AND date = split_part(of_fact, ' ', 2)::date);
  ELSIF of_kind = 'entry' THEN
    RETURN (SELECT concat_ws(' ', to_char(date, 'YYYY-MM-DD'), meal_type, servings) FROM diary_entries
      WHERE user_id = of_user AND entry_id = of_fact);
  ELSIF of_kind = 'workout' THEN
    RETURN (SELECT revision::text FROM workouts WHERE user_id = of_user AND workout_id = of_fact);
  ELSIF of_kind = 'routine' THEN
    RETURN (SELECT concat_ws(' ', name, md5(exercises::text)) FROM routines WHERE user_id = of_user AND routine_id = of_fact);
  ELSIF of_kind = 'exercise' THEN
    RETURN (SELECT name FROM own_exercises WHERE user_id = of_user AND exercise_id = of_fact);
  ELSIF of_kind = 'custom_food' THEN
    RETURN (SELECT concat_ws(' ', name, brand_name, serving_size, serving_unit, serving_text, protein, carbs, fat, alcohol,
        fiber, sugars, saturated_fat, sodium, barcode)
      FROM custom_foods WHERE user_id = of_user AND food_id = of_fact);
  ELSIF of_kind = 'saved_meal' THEN
    RETURN (SELECT name FROM saved_meals WHERE user_id = of_user AND meal_id = of_fact);
  ELSIF of_kind = 'goal' THEN
    RETURN (SELECT concat_ws(' ', name, unit) FROM goals WHERE user_id = of_user AND goal_id = of_fact);
  ELSIF of_kind = 'import' THEN
    RETURN (SELECT import_id FROM imports WHERE user_id = of_user AND import_id = of_fact);
  END IF;
  RETURN NULL;
END
$$;
