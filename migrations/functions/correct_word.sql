-- The likeliest word of the catalogue for a misspelled word, also with two errors. Without the setting, the planner may
-- choose to read the whole table because of the many texts, which takes seconds. For two errors, one index scan per gap
-- is faster than one for all texts.
CREATE OR REPLACE FUNCTION correct_word(asked text) RETURNS TABLE (word text, stem text) LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY SELECT each.word, each.stem FROM food_words AS each
  WHERE each.variants && typing_variants(asked) AND is_typing_error(asked, each.word)
  ORDER BY typing_distance(each.variants, typing_variants(asked)), left(each.word, 1) = left(asked, 1) DESC, each.foods DESC, each.word
  LIMIT 1;
  IF NOT FOUND AND has_two_typing_errors(asked, asked) THEN
    RETURN QUERY SELECT each.word, each.stem
    FROM regexp_replace(asked, '(.)\1+', '\1', 'g') AS once, generate_series(0, length(once)) AS gap, food_words AS each
    WHERE each.variants && two_error_texts(once, gap) AND has_two_typing_errors(asked, each.word)
    ORDER BY left(each.word, 1) = left(asked, 1) DESC, each.foods DESC, each.word LIMIT 1;
  END IF;
END
$$;
