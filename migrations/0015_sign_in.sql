-- Signing in to the person's page: login links, sessions and passkeys. Of every secret, only the SHA-256 is stored.

CREATE TABLE login_links (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  link_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, link_hash)
);

CREATE TABLE sessions (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id text NOT NULL,
  session_hash text NOT NULL,
  -- Browser and system, such as `Firefox on Linux`.
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, session_id),
  UNIQUE (user_id, session_hash)
);

-- The end of a session counts as a change of the account, so that every process notices it at its next call.
CREATE TRIGGER session_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION count_token_change();

CREATE TABLE passkeys (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The credential's id, in base64url.
  passkey_id text NOT NULL,
  name text NOT NULL,
  -- The COSE public key, in base64url.
  public_key text NOT NULL,
  -- The authenticator's signature counter; it stays 0 if the authenticator does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (user_id, passkey_id)
);

-- Challenges that have been answered. They are kept until they expire, so that an answer works once.
CREATE TABLE answered_challenges (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  challenge_hash text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, challenge_hash)
);

CREATE FUNCTION open_session(
  of_user text, new_session_id text, new_session_hash text, new_device text, at timestamptz, ends timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = of_user AND expires_at <= at;
  INSERT INTO sessions (user_id, session_id, session_hash, device, created_at, last_used_at, expires_at)
  VALUES (of_user, new_session_id, new_session_hash, new_device, at, at, ends);
  RETURN true;
END
$$;

-- Uses up a login link and opens a session. Returns false, and changes nothing, if the link is unknown, used or expired.
CREATE FUNCTION redeem_login_link(
  of_user text, of_link text, new_session_id text, new_session_hash text, new_device text, at timestamptz, ends timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE login_links SET used_at = at
  WHERE user_id = of_user AND link_hash = of_link AND used_at IS NULL AND expires_at > at;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  RETURN open_session(of_user, new_session_id, new_session_hash, new_device, at, ends);
END
$$;

-- Whether a challenge had not been answered before. It is from now on.
CREATE FUNCTION answer_challenge(of_user text, of_challenge text, at timestamptz, ends timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM answered_challenges WHERE user_id = of_user AND expires_at <= at;
  INSERT INTO answered_challenges (user_id, challenge_hash, expires_at) VALUES (of_user, of_challenge, ends)
  ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;

-- Adds a passkey. Returns false, and changes nothing, if the challenge was answered before, or the passkey is there already.
CREATE FUNCTION add_passkey(
  of_user text, new_passkey_id text, new_name text, new_public_key text, new_counter bigint, new_transports text[],
  of_challenge text, challenge_ends timestamptz, at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT answer_challenge(of_user, of_challenge, at, challenge_ends) THEN
    RETURN false;
  END IF;
  INSERT INTO passkeys (user_id, passkey_id, name, public_key, counter, transports, created_at)
  VALUES (of_user, new_passkey_id, new_name, new_public_key, new_counter, new_transports, at)
  ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;

-- Opens a session for a verified answer of a passkey. Returns false, and opens none, if the challenge was answered before, the
-- passkey is gone, or its counter has not grown.
CREATE FUNCTION open_session_by_passkey(
  of_user text, of_passkey text, new_counter bigint, of_challenge text, challenge_ends timestamptz,
  new_session_id text, new_session_hash text, new_device text, at timestamptz, ends timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT answer_challenge(of_user, of_challenge, at, challenge_ends) THEN
    RETURN false;
  END IF;
  UPDATE passkeys SET counter = new_counter, last_used_at = at
  WHERE user_id = of_user AND passkey_id = of_passkey AND (new_counter > counter OR new_counter = 0 AND counter = 0);
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  RETURN open_session(of_user, new_session_id, new_session_hash, new_device, at, ends);
END
$$;
