-- Takes back what earlier files of a source state under these keys, as this import does not state it: by default the import's source, whose
-- files devices may have sent. Facts that somebody has changed stay. What is taken back is kept, so that an undo brings it back.
CREATE OR REPLACE FUNCTION withdraw_items(of_user text, of_import text, of_kind text, of_keys text[], of_source text DEFAULT NULL)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE by_hand CONSTANT boolean := of_source IS NULL; item import_items; above import_items; fact json; fact_day date; kept_key text;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  of_source := COALESCE(of_source, (SELECT source FROM imports WHERE user_id = of_user AND import_id = of_import));
  UPDATE withdrawn_items SET absent_from = absent_from || of_import
  WHERE user_id = of_user AND kind = of_kind AND key = ANY (of_keys) AND source = of_source AND NOT of_import = ANY (absent_from) AND (by_hand OR place < 1000000000);
  FOR item IN
    SELECT held.* FROM import_items AS held
    JOIN imports AS import ON import.user_id = of_user AND import.import_id = held.import_id AND (held.place >= 1000000000 OR import.source = of_source)
    WHERE held.user_id = of_user AND held.kind = of_kind AND held.key = ANY (of_keys) AND held.import_id <> of_import AND NOT of_import = ANY (held.also)
      AND (held.place < 1000000000 OR by_hand AND held.made <> 'hidden' AND EXISTS (SELECT 1 FROM devices AS device JOIN device_records AS record
        ON record.user_id = of_user AND record.device_id = device.device_id AND record.fact_key = held.key AND record.body IS NOT NULL
        WHERE device.user_id = of_user AND device.import_id = held.import_id AND NOT record.undone AND record.body -> 'filed' ->> 'source' = of_source))
    ORDER BY held.key, held.place DESC
  LOOP
    CONTINUE WHEN item.key = kept_key;
    SELECT * INTO above FROM import_items AS other
    WHERE other.user_id = of_user AND other.kind = of_kind AND other.key = item.key AND other.place > item.place ORDER BY other.place LIMIT 1;
    IF FOUND THEN
      fact := above.before;
      UPDATE import_items SET before = item.before WHERE user_id = of_user AND kind = of_kind AND key = item.key AND place = above.place;
    ELSIF fact_state(of_user, of_kind, item.fact_id) IS DISTINCT FROM item.made THEN
      kept_key := item.key;
      CONTINUE;
    ELSE
      fact := fact_row(of_user, of_kind, item.fact_id);
      IF NOT restore_fact(of_user, of_kind, item.fact_id, item.before) THEN PERFORM remove_fact(of_user, of_kind, item.fact_id); END IF;
    END IF;
    fact_day := CASE of_kind WHEN 'reading' THEN split_part(item.fact_id, ' ', 2)::date ELSE (fact ->> 'date')::date END;
    INSERT INTO withdrawn_items (user_id, kind, key, place, source, import_id, absent_from, day, item, fact)
    VALUES (of_user, of_kind, item.key, item.place, of_source, item.import_id, ARRAY[of_import], fact_day, row_to_json(item), fact);
    DELETE FROM import_items WHERE user_id = of_user AND kind = of_kind AND key = item.key AND place = item.place;
    IF of_kind = 'workout' THEN PERFORM forget_hiding(of_user, item.key); END IF;
  END LOOP;
  RETURN true;
END
$$;
