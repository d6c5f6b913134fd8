-- The slot identifies what a source states if its key has changed: times of a session, or day, meal and name of a food. `also` are later
-- imports of the source that state the same.
ALTER TABLE import_items ADD COLUMN slot text, ADD COLUMN also text[] NOT NULL DEFAULT '{}';
-- What earlier imports of a source stated, and later ones do not.
CREATE TABLE withdrawn_items (
  user_id text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  place integer NOT NULL,
  source text NOT NULL,
  import_id text NOT NULL,
  -- The imports that do not state it. Once all of them are undone, it counts again.
  absent_from text[] NOT NULL,
  day date,
  -- The item as it was, and its fact.
  item json NOT NULL,
  fact json,
  PRIMARY KEY (user_id, kind, key, place),
  FOREIGN KEY (user_id, import_id) REFERENCES imports ON DELETE CASCADE
);
CREATE INDEX import_items_hidden ON import_items (user_id, key) WHERE made = 'hidden';
