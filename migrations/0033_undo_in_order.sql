-- An undo takes the items of an import kind by kind, in the order of their keys: with this index, each step reads what it takes back, and
-- not all that is left.
DROP INDEX import_items_import;
CREATE INDEX import_items_import ON import_items (user_id, import_id, kind, key);
