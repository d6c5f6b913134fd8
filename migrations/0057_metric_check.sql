ALTER TABLE body_metrics DROP CONSTRAINT body_metrics_metric_check;
ALTER TABLE body_metrics ADD CONSTRAINT body_metrics_metric_check CHECK (is_metric(metric)) NOT VALID;
