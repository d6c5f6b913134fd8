-- A user's routines: named lists of exercises with planned sets. The exercises are stored inside their routine, because
-- they are only ever read and replaced as a whole.
CREATE TABLE routines (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  routine_id text NOT NULL,
  -- The lowest is shown first; if two are equal, the older one.
  place integer NOT NULL,
  name text NOT NULL,
  -- As in workouts, with only the planned values of each set.
  exercises json NOT NULL,
  exercise_ids text[] NOT NULL GENERATED ALWAYS AS (exercise_ids(exercises)) STORED,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, routine_id)
);
