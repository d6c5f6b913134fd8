ALTER TABLE goals
  -- What a target that the person counts is in, such as ml; null unless given.
  ADD COLUMN unit text CHECK (unit IS NULL OR metric IN ('hydration', 'custom'));
