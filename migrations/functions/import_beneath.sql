-- Records an import's statements about facts that a source with a higher rank has stated too. The facts stay as they
-- are; what is recorded here comes into force once the other source's import is undone. Rows: key, fact, fingerprint,
-- made, and the columns of the fact.
CREATE OR REPLACE FUNCTION import_beneath(
  of_user text, of_import text, of_rank integer, of_kind text, rows json
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  first_place CONSTANT integer := of_rank * 1000000;
  import_place integer; of_place integer; fact_row json; given record; mine import_items; above import_items;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT place INTO import_place FROM imports WHERE user_id = of_user AND import_id = of_import;
  FOR given IN
    SELECT * FROM json_to_recordset(rows) AS each (key text, fact text, fingerprint text, made text, value double precision, entry json)
  LOOP
    SELECT * INTO mine FROM import_items AS item WHERE item.user_id = of_user AND item.kind = of_kind AND item.key = given.key
      AND item.import_id = of_import;
    IF FOUND THEN
      of_place := mine.place;
    ELSE
      SELECT greatest(first_place + import_place, max(item.place) + 1) INTO of_place FROM import_items AS item
      WHERE item.user_id = of_user AND item.kind = of_kind AND item.key = given.key
        AND item.place >= first_place AND item.place < first_place + 1000000;
    END IF;
    SELECT * INTO above FROM import_items AS item
    WHERE item.user_id = of_user AND item.kind = of_kind AND item.key = given.key AND item.place > of_place
    ORDER BY item.place LIMIT 1;
    CONTINUE WHEN above.place IS NULL;
    IF mine.place IS NULL THEN
      INSERT INTO import_items (user_id, kind, key, place, import_id, fact_id, fingerprint, made, before)
      VALUES (of_user, of_kind, given.key, of_place, of_import, given.fact, given.fingerprint, given.made, above.before);
    ELSE
      UPDATE import_items SET fingerprint = given.fingerprint, made = given.made
      WHERE user_id = of_user AND kind = of_kind AND key = given.key AND place = of_place;
    END IF;
    fact_row := CASE of_kind
      WHEN 'reading' THEN json_build_object('value', given.value)
      ELSE row_to_json(json_populate_record(NULL::diary_entries,
        (given.entry::jsonb || jsonb_build_object('user_id', of_user, 'food_kind', 'custom_food'))::json))
    END;
    UPDATE import_items SET before = fact_row
    WHERE user_id = of_user AND kind = of_kind AND key = given.key AND place = above.place;
  END LOOP;
  RETURN true;
END
$$;
