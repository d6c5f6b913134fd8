import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { thoseThatFail } from "../../scripts/mutants/halving.ts"
import { mutantsOf, mutated, switchable } from "../../scripts/mutants/sites.ts"

const changes = (source: string) => mutantsOf("src/some.ts", source).map((mutant) => mutated(source, mutant))

test("a comparison, a sum, a number, a truth and a negation each become another", () => {
  expect(changes("f(a < 9_999)")).toEqual(["f(a <= 9_999)", "f(a < 10000)"])
  expect(changes("a === b && !c")).toEqual(["a === b || !c", "a !== b && !c", "a === b && (c)"])
  expect(changes("a - b * true")).toEqual(["a + b * true", "a - b / true", "a - b * false"])
})

test("the branches of a choice are exchanged", () => {
  expect(changes("x ? one() : two")).toEqual(["x ? two : one()"])
})

test("types and texts of descriptions stay, and what is described does not", () => {
  expect(changes(`import a from "a"\ntype A = 1\nconst b: 2 = c`)).toEqual([])
  expect(changes(`max(3).annotations({ description: "4", identifier: 5 })`)).toEqual([
    `max(4).annotations({ description: "4", identifier: 5 })`
  ])
})

test("each mutant of a file differs from it in one place, and still compiles", () => {
  const path = "src/features/diary/model.ts"
  const source = readFileSync(join(import.meta.dir, "../..", path), "utf8")
  const mutants = mutantsOf(path, source)
  expect(mutants.length).toBeGreaterThan(50)
  const transpiler = new Bun.Transpiler({ loader: "ts" })
  for (const mutant of mutants) {
    const changed = mutated(source, mutant)
    expect(changed).not.toBe(source)
    expect(source.split("\n")[mutant.line - 1]).toContain(mutant.was.split("\n")[0] as string)
    expect(() => transpiler.transformSync(changed)).not.toThrow()
  }
})

/** What a file returns with these mutants on, and which others would have made a difference. */
const runWith = (source: string, asked: unknown, on: ReadonlyArray<string>) => {
  const mutants = mutantsOf("src/some.ts", source)
  const text = switchable("src/some.ts", source, new Map(mutants.map((mutant, place) => [mutant, place])))
  const noted = new Set<number>()
  const isOn = (place: number) => on.includes(mutants[place]?.was ?? "")
  const note = (place: number) => noted.add(place)
  const compare = (place: number, value: unknown, other: () => unknown) => {
    if (!Object.is(value, other())) note(place)
    return value
  }
  const run = new Function("asked", "isMutantOn", "noteMutant", "compareMutant", text)
  const result: unknown = run(asked, isOn, note, compare)
  return { result, differ: mutants.flatMap(({ was }, place) => (noted.has(place) ? [was] : [])) }
}

test("a mutant that can be switched changes what runs while it is on, and is noted if it would", () => {
  const source = `const f = () => { return asked > 3 && asked < 9 ? [asked - 0] : [] }\nreturn f()`
  const all = "asked > 3 && asked < 9 ? [asked - 0] : []"
  expect(runWith(source, 5, [])).toEqual({ result: [5], differ: [all, "0"] })
  expect(runWith(source, 3, [])).toEqual({ result: [], differ: [all, "&&", ">"] })
  expect(runWith(source, 9, [])).toEqual({ result: [], differ: [all, "&&", "<", "9"] })
  expect(runWith(source, 3, [">"]).result).toEqual([3])
  expect(runWith(source, 9, ["9"]).result).toEqual([9])
  expect(runWith(source, 5, ["0"]).result).toEqual([4])
  expect(runWith(source, 5, [all]).result).toEqual([])
})

test("what an expression leaves behind, it leaves once, and the branch that is not taken does not run", () => {
  const source = `const f = () => {\n  const found = []\n  asked && found.push(1)\n  return { 2: found }\n}\nreturn f()`
  expect(runWith(source, true, [])).toEqual({ result: { 2: [1] }, differ: ["&&", "1", "2"] })
  expect(runWith(source, false, [])).toEqual({ result: { 2: [] }, differ: ["&&", "2"] })
  expect(runWith(source, true, ["2", "1"]).result).toEqual({ 3: [2] })
})

test("what is assigned to is still assigned to", () => {
  const source = `const f = () => {\n  const found = [0]\n  found[0] = 5\n  ++found[0]\n  return found\n}\nreturn f()`
  expect(runWith(source, undefined, []).result).toEqual([6])
  expect(runWith(source, undefined, ["5"]).result).toEqual([7])
})

test("what is called, a part of a chain, and a tag stay what they are", () => {
  const source = `const f = () => asked?.slice(1)?.trim().at(0)?.[Symbol.iterator]().next().value\nreturn f()`
  expect(runWith(source, " ab", []).result).toBe("a")
  expect(runWith(source, undefined, []).result).toBeUndefined()
  expect(runWith(source, " ab", ["1"]).result).toBe("b")
})

test("a mutant that is made when a module is loaded is noted by what runs of its file later", () => {
  const source = `const limit = 5\nconst f = () => asked > limit\nreturn asked === undefined ? limit : f()`
  expect(runWith(source, undefined, []).differ).not.toContain("5")
  expect(runWith(source, 1, []).differ).toContain("5")
})

test("of mutants that are tried together, those that a test fails with are found, although one hides another", async () => {
  const failing = [3, 4, 17]
  const asked: Array<ReadonlyArray<number>> = []
  const passesWith = (places: ReadonlyArray<number>) => {
    asked.push(places)
    // With 5, the test never comes to where 4 makes it fail.
    return Promise.resolve(!failing.some((place) => places.includes(place) && !(place === 4 && places.includes(5))))
  }
  expect((await thoseThatFail([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 17], passesWith)).toSorted((a, b) => a - b)).toEqual(
    failing
  )
  expect(await thoseThatFail([1, 2, 6, 7, 8, 9, 10, 11], passesWith)).toEqual([])
  expect(asked.at(-1)).toEqual([1, 2, 6, 7, 8, 9, 10, 11])
  expect(await thoseThatFail([3, 4, 5], passesWith)).toEqual([3, 4])
})
