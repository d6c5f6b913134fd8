-- Removes a fact that an import added. Returns whether it was removed: an exercise, food or meal in use stays.
CREATE OR REPLACE FUNCTION remove_fact(of_user text, of_kind text, of_fact text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF of_kind = 'reading' THEN
    DELETE FROM body_metrics
    WHERE user_id = of_user AND metric = split_part(of_fact, ' ', 1) AND date = split_part(of_fact, ' ', 2)::date;
  ELSIF of_kind = 'entry' THEN
    DELETE FROM diary_entries WHERE user_id = of_user AND entry_id = of_fact;
  ELSIF of_kind = 'workout' THEN
    DELETE FROM workouts WHERE user_id = of_user AND workout_id = of_fact;
    IF FOUND THEN PERFORM count_workouts(of_user, -1); END IF;
  ELSIF of_kind = 'routine' THEN
    DELETE FROM routines WHERE user_id = of_user AND routine_id = of_fact;
  ELSIF of_kind = 'exercise' THEN
    IF EXISTS (SELECT 1 FROM workouts WHERE user_id = of_user AND exercise_ids @> ARRAY[of_fact])
      OR EXISTS (SELECT 1 FROM routines WHERE user_id = of_user AND exercise_ids @> ARRAY[of_fact])
      OR EXISTS (SELECT 1 FROM withdrawn_items WHERE user_id = of_user AND kind = 'workout' AND fact::jsonb -> 'exercise_ids' @> to_jsonb(of_fact)) THEN RETURN false; END IF;
    DELETE FROM own_exercises WHERE user_id = of_user AND exercise_id = of_fact;
    DELETE FROM exercise_choices WHERE user_id = of_user AND exercise_id = of_fact;
  ELSIF of_kind = 'custom_food' THEN
    IF EXISTS (SELECT 1 FROM custom_food_uses(of_user, of_fact) AS uses WHERE uses.entries > 0 OR uses.meals > 0) THEN RETURN false; END IF;
    DELETE FROM custom_foods WHERE user_id = of_user AND food_id = of_fact;
  ELSIF of_kind = 'saved_meal' THEN
    DELETE FROM saved_meals WHERE user_id = of_user AND meal_id = of_fact;
  ELSIF of_kind = 'goal' THEN
    DELETE FROM goals WHERE user_id = of_user AND goal_id = of_fact;
  ELSIF of_kind = 'import' THEN
    DELETE FROM imports WHERE user_id = of_user AND import_id = of_fact;
  END IF;
  RETURN true;
END
$$;
