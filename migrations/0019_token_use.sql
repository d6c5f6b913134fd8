-- When a token was last used, to the minute. Noting it changes nothing that a process remembers of the account.

ALTER TABLE tokens ADD COLUMN last_used_at timestamptz;

DROP TRIGGER token_changed ON tokens;

CREATE TRIGGER token_changed AFTER UPDATE OF name, environment, expires_at, revoked_at OR DELETE ON tokens
FOR EACH ROW EXECUTE FUNCTION count_token_change();
