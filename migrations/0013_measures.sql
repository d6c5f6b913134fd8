-- Foods have household measures beside their serving; a diary entry keeps its food's serving; corrections are stricter.

ALTER TABLE foods
  -- The measures beside the serving, in its unit: `225 1 cup, mashed|150 1 cup, sliced`.
  ADD COLUMN measures text NOT NULL DEFAULT '';

-- The serving of the food as it was when logged; null in entries logged before this was kept.
ALTER TABLE diary_entries
  ADD COLUMN serving_size double precision,
  ADD COLUMN serving_unit text,
  ADD COLUMN serving_text text;

-- Whether one word may be the other with typing errors in it, where they share a variant: one error, in words of 8 letters and
-- more also two, and the same first letter unless it is swapped with the second.
CREATE FUNCTION is_typing_error(asked text, known text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  shorter integer := least(length(asked), length(known));
  start integer := 0;
  behind integer := 0;
  a text;
  b text;
BEGIN
  IF left(asked, 1) <> left(known, 1) AND left(asked, 2) <> reverse(left(known, 2)) THEN
    RETURN false;
  END IF;
  IF length(asked) >= 8 THEN
    RETURN true;
  END IF;
  WHILE start < shorter AND substr(asked, start + 1, 1) = substr(known, start + 1, 1) LOOP
    start := start + 1;
  END LOOP;
  WHILE behind < shorter - start
    AND substr(asked, length(asked) - behind, 1) = substr(known, length(known) - behind, 1) LOOP
    behind := behind + 1;
  END LOOP;
  a := substr(asked, start + 1, length(asked) - behind - start);
  b := substr(known, start + 1, length(known) - behind - start);
  RETURN length(a) <= 1 AND length(b) <= 1 OR length(a) = 2 AND length(b) = 2 AND a = reverse(b);
END
$$;
