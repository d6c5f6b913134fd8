-- Goal templates: what of a goal never changes, and its name, which holds for all days.

CREATE TABLE goals (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  goal_id text NOT NULL,
  -- Goals are listed in this order, oldest first, also those created at the same instant.
  place integer NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('numeric', 'boolean')),
  metric text CHECK (
    metric IN ('calories', 'protein', 'fat', 'carbs', 'alcohol', 'steps', 'hydration', 'custom')
  ),
  PRIMARY KEY (user_id, goal_id),
  CHECK ((type = 'numeric') = (metric IS NOT NULL))
);

-- The terms of a goal, each from a day on until the next. The first hold since ever, so that a goal made with a past start
-- shows on those days too.

CREATE TABLE goal_versions (
  user_id text NOT NULL,
  goal_id text NOT NULL,
  from_day date NOT NULL,
  target_value double precision,
  comparison text CHECK (comparison IN ('min', 'max', 'equals')),
  -- mon to sun
  days text[] NOT NULL,
  start_date date NOT NULL,
  end_date date CHECK (end_date >= start_date),
  active boolean NOT NULL,
  PRIMARY KEY (user_id, goal_id, from_day),
  FOREIGN KEY (user_id, goal_id) REFERENCES goals ON DELETE CASCADE
);

-- What was set by hand for a day; of a yes/no goal 1 or 0.

CREATE TABLE goal_progress (
  user_id text NOT NULL,
  goal_id text NOT NULL,
  date date NOT NULL,
  value double precision NOT NULL,
  PRIMARY KEY (user_id, goal_id, date),
  FOREIGN KEY (user_id, goal_id) REFERENCES goals ON DELETE CASCADE
);
