-- What a token may do: everything its user may, or only send data to the device endpoint.
ALTER TABLE tokens ADD COLUMN scope text NOT NULL DEFAULT 'full' CONSTRAINT tokens_scope_check CHECK (scope IN ('full', 'ingest'));

-- A null limit means that the service's default applies.
ALTER TABLE users ADD COLUMN arrivals_per_minute integer, ADD COLUMN arrivals_burst integer;

-- How many arrivals a user's devices have left. Rates follow the rule of rate_limits.
CREATE TABLE arrival_limits (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  level double precision NOT NULL,
  -- Epoch milliseconds.
  at double precision NOT NULL,
  -- Whether the last arrival was allowed.
  allowed boolean NOT NULL
);

-- Phones, scales and scripts that send data by themselves. Each has one standing import.
CREATE TABLE devices (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  device_id text NOT NULL,
  app text NOT NULL,
  name text NOT NULL,
  -- Null for senders that use tokens of full access.
  token_id text,
  -- The key of its signatures; null if it does not sign.
  secret text,
  created_at timestamptz NOT NULL,
  paused_at timestamptz,
  ended_at timestamptz,
  -- The standing import; null before anything arrives, and after an undo.
  import_id text,
  arrived_at timestamptz,
  -- The last arrivals as JSON: counts, and what was left out.
  arrived text,
  -- Whether streaks and badges are not yet updated with what it has written.
  is_unsettled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, device_id)
);

-- A device's records, each in its latest version. Facts are derived from the records that belong to them.
CREATE TABLE device_records (
  user_id text NOT NULL,
  device_id text NOT NULL,
  record_key text NOT NULL,
  -- The fact that it belongs to; empty if it was deleted before it arrived.
  fact_key text NOT NULL,
  kind text NOT NULL,
  date date,
  -- Sorts the records of a fact.
  sort text NOT NULL,
  -- Of two statements, the one with the higher sequence holds, then the later one, in epoch milliseconds.
  sequence double precision NOT NULL,
  stated_at double precision NOT NULL,
  digest text NOT NULL,
  -- Null if its app has deleted it.
  body json,
  -- Whether an undo took its fact back.
  undone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, device_id, record_key),
  FOREIGN KEY (user_id, device_id) REFERENCES devices ON DELETE CASCADE
);
CREATE INDEX device_records_fact ON device_records (user_id, device_id, fact_key);
