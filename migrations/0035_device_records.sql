DROP INDEX device_records_fact;
CREATE INDEX device_records_fact ON device_records (user_id, device_id, fact_key, sort COLLATE "C", record_key COLLATE "C")
  WHERE body IS NOT NULL AND NOT undone;
