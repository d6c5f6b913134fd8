-- A user's routines: named lists of exercises with planned sets. The exercises stand inside their routine, as they are only ever read and
-- replaced whole.
CREATE TABLE routines (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  routine_id text NOT NULL,
  -- The lowest is shown first; where two have the same, the older one.
  place integer NOT NULL,
  name text NOT NULL,
  -- As in workouts; of a set, only what is planned.
  exercises json NOT NULL,
  exercise_ids text[] NOT NULL GENERATED ALWAYS AS (exercise_ids(exercises)) STORED,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, routine_id)
);
