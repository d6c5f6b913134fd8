-- Records an import's statements about facts that a source with a higher rank has stated too. The facts stay as they
-- are; what is recorded here comes into force once the other source's import is undone. Rows: key, fact, fingerprint,
-- made, and the row that restore_fact takes.
CREATE OR REPLACE FUNCTION import_beneath(
  of_user text, of_import text, of_rank integer, of_kind text, rows json
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  first_place CONSTANT integer := of_rank * 1000000;
  import_place integer; of_place integer; given record; above import_items;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT place INTO import_place FROM imports WHERE user_id = of_user AND import_id = of_import;
  FOR given IN
    SELECT key, fact, fingerprint, made,
      CASE of_kind WHEN 'entry' THEN row_to_json(json_populate_record(NULL::diary_entries, each.row)) ELSE each.row END AS row
    FROM json_to_recordset(rows) AS each (key text, fact text, fingerprint text, made text, row json)
  LOOP
    -- Where the import has recorded the fact before, or above everything else of its rank.
    SELECT COALESCE(min(place) FILTER (WHERE import_id = of_import), greatest(first_place + import_place,
        max(place) FILTER (WHERE place >= first_place AND place < first_place + 1000000) + 1))
    INTO of_place FROM import_items WHERE user_id = of_user AND kind = of_kind AND key = given.key;
    SELECT * INTO above FROM import_items AS item
    WHERE item.user_id = of_user AND item.kind = of_kind AND item.key = given.key AND item.place > of_place
    ORDER BY item.place LIMIT 1;
    CONTINUE WHEN NOT FOUND;
    INSERT INTO import_items (user_id, kind, key, place, import_id, fact_id, fingerprint, made, before)
    VALUES (of_user, of_kind, given.key, of_place, of_import, given.fact, given.fingerprint, given.made, above.before)
    ON CONFLICT (user_id, kind, key, place) DO UPDATE SET fingerprint = excluded.fingerprint, made = excluded.made;
    UPDATE import_items SET before = given.row
    WHERE user_id = of_user AND kind = of_kind AND key = given.key AND place = above.place;
  END LOOP;
  RETURN true;
END
$$;
