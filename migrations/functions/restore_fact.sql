-- Restores the state of a fact before an import changed it.
CREATE OR REPLACE FUNCTION restore_fact(of_user text, of_kind text, of_fact text, old_row json) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF of_kind = 'reading' THEN
    UPDATE body_metrics SET value = (old_row ->> 'value')::double precision
    WHERE user_id = of_user AND metric = split_part(of_fact, ' ', 1) AND date = split_part(of_fact, ' ', 2)::date;
  ELSIF of_kind = 'entry' THEN
    UPDATE diary_entries AS held SET date = old.date, meal_type = old.meal_type, servings = old.servings, food_id = old.food_id,
      food_name = old.food_name, brand_name = old.brand_name, calories = old.calories, protein = old.protein, carbs = old.carbs,
      fat = old.fat, alcohol = old.alcohol, serving_size = old.serving_size, serving_unit = old.serving_unit,
      serving_text = old.serving_text
    FROM json_populate_record(NULL::diary_entries, old_row) AS old WHERE held.user_id = of_user AND held.entry_id = of_fact;
  ELSIF of_kind = 'workout' THEN
    UPDATE workouts AS held SET revision = old.revision, date = old.date, name = old.name,
      duration_seconds = old.duration_seconds, notes = old.notes, estimated_calories = old.estimated_calories,
      app_calories = old.app_calories,
      exercise_count = old.exercise_count, exercises = old.exercises, start_time = old.start_time, end_time = old.end_time
    FROM json_populate_record(NULL::workouts, old_row) AS old WHERE held.user_id = of_user AND held.workout_id = of_fact;
  END IF;
  RETURN true;
END
$$;
