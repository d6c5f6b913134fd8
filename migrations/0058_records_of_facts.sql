-- Finds the last record of a fact. It does not begin as the primary key, which the planner would otherwise take without statistics.
DROP INDEX device_records_fact;
CREATE INDEX device_records_fact ON device_records (user_id, fact_key, (device_id || ''), sort COLLATE "C", record_key COLLATE "C")
  WHERE body IS NOT NULL AND NOT undone;
