-- Deletes the facts and answers of a deleted user, which have no foreign keys.
CREATE OR REPLACE FUNCTION delete_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM body_metrics WHERE user_id = OLD.user_id;
  DELETE FROM diary_entries WHERE user_id = OLD.user_id;
  DELETE FROM workouts WHERE user_id = OLD.user_id;
  DELETE FROM idempotency_keys WHERE user_id = OLD.user_id;
  RETURN NULL;
END
$$;
