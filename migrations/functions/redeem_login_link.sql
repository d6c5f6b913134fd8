-- Uses a login link up and opens a session. Returns false, and changes nothing, if the link is unknown, used or
-- expired, or was created after `latest`, by a clock that ran ahead.
CREATE OR REPLACE FUNCTION redeem_login_link(
  of_user text, of_link text, new_session_id text, new_session_hash text, new_device text, at timestamptz, ends timestamptz,
  latest timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE login_links SET used_at = at
  WHERE user_id = of_user AND link_hash = of_link AND used_at IS NULL AND expires_at > at AND created_at <= latest;
  IF NOT FOUND THEN RETURN false; END IF;
  RETURN open_session(of_user, new_session_id, new_session_hash, new_device, at, ends);
END
$$;
