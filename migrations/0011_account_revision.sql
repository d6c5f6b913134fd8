-- Counts the changes of an account: of its user, and of that user's tokens. A process that remembers an account asks for this
-- number together with the rate limit, and so notices every change at once, whoever made it.

ALTER TABLE users ADD COLUMN revision integer NOT NULL DEFAULT 0;

CREATE FUNCTION count_user_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  RETURN NEW;
END
$$;

CREATE TRIGGER user_changed BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION count_user_change();

CREATE FUNCTION count_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The number itself is the trigger's on users to count.
  UPDATE users SET revision = revision WHERE user_id = OLD.user_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER token_changed AFTER UPDATE OR DELETE ON tokens FOR EACH ROW EXECUTE FUNCTION count_token_change();
