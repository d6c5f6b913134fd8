-- Removes what hides a session that no import states any longer.
CREATE OR REPLACE FUNCTION forget_hiding(of_user text, of_kind text, of_key text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF of_kind = 'workout' AND NOT EXISTS (
    SELECT 1 FROM import_items WHERE user_id = of_user AND kind = of_kind AND key = of_key AND made <> 'hidden') THEN
    DELETE FROM import_items WHERE user_id = of_user AND kind = of_kind AND key = of_key AND before IS NULL;
  END IF;
  RETURN true;
END
$$;
