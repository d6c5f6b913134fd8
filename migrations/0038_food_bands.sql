-- The bands of the foods with each word, one bit each, from 1 for band A on. A band stays when its last food changes.
ALTER TABLE food_words ADD COLUMN bands integer NOT NULL DEFAULT 65535;
UPDATE food_words SET bands = stored.bands FROM (
  SELECT substr(lexeme, 2) AS word, bit_or(1 << ascii(lexeme) - ascii('A')) AS bands FROM foods, unnest(search) GROUP BY 1
) AS stored WHERE stored.word = food_words.word;
