ALTER TABLE workouts
  -- The energy in kcal of a workout that was stored before the first weight, the weight in kg from which it was
  -- estimated, and the workout's revision then. It holds as long as both are the same.
  ADD COLUMN late_calories double precision,
  ADD COLUMN late_weight double precision,
  ADD COLUMN late_revision integer;
