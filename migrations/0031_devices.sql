-- What a token may do: everything its user may, or only send readings to the door of devices.
ALTER TABLE tokens ADD COLUMN scope text NOT NULL DEFAULT 'full' CHECK (scope IN ('full', 'ingest'));

-- A null limit means the service's own.
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

-- Telephones, scales and scripts that send readings by themselves. Each has one standing import.
CREATE TABLE devices (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  device_id text NOT NULL,
  app text NOT NULL,
  name text NOT NULL,
  -- Null for what posts with tokens of full access.
  token_id text,
  -- The key of its signatures; null if it does not sign.
  secret text,
  created_at timestamptz NOT NULL,
  paused_at timestamptz,
  ended_at timestamptz,
  -- The standing import; null before anything arrives, and after it was undone.
  import_id text,
  arrived_at timestamptz,
  -- What came in the last arrivals, as JSON: counts, and what was left out.
  arrived text,
  -- Whether streaks and badges do not follow yet from what it has written.
  is_unsettled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, device_id)
);

-- What a device states, each record as it stated it last. Facts follow from the records that belong to them.
CREATE TABLE device_records (
  user_id text NOT NULL,
  device_id text NOT NULL,
  record_key text NOT NULL,
  -- The fact that it belongs to; empty if it was deleted before it came.
  fact_key text NOT NULL,
  kind text NOT NULL,
  date date,
  -- Orders the records of a fact.
  sort text NOT NULL,
  -- Of two statements, the one of the higher sequence holds, then the later one, in epoch milliseconds.
  sequence double precision NOT NULL,
  stated_at double precision NOT NULL,
  digest text NOT NULL,
  -- Null if its app has deleted it.
  body json,
  -- Whether its fact was taken back by an undo.
  undone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, device_id, record_key),
  FOREIGN KEY (user_id, device_id) REFERENCES devices ON DELETE CASCADE
);
CREATE INDEX device_records_fact ON device_records (user_id, device_id, fact_key);
