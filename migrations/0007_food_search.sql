-- Foods are found by whole words and by the starts of words. A search goes through the catalogue in bands, plain foods
-- first, and stops when it has enough; so every word in the index begins with its food's band, a letter from A on.

ALTER TABLE foods
  -- Where the food stands before anything is asked: plain and short ones first.
  ADD COLUMN search_rank integer NOT NULL,
  -- The words of name and brand and their stems, each behind the letter of the band.
  ADD COLUMN search tsvector NOT NULL;

CREATE INDEX foods_search ON foods USING gin (search) WITH (fastupdate = off);

-- The word with repeated letters written once, and each text that is left when one letter of that is taken away. Two words
-- that share one differ by one letter too many, too few, wrong or swapped with its neighbour.
CREATE FUNCTION typing_variants(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(word) BETWEEN 3 AND 24 AND word !~ '[0-9]' THEN ARRAY(
    SELECT DISTINCT variant
    FROM regexp_replace(word, '(.)\1+', '\1', 'g') AS once,
      generate_series(1, length(once) + 1) AS place,
      concat(left(once, place - 1), substr(once, place + 1)) AS variant
    WHERE length(variant) > 1)
  ELSE '{}' END
$$;

-- How many letters apart two words are by their variants, where they share one.
CREATE FUNCTION typing_distance(a text[], b text[]) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT max(length(variant)) - max(length(variant)) FILTER (WHERE variant = ANY (a) AND variant = ANY (b))
  FROM unnest(a || b) AS variant
$$;

-- Every word of the catalogue: a word of a query that none begins with is taken for a misspelling of one of them.
CREATE TABLE food_words (
  word text COLLATE "C" PRIMARY KEY,
  -- What singular and plural have in common.
  stem text COLLATE "C" NOT NULL,
  -- About how many foods have it.
  foods integer NOT NULL,
  variants text[] NOT NULL GENERATED ALWAYS AS (typing_variants(word)) STORED
);

CREATE INDEX food_words_stem ON food_words (stem);
CREATE INDEX food_words_variants ON food_words USING gin (variants) WITH (fastupdate = off);

-- Which version of a catalogue that comes with Fettle is stored.
CREATE TABLE catalogue_versions (
  catalogue text PRIMARY KEY,
  version text NOT NULL
);

-- How far the unfinished import of a file has come.
CREATE TABLE food_imports (
  kind text NOT NULL,
  file_name text NOT NULL,
  file_size double precision NOT NULL,
  -- Milliseconds since 1970.
  file_modified_at double precision NOT NULL,
  rows_done integer NOT NULL,
  PRIMARY KEY (kind, file_name)
);
