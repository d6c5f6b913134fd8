import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { searchWordsOf } from "../../../src/features/foods/label.ts"
import { shippedFoods } from "../../../src/features/foods/shipped.ts"
import {
  hasTwoTypingErrors,
  isTypingError,
  typingDistance,
  typingVariants
} from "../../../src/values/text/corrections.ts"
import { makeService, type Service } from "../../support/app.ts"
import { databases } from "../../support/stores.ts"

const catalogueWords = [...new Set(shippedFoods().flatMap(searchWordsOf))]

/**
 * Words of few different letters, so that many repeat, with 1 to 27 letters, of which 3 to 24 are corrected; one in
 * eight has a digit.
 */
const letters = fc.string({ unit: fc.constantFrom(..."aabéßø日𐐨м"), minLength: 1, maxLength: 27, size: "max" })
const word = fc.tuple(letters, fc.nat(7)).map(([text, dice]) => (dice === 0 ? `${text.slice(0, 8)}1` : text))
const madeUp = fc.sample(word, { numRuns: 3000, seed: 7 })

/** Pairs of near words: a word, and the word with one letter changed. */
const misspelt = fc.sample(
  fc.tuple(fc.constantFrom(...catalogueWords), fc.nat(30), fc.constantFrom("", "a", "e", "ss", "é")),
  { numRuns: 3000, seed: 7 }
)
const pairs = [
  ...misspelt.map(([word, at, letter]) => [word, [...word].toSpliced(at % word.length, 1, letter).join("")] as const),
  ...madeUp.map((word, index) => [word, madeUp[(index * 31) % madeUp.length] ?? ""] as const)
]

/** A word with one letter omitted, inserted, changed or swapped with the next. */
const mistake = (word: string, at: number, how: number, letter: string): string => {
  const place = at % word.length
  const [before, after] = [word.slice(0, place), word.slice(place)]
  const changed = [
    after.slice(1),
    letter + after,
    letter + after.slice(1),
    `${after[1] ?? ""}${after[0]}${after.slice(2)}`
  ]
  return before + (changed[how] ?? after)
}
const wrong = fc.tuple(fc.nat(30), fc.nat(3), fc.constantFrom(..."aeitz"))

/**
 * Long words of the catalogue or of few different letters, each with two errors, a few with a third or a letter of
 * another alphabet.
 */
const longWord = fc.oneof(
  fc.constantFrom(...catalogueWords.filter((word) => /^[a-z]{7,24}$/.test(word))),
  fc.string({ unit: fc.constantFrom(..."abcd"), minLength: 6, maxLength: 12 })
)
const twiceWrong = fc
  .sample(fc.tuple(longWord, wrong, wrong, fc.option(wrong, { freq: 4 }), fc.nat(30)), { numRuns: 6000, seed: 7 })
  .map(([word, first, second, third, dice]) => {
    const twice = mistake(mistake(word, ...first), ...second)
    const asked = third === null ? twice : mistake(twice, ...third)
    return [dice === 0 ? `${asked}é` : asked, word] as const
  })

describe.each(databases)("the database's spelling ($name)", ({ layer }) => {
  let service: Service
  beforeAll(async () => {
    service = await makeService(layer)
  }, 60_000)
  afterAll(() => service.stop())

  const query = <A extends object>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<A>, unknown>) =>
    service.run(
      Effect.gen(function* () {
        const sql = Option.getOrThrow(yield* Effect.serviceOption(SqlClient.SqlClient))
        return yield* Effect.orDie(statement(sql))
      })
    )

  test("computes the same variants of every word", async () => {
    const words = [...new Set([...catalogueWords, ...madeUp])]
    const rows = await query(
      (sql) => sql<{ readonly word: string; readonly variants: ReadonlyArray<string> }>`
        SELECT word, typing_variants(word) AS variants FROM unnest(${words}::text[]) AS word`
    )
    expect(rows).toHaveLength(words.length)
    const lengths = new Set(words.map((word) => [...word].length))
    for (const length of [1, 2, 3, 24, 25]) expect(lengths).toContain(length)
    expect(rows.filter(({ variants }) => variants.length > 3).length).toBeGreaterThan(4000)
    const differing = rows.filter(({ word, variants }) => {
      const own = typingVariants(word)
      return own.size !== variants.length || variants.some((variant) => !own.has(variant))
    })
    expect(differing).toEqual([])
  })

  test("computes the same distances between words", async () => {
    const rows = await query(
      (sql) => sql<{ readonly one: string; readonly other: string; readonly distance: number | null }>`
        SELECT one, other, typing_distance(typing_variants(one), typing_variants(other)) AS distance
        FROM unnest(${pairs.map(([one]) => one)}::text[], ${pairs.map(([, other]) => other)}::text[]) AS pair (one, other)`
    )
    expect(rows).toHaveLength(pairs.length)
    for (const distance of [0, 1, null]) {
      expect(rows.filter((row) => row.distance === distance).length).toBeGreaterThan(20)
    }
    const differing = rows.filter(
      ({ one, other, distance }) => (typingDistance(typingVariants(one), typingVariants(other)) ?? null) !== distance
    )
    expect(differing).toEqual([])
  })

  test("finds the same typing errors", async () => {
    const rows = await query(
      (sql) => sql<{ readonly one: string; readonly other: string; readonly is: boolean }>`
        SELECT one, other, is_typing_error(one, other) AS is
        FROM unnest(${pairs.map(([one]) => one)}::text[], ${pairs.map(([, other]) => other)}::text[]) AS pair (one, other)`
    )
    for (const is of [true, false]) expect(rows.filter((row) => row.is === is).length).toBeGreaterThan(200)
    expect(rows.filter(({ one, other, is }) => isTypingError(one, other) !== is)).toEqual([])
  })

  test("finds the same words with two errors, and looks for each of them", async () => {
    interface Row {
      readonly one: string
      readonly other: string
      readonly is: boolean
      readonly isSought: boolean
    }
    const rows: Array<Row> = []
    for (let start = 0; start < twiceWrong.length; start += 500) {
      const part = twiceWrong.slice(start, start + 500)
      const asked = await query(
        (sql) => sql<Row>`
          SELECT one, other, has_two_typing_errors(one, other) AS is,
            NOT has_two_typing_errors(one, other) OR EXISTS (
              SELECT FROM regexp_replace(one, '(.)\\1+', '\\1', 'g') AS once, generate_series(0, length(once)) AS gap
              WHERE typing_variants(other) && two_error_texts(once, gap)) AS "isSought"
          FROM unnest(${part.map(([one]) => one)}::text[], ${part.map(([, other]) => other)}::text[]) AS pair (one, other)`
      )
      rows.push(...asked)
    }
    expect(rows).toHaveLength(twiceWrong.length)
    for (const is of [true, false]) expect(rows.filter((row) => row.is === is).length).toBeGreaterThan(1000)
    expect(rows.filter(({ one, other, is }) => hasTwoTypingErrors(one, other) !== is)).toEqual([])
    // Words that share a variant are found by it before words with two errors are looked for.
    const isNear = (one: string, other: string) =>
      typingDistance(typingVariants(one), typingVariants(other)) !== undefined
    expect(rows.filter(({ one, other, isSought }) => !isSought && !isNear(one, other))).toEqual([])
  }, 60_000)
})
