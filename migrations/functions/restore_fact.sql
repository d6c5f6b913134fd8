-- Restores a fact as it was before an import changed or hid it. Returns false if there was none.
CREATE OR REPLACE FUNCTION restore_fact(of_user text, of_kind text, of_fact text, old_row json) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF old_row IS NULL THEN
    RETURN false;
  ELSIF of_kind = 'reading' THEN
    UPDATE body_metrics SET value = (old_row ->> 'value')::double precision
    WHERE user_id = of_user AND metric = split_part(of_fact, ' ', 1) AND date = split_part(of_fact, ' ', 2)::date;
  ELSIF of_kind = 'entry' THEN
    DELETE FROM diary_entries WHERE user_id = of_user AND entry_id = of_fact;
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
