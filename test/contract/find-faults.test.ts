import { describe, expect, test } from "bun:test"
import { ParseResult, Schema } from "effect"
import fc from "fast-check"
import { messageOf } from "../../src/contract/broken-rule.ts"
import { MOST_NAMED } from "../../src/contract/errors.ts"
import { faultsOf } from "../../src/contract/faults.ts"
import { faultFinder } from "../../src/contract/find-faults.ts"
import { changed, forms } from "./inputs.ts"

describe.each(forms)("$name as $form", ({ schema, right }) => {
  const findFaults = faultFinder(schema)
  const byTheSchema = ParseResult.decodeUnknownEither(schema)

  test("the faults are those of the schema's own parser, in its order", () => {
    const often = (times: number): fc.Arbitrary<unknown> =>
      times === 0 ? fc.constant(right) : often(times - 1).chain(changed)
    fc.assert(
      fc.property(fc.nat(8).chain(often), (input) => {
        const decoded = byTheSchema(input)
        const all = decoded._tag === "Left" ? faultsOf(decoded.left, [], schema.ast) : []
        const { named, more } = findFaults(input)
        expect(named).toEqual(all.slice(0, MOST_NAMED))
        expect(more).toBe(all.length - named.length)
      }),
      { numRuns: 250 }
    )
  })
})

test("what may be null is told what else it must be, whichever was declared first", () => {
  for (const schema of [Schema.Union(Schema.Null, Schema.Number), Schema.NullOr(Schema.Number)]) {
    const decoded = ParseResult.decodeUnknownEither(schema, { errors: "all" })("soon")
    const faults = decoded._tag === "Left" ? faultsOf(decoded.left, ["day"], schema.ast) : []
    expect(faults.map(({ field, rule }) => [field, messageOf(rule)])).toEqual([
      ["day", 'must be a number; received "soon"']
    ])
  }
})
