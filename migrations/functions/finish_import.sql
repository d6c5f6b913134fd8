-- Updates streaks and badges with what an import has written, unless `today` is null, and ends it unless `at` is null.
CREATE OR REPLACE FUNCTION finish_import(of_user text, today date, of_import text, of_counts json, at timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_user(of_user, today) WHERE today IS NOT NULL;
  INSERT INTO import_badges (user_id, import_id, badge, after_on)
  SELECT of_user, of_import, badge, COALESCE(earned_on, reached_on) FROM badges WHERE user_id = of_user
  ON CONFLICT (user_id, import_id, badge) DO UPDATE SET after_on = excluded.after_on;
  UPDATE imports SET finished_at = at, counts = of_counts WHERE user_id = of_user AND import_id = of_import;
  RETURN true;
END
$$;
