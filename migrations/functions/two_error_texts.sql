-- The word without the letter at `gap`, or unchanged if `gap` is 0, with each further error at or after the gap. For
-- every word with two errors, one of these texts, for one of the gaps, is among its typing variants, which lack one
-- letter too.
CREATE OR REPLACE FUNCTION two_error_texts(word text, gap integer) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(concat(left(rest, place - 1), put, substr(rest, place + cut)))
  FROM concat(left(word, greatest(gap - 1, 0)), substr(word, gap + 1)) AS rest,
    generate_series(greatest(gap, 1), length(rest) + 1) AS place,
    LATERAL (
      SELECT '', 1
      UNION ALL SELECT reverse(substr(rest, place, 2)), 2
      UNION ALL SELECT chr(letter), cut
      FROM generate_series(ascii('a'), ascii('z')) AS letter, generate_series(sign(gap)::integer, 1) AS cut
    ) AS change (put, cut)
$$;
