-- Redeems a code for a grant and its first tokens. Returns whether they may write; null if the code is invalid, belongs
-- to another client, redirect or challenge, or expires after `latest`, because a clock that ran ahead created it. A
-- code that was already redeemed revokes its grant.
CREATE OR REPLACE FUNCTION redeem_oauth_code(
  of_user text, of_code text, of_client text, of_redirect text, of_challenge text, at timestamptz, new_grant text,
  latest timestamptz, access_hash text, access_until timestamptz, refresh_hash text, refresh_until timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE code oauth_codes;
BEGIN
  UPDATE oauth_codes SET used_at = at, grant_id = new_grant
  WHERE user_id = of_user AND code_hash = of_code AND used_at IS NULL AND expires_at > at AND expires_at <= latest
    AND client_id = of_client AND redirect_uri = of_redirect AND challenge = of_challenge
  RETURNING * INTO code;
  IF FOUND THEN
    INSERT INTO oauth_grants (user_id, grant_id, client_id, client_name, may_write, created_at)
    VALUES (of_user, new_grant, code.client_id, code.client_name, code.may_write, at);
    INSERT INTO oauth_tokens (user_id, token_hash, kind, grant_id, may_write, expires_at)
    VALUES (of_user, access_hash, 'access', new_grant, code.may_write, access_until),
      (of_user, refresh_hash, 'refresh', new_grant, code.may_write, refresh_until);
    RETURN code.may_write;
  END IF;
  UPDATE oauth_grants SET revoked_at = COALESCE(revoked_at, at) WHERE user_id = of_user AND grant_id = (
    SELECT grant_id FROM oauth_codes WHERE user_id = of_user AND code_hash = of_code AND used_at IS NOT NULL);
  RETURN NULL;
END
$$;
