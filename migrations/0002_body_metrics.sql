-- One reading per metric and day, in canonical units: kilograms to 4 decimals, percent to 2, whole steps.

CREATE TABLE body_metrics (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  metric text NOT NULL CHECK (metric IN ('weight', 'body_fat', 'steps')),
  date date NOT NULL,
  value double precision NOT NULL,
  PRIMARY KEY (user_id, metric, date)
);

-- The first day of 10,000 steps.
CREATE INDEX body_metrics_many_steps ON body_metrics (user_id, date) WHERE metric = 'steps' AND value >= 10000;
