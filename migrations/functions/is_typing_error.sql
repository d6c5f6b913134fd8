-- Whether one word may be the other with typing errors, for words that share a variant. One error is allowed, or two in
-- words of 8 letters or more. The first letter must be right, or swapped with the second.
CREATE OR REPLACE FUNCTION is_typing_error(asked text, known text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  shorter integer := least(length(asked), length(known));
  start integer := 0;
  behind integer := 0;
  a text; b text;
BEGIN
  IF left(asked, 1) <> left(known, 1) AND left(asked, 2) <> reverse(left(known, 2)) THEN RETURN false; END IF;
  IF length(asked) >= 8 THEN RETURN true; END IF;
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
