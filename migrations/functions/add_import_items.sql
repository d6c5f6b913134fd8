-- Records the items of a batch before their facts are written, so that earlier rows are kept. Facts that have no state
-- of their own yet get the batch's. An item's place combines the rank of its source with the place of the import below
-- it. An import that writes what another one of its rank has written since gets the highest place, which puts it in
-- force.
CREATE OR REPLACE FUNCTION add_import_items(of_user text, of_import text, of_kind text, of_keys text[], of_facts text[],
  of_fingerprints text[], of_states text[], of_befores json[], of_rank integer,
  of_slots text[] DEFAULT NULL) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE of_place integer; first_place CONSTANT integer := of_rank * 1000000;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT place INTO of_place FROM imports WHERE user_id = of_user AND import_id = of_import;
  IF EXISTS (
    SELECT 1 FROM unnest(of_keys) AS sought (key) CROSS JOIN LATERAL (SELECT place FROM import_items AS item WHERE item.user_id = of_user
      AND item.kind = of_kind AND item.key = sought.key AND item.place < first_place + 1000000 ORDER BY item.place DESC LIMIT 1
    ) AS latest WHERE latest.place > first_place + of_place
  ) THEN
    SELECT max(place) + 1 INTO of_place FROM imports WHERE user_id = of_user;
    UPDATE imports SET place = of_place WHERE user_id = of_user AND import_id = of_import;
  END IF;
  INSERT INTO import_items AS held (user_id, kind, key, place, import_id, fact_id, fingerprint, made, before, slot)
  SELECT of_user, of_kind, item.key, first_place + of_place, of_import, item.fact, item.fingerprint, item.state, item.before, item.slot
  FROM unnest(of_keys, of_facts, of_fingerprints, of_states, of_befores, of_slots) AS item (key, fact, fingerprint, state, before, slot)
  ON CONFLICT (user_id, kind, key, place) DO UPDATE SET fingerprint = excluded.fingerprint, made = excluded.made, slot = excluded.slot;
  RETURN of_place;
END
$$;
