-- A food's description, other names (separated by |), the food shown in its place, and more nutrients; null if unknown.
ALTER TABLE foods ADD COLUMN description text, ADD COLUMN also text, ADD COLUMN same_as text, ADD COLUMN fiber double precision,
  ADD COLUMN sugars double precision, ADD COLUMN saturated_fat double precision, ADD COLUMN sodium double precision;
