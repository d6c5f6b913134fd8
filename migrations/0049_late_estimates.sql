-- The energy of workouts that were stored before the first weight. An estimate holds as long as the workout has this
-- revision, and the weight that counts for its day is the same.
CREATE TABLE late_estimates (
  user_id text NOT NULL,
  workout_id text NOT NULL,
  revision integer NOT NULL,
  -- kg
  weight double precision NOT NULL,
  -- kcal
  calories double precision NOT NULL,
  PRIMARY KEY (user_id, workout_id),
  FOREIGN KEY (user_id, workout_id) REFERENCES workouts ON DELETE CASCADE
);
