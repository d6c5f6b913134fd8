-- Removes what hides a session that no import states any longer. Returns whether anything did.
CREATE OR REPLACE FUNCTION forget_hiding(of_user text, of_key text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM import_items WHERE user_id = of_user AND kind = 'workout' AND key = of_key AND before IS NULL AND NOT EXISTS (
    SELECT 1 FROM import_items WHERE user_id = of_user AND kind = 'workout' AND key = of_key AND made <> 'hidden');
  RETURN FOUND;
END
$$;
