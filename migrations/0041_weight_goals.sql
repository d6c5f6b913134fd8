-- Goals for the weight, in kg or lb, and for body fat, in percent.
ALTER TABLE goals DROP CONSTRAINT goals_metric_check;
ALTER TABLE goals DROP CONSTRAINT goals_check1;
ALTER TABLE goals ADD CONSTRAINT goals_metric_check CHECK (
  metric IN ('calories', 'protein', 'fat', 'carbs', 'alcohol', 'steps', 'weight', 'body_fat', 'hydration', 'custom')
);
ALTER TABLE goals ADD CONSTRAINT goals_check1 CHECK (
  CASE WHEN metric = 'weight' THEN unit IS NOT NULL AND unit IN ('kg', 'lb') ELSE unit IS NULL OR metric IN ('hydration', 'custom') END
);
