import { MEASURED_FOOD_COLUMNS } from "../foods/columns.sql.ts"
import type { Named } from "../foods/label.ts"
import { BANDS } from "../foods/label.ts"
import { type LookedFor, levelShown } from "./results.ts"
import { NAMING, type Term, type Word } from "./terms.ts"

/** The most candidates of one band for a subset of the terms, so that no subset crowds out the others. */
const MOST_OF_A_STEP = 25

/** The placeholder for a band's letter in templates of text search queries. No word contains it. */
const BAND = "~"

export const whole = ({ stem }: Word) => `'${BAND}${stem}'`
export const begun = (word: Word) => (word.open ? `('${BAND}${word.word}':* | ${whole(word)})` : whole(word))

/** A text search query for the term, with placeholders for the band. */
export const template = ({ ways }: Term, lexeme: (word: Word) => string): string =>
  `(${ways.map((way) => (way.length === 1 ? way.map(lexeme).join("") : `(${way.map(lexeme).join(" & ")})`)).join(" | ")})`

/** Foods that match `query`, plainest first: at most `ofAStep` for each step, and `ofAll` in total. */
const candidates = (ofAStep: number, ofAll: number): string => `LATERAL (
          SELECT ${MEASURED_FOOD_COLUMNS}, measures, search_rank < 0 AS everyday FROM foods WHERE search @@ query
          ORDER BY search_rank, food_id COLLATE "C"
          LIMIT ${ofAStep}
        ) AS candidate LIMIT ${ofAll}`

/**
 * The text of the search that follows the tables `wanted` and `asked` and ends with the catalogue's rows. `asked` has the
 * terms. `wanted` has one row: the beginning of the names of foods that are what the query names (see `beginningOf`).
 *
 * Candidates are found in steps: whole words before beginnings of words, and plain foods before others. The steps end at
 * the limit. The nested loop keeps the order of the steps, so only the rows within each step are sorted. If no candidate
 * is an everyday food or has a wanted name, the same is done without the terms that matter least: first without one, then
 * without two, and so on.
 */
const searchFor = (most: number): string => `
        ), sought AS (
          SELECT place, weight, telling, is_known, correction.word AS correction,
            CASE WHEN is_known THEN whole ELSE format('''${BAND}%s''', correction.stem) END AS whole,
            CASE WHEN is_known THEN begun
              ELSE format('(''${BAND}%s'':* | ''${BAND}%s'')', correction.word, correction.stem) END AS begun,
            is_known OR correction.word IS NOT NULL AS is_sought
          FROM asked LEFT JOIN LATERAL (
            SELECT known.word, known.stem
            FROM food_words AS known
            WHERE NOT asked.is_known AND asked.correctable AND known.variants && typing_variants(asked.word)
              AND is_typing_error(asked.word, known.word)
            ORDER BY typing_distance(known.variants, typing_variants(asked.word)),
              left(known.word, 1) = left(asked.word, 1) DESC, known.foods DESC, known.word
            LIMIT 1
          ) AS correction ON true
        ), steps AS (
          SELECT array_agg(replace(template, '${BAND}', chr(65 + band))::tsquery ORDER BY step, band) AS queries
          FROM (
            SELECT unnest(ARRAY[string_agg(whole, ' & '), string_agg(begun, ' & ')]) AS template,
              unnest(ARRAY[0, 1]) AS step
            FROM sought HAVING bool_and(is_sought)
          ) AS templates, generate_series(0, ${BANDS - 1}) AS band
        ), complete AS (
          SELECT candidate.*, 0 AS level, 0 AS out FROM steps, unnest(queries) AS query, ${candidates(most, most)}
        ), placed AS (
          SELECT *, row_number() OVER (ORDER BY is_sought, weight)::integer AS drop_place, count(*) OVER () AS terms
          FROM sought
        ), partial_steps AS (
          SELECT array_agg(replace(template, '${BAND}', chr(65 + band))::tsquery ORDER BY level, band, out) AS queries,
            array_agg(level ORDER BY level, band, out) AS levels, array_agg(out ORDER BY level, band, out) AS outs
          FROM (
            SELECT edge.drop_place AS level, dropped.drop_place AS out, string_agg(kept.begun, ' & ') AS template
            FROM placed AS edge
            JOIN placed AS dropped ON dropped.drop_place = edge.drop_place
              OR edge.is_sought AND edge.weight >= ${NAMING} AND dropped.drop_place > edge.drop_place
                AND (dropped.drop_place < edge.terms OR edge.drop_place = edge.terms - 1)
            JOIN placed AS kept ON kept.drop_place >= edge.drop_place AND kept.drop_place <> dropped.drop_place
            GROUP BY edge.drop_place, dropped.drop_place
            HAVING bool_and(kept.is_sought) AND bool_or(kept.telling)
          ) AS templates, generate_series(0, ${BANDS - 1}) AS band
          WHERE NOT EXISTS (SELECT FROM complete, wanted WHERE beginning = '' OR everyday OR name ~* beginning)
        ), partial AS (
          SELECT candidate.*, level, out
          FROM partial_steps, unnest(queries, levels, outs) AS step (query, level, out), ${candidates(MOST_OF_A_STEP, 100)}
        )
        SELECT "lookedFor", item.*
        FROM (
          SELECT string_agg(CASE WHEN is_known THEN '=' ELSE COALESCE(correction, '-') END, ' ' ORDER BY place) AS "lookedFor"
          FROM sought
        ) AS words
        LEFT JOIN (
          SELECT 'food' AS kind, candidates.*, NULL::json AS portions
          FROM (SELECT * FROM complete UNION ALL SELECT * FROM partial) AS candidates`

/** The statement's text for each number of candidates. */
export const SEARCH = { 50: searchFor(50), 100: searchFor(100) } as const

/** Where a search found a food. */
export interface Place {
  /** How many terms were dropped when the food was found. */
  readonly level: number
  /** The place of the last dropped term in the order of dropping, from 1; 0 if none was dropped. */
  readonly out: number
}

/** The level of a search that {@link levelShown} chooses, and the foods of each of its subsets of terms, each food once. */
export const bestLevel = <R extends Place & Named>(
  terms: ReadonlyArray<Term>,
  lookedFor: ReadonlyArray<LookedFor>,
  rows: ReadonlyArray<R>
) => {
  const level = levelShown(terms, lookedFor, rows)
  const subsets: Array<Map<string, R>> = []
  for (const row of rows) {
    if (row.level !== level) continue
    // The subsets of a level are counted from the first term that it may drop.
    const number = row.out - level
    const subset = subsets[number] ?? new Map<string, R>()
    subsets[number] = subset.set(row.id, row)
  }
  return { level, foods: Array.from(subsets, (subset) => [...(subset?.values() ?? [])]) }
}

/** Reads how each term was searched, as the statement writes it. */
export const lookedForIn = (text: string): ReadonlyArray<LookedFor> =>
  text
    .split(" ")
    .map((word) => (word === "=" ? "as asked" : word === "-" || word === "" ? undefined : { correction: word }))
