-- The number of letters by which two words differ, from their variants; null if they share none.
CREATE OR REPLACE FUNCTION typing_distance(a text[], b text[]) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT max(length(variant)) - max(length(variant)) FILTER (WHERE variant = ANY (a) AND variant = ANY (b))
  FROM unnest(a || b) AS variant
$$;
