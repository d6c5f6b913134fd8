-- Brings back up to `most` facts that an import has taken back, as it is undone, unless a later import of its source does not state them
-- either. Returns what became of each. What the undone import itself stated does not come back any more.
CREATE OR REPLACE FUNCTION return_withdrawn(of_user text, of_import text, most integer, from_day date)
RETURNS TABLE (item_kind text, item_fact text, outcome text) LANGUAGE plpgsql AS $$
DECLARE held withdrawn_items; item import_items; above import_items; below import_items; fact text; heir text;
BEGIN
  FOR held IN SELECT * FROM withdrawn_items WHERE user_id = of_user AND import_id = of_import AND (from_day IS NULL OR day >= from_day) LOOP
    heir := import_heir(of_user, of_import, held.kind, '', ARRAY(SELECT json_array_elements_text(held.item -> 'also')));
    IF heir IS NOT NULL THEN
      UPDATE withdrawn_items SET import_id = heir
      WHERE user_id = of_user AND kind = held.kind AND key = held.key AND place = held.place;
    END IF;
  END LOOP;
  DELETE FROM withdrawn_items WHERE user_id = of_user AND import_id = of_import AND (from_day IS NULL OR day >= from_day);
  FOR held IN
    SELECT * FROM withdrawn_items WHERE user_id = of_user AND of_import = ANY (absent_from) AND (from_day IS NULL OR day >= from_day)
    ORDER BY kind, key, place LIMIT most
  LOOP
    item := json_populate_record(NULL::import_items, held.item);
    item.import_id := held.import_id;
    item_kind := item.kind; item_fact := item.fact_id; outcome := 'gone';
    IF cardinality(held.absent_from) > 1 THEN
      UPDATE withdrawn_items SET absent_from = array_remove(absent_from, of_import)
      WHERE user_id = of_user AND kind = held.kind AND key = held.key AND place = held.place;
    ELSE
      SELECT * INTO above FROM import_items AS other
      WHERE other.user_id = of_user AND other.kind = item.kind AND other.key = item.key AND other.place > item.place ORDER BY other.place LIMIT 1;
      IF FOUND THEN
        item.before := above.before;
        UPDATE import_items SET before = held.fact WHERE user_id = of_user AND kind = item.kind AND key = item.key AND place = above.place;
      ELSE
        SELECT * INTO below FROM import_items AS other
        WHERE other.user_id = of_user AND other.kind = item.kind AND other.key = item.key ORDER BY other.place DESC LIMIT 1;
        fact := COALESCE(below.fact_id, item.fact_id);
        IF fact_state(of_user, item.kind, fact) IS DISTINCT FROM below.made THEN outcome := 'edited';
        ELSE
          item.before := fact_row(of_user, item.kind, fact);
          PERFORM restore_fact(of_user, item.kind, fact, held.fact);
          outcome := 'restored';
        END IF;
      END IF;
      INSERT INTO import_items SELECT (item).*;
      DELETE FROM withdrawn_items WHERE user_id = of_user AND kind = held.kind AND key = held.key AND place = held.place;
    END IF;
    RETURN NEXT;
  END LOOP;
END
$$;
