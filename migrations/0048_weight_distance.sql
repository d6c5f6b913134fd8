-- Own exercises may be carries, whose sets record a weight, a distance and a time.
ALTER TABLE own_exercises DROP CONSTRAINT own_exercises_tracking_type_check;
ALTER TABLE own_exercises ADD CONSTRAINT own_exercises_tracking_type_check
  CHECK (tracking_type IN ('weight_reps', 'weight_distance', 'reps', 'distance_duration', 'duration', 'hold'));
