ALTER TABLE imports ADD COLUMN choices jsonb; -- Each `name` in lower case, and `exerciseId`. exercise_choices has those of no import.
