-- Replaces a refresh token by a new pair. A token that was already replaced before `grace` revokes its grant, and so
-- does one replaced equally long after `at`, by a clock that ran ahead; one replaced in between is still accepted,
-- because clients refresh in parallel. `asked_write` is null if the client asks for everything that was granted.
-- Returns `read`, `write` (which includes reading), `excess` if it asks for more than was granted, or null if the token
-- is invalid.
CREATE OR REPLACE FUNCTION rotate_oauth_token(
  of_user text, of_refresh text, of_client text, asked_write boolean, at timestamptz, grace timestamptz,
  access_hash text, access_until timestamptz, refresh_hash text, refresh_until timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE token oauth_tokens; granted oauth_grants; writes boolean;
BEGIN
  SELECT * INTO token FROM oauth_tokens
  WHERE user_id = of_user AND token_hash = of_refresh AND kind = 'refresh' FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO granted FROM oauth_grants WHERE user_id = of_user AND grant_id = token.grant_id;
  IF granted.revoked_at IS NOT NULL OR granted.client_id <> of_client THEN RETURN NULL; END IF;
  IF token.rotated_at NOT BETWEEN grace AND at + (at - grace) THEN
    UPDATE oauth_grants SET revoked_at = COALESCE(revoked_at, at) WHERE user_id = of_user AND grant_id = token.grant_id;
    RETURN NULL;
  END IF;
  IF token.expires_at <= at OR token.revoked_at IS NOT NULL THEN RETURN NULL; END IF;
  IF asked_write AND NOT granted.may_write THEN RETURN 'excess'; END IF;
  writes := COALESCE(asked_write, granted.may_write);
  UPDATE oauth_tokens SET rotated_at = COALESCE(rotated_at, at) WHERE user_id = of_user AND token_hash = of_refresh;
  INSERT INTO oauth_tokens (user_id, token_hash, kind, grant_id, may_write, expires_at)
  VALUES (of_user, access_hash, 'access', token.grant_id, writes, access_until),
    (of_user, refresh_hash, 'refresh', token.grant_id, granted.may_write, refresh_until);
  RETURN CASE WHEN writes THEN 'write' ELSE 'read' END;
END
$$;
