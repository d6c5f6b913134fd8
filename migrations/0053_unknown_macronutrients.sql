-- Null if unknown: somebody who logs calories alone does not state them.
ALTER TABLE diary_entries ALTER COLUMN protein DROP NOT NULL, ALTER COLUMN carbs DROP NOT NULL, ALTER COLUMN fat DROP NOT NULL;
