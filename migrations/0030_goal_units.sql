ALTER TABLE goals
  -- The unit of a target with progress set by hand, such as ml; null unless given.
  ADD COLUMN unit text CONSTRAINT goals_check1 CHECK (unit IS NULL OR metric IN ('hydration', 'custom'));
