-- Users, their own limits, and their tokens. Every table of users' data has user_id first in its key.

CREATE TABLE users (
  user_id text PRIMARY KEY,
  name text NOT NULL,
  timezone text NOT NULL,
  body_weight_unit text NOT NULL CHECK (body_weight_unit IN ('kg', 'lb')),
  strength_unit text NOT NULL CHECK (strength_unit IN ('kg', 'lb')),
  distance_unit text NOT NULL CHECK (distance_unit IN ('km', 'mi')),
  plan text NOT NULL CHECK (plan IN ('paid', 'trial', 'free')),
  access_until timestamptz,
  -- A null limit means the service's own.
  reads_per_minute integer,
  reads_burst integer,
  writes_per_minute integer,
  writes_burst integer,
  writes_per_day integer,
  body_metric_batch integer,
  goal_templates integer,
  custom_foods integer,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE tokens (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  token_id text NOT NULL,
  -- SHA-256 of the token's text, in hex; the text itself is never stored.
  token_hash text NOT NULL,
  name text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (user_id, token_id),
  UNIQUE (user_id, token_hash)
);
