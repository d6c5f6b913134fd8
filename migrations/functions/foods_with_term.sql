-- About how many foods have a term, and the bands of these foods: in any of its variants, and in the query's own words.
-- `ways` is as in search_catalogue. Numbers are null if there are no such foods.
CREATE OR REPLACE FUNCTION foods_with_term(
  ways text, OUT foods double precision, OUT bands integer, OUT asked_foods double precision, OUT asked_bands integer
) LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT nullif(sum(of_way.foods), 0), COALESCE(bit_or(of_way.bands), 0),
    nullif(sum(of_way.foods) FILTER (WHERE place = 1), 0), COALESCE(bit_or(of_way.bands) FILTER (WHERE place = 1), 0)
  INTO foods, bands, asked_foods, asked_bands FROM (
    SELECT place, min(of_stem.foods) AS foods, bit_and(of_stem.bands) AS bands
    FROM string_to_table(ways, '|') WITH ORDINALITY AS each_way (way, place), string_to_table(way, ' ') AS way_stem, LATERAL (
      SELECT COALESCE(sum(each.foods), 0) AS foods, COALESCE(bit_or(each.bands), 0) AS bands FROM (
        SELECT * FROM food_words AS singular_or_plural WHERE stem = way_stem
        UNION ALL SELECT * FROM food_words AS same WHERE word = way_stem AND stem <> way_stem
      ) AS each
    ) AS of_stem GROUP BY place
  ) AS of_way;
END
$$;
