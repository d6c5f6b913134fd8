-- Revokes a grant. Returns whether there is one.
CREATE OR REPLACE FUNCTION revoke_oauth_grant(of_user text, of_grant text, at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE oauth_grants SET revoked_at = COALESCE(revoked_at, at) WHERE user_id = of_user AND grant_id = of_grant;
  RETURN FOUND;
END
$$;
