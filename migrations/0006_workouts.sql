-- Finished workouts. The exercises with their sets stand inside their workout, as they are only ever read and replaced whole.

CREATE TABLE workouts (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  workout_id text NOT NULL,
  -- Counts the replacements, so that a change made at the same moment is noticed.
  revision integer NOT NULL DEFAULT 1,
  date date NOT NULL,
  name text NOT NULL,
  duration_seconds integer,
  notes text,
  -- kcal; null where no body weight was known.
  estimated_calories bigint,
  exercise_count integer NOT NULL,
  -- [{ exerciseId, sets: [{ setType, weightKg, loadIntent, reps, durationSeconds, distanceMeters, holdSeconds, intensity }] }]
  -- json, not jsonb: kept as written, every number to its last digit, since nothing looks inside.
  exercises json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, workout_id)
);

CREATE INDEX workouts_in_order ON workouts (user_id, date, created_at, workout_id);
