-- An undo takes back an import's items kind by kind, in the order of their keys. With this index, each step reads only
-- what it takes back, instead of everything that is left.
DROP INDEX import_items_import;
CREATE INDEX import_items_import ON import_items (user_id, import_id, kind, key);
