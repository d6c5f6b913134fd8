-- The same check, which takes less time with each reading that is set.
ALTER TABLE body_metrics DROP CONSTRAINT body_metrics_metric_check, ADD CONSTRAINT body_metrics_metric_check CHECK (is_metric(metric)) NOT VALID;
