-- Counts a change of a user's tokens, sessions, apps or their tokens as one of the account.
CREATE OR REPLACE FUNCTION count_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The number itself is the trigger's on users to count.
  UPDATE users SET revision = revision WHERE user_id = OLD.user_id;
  RETURN NULL;
END
$$;
