-- The latest look-up of each barcode outside this server, by anybody. Times are milliseconds since 1970.
CREATE TABLE food_lookups (
  barcode text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('asking', 'known', 'unknown', 'incomplete', 'failed')),
  begun_at double precision NOT NULL,
  -- Until then, it is not looked up again.
  fresh_until double precision NOT NULL
);
CREATE INDEX food_lookups_begun ON food_lookups (begun_at);
