import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { mutantsOf, mutated, watched } from "../../scripts/mutants/sites.ts"

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

test("a watched file says what it says, and which of its expressions ran", () => {
  const source = `const found = []\nasked && found.push(1)\nreturn asked ? { 2: found } : found.length - 3`
  const mutants = mutantsOf("src/some.ts", source)
  const text = watched(source, mutants, (mutant) => mutants.indexOf(mutant))
  const run = (asked: boolean) => {
    const ran: Array<number> = []
    const result: unknown = new Function("asked", "ran", text)(asked, ran)
    return { result, ran: mutants.filter((_, place) => ran[place] === 1).map(({ was }) => was) }
  }
  expect(run(false)).toEqual({ result: -3, ran: ["&&", mutants[2]?.was ?? "", "-", "3"] })
  expect(run(true)).toEqual({ result: { 2: [1] }, ran: ["&&", "1", mutants[2]?.was ?? "", "2"] })
})
