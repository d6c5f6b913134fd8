-- Ends a change of streak runs or badges, after which the user has these achievements. Returns whether they are others than before.
CREATE OR REPLACE FUNCTION keep_achievements(of_user text, current jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET achievements = current WHERE user_id = of_user AND achievements <> current;
  RETURN FOUND;
END
$$;
