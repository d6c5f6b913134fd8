-- Ends a change of streak runs or badges. Returns whether it changed the achievements.
CREATE OR REPLACE FUNCTION update_achievements(of_user text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  current jsonb := achievements_of(of_user);
BEGIN
  UPDATE users SET achievements = current WHERE user_id = of_user AND achievements <> current;
  RETURN FOUND;
END
$$;
