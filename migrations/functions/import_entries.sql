-- Adds diary entries from an import, and changes those that earlier ones made. Foods: id, name, brand_name, created_at.
-- Rows: key, fingerprint, and the columns of an entry.
CREATE OR REPLACE FUNCTION import_entries(of_user text, of_import text, of_rank integer, foods json, rows json) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  keys text[]; facts text[]; fingerprints text[]; states text[]; befores json[];
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  INSERT INTO imported_foods (user_id, food_id, name, brand_name, created_at)
  SELECT of_user, given.id, given.name, given.brand_name, given.created_at
  FROM json_to_recordset(foods) AS given (id text, name text, brand_name text, created_at timestamptz)
  ON CONFLICT DO NOTHING;
  SELECT array_agg(given.key), array_agg(given.entry_id), array_agg(given.fingerprint),
    array_agg(concat_ws(' ', to_char(given.date, 'YYYY-MM-DD'), given.meal_type, given.servings)),
    array_agg(CASE WHEN held.entry_id IS NOT NULL THEN row_to_json(held) END)
  INTO keys, facts, fingerprints, states, befores
  FROM json_to_recordset(rows)
    AS given (key text, fingerprint text, entry_id text, date date, meal_type text, servings double precision)
  LEFT JOIN diary_entries AS held ON held.user_id = of_user AND held.entry_id = given.entry_id;
  PERFORM add_import_items(of_user, of_import, 'entry', keys, facts, fingerprints, states, befores, of_rank);
  INSERT INTO diary_entries (user_id, entry_id, date, meal_type, servings, food_kind, food_id, food_name, brand_name, calories,
    protein, carbs, fat, alcohol, created_at, serving_size, serving_unit, serving_text)
  SELECT of_user, given.entry_id, given.date, given.meal_type, given.servings, 'custom_food', given.food_id, given.food_name,
    given.brand_name, given.calories, given.protein, given.carbs, given.fat, given.alcohol, given.created_at, given.serving_size,
    given.serving_unit, given.serving_text
  FROM json_to_recordset(rows) AS given (entry_id text, date date, meal_type text, servings double precision, food_id text,
    food_name text, brand_name text, calories double precision, protein double precision, carbs double precision,
    fat double precision, alcohol double precision, created_at timestamptz, serving_size double precision, serving_unit text,
    serving_text text)
  ON CONFLICT (user_id, entry_id) DO UPDATE SET date = excluded.date, meal_type = excluded.meal_type, servings = excluded.servings,
    food_id = excluded.food_id, food_name = excluded.food_name, brand_name = excluded.brand_name, calories = excluded.calories,
    protein = excluded.protein, carbs = excluded.carbs, fat = excluded.fat, alcohol = excluded.alcohol,
    serving_size = excluded.serving_size, serving_unit = excluded.serving_unit, serving_text = excluded.serving_text;
  RETURN true;
END
$$;
