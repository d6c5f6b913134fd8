import { describe, expect, test } from "bun:test"
import { Either, ParseResult } from "effect"
import fc from "fast-check"
import { quickDecoder, UNDECIDED } from "../../src/contract/quick-decode.ts"
import { changed, forms } from "./inputs.ts"

describe.each(forms)("$name as $form", ({ schema, right }) => {
  const quickly = quickDecoder(schema)
  const byTheSchema = ParseResult.decodeUnknownEither(schema)

  test("the quick decoder accepts its example", () => expect(quickly(right)).not.toBe(UNDECIDED))

  test("the quick decoder returns what the schema does, and accepts nothing more", () => {
    fc.assert(
      fc.property(fc.oneof(fc.constant(right), changed(right), changed(right).chain(changed)), (input) => {
        const decoded = quickly(input)
        if (decoded !== UNDECIDED) expect(Either.getOrThrow(byTheSchema(input))).toEqual(decoded)
      }),
      { numRuns: 300 }
    )
  })
})
