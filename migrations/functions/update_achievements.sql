-- Ends a change of streak runs or badges, and computes the achievements anew. Returns whether they are others than before.
CREATE OR REPLACE FUNCTION update_achievements(of_user text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN keep_achievements(of_user, achievements_of(of_user));
END
$$;
