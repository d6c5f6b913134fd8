-- The amount of an entry as it was said, such as `1 pat` or `410 g`. Null if servings were given.
ALTER TABLE diary_entries ADD COLUMN said text;
