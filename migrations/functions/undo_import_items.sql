-- Takes back up to `most` items of an import: all, those of facts from a day on, or those of a kind under some keys.
-- Returns the outcome of each; no rows once all are done. What has been changed since stays, even if a later import
-- changed it, or states the same. So does what an archive has restored, if an import that did not come with it states the same.
-- Without sorts, items are read in the order of their index up to `most`; the planner expects one, and would sort all that are left.
CREATE OR REPLACE FUNCTION undo_import_items(
  of_user text, of_import text, most integer, from_day date DEFAULT NULL, of_kind text DEFAULT NULL, of_keys text[] DEFAULT NULL
) RETURNS TABLE (item_kind text, item_fact text, outcome text) LANGUAGE plpgsql SET enable_sort = off AS $$
DECLARE of_each text; done integer := 0; item import_items; state text; above text; heir text;
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  IF of_keys IS NULL THEN
    FOR item_kind, item_fact, outcome IN SELECT * FROM return_withdrawn(of_user, of_import, most, from_day) LOOP
      done := done + 1;
      RETURN NEXT;
    END LOOP;
  END IF;
  FOREACH of_each IN ARRAY ARRAY['workout', 'routine', 'entry', 'reading', 'goal', 'saved_meal', 'custom_food', 'exercise', 'import'] LOOP
    CONTINUE WHEN of_each <> of_kind;
    EXIT WHEN done >= most;
    FOR item IN
      SELECT * FROM import_items AS mine WHERE user_id = of_user AND import_id = of_import AND kind = of_each AND NOT undone
        AND (of_keys IS NULL OR key = ANY (of_keys))
        AND (from_day IS NULL OR CASE of_each
          WHEN 'reading' THEN split_part(fact_id, ' ', 2)::date >= from_day
          WHEN 'entry' THEN fact_id IN (SELECT entry_id FROM diary_entries WHERE user_id = of_user AND date >= from_day)
          WHEN 'workout' THEN fact_id IN (SELECT workout_id FROM workouts WHERE user_id = of_user AND date >= from_day)
            OR EXISTS (
              SELECT 1 FROM import_items AS hiding WHERE hiding.user_id = of_user AND hiding.kind = 'workout'
                AND hiding.key = mine.key AND hiding.made = 'hidden' AND (hiding.before ->> 'date')::date >= from_day)
          ELSE false
        END)
      -- The latest of a key first: each gives back what was there before it.
      ORDER BY key, place DESC LIMIT most - done
    LOOP
      done := done + 1;
      item_kind := item.kind; item_fact := item.fact_id;
      IF of_keys IS NULL AND from_day IS NULL AND (item.kind = 'exercise' OR item.also <> '{}') THEN
        heir := import_heir(of_user, of_import, item.kind, item.fact_id, item.also);
        IF heir IS NOT NULL THEN
          UPDATE import_items SET import_id = heir, also = array_remove(also, heir)
          WHERE user_id = of_user AND kind = item.kind AND key = item.key AND place = item.place;
          outcome := 'replaced';
          RETURN NEXT;
          CONTINUE;
        END IF;
      END IF;
      -- A later import inherits the state before this one.
      UPDATE import_items AS later SET before = item.before
      WHERE later.user_id = of_user AND later.kind = item.kind AND later.key = item.key AND later.place = (
        SELECT min(place) FROM import_items WHERE user_id = of_user AND kind = item.kind AND key = item.key AND place > item.place)
      RETURNING later.made INTO above;
      IF FOUND THEN
        outcome := CASE WHEN 'hidden' IN (above, item.made) THEN 'gone' ELSE 'replaced' END;
      ELSIF item.made = 'hidden' THEN
        -- The hidden session is restored, unless its own import was undone in the meantime.
        outcome := CASE WHEN restore_fact(of_user, item.kind, item.fact_id, item.before) THEN 'restored' ELSE 'gone' END;
      ELSE
        state := fact_state(of_user, item.kind, item.fact_id);
        -- Of a day whose reading the person had entered, nothing was made.
        IF state IS NULL OR (item.kind = 'reading' AND item.fingerprint = 'by hand') THEN outcome := 'gone';
        ELSIF state <> item.made THEN outcome := 'edited';
        ELSIF restore_fact(of_user, item.kind, item.fact_id, item.before) THEN outcome := 'restored';
        ELSIF item.key LIKE 'fettle:%' AND EXISTS (
          SELECT 1 FROM import_items AS other WHERE other.user_id = of_user AND other.fact_id = item.fact_id AND other.kind = item.kind
            AND other.key <> item.key AND other.made <> 'hidden' AND NOT other.undone AND NOT EXISTS (
              SELECT 1 FROM import_items AS brought WHERE brought.user_id = of_user AND brought.import_id = of_import
                AND brought.kind = 'import' AND brought.fact_id = other.import_id)) THEN outcome := 'replaced';
        ELSIF remove_fact(of_user, item.kind, item.fact_id) THEN outcome := 'removed';
        ELSE outcome := 'used';
        END IF;
      END IF;
      IF outcome IN ('gone', 'edited', 'used') AND item.made <> 'hidden' AND above IS DISTINCT FROM 'hidden' THEN
        UPDATE import_items SET undone = true
        WHERE user_id = of_user AND kind = item.kind AND key = item.key AND place = item.place;
      ELSE
        DELETE FROM import_items WHERE user_id = of_user AND kind = item.kind AND key = item.key AND place = item.place;
        IF item.kind = 'workout' THEN PERFORM forget_hiding(of_user, item.key); END IF;
      END IF;
      RETURN NEXT;
    END LOOP;
  END LOOP;
END
$$;
