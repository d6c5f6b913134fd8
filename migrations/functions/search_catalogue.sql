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
-- each group plain foods come first. The bands that have all terms are searched until enough foods are found: several at
-- once if few foods are expected. If no food has all terms, or none is what the query names, terms are dropped level by
-- level.
CREATE OR REPLACE FUNCTION search_catalogue(
  most integer, naming integer, beginning text, everyday text[], words text[], stems text[], open boolean[], correctable boolean[],
  wholes text[], ways text[], weights integer[], telling boolean[]
) RETURNS TABLE (revision uuid, looked_for text, foods text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  terms integer := cardinality(words); all_bands CONSTANT integer := 65535;
  -- How many foods may be read at once to find the plainest.
  at_once CONSTANT integer := 100;
  -- About how many words a query has at most, because the index compares each entry with all of them.
  most_words CONSTANT integer := 64;
  -- Longer words are searched one by one up to this number, because the index finds whole words faster.
  most_named CONSTANT integer := 20;
  -- After reading about this many index entries, only whole words are searched for finished words, and at most two
  -- terms are kept.
  most_read CONSTANT integer := 150000;
  known boolean[] := array_fill(true, ARRAY[terms]); found integer; part text; part_found integer; part_wanted boolean;
  -- About how many foods have each term, null if none has, their bands, and a template for them: in any variant (with the
  -- templates in `wholes`); in the query's own words; in longer words that begin with its word, null until needed.
  common double precision[]; bands integer[];
  asked_common double precision[]; asked_bands integer[]; asked text[];
  longer_common double precision[]; longer_bands integer[]; longer text[];
  -- The terms in the order of dropping.
  places integer[]; kept integer[]; dispensable integer; first_level integer;
  of_term record; correction text; correction_stem text; term integer; other integer;
  -- The same of all terms that are kept, and of the foods that are searched next. Entries are those of the index.
  frequency double precision; whole_bands integer; whole text; entries double precision;
  asked_frequency double precision; as_asked_bands integer; as_asked text; asked_entries double precision;
  begun_frequency double precision; begun_bands integer; begun text;
  step_frequency double precision; step_bands integer; template text; step_entries double precision;
  entries_read double precision := 0;
  is_much boolean; is_telling boolean; is_apart boolean; subset_most integer; letters text[]; at integer; width integer;
  -- Whether a food found on this level so far is what the query names.
  wanted boolean := false;
BEGIN
  SELECT current.revision INTO revision FROM food_revision AS current;

  FOR term IN 1..terms LOOP
    correction := '=';
    of_term := foods_with_term(ways[term]);
    IF of_term.foods IS NULL AND words[term] <> '' AND NOT (open[term] AND EXISTS (
      SELECT FROM food_words AS each WHERE each.word >= words[term] AND each.word < words[term] || chr(1114111)
    )) THEN
      SELECT each.word, each.stem INTO correction, correction_stem FROM correct_word(words[term]) AS each WHERE correctable[term];
      known[term] := correction IS NOT NULL;
      IF known[term] THEN
        words[term] := correction; stems[term] := correction_stem; open[term] := true;
        ways[term] := correction_stem; wholes[term] := format('''~%s''', correction_stem);
        of_term := foods_with_term(correction_stem);
      END IF;
    END IF;
    looked_for := concat_ws(' ', looked_for, COALESCE(correction, '-'));
    common[term] := of_term.foods; bands[term] := of_term.bands;
    asked_common[term] := of_term.asked_foods; asked_bands[term] := of_term.asked_bands;
    asked[term] := format('''~%s''', replace(split_part(ways[term], '|', 1), ' ', ''' & ''~'));
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
      whole := NULL; frequency := NULL; entries := 0; whole_bands := all_bands;
      as_asked := NULL; asked_frequency := NULL; asked_entries := 0; as_asked_bands := all_bands;
      is_telling := edge = 0;
      FOREACH term IN ARRAY kept LOOP
        CONTINUE subsets WHEN NOT known[term];
        whole := concat_ws(' & ', whole, wholes[term]); whole_bands := whole_bands & bands[term];
        frequency := least(frequency, common[term]); entries := entries + common[term];
        as_asked := concat_ws(' & ', as_asked, asked[term]); as_asked_bands := as_asked_bands & asked_bands[term];
        asked_frequency := least(asked_frequency, asked_common[term]); asked_entries := asked_entries + asked_common[term];
        is_telling := is_telling OR telling[term];
      END LOOP;
      CONTINUE WHEN whole IS NULL OR NOT is_telling OR cardinality(kept) > 2 AND entries_read > most_read;
      subset_most := CASE WHEN edge = 0 THEN most ELSE most / 2 END;
      foods := NULL; found := 0;
      -- The query's own words are a step of their own, unless there are no variants or one step finds all foods.
      is_apart := as_asked <> whole AND COALESCE(frequency > subset_most, true);
      FOR step IN CASE WHEN is_apart THEN 1 ELSE 2 END..3 LOOP
        IF step = 1 THEN
          template := as_asked; step_bands := as_asked_bands; step_frequency := asked_frequency; step_entries := asked_entries;
        ELSIF step = 2 THEN
          template := CASE WHEN is_apart THEN format('(%s) & !(%s)', whole, as_asked) ELSE whole END;
          step_bands := whole_bands; step_frequency := frequency; step_entries := entries;
        ELSE
          template := NULL; step_bands := 0; step_entries := 0; step_frequency := 0;
          FOREACH term IN ARRAY kept LOOP
            CONTINUE WHEN NOT open[term];
            IF longer[term] IS NULL THEN
              SELECT CASE WHEN count(*) < most_named THEN COALESCE('(''~' || string_agg(longest.word, ''' | ''~') || ''')', '')
                  ELSE format('''~%s'':*', words[term]) END,
                CASE WHEN count(*) < most_named THEN COALESCE(sum(longest.foods), 0) ELSE 16 * at_once END,
                CASE WHEN count(*) < most_named THEN COALESCE(bit_or(longest.bands), 0) ELSE all_bands END
              INTO begun, begun_frequency, begun_bands FROM (
                SELECT each.word, each.foods, each.bands FROM food_words AS each
                WHERE each.word >= words[term] AND each.word < words[term] || chr(1114111) AND each.stem <> stems[term]
                LIMIT most_named
              ) AS longest;
              longer[term] := begun; longer_common[term] := begun_frequency; longer_bands[term] := begun_bands;
            END IF;
            step_entries := step_entries + longer_common[term];
          END LOOP;
          step_entries := step_entries * cardinality(kept) ^ 2; -- Longer queries take more steps per entry.
          is_much := entries_read + step_entries > most_read;
          step_entries := CASE WHEN is_much THEN longer_common[terms] ELSE step_entries END;
          FOREACH term IN ARRAY kept LOOP
            CONTINUE WHEN COALESCE(longer[term], '') = '' OR is_much AND term <> terms;
            begun := longer[term]; begun_bands := longer_bands[term]; begun_frequency := longer_common[term];
            FOREACH other IN ARRAY array_remove(kept, term) LOOP
              IF longer[other] <> '' AND (common[other] IS NULL OR NOT is_much) THEN
                begun := format('%s & (%s | %s)', begun, wholes[other], longer[other]);
                begun_bands := begun_bands & (bands[other] | longer_bands[other]);
                begun_frequency := least(begun_frequency, common[other] + longer_common[other]);
              ELSE
                begun := format('%s & %s', begun, wholes[other]);
                begun_bands := begun_bands & bands[other];
                begun_frequency := least(begun_frequency, common[other]);
              END IF;
            END LOOP;
            CONTINUE WHEN begun_bands = 0;
            template := concat_ws(' | ', template, begun);
            step_bands := step_bands | begun_bands;
            step_frequency := step_frequency + begun_frequency;
          END LOOP;
          template := format('(%s) & !(%s)', template, CASE WHEN is_much THEN wholes[terms] ELSE whole END);
        END IF;
        CONTINUE WHEN step_bands = 0;
        letters := ARRAY(SELECT chr(65 + band) FROM generate_series(0, 15) AS band WHERE step_bands & (1 << band) <> 0);
        width := greatest(1, least(cardinality(letters), greatest(2, most_words / greatest(length(template) - length(replace(template, '~', '')), 1)),
          floor(cardinality(letters) * at_once / greatest(step_frequency, 1))::integer));
        at := 1;
        WHILE at <= cardinality(letters) AND found < subset_most LOOP
          SELECT string_agg(concat_ws(E'\x1f', food.food_id, food.name, COALESCE(food.brand_name, ''), COALESCE(food.description, ''),
              COALESCE(food.also, ''), COALESCE(food.same_as, ''), food.serving_size, food.serving_unit, COALESCE(food.serving_text, ''), food.calories, food.protein, food.carbs, food.fat, food.alcohol,
              food.measures, COALESCE(food.fiber::text, ''), COALESCE(food.sugars::text, ''), COALESCE(food.saturated_fat::text, ''),
              COALESCE(food.sodium::text, '')), E'\x1e'),
            count(*), COALESCE(bool_or(beginning = '' OR food.search_rank < 0 AND (everyday IS NULL OR food.food_id = ANY(everyday))
              OR food.name ~* beginning), false)
          INTO part, part_found, part_wanted
          FROM (
            SELECT * FROM foods AS each
            WHERE each.search @@ (
              SELECT string_agg(replace(template, '~', letter), ' | ')::tsquery FROM unnest(letters[at:at + width - 1]) AS letter
            )
            ORDER BY each.search_rank, each.food_id COLLATE "C"
            LIMIT subset_most - found
          ) AS food;
          foods := COALESCE(foods || E'\x1e' || part, part, foods);
          found := found + part_found;
          wanted := wanted OR part_wanted;
          at := at + width;
          entries_read := entries_read + step_entries * width / cardinality(letters);
        END LOOP;
        EXIT WHEN found >= subset_most;
      END LOOP;
      IF found > 0 THEN
        first_level := COALESCE(first_level, edge); RETURN NEXT;
      END IF;
    END LOOP;
    EXIT WHEN wanted;
  END LOOP;

  IF first_level IS NULL THEN RETURN NEXT; END IF;
END
$$;
