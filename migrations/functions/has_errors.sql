-- Whether one text becomes the other with at most `most` extra, missing, wrong or swapped letters.
CREATE OR REPLACE FUNCTION has_errors(asked text, known text, most integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE place integer := 1;
BEGIN
  IF asked = known THEN RETURN true; END IF;
  IF most = 0 OR abs(length(asked) - length(known)) > most THEN RETURN false; END IF;
  WHILE place <= length(asked) AND substr(asked, place, 1) = substr(known, place, 1) LOOP
    place := place + 1;
  END LOOP;
  RETURN has_errors(substr(asked, place + 1), substr(known, place + 1), most - 1)
    OR has_errors(substr(asked, place + 1), substr(known, place), most - 1)
    OR has_errors(substr(asked, place), substr(known, place + 1), most - 1)
    OR substr(asked, place, 2) = reverse(substr(known, place, 2))
      AND has_errors(substr(asked, place + 2), substr(known, place + 2), most - 1);
END
$$;
