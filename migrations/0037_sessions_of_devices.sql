-- Finds the sessions that a person's devices state around a day.
CREATE INDEX device_records_sessions ON device_records (user_id, date) WHERE kind = 'workout' AND body IS NOT NULL;
