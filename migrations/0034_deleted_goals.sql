-- The goal that a user deleted last on their page, so that the deletion can be undone for a day.
CREATE TABLE deleted_goals (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  goal_id text NOT NULL,
  deleted_at timestamptz NOT NULL,
  -- Its rows from goals, goal_versions and goal_progress.
  goal jsonb NOT NULL, versions jsonb NOT NULL, progress jsonb NOT NULL
);

CREATE INDEX deleted_goals_deleted_at ON deleted_goals (deleted_at);
