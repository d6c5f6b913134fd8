-- Stores the answer for an idempotency key, replacing an expired one. Without a key, it does nothing. If the key is
-- taken, it raises an error with its own code, which undoes the change; the caller then reads the stored answer.
CREATE OR REPLACE FUNCTION keep_answer(
  of_user text, of_operation text, of_key text, of_fingerprint text, of_output text, answered_at timestamptz, expired_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF of_key IS NULL THEN RETURN false; END IF;
  INSERT INTO idempotency_keys AS kept (user_id, operation, key, fingerprint, output, kept_at)
  VALUES (of_user, of_operation, of_key, of_fingerprint, of_output, answered_at)
  ON CONFLICT (user_id, operation, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, output = excluded.output, kept_at = excluded.kept_at
  WHERE kept.kept_at <= expired_at;
  IF NOT FOUND THEN RAISE EXCEPTION 'The idempotency key is taken' USING ERRCODE = 'KEY01'; END IF;
  RETURN true;
END
$$;
