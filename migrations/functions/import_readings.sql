-- Sets readings from an import. Rows: key, fingerprint, metric, date, value.
CREATE OR REPLACE FUNCTION import_readings(of_user text, of_import text, of_rank integer, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE keys text[]; facts text[]; fingerprints text[]; states text[]; befores json[];
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT array_agg(given.key), array_agg(given.metric || ' ' || given.date), array_agg(given.fingerprint), array_agg(given.value::text),
    array_agg(CASE WHEN held.value IS NOT NULL THEN json_build_object('value', held.value) END)
  INTO keys, facts, fingerprints, states, befores
  FROM json_to_recordset(rows) AS given (key text, fingerprint text, metric text, date text, value double precision)
  LEFT JOIN body_metrics AS held ON held.user_id = of_user AND held.metric = given.metric AND held.date = given.date::date;
  PERFORM add_import_items(of_user, of_import, 'reading', keys, facts, fingerprints, states, befores, of_rank);
  INSERT INTO body_metrics AS held (user_id, metric, date, value)
  SELECT of_user, given.metric, given.date, given.value
  FROM json_to_recordset(rows) AS given (metric text, date date, value double precision)
  ON CONFLICT (user_id, metric, date) DO UPDATE SET value = excluded.value, replaced_value = held.value;
  RETURN true;
END
$$;
