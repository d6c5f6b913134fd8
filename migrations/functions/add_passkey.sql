-- Adds a passkey. Returns false, and changes nothing, if the challenge was already answered or the passkey already
-- exists.
CREATE OR REPLACE FUNCTION add_passkey(
  of_user text, new_passkey_id text, new_name text, new_public_key text, new_counter bigint, new_transports text[],
  of_challenge text, challenge_ends timestamptz, at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT answer_challenge(of_user, of_challenge, at, challenge_ends) THEN RETURN false; END IF;
  INSERT INTO passkeys (user_id, passkey_id, name, public_key, counter, transports, created_at)
  VALUES (of_user, new_passkey_id, new_name, new_public_key, new_counter, new_transports, at)
  ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;
