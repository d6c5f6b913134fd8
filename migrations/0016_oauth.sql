-- Apps that a user has connected by OAuth. Secrets (codes and tokens) are stored as hashes only, and contain their user's id, so that
-- even the query for one names its user.

-- Clients belong to no user. A `document` is known by the URL of its metadata document; a `registered` one has registered itself.
CREATE TABLE oauth_clients (
  client_id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('document', 'registered')),
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  -- When a document was last fetched, and until when it need not be fetched again.
  fetched_at timestamptz,
  fresh_until timestamptz,
  created_at timestamptz NOT NULL,
  -- When a user last allowed it; null if no user has.
  last_used_at timestamptz
);

CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE last_used_at IS NULL;

-- What a user allowed one client to do.
CREATE TABLE oauth_grants (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  grant_id text NOT NULL,
  client_id text NOT NULL,
  -- The client's name when the grant was made.
  client_name text NOT NULL,
  may_write boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (user_id, grant_id)
);

CREATE TABLE oauth_codes (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash text NOT NULL,
  -- The consent form that was answered; each can be answered once.
  consent_id text NOT NULL,
  client_id text NOT NULL,
  client_name text NOT NULL,
  redirect_uri text NOT NULL,
  -- The PKCE challenge: SHA-256 of the client's verifier, in base64url.
  challenge text NOT NULL,
  may_write boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- The grant that was made when the code was redeemed.
  grant_id text,
  PRIMARY KEY (user_id, code_hash),
  UNIQUE (user_id, consent_id)
);

CREATE INDEX oauth_codes_expires_at ON oauth_codes (expires_at);

CREATE TABLE oauth_tokens (
  user_id text NOT NULL,
  token_hash text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  grant_id text NOT NULL,
  may_write boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When a refresh token was first replaced by a new one.
  rotated_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (user_id, token_hash),
  FOREIGN KEY (user_id, grant_id) REFERENCES oauth_grants ON DELETE CASCADE
);

CREATE INDEX oauth_tokens_grant ON oauth_tokens (user_id, grant_id);
CREATE INDEX oauth_tokens_expires_at ON oauth_tokens (expires_at);

-- A process that remembers the account notices a revoked grant or token at the next call, as it does with API tokens.
CREATE TRIGGER oauth_grant_revoked AFTER UPDATE OF revoked_at OR DELETE ON oauth_grants
FOR EACH ROW EXECUTE FUNCTION count_token_change();
CREATE TRIGGER oauth_token_revoked AFTER UPDATE OF revoked_at ON oauth_tokens
FOR EACH ROW EXECUTE FUNCTION count_token_change();

