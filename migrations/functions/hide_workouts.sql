-- Hides imported workouts for which a source with a higher rank has the same session. Rows: key and workout of the
-- hidden session, and the import that hides it, whose undo brings it back. The hiding item has a higher place than
-- everything else known of the session.
CREATE OR REPLACE FUNCTION hide_workouts(of_user text, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE given record; held json;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  FOR given IN SELECT * FROM json_to_recordset(rows) AS each (key text, workout_id text, import_id text) LOOP
    CONTINUE WHEN EXISTS (
      SELECT 1 FROM import_items AS item
      WHERE item.user_id = of_user AND item.kind = 'workout' AND item.key = given.key AND item.import_id = given.import_id);
    SELECT row_to_json(workout) INTO held FROM workouts AS workout
    WHERE workout.user_id = of_user AND workout.workout_id = given.workout_id;
    INSERT INTO import_items (user_id, kind, key, place, import_id, fact_id, fingerprint, made, before)
    SELECT of_user, 'workout', given.key, greatest(2000000000, max(item.place) + 1), given.import_id, given.workout_id, '', 'hidden', held
    FROM import_items AS item WHERE item.user_id = of_user AND item.kind = 'workout' AND item.key = given.key;
    PERFORM remove_fact(of_user, 'workout', given.workout_id);
  END LOOP;
  RETURN true;
END
$$;
