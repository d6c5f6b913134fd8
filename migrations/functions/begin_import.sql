-- Begins an import, or continues an interrupted one of the same file. Returns its id and start.
CREATE OR REPLACE FUNCTION begin_import(
  of_user text, today date, new_import_id text, of_source text, of_file_name text, of_file_hash text, at timestamptz, new_eras json
) RETURNS TABLE (begun_id text, begun_at timestamptz) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM begin_change(of_user, today);
  SELECT import_id, started_at INTO begun_id, begun_at FROM imports
  WHERE user_id = of_user AND source = of_source AND file_hash = of_file_hash AND finished_at IS NULL AND undone_at IS NULL
  ORDER BY place DESC LIMIT 1;
  IF FOUND THEN
    UPDATE imports SET eras = new_eras WHERE user_id = of_user AND import_id = begun_id;
  ELSE
    begun_id := new_import_id;
    begun_at := at;
    INSERT INTO imports (user_id, import_id, place, source, file_name, file_hash, started_at, eras)
    SELECT of_user, new_import_id, COALESCE(max(place), 0) + 1, of_source, of_file_name, of_file_hash, at, new_eras
    FROM imports WHERE user_id = of_user;
    INSERT INTO import_badges (user_id, import_id, badge, before_on)
    SELECT of_user, new_import_id, badge, earned_on FROM badges WHERE user_id = of_user;
  END IF;
  RETURN NEXT;
END
$$;
