-- Adds diary entries from an import, and changes those that earlier ones made. Rows: key, fingerprint, slot, and an entry's columns.
CREATE OR REPLACE FUNCTION import_entries(of_user text, of_import text, of_rank integer, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE keys text[]; facts text[]; fingerprints text[]; states text[]; befores json[]; slots text[];
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  INSERT INTO imported_foods (user_id, food_id, name, brand_name, created_at)
  SELECT DISTINCT ON (food_id) user_id, food_id, food_name, brand_name, created_at
  FROM json_populate_recordset(NULL::diary_entries, rows) ON CONFLICT DO NOTHING;
  SELECT array_agg(given.key), array_agg(given.entry_id), array_agg(given.fingerprint),
    array_agg(concat_ws(' ', to_char(given.date, 'YYYY-MM-DD'), given.meal_type, given.servings)),
    array_agg(CASE WHEN held.entry_id IS NOT NULL THEN row_to_json(held) END), array_agg(given.slot)
  INTO keys, facts, fingerprints, states, befores, slots
  FROM json_to_recordset(rows)
    AS given (key text, fingerprint text, slot text, entry_id text, date date, meal_type text, servings double precision)
  LEFT JOIN LATERAL (SELECT * FROM diary_entries WHERE user_id = of_user AND entry_id BETWEEN given.entry_id AND given.entry_id
    ORDER BY entry_id LIMIT 1) AS held ON true;
  PERFORM add_import_items(of_user, of_import, 'entry', keys, facts, fingerprints, states, befores, of_rank, slots);
  INSERT INTO diary_entries SELECT * FROM json_populate_recordset(NULL::diary_entries, rows)
  ON CONFLICT (user_id, entry_id) DO UPDATE SET date = excluded.date, meal_type = excluded.meal_type, servings = excluded.servings,
    food_id = excluded.food_id, food_name = excluded.food_name, brand_name = excluded.brand_name, calories = excluded.calories,
    protein = excluded.protein, carbs = excluded.carbs, fat = excluded.fat, alcohol = excluded.alcohol,
    serving_size = excluded.serving_size, serving_unit = excluded.serving_unit, serving_text = excluded.serving_text,
    fiber = excluded.fiber, sugars = excluded.sugars, saturated_fat = excluded.saturated_fat, sodium = excluded.sodium,
    said = excluded.said;
  RETURN true;
END
$$;
