-- The word with repeated letters written once, and each text that remains when one letter of that is removed. Two words
-- that share a variant differ by at most one letter too many, too few, wrong, or swapped with its neighbour.
CREATE OR REPLACE FUNCTION typing_variants(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(word) BETWEEN 3 AND 24 AND word !~ '[0-9]' THEN ARRAY(
    SELECT DISTINCT variant
    FROM regexp_replace(word, '(.)\1+', '\1', 'g') AS once,
      generate_series(1, length(once) + 1) AS place,
      concat(left(once, place - 1), substr(once, place + 1)) AS variant
    WHERE length(variant) > 1)
  ELSE '{}' END
$$;
