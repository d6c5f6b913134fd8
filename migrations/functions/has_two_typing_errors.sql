-- Whether one word may be the other with at most two errors, if no word shares a variant with it. The word must have 8
-- letters or more, at least 6 of them without repeated ones, and both words only letters from a to z. Double letters
-- count as one. The first letter must be right, or swapped with the second.
CREATE OR REPLACE FUNCTION has_two_typing_errors(asked text, known text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(asked) >= 8 AND asked ~ '^[a-z]{3,24}$' AND known ~ '^[a-z]{3,24}$'
    AND (left(asked, 1) = left(known, 1) OR left(asked, 2) = reverse(left(known, 2)))
  THEN (
    SELECT length(asked_once) >= 6 AND has_errors(asked_once, known_once, 2)
    FROM regexp_replace(asked, '(.)\1+', '\1', 'g') AS asked_once, regexp_replace(known, '(.)\1+', '\1', 'g') AS known_once
  ) ELSE false END
$$;
