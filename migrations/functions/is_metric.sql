-- Whether readings may have this metric. PostgreSQL parses a check in each statement that writes, but a function once a session.
CREATE OR REPLACE FUNCTION is_metric(metric text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN metric IN ('weight', 'body_fat', 'steps', 'waist', 'abdomen', 'hips', 'chest', 'neck', 'shoulders', 'left_arm', 'right_arm',
    'left_forearm', 'right_forearm', 'left_thigh', 'right_thigh', 'left_calf', 'right_calf', 'resting_heart_rate', 'sleep');
END
$$;
