-- Adds workouts from an import, and changes those that earlier ones made. Rows: key, fingerprint, slot, and a workout's columns.
CREATE OR REPLACE FUNCTION import_workouts(of_user text, of_import text, of_rank integer, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE keys text[]; facts text[]; fingerprints text[]; states text[]; befores json[]; slots text[];
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT array_agg(given.key), array_agg(given.workout_id), array_agg(given.fingerprint),
    array_agg((COALESCE(held.revision, 0) + 1)::text),
    array_agg(CASE WHEN held.workout_id IS NOT NULL THEN row_to_json(held) END), array_agg(given.slot)
  INTO keys, facts, fingerprints, states, befores, slots
  FROM json_to_recordset(rows) AS given (key text, fingerprint text, slot text, workout_id text)
  LEFT JOIN LATERAL (SELECT * FROM workouts WHERE user_id = of_user AND workout_id BETWEEN given.workout_id AND given.workout_id
    ORDER BY workout_id LIMIT 1) AS held ON true;
  PERFORM add_import_items(of_user, of_import, 'workout', keys, facts, fingerprints, states, befores, of_rank, slots);
  INSERT INTO workouts AS held (user_id, workout_id, date, name, duration_seconds, notes, estimated_calories, app_calories,
    exercise_count, exercises, start_time, end_time, created_at)
  SELECT of_user, given.workout_id, given.date, given.name, given.duration_seconds, given.notes, given.estimated_calories,
    given.app_calories, given.exercise_count, given.exercises, given.start_time, given.end_time, given.created_at
  FROM json_populate_recordset(NULL::workouts, rows) AS given
  ON CONFLICT (user_id, workout_id) DO UPDATE SET revision = held.revision + 1, date = excluded.date, name = excluded.name,
    duration_seconds = excluded.duration_seconds, notes = excluded.notes, estimated_calories = excluded.estimated_calories,
    app_calories = excluded.app_calories, exercise_count = excluded.exercise_count, exercises = excluded.exercises, start_time = excluded.start_time,
    end_time = excluded.end_time;
  -- Revision 1 means a new workout.
  PERFORM count_workouts(of_user, COALESCE(cardinality(array_positions(states, '1')), 0));
  RETURN true;
END
$$;
