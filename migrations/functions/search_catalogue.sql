-- Searches the catalogue for terms, given as arrays with one element per term:
--   words, stems   the word to look for and its stem; '' for a term with synonyms
--   open           whether longer words that begin with the word match too
--   correctable    whether its spelling may be corrected
--   wholes         a template for foods that have the term in whole words
--   ways           the stems of each variant, separated by spaces; variants are separated by |, the query's own words first
--   weights        terms with lower weights are dropped first; those from `naming` on name a food
--   telling        whether it can be searched alone
-- `beginning` matches the names of foods that are what the query names; '' if all are. `everyday` has the ids of everyday
-- foods that are; null if all of them are.
--
-- Each row has the revision of the catalogue. `looked_for` states how each term was searched, separated by spaces: = as
-- asked, a corrected spelling, or - if not at all. `foods` are those found for a subset of the terms, null if none were
-- found: at most `most`, separated by the character 30, with their columns separated by 31.
--
-- Foods with the query's own words come first, then those with another variant, then those with beginnings of words; in
-- each group plain foods come first. Bands are searched until enough foods are found: several at once if few foods are
-- expected. If no food has all terms, or none is what the query names, terms are dropped level by level.
CREATE OR REPLACE FUNCTION search_catalogue(
  most integer, naming integer, beginning text, everyday text[], words text[], stems text[], open boolean[], correctable boolean[],
  wholes text[], ways text[], weights integer[], telling boolean[]
) RETURNS TABLE (revision uuid, looked_for text, foods text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  terms integer := cardinality(words);
  bands CONSTANT integer := 16;
  -- How many foods may be read at once to find the plainest.
  at_once CONSTANT integer := 100;
  -- About how many words a query has at most, because the index compares each entry with all of them.
  most_words CONSTANT integer := 64;
  -- Longer words are searched one by one up to this number, because the index finds whole words faster.
  most_named CONSTANT integer := 20;
  -- After reading about this many index entries, only whole words are searched for finished words, and at most two
  -- terms are kept.
  most_read CONSTANT integer := 150000;
  known boolean[] := array_fill(true, ARRAY[terms]);
  -- The approximate number of foods with each term.
  common double precision[] := '{}';
  -- A template for foods with a term in the query's own words, and about how many foods have these; null if none has.
  asked text[] := '{}'; asked_common double precision[] := '{}';
  -- Templates for longer words that begin with a term's word, '' if there are none, and about how many foods have them;
  -- null until they are needed.
  longer text[] := array_fill(NULL::text, ARRAY[terms]);
  longer_common double precision[] := array_fill(NULL::double precision, ARRAY[terms]);
  -- The terms in the order of dropping.
  places integer[];
  kept integer[];
  dispensable integer;
  first_level integer; is_begun boolean; correction text; correction_stem text; term integer; other integer; frequency double precision;
  entries double precision; asked_entries double precision; asked_frequency double precision;
  entries_read double precision := 0;
  is_much boolean; is_telling boolean; whole text; as_asked text; begun text; template text; query text; subset_most integer;
  -- Whether a food found on this level so far is what the query names.
  wanted boolean := false;
  band integer; width integer; found integer; part text; part_found integer; part_wanted boolean;
BEGIN
  SELECT current.revision INTO revision FROM food_revision AS current;

  FOR term IN 1..terms LOOP
    correction := '=';
    IF words[term] = '' THEN
      SELECT sum(of_way), nullif(sum(of_way) FILTER (WHERE place = 1), 0) INTO frequency, asked_frequency FROM (
        SELECT place, (
          SELECT min(COALESCE((SELECT sum(each.foods) FROM food_words AS each WHERE each.stem = part_stem OR each.word = part_stem), 0))
          FROM unnest(string_to_array(way, ' ')) AS part_stem
        ) AS of_way
        FROM unnest(string_to_array(ways[term], '|')) WITH ORDINALITY AS each_way (way, place)
      ) AS all_ways;
      asked[term] := format('''~%s''', replace(split_part(ways[term], '|', 1), ' ', ''' & ''~'));
      asked_common[term] := asked_frequency;
    ELSE
      SELECT sum(each.foods) INTO frequency FROM food_words AS each WHERE each.stem = stems[term];
      IF frequency IS NULL THEN
        SELECT each.foods INTO frequency FROM food_words AS each WHERE each.word = stems[term];
      END IF;
      SELECT EXISTS (
        SELECT FROM food_words AS each WHERE each.word >= words[term] AND each.word < words[term] || chr(1114111)
      ) INTO is_begun WHERE frequency IS NULL AND open[term];
      known[term] := frequency IS NOT NULL OR COALESCE(is_begun, false);
      IF NOT known[term] THEN
        SELECT each.word, each.stem INTO correction, correction_stem FROM correct_word(words[term]) AS each WHERE correctable[term];
        IF correction IS NOT NULL THEN
          known[term] := true;
          words[term] := correction;
          stems[term] := correction_stem;
          open[term] := true;
          wholes[term] := format('''~%s''', correction_stem);
          SELECT sum(each.foods) INTO frequency FROM food_words AS each WHERE each.stem = correction_stem;
        END IF;
      END IF;
      asked[term] := wholes[term]; asked_common[term] := frequency;
    END IF;
    looked_for := concat_ws(' ', looked_for, COALESCE(correction, '-'));
    common[term] := frequency;
  END LOOP;

  SELECT array_agg(place ORDER BY known[place], weights[place]), count(*) FILTER (WHERE NOT known[place] OR weights[place] < naming)
  INTO places, dispensable FROM generate_series(1, terms) AS place;
  FOR edge IN 0..terms LOOP
    EXIT WHEN first_level IS NOT NULL AND edge > dispensable;
    <<subsets>>
    FOR subset IN edge..CASE WHEN edge = 0 THEN 0 ELSE terms END LOOP
      EXIT WHEN subset > edge AND (NOT known[places[edge]] OR weights[places[edge]] < naming
        OR subset = terms AND edge <> terms - 1);
      -- All of them at edge 0.
      kept := array_remove(places[edge:], places[subset]);
      whole := NULL; as_asked := NULL;
      frequency := NULL; asked_frequency := NULL; entries := 0; asked_entries := 0;
      is_telling := edge = 0;
      FOREACH term IN ARRAY kept LOOP
        CONTINUE subsets WHEN NOT known[term];
        whole := concat_ws(' & ', whole, wholes[term]);
        as_asked := concat_ws(' & ', as_asked, asked[term]);
        asked_entries := asked_entries + asked_common[term];
        asked_frequency := least(asked_frequency, asked_common[term]);
        frequency := least(frequency, common[term]);
        entries := entries + common[term];
        is_telling := is_telling OR telling[term];
      END LOOP;
      CONTINUE WHEN whole IS NULL OR NOT is_telling OR cardinality(kept) > 2 AND entries_read > most_read;
      subset_most := CASE WHEN edge = 0 THEN most ELSE most / 2 END;
      foods := NULL; found := 0;
      -- One step finds all foods if there are few.
      template := CASE WHEN frequency <= subset_most THEN whole ELSE as_asked END;
      is_begun := false;
      LOOP
        -- No food has a word that is not in the table.
        band := CASE WHEN (template = as_asked AND asked_entries IS NULL) OR (template <> as_asked AND entries IS NULL) THEN bands ELSE 0 END;
        width := greatest(1, least(bands, greatest(2, most_words / greatest(length(template) - length(replace(template, '~', '')), 1)),
          floor(bands * at_once / greatest(CASE WHEN template = as_asked THEN asked_frequency ELSE frequency END, 1))::integer));
        WHILE band < bands AND found < subset_most LOOP
          query := NULL;
          FOR each_band IN band..least(band + width, bands) - 1 LOOP
            query := concat_ws(' | ', query, replace(template, '~', chr(65 + each_band)));
          END LOOP;
          SELECT string_agg(concat(food.food_id, E'\x1f', food.name, E'\x1f', food.brand_name, E'\x1f', food.serving_size, E'\x1f',
              food.serving_unit, E'\x1f', food.serving_text, E'\x1f', food.calories, E'\x1f', food.protein, E'\x1f', food.carbs, E'\x1f',
              food.fat, E'\x1f', food.alcohol, E'\x1f', food.measures), E'\x1e'),
            count(*), COALESCE(bool_or(beginning = '' OR food.search_rank < 0 AND (everyday IS NULL OR food.food_id = ANY(everyday))
              OR food.name ~* beginning), false)
          INTO part, part_found, part_wanted
          FROM (
            SELECT * FROM foods AS each
            WHERE each.search @@ query::tsquery
            ORDER BY each.search_rank, each.food_id COLLATE "C"
            LIMIT subset_most - found
          ) AS food;
          foods := COALESCE(foods || E'\x1e' || part, part, foods);
          found := found + part_found;
          wanted := wanted OR part_wanted;
          band := band + width;
          entries_read := entries_read + CASE WHEN template = as_asked THEN asked_entries ELSE entries END * width / bands;
        END LOOP;
        EXIT WHEN found >= subset_most OR is_begun;
        IF template = as_asked AND as_asked <> whole THEN
          template := format('(%s) & !(%s)', whole, as_asked); CONTINUE;
        END IF;
        is_begun := true; template := NULL; entries := 0;
        FOREACH term IN ARRAY kept LOOP
          CONTINUE WHEN NOT open[term];
          IF longer[term] IS NULL THEN
            SELECT CASE WHEN count(*) < most_named THEN COALESCE('(''~' || string_agg(longest.word, ''' | ''~') || ''')', '')
                ELSE format('''~%s'':*', words[term]) END,
              CASE WHEN count(*) < most_named THEN COALESCE(sum(longest.foods), 0) ELSE bands * at_once END
            INTO begun, frequency FROM (
              SELECT each.word, each.foods FROM food_words AS each
              WHERE each.word >= words[term] AND each.word < words[term] || chr(1114111) AND each.stem <> stems[term]
              LIMIT most_named
            ) AS longest;
            longer[term] := begun; longer_common[term] := frequency;
          END IF;
          entries := entries + longer_common[term];
        END LOOP;
        -- Longer queries take more steps per entry.
        entries := entries * cardinality(kept) ^ 2;
        is_much := entries_read + entries > most_read;
        entries := CASE WHEN is_much THEN longer_common[terms] ELSE entries END;
        FOREACH term IN ARRAY kept LOOP
          CONTINUE WHEN COALESCE(longer[term], '') = '' OR is_much AND term <> terms;
          begun := longer[term];
          FOREACH other IN ARRAY array_remove(kept, term) LOOP
            begun := format('%s & %s', begun, CASE
              WHEN longer[other] <> '' AND (common[other] IS NULL OR NOT is_much) THEN format('(%s | %s)', wholes[other], longer[other])
              ELSE wholes[other] END);
          END LOOP;
          template := concat_ws(' | ', template, begun);
        END LOOP;
        EXIT WHEN template IS NULL;
        template := format('(%s) & !(%s)', template, CASE WHEN is_much THEN wholes[terms] ELSE whole END);
        frequency := COALESCE(entries, 0);
      END LOOP;
      IF found > 0 THEN
        first_level := COALESCE(first_level, edge);
        RETURN NEXT;
      END IF;
    END LOOP;
    EXIT WHEN wanted;
  END LOOP;

  IF first_level IS NULL THEN RETURN NEXT; END IF;
END
$$;
