-- What the latest imports made or changed under these keys, and its current state.
CREATE OR REPLACE FUNCTION latest_import_items(of_user text, of_kind text, of_keys text[]) RETURNS TABLE (
  item_key text, item_place integer, item_import text, item_source text, item_fact text, item_fingerprint text, is_change boolean,
  made_state text, state text
) LANGUAGE plpgsql STABLE AS $$
BEGIN
  FOR item_key, item_place, item_import, item_source, item_fact, item_fingerprint, is_change, made_state IN
    SELECT sought.key, latest.place, latest.import_id, import.source, latest.fact_id, latest.fingerprint, latest.before IS NOT NULL, latest.made
    FROM unnest(of_keys) AS sought (key)
    CROSS JOIN LATERAL (
      SELECT item.place, item.import_id, item.fact_id, item.fingerprint, item.before, item.made FROM import_items AS item
      WHERE item.user_id = of_user AND item.kind = of_kind AND item.key = sought.key
      ORDER BY item.place DESC LIMIT 1
    ) AS latest
    JOIN imports AS import ON import.user_id = of_user AND import.import_id = latest.import_id
  LOOP
    state := fact_state(of_user, of_kind, item_fact);
    RETURN NEXT;
  END LOOP;
END
$$;
