ALTER TABLE workouts
  -- kcal as the app states them that the workout was imported from; null unless it does.
  ADD COLUMN app_calories double precision;
