-- Fibre, sugars and saturated fat in grams, sodium in milligrams; null if unknown. Of custom foods per 100 g or ml, of diary
-- entries per serving.
ALTER TABLE custom_foods ADD COLUMN fiber double precision, ADD COLUMN sugars double precision,
  ADD COLUMN saturated_fat double precision, ADD COLUMN sodium double precision;
ALTER TABLE diary_entries ADD COLUMN fiber double precision, ADD COLUMN sugars double precision,
  ADD COLUMN saturated_fat double precision, ADD COLUMN sodium double precision;
ALTER TABLE goals DROP CONSTRAINT goals_metric_check;
ALTER TABLE goals ADD CONSTRAINT goals_metric_check CHECK (
  metric IN ('calories', 'protein', 'fat', 'carbs', 'alcohol', 'fiber', 'sugars', 'saturated_fat', 'sodium', 'steps', 'weight',
    'body_fat', 'hydration', 'custom')
) NOT VALID;
