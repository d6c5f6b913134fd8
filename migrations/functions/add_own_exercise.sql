-- Adds an exercise unless the user has one of that name. Returns the id of the new or existing one.
CREATE OR REPLACE FUNCTION add_own_exercise(
  of_user text, new_exercise_id text, new_name text, new_name_key text, new_category text, new_tracking_type text, at timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  held text;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  INSERT INTO own_exercises (user_id, exercise_id, name, name_key, category, tracking_type, created_at)
  VALUES (of_user, new_exercise_id, new_name, new_name_key, new_category, new_tracking_type, at)
  ON CONFLICT (user_id, name_key) DO NOTHING;
  SELECT exercise_id INTO held FROM own_exercises WHERE user_id = of_user AND name_key = new_name_key;
  RETURN held;
END
$$;
