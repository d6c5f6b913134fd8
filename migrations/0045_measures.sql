-- Girths in centimetres to 4 decimals, the resting heart rate in beats a minute, sleep in minutes. Rows from before have
-- been checked against fewer metrics, so the check need not read them.
ALTER TABLE body_metrics DROP CONSTRAINT body_metrics_metric_check;
ALTER TABLE body_metrics ADD CONSTRAINT body_metrics_metric_check CHECK (
  metric IN ('weight', 'body_fat', 'steps', 'waist', 'abdomen', 'hips', 'chest', 'neck', 'shoulders', 'left_arm', 'right_arm',
    'left_forearm', 'right_forearm', 'left_thigh', 'right_thigh', 'left_calf', 'right_calf', 'resting_heart_rate', 'sleep')
) NOT VALID;
