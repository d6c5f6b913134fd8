-- Counts a change of a user's tokens, sessions, apps or their tokens as a change of the account.
CREATE OR REPLACE FUNCTION count_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET revision = revision WHERE user_id = OLD.user_id;
  RETURN NULL;
END
$$;
