-- Counts each change of a user, by which processes notice it.
CREATE OR REPLACE FUNCTION count_user_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  RETURN NEW;
END
$$;
