-- Opens a session, and deletes the user's expired ones. Returns true.
CREATE OR REPLACE FUNCTION open_session(
  of_user text, new_session_id text, new_session_hash text, new_device text, at timestamptz, ends timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = of_user AND expires_at <= at;
  INSERT INTO sessions (user_id, session_id, session_hash, device, created_at, last_used_at, expires_at)
  VALUES (of_user, new_session_id, new_session_hash, new_device, at, at, ends);
  RETURN true;
END
$$;
