-- Adds own exercises from an import. Rows: key, id, name, category, tracking_type, created_at.
CREATE OR REPLACE FUNCTION import_exercises(of_user text, of_import text, of_rank integer, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  keys text[]; facts text[]; fingerprints text[]; states text[]; befores json[];
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  SELECT array_agg(given.key), array_agg(given.id), array_agg(''::text), array_agg(given.name), array_agg(NULL::json)
  INTO keys, facts, fingerprints, states, befores
  FROM json_to_recordset(rows) AS given (key text, id text, name text);
  PERFORM add_import_items(of_user, of_import, 'exercise', keys, facts, fingerprints, states, befores, of_rank);
  INSERT INTO own_exercises (user_id, exercise_id, name, name_key, category, tracking_type, created_at)
  SELECT of_user, given.id, given.name, given.key, given.category, given.tracking_type, given.created_at
  FROM json_to_recordset(rows) AS given (key text, id text, name text, category text, tracking_type text, created_at timestamptz)
  ON CONFLICT DO NOTHING;
  RETURN true;
END
$$;
