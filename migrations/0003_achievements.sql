-- Consecutive days with a reading, a diary entry or a workout; runs of one user never touch each other.

CREATE TABLE streak_runs (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  first_day date NOT NULL,
  last_day date NOT NULL CHECK (last_day >= first_day),
  length integer NOT NULL GENERATED ALWAYS AS (last_day - first_day + 1) STORED,
  PRIMARY KEY (user_id, first_day)
);

CREATE INDEX streak_runs_length ON streak_runs (user_id, length);

-- Badges as they were earned when their facts were last about to change.

CREATE TABLE badges (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  badge text NOT NULL,
  earned_on date NOT NULL,
  PRIMARY KEY (user_id, badge)
);
