-- The answer to the first success under each idempotency key, kept for 24 hours.

CREATE TABLE idempotency_keys (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  operation text NOT NULL,
  key text NOT NULL,
  -- SHA-256 of the input, in hex.
  fingerprint text NOT NULL,
  -- JSON text, given back byte for byte.
  output text NOT NULL,
  kept_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, operation, key)
);

CREATE INDEX idempotency_keys_kept_at ON idempotency_keys (kept_at);

-- Secrets that every process of the service shares; 244 random bits sign the cursors of pages.

CREATE TABLE service_secrets (
  name text PRIMARY KEY,
  secret text NOT NULL
);

INSERT INTO service_secrets (name, secret)
VALUES ('cursor', gen_random_uuid()::text || gen_random_uuid()::text);
