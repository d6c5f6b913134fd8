-- The likeliest word of the catalogue for a word with two errors. Without the setting, the planner may choose to read
-- the whole table because of the many texts, which takes seconds. One index scan per gap is faster than one for all
-- texts.
CREATE OR REPLACE FUNCTION correct_two_errors(asked text) RETURNS TABLE (word text, stem text) LANGUAGE sql STABLE SET enable_seqscan = off AS $$
  SELECT each.word, each.stem
  FROM regexp_replace(asked, '(.)\1+', '\1', 'g') AS once, generate_series(0, length(once)) AS gap, food_words AS each
  WHERE has_two_typing_errors(asked, asked) AND each.variants && two_error_texts(once, gap)
    AND has_two_typing_errors(asked, each.word)
  ORDER BY left(each.word, 1) = left(asked, 1) DESC, each.foods DESC, each.word
  LIMIT 1
$$;
