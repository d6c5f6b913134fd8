-- Ends an undo: streaks are computed from what is left, and badges that only this import earned are removed. If the day
-- of a badge moves, the other imports' records follow; otherwise the badge would stay when the import that earned it is
-- undone as well. Without `at`, a part of the import was undone, and the import stays. After its standing import was
-- undone, a device begins another, and what it stated before makes nothing again.
CREATE OR REPLACE FUNCTION finish_undo(of_user text, today date, of_import text, at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  of_place integer; days_before jsonb; day_before date; held badges; mine import_badges;
  is_change boolean; day date;
BEGIN
  SELECT jsonb_object_agg(badge, COALESCE(earned_on, reached_on)) INTO days_before FROM badges WHERE user_id = of_user;
  PERFORM settle_user(of_user, today);
  SELECT place INTO of_place FROM imports WHERE user_id = of_user AND import_id = of_import;
  FOR held IN SELECT * FROM badges WHERE user_id = of_user LOOP
    SELECT * INTO mine FROM import_badges WHERE user_id = of_user AND import_id = of_import AND badge = held.badge;
    is_change := FOUND AND mine.before_on IS DISTINCT FROM mine.after_on;
    IF is_change AND held.earned_on = mine.after_on AND COALESCE(held.reached_on > today, true) THEN
      held.earned_on := mine.before_on;
      UPDATE badges SET earned_on = mine.before_on WHERE user_id = of_user AND badge = held.badge;
    END IF;
    day := COALESCE(held.earned_on, held.reached_on);
    day_before := days_before ->> held.badge;
    UPDATE import_badges AS other SET
      before_on = CASE
        WHEN is_change AND imports.place > of_place AND other.before_on IS NOT DISTINCT FROM mine.after_on THEN mine.before_on
        WHEN other.before_on = day_before THEN day
        ELSE other.before_on END,
      after_on = CASE
        WHEN is_change AND imports.place > of_place AND other.before_on IS NOT DISTINCT FROM mine.after_on
          AND other.after_on IS NOT DISTINCT FROM mine.after_on THEN day
        WHEN other.after_on = day_before THEN day
        ELSE other.after_on END
    FROM imports
    WHERE other.user_id = of_user AND other.badge = held.badge AND imports.user_id = of_user
      AND imports.import_id = other.import_id AND imports.place <> of_place;
  END LOOP;
  DELETE FROM badges WHERE user_id = of_user AND reached_on IS NULL AND earned_on IS NULL;
  PERFORM keep_achievements(of_user, achievements_of(of_user));
  DELETE FROM imported_foods AS food WHERE food.user_id = of_user AND NOT EXISTS (
    SELECT 1 FROM diary_entries AS entry
    WHERE entry.user_id = of_user AND entry.food_kind = 'custom_food' AND entry.food_id = food.food_id);
  IF at IS NOT NULL THEN
    UPDATE imports SET undone_at = at WHERE user_id = of_user AND import_id = of_import;
    UPDATE import_items SET also = array_remove(also, of_import) WHERE user_id = of_user AND of_import = ANY (also);
    UPDATE device_records SET undone = true
    WHERE user_id = of_user AND body IS NOT NULL AND NOT undone
      AND device_id IN (SELECT device_id FROM devices WHERE user_id = of_user AND import_id = of_import);
    UPDATE devices SET import_id = NULL WHERE user_id = of_user AND import_id = of_import;
  END IF;
  RETURN true;
END
$$;
