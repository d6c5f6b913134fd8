import { describe, expect, test } from "bun:test"
import { exerciseByNearWords, exerciseBySameWords } from "../../../src/annexes/imports/ledger/same-words.ts"
import { exerciseById, exercises } from "../../../src/features/exercises/exercises.ts"

/** Names as people write them, each with the exercise that it means, or `own` if the catalogue has none. */
const table = await Bun.file(new URL("exercise-names.tsv", import.meta.url)).text()
const names = table
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"))

describe("the same words in any order", () => {
  test.each(names)("%s is %s", (name = "", id = "") => {
    if (id !== "own") expect(exerciseById(id)?.id).toBe(id)
    expect((exerciseBySameWords(name) ?? exerciseByNearWords(name))?.id ?? "own").toBe(id)
  })

  test("objects and directions of a movement are never swapped", () => {
    for (const { id, name, aliases } of exercises()) {
      for (const spelling of [name, ...aliases]) {
        const turned = /^(\S+) to (\S+)( .+)?$/i.exec(spelling)
        const [, from, to, rest = ""] = turned ?? []
        if (from === undefined || from === to) continue
        expect([`${to} to ${from}${rest}`, exerciseBySameWords(`${to} to ${from}${rest}`)?.id]).not.toEqual([
          `${to} to ${from}${rest}`,
          id
        ])
      }
    }
  })

  test("a name of the catalogue is its own exercise, unless another has the same words", () => {
    const missed = exercises().filter(({ id, name }) => exerciseBySameWords(name)?.id !== id)
    expect(missed.map(({ name }) => name)).toMatchInlineSnapshot(`
      [
        "Squat with Bands",
      ]
    `)
  })

  test("a word in brackets for the load may be part of the exercise", () => {
    expect(exerciseBySameWords("Pull-Up (Weighted)")?.id).toBe("exr_weighted_pull_up")
    expect(exerciseBySameWords("Ring Dips (Weighted)")?.id).toBe("exr_ring_dips")
  })
})
