-- Restores a fact as it was before an import changed or hid it. Returns false if there was none.
CREATE OR REPLACE FUNCTION restore_fact(of_user text, of_kind text, of_fact text, old_row json) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF old_row IS NULL THEN
    RETURN false;
  ELSIF of_kind = 'reading' THEN
    INSERT INTO body_metrics (user_id, metric, date, value)
    VALUES (of_user, split_part(of_fact, ' ', 1), split_part(of_fact, ' ', 2)::date, (old_row ->> 'value')::double precision)
    ON CONFLICT (user_id, metric, date) DO UPDATE SET value = excluded.value;
  ELSIF of_kind = 'entry' THEN
    DELETE FROM diary_entries WHERE user_id = of_user AND entry_id = of_fact;
    INSERT INTO imported_foods (user_id, food_id, name, brand_name, created_at)
    SELECT of_user, food_id, food_name, brand_name, created_at FROM json_populate_record(NULL::diary_entries, old_row)
    WHERE food_id LIKE 'ifood%' ON CONFLICT DO NOTHING;
    INSERT INTO diary_entries SELECT * FROM json_populate_record(
      NULL::diary_entries, (old_row::jsonb || jsonb_build_object('user_id', of_user))::json);
  ELSIF of_kind = 'workout' THEN
    PERFORM remove_fact(of_user, of_kind, of_fact);
    INSERT INTO workouts (user_id, workout_id, revision, date, name, duration_seconds, notes, estimated_calories, app_calories,
      exercise_count, exercises, created_at, start_time, end_time)
    SELECT of_user, workout_id, revision, date, name, duration_seconds, notes, estimated_calories, app_calories,
      exercise_count, exercises, created_at, start_time, end_time
    FROM json_populate_record(NULL::workouts, old_row);
    PERFORM count_workouts(of_user, 1);
  END IF;
  RETURN true;
END
$$;
