ALTER TABLE workouts
  -- kcal as stated by the app that the workout was imported from; null if it stated none.
  ADD COLUMN app_calories double precision;
