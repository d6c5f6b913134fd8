-- The token buckets of each user. Unlogged: a crash of PostgreSQL empties it, which fills every bucket, and saves half the cost.

CREATE UNLOGGED TABLE rate_limits (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Calls left in each bucket at an instant, in epoch milliseconds.
  reads double precision NOT NULL,
  writes double precision NOT NULL,
  at double precision NOT NULL,
  -- Writes of the user's Activity Day.
  day date NOT NULL,
  writes_today integer NOT NULL,
  -- Whether the last call was let through.
  allowed boolean NOT NULL
);
