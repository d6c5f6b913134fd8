-- The fields of a fact that a person can change, as text; null if the fact is gone.
CREATE OR REPLACE FUNCTION fact_state(of_user text, of_kind text, of_fact text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  state text;
BEGIN
  IF of_kind = 'reading' THEN
    SELECT value::text INTO state FROM body_metrics
    WHERE user_id = of_user AND metric = split_part(of_fact, ' ', 1) AND date = split_part(of_fact, ' ', 2)::date;
  ELSIF of_kind = 'entry' THEN
    SELECT concat_ws(' ', to_char(date, 'YYYY-MM-DD'), meal_type, servings) INTO state FROM diary_entries
    WHERE user_id = of_user AND entry_id = of_fact;
  ELSIF of_kind = 'workout' THEN
    SELECT revision::text INTO state FROM workouts WHERE user_id = of_user AND workout_id = of_fact;
  ELSIF of_kind = 'routine' THEN
    SELECT concat_ws(' ', name, md5(exercises::text)) INTO state FROM routines WHERE user_id = of_user AND routine_id = of_fact;
  ELSIF of_kind = 'exercise' THEN
    SELECT name INTO state FROM own_exercises WHERE user_id = of_user AND exercise_id = of_fact;
  ELSIF of_kind = 'custom_food' THEN
    SELECT concat_ws(' ', name, brand_name, serving_size, serving_unit, serving_text, protein, carbs, fat, alcohol) INTO state
    FROM custom_foods WHERE user_id = of_user AND food_id = of_fact;
  ELSIF of_kind = 'saved_meal' THEN
    SELECT name INTO state FROM saved_meals WHERE user_id = of_user AND meal_id = of_fact;
  ELSIF of_kind = 'goal' THEN
    SELECT concat_ws(' ', name, unit) INTO state FROM goals WHERE user_id = of_user AND goal_id = of_fact;
  ELSIF of_kind = 'import' THEN
    SELECT import_id INTO state FROM imports WHERE user_id = of_user AND import_id = of_fact;
  END IF;
  RETURN state;
END
$$;
