-- Adds the two tokens of a grant.
CREATE OR REPLACE FUNCTION add_oauth_tokens(
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
