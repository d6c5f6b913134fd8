-- A fact as restore_fact takes it; null if it is gone.
CREATE OR REPLACE FUNCTION fact_row(of_user text, of_kind text, of_fact text) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE of_kind
    WHEN 'reading' THEN (SELECT json_build_object('value', value) FROM body_metrics
      WHERE user_id = of_user AND metric = split_part(of_fact, ' ', 1) AND date = split_part(of_fact, ' ', 2)::date)
    WHEN 'entry' THEN (SELECT row_to_json(entry) FROM diary_entries AS entry WHERE entry.user_id = of_user AND entry.entry_id = of_fact)
    WHEN 'workout' THEN (SELECT row_to_json(workout) FROM workouts AS workout WHERE workout.user_id = of_user AND workout.workout_id = of_fact)
  END;
END
$$;