-- Registers a client. If there are `most` that no user has allowed yet, the oldest made before `stale` gives way. Returns false if there
-- is none.
CREATE FUNCTION register_oauth_client(
  of_client text, of_name text, of_redirects text[], registered_at timestamptz, most integer, stale timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  unused integer;
BEGIN
  -- One at a time, so that the count holds.
  PERFORM pg_advisory_xact_lock(hashtext('register_oauth_client'));
  SELECT count(*) INTO unused FROM oauth_clients WHERE kind = 'registered' AND last_used_at IS NULL;
  IF unused >= most THEN
    DELETE FROM oauth_clients WHERE client_id = (
      SELECT client_id FROM oauth_clients
      WHERE kind = 'registered' AND last_used_at IS NULL AND created_at < stale ORDER BY created_at LIMIT 1);
    IF NOT FOUND THEN
      RETURN false;
    END IF;
  END IF;
  INSERT INTO oauth_clients (client_id, kind, name, redirect_uris, created_at)
  VALUES (of_client, 'registered', of_name, of_redirects, registered_at);
  RETURN true;
END
$$;

-- Adds the two tokens of a grant.
CREATE FUNCTION add_oauth_tokens(
  of_user text, of_grant text, may_access_write boolean, may_refresh_write boolean,
  access_hash text, access_until timestamptz, refresh_hash text, refresh_until timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO oauth_tokens (user_id, token_hash, kind, grant_id, may_write, expires_at)
  VALUES (of_user, access_hash, 'access', of_grant, may_access_write, access_until),
    (of_user, refresh_hash, 'refresh', of_grant, may_refresh_write, refresh_until);
  RETURN true;
END
$$;

CREATE FUNCTION revoke_oauth_grant(of_user text, of_grant text, at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE oauth_grants SET revoked_at = COALESCE(revoked_at, at) WHERE user_id = of_user AND grant_id = of_grant;
  RETURN FOUND;
END
$$;

-- Redeems a code for a grant and its first tokens. Returns whether they may write; null if the code is not valid, or not this client's,
-- redirect's or challenge's. A code that was redeemed before revokes its grant.
CREATE FUNCTION redeem_oauth_code(
  of_user text, of_code text, of_client text, of_redirect text, of_challenge text, at timestamptz, new_grant text,
  access_hash text, access_until timestamptz, refresh_hash text, refresh_until timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  code oauth_codes;
BEGIN
  UPDATE oauth_codes SET used_at = at, grant_id = new_grant
  WHERE user_id = of_user AND code_hash = of_code AND used_at IS NULL AND expires_at > at
    AND client_id = of_client AND redirect_uri = of_redirect AND challenge = of_challenge
  RETURNING * INTO code;
  IF FOUND THEN
    INSERT INTO oauth_grants (user_id, grant_id, client_id, client_name, may_write, created_at)
    VALUES (of_user, new_grant, code.client_id, code.client_name, code.may_write, at);
    PERFORM add_oauth_tokens(
      of_user, new_grant, code.may_write, code.may_write, access_hash, access_until, refresh_hash, refresh_until);
    RETURN code.may_write;
  END IF;
  SELECT * INTO code FROM oauth_codes WHERE user_id = of_user AND code_hash = of_code AND used_at IS NOT NULL;
  IF FOUND THEN
    PERFORM revoke_oauth_grant(of_user, code.grant_id, at);
  END IF;
  RETURN NULL;
END
$$;

-- Replaces a refresh token by a new pair. A token that was replaced before `grace` revokes its grant; one replaced since then is still
-- accepted, because clients refresh in parallel. `asked_write` is null if the client asks for all that was granted. Returns `read`,
-- `write` (which includes reading), `excess` if it asks for more than was granted, or null if the token is not valid.
CREATE FUNCTION rotate_oauth_token(
  of_user text, of_refresh text, of_client text, asked_write boolean, at timestamptz, grace timestamptz,
  access_hash text, access_until timestamptz, refresh_hash text, refresh_until timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  token oauth_tokens;
  granted oauth_grants;
  writes boolean;
BEGIN
  SELECT * INTO token FROM oauth_tokens
  WHERE user_id = of_user AND token_hash = of_refresh AND kind = 'refresh' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO granted FROM oauth_grants WHERE user_id = of_user AND grant_id = token.grant_id;
  IF granted.revoked_at IS NOT NULL OR granted.client_id <> of_client THEN
    RETURN NULL;
  END IF;
  IF token.rotated_at < grace THEN
    PERFORM revoke_oauth_grant(of_user, token.grant_id, at);
    RETURN NULL;
  END IF;
  IF token.expires_at <= at OR token.revoked_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  IF asked_write AND NOT granted.may_write THEN
    RETURN 'excess';
  END IF;
  writes := COALESCE(asked_write, granted.may_write);
  UPDATE oauth_tokens SET rotated_at = COALESCE(rotated_at, at) WHERE user_id = of_user AND token_hash = of_refresh;
  PERFORM add_oauth_tokens(
    of_user, token.grant_id, writes, granted.may_write, access_hash, access_until, refresh_hash, refresh_until);
  RETURN CASE WHEN writes THEN 'write' ELSE 'read' END;
END
$$;
