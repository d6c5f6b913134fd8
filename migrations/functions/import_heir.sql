-- The import that takes over a fact if its own is undone: one that states the same, or whose workouts need the exercise. Null if there is none.
CREATE OR REPLACE FUNCTION import_heir(of_user text, of_import text, of_kind text, of_fact text, of_also text[]) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF of_kind = 'exercise' THEN
    RETURN COALESCE((
      SELECT used.import_id FROM workouts AS workout
      JOIN import_items AS used ON used.user_id = of_user AND used.kind = 'workout' AND used.fact_id = workout.workout_id
      WHERE workout.user_id = of_user AND workout.exercise_ids @> ARRAY[of_fact] AND used.import_id <> of_import
      ORDER BY used.place DESC LIMIT 1
    ), (
      SELECT import_id FROM withdrawn_items WHERE user_id = of_user AND kind = 'workout' AND import_id <> of_import
        AND fact::jsonb -> 'exercise_ids' @> to_jsonb(of_fact) LIMIT 1
    ));
  END IF;
  RETURN (SELECT import_id FROM imports
    WHERE user_id = of_user AND import_id = ANY (of_also) AND import_id <> of_import AND undone_at IS NULL ORDER BY place LIMIT 1);
END
$$;
