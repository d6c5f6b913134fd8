import { expect, test } from "bun:test"
import { LONGEST_COMPARED } from "../../../../src/annexes/imports/ledger/same-words.ts"
import { attacksOn } from "./attacks.ts"
import { type Pattern, patternsOf } from "./patterns.ts"

/** How much text each pattern meets, in characters. */
const TEXT = 100_000

/** Most time for it, in milliseconds. */
const MOST = 50

/** A pattern that is slow with `TEXT` characters takes longer than this, in milliseconds, with so many. */
const TRIED = { length: 5000, most: 5 }

/** The shortest of several times in milliseconds, since others use the processor as well. */
const timeOf = (work: () => void): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now()
      work()
      return performance.now() - start
    })
  )

/** Applies a pattern in `text` wherever it may match. */
const apply = ({ source, flags }: RegExp): ((text: string) => void) => {
  const everywhere = new RegExp(source, flags.includes("g") ? flags : `${flags}g`)
  return (text) => void text.replaceAll(everywhere, "")
}

/** What is too slow about a pattern that meets texts of any length; undefined if nothing is. */
const slowness = ({ place, pattern }: Pattern): string | undefined => {
  const run = apply(pattern)
  const suspects = attacksOn(pattern, TRIED.length).filter((text) => {
    const start = performance.now()
    run(text)
    return performance.now() - start > TRIED.most && timeOf(() => run(text)) > TRIED.most
  })
  const found = suspects.find((text) => timeOf(() => run(text.repeat(TEXT / TRIED.length))) > MOST)
  const whole = suspects.length === 0 ? undefined : (found ?? suspects[0])
  return whole === undefined ? undefined : `${place} ${pattern} ${JSON.stringify(whole.slice(0, 40))}`
}

test("no pattern for files takes long with any text", async () => {
  const patterns = await patternsOf("annexes/imports/", "annexes/catalogue/food-import/", "platform/files/", "values/")
  const files = patterns.filter(({ place }) => !place.startsWith("annexes/imports/names/"))
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((pattern) => slowness(pattern) ?? [])).toEqual([])
})

test("no pattern for names takes long with names that are compared", async () => {
  const patterns = await patternsOf("annexes/imports/names/")
  const slow = patterns.filter(({ pattern }) => {
    const run = apply(pattern)
    return attacksOn(pattern, LONGEST_COMPARED / 2).some((attack) => {
      const name = attack.slice(0, LONGEST_COMPARED)
      const all = () => {
        for (let at = 0; at < TEXT; at += LONGEST_COMPARED) run(name)
      }
      const start = performance.now()
      for (let at = 0; at < 20; at++) run(name)
      return performance.now() - start > (MOST * 20 * LONGEST_COMPARED) / TEXT && timeOf(all) > MOST
    })
  })
  expect(slow.map(({ place, pattern }) => `${place} ${pattern}`)).toEqual([])
})

test("patterns that once held up others are found", () => {
  const slow: ReadonlyArray<readonly [pattern: RegExp, length: number]> = [
    [/^(\d{1,2})\.?\s+(?:de\s+)?(.+?)\.?,?\s+(?:de\s+)?(\d{4})$/, 300],
    [/^(\d{4})\s+(\D+?)\.?\s+(\d{1,2})$/, 600],
    [/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/, 3000],
    [/^(.*?)[\s(]*\b(kgs?|lbs?)$/, 3000],
    [/^(.*?)\s*(?:\(([^)]*)\))?$/, 3000],
    [/\s*\+00:?00$/, 3000],
    [/^([\d.,]+)\s*(\D*)$/, 3000]
  ]
  for (const [pattern, length] of slow) {
    const run = apply(pattern)
    const isSlow = attacksOn(pattern, length).some((text) => timeOf(() => run(text)) > 1)
    expect([pattern, isSlow]).toEqual([pattern, true])
  }
})
