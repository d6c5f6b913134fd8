-- Whether the user has webhooks. Events are recorded only for users who do.
ALTER TABLE users ADD COLUMN has_listeners boolean NOT NULL DEFAULT false;

-- URLs to which a user's events are sent. Times stored as double precision are milliseconds since 1970.
CREATE TABLE webhooks (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  webhook_id text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  -- The key of its signatures, and the one before, which signs too until then.
  secret text NOT NULL,
  old_secret text, old_secret_until double precision,
  created_at timestamptz NOT NULL,
  -- Deliveries are numbered in the order of the changes.
  last_place integer NOT NULL DEFAULT 0,
  waiting integer NOT NULL DEFAULT 0, waiting_bytes integer NOT NULL DEFAULT 0,
  -- Events that were not recorded because too many waited, or that waited too long.
  dropped integer NOT NULL DEFAULT 0,
  -- Why nothing is sent: it failed for a day, or its receiver wants nothing more.
  stopped_why text CHECK (stopped_why IN ('failing', 'gone')),
  failures integer NOT NULL DEFAULT 0, failing_since double precision,
  -- Nothing is sent before.
  next_at double precision NOT NULL DEFAULT 0,
  -- The process that sends now, and until when no other does.
  lease text, leased_until double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, webhook_id)
);
CREATE INDEX webhooks_due ON webhooks (next_at) WHERE waiting > 0 AND stopped_why IS NULL;

-- The events of each webhook: those still to be sent, and the most recent ones that were.
CREATE TABLE webhook_deliveries (
  user_id text NOT NULL, webhook_id text NOT NULL, place integer NOT NULL,
  message_id text NOT NULL, type text NOT NULL, body text NOT NULL,
  made_at double precision NOT NULL,
  attempts integer NOT NULL DEFAULT 0, tried_at double precision,
  -- The status of the last answer, or what went wrong without one.
  status integer, fault text,
  -- Null while it waits.
  sent_at double precision,
  PRIMARY KEY (user_id, webhook_id, place),
  FOREIGN KEY (user_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE
);
CREATE UNIQUE INDEX webhook_deliveries_message ON webhook_deliveries (user_id, webhook_id, message_id);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (user_id, webhook_id, place) WHERE sent_at IS NULL;
CREATE INDEX webhook_deliveries_made ON webhook_deliveries (made_at);

-- Goals whose completion on a day has been reported, so that it is reported only once.
CREATE TABLE announced_goals (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  goal_id text NOT NULL,
  date date NOT NULL,
  PRIMARY KEY (user_id, date, goal_id)
);
CREATE INDEX announced_goals_date ON announced_goals (date);
