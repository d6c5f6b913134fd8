-- Opens a session for a passkey's verified answer. Returns false, and opens none, if the challenge was already
-- answered, the passkey is gone, or its counter has not increased.
CREATE OR REPLACE FUNCTION open_session_by_passkey(
  of_user text, of_passkey text, new_counter bigint, of_challenge text, challenge_ends timestamptz,
  new_session_id text, new_session_hash text, new_device text, at timestamptz, ends timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT answer_challenge(of_user, of_challenge, at, challenge_ends) THEN RETURN false; END IF;
  UPDATE passkeys SET counter = new_counter, last_used_at = at
  WHERE user_id = of_user AND passkey_id = of_passkey AND (new_counter > counter OR new_counter = 0 AND counter = 0);
  IF NOT FOUND THEN RETURN false; END IF;
  RETURN open_session(of_user, new_session_id, new_session_hash, new_device, at, ends);
END
$$;
