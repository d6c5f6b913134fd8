import { describe, expect, test } from "bun:test"
import { ABROAD_COLUMNS, readNamesAbroad } from "../../../src/features/exercises/catalogue/abroad.ts"
import { exerciseById, searchExercises } from "../../../src/features/exercises/exercises.ts"

const table = await Bun.file(
  new URL("../../../src/features/exercises/catalogue/names-abroad.tsv", import.meta.url)
).text()
const names = readNamesAbroad(table)

const firstFor = (query: string) => searchExercises({ query, limit: 1 }).exercises[0]?.name

describe("exercises in other languages", () => {
  test.each([
    ["Kniebeuge", "Barbell Squat"],
    ["kniebeugen", "Barbell Squat"],
    ["Bankdrücken", "Barbell Bench Press"],
    ["Kreuzheben", "Barbell Deadlift"],
    ["Klimmzüge", "Pull-Up"],
    ["développé couché", "Barbell Bench Press"],
    ["developpe couche", "Barbell Bench Press"],
    ["soulevé de terre", "Barbell Deadlift"],
    ["sentadilla", "Barbell Squat"],
    ["dominadas", "Pull-Up"],
    ["panca piana", "Barbell Bench Press"],
    ["agachamento", "Barbell Squat"],
    ["supino", "Barbell Bench Press"],
    ["opdrukken", "Push-Up"],
    ["martwy ciąg", "Barbell Deadlift"],
    ["barfiks", "Pull-Up"],
    ["şınav", "Push-Up"]
  ])("%s finds %s first", (query, name) => expect(firstFor(query)).toBe(name))

  test("are the 150 most logged", () => {
    expect(names.size).toBeGreaterThanOrEqual(150)
    for (const id of names.keys()) expect([id, exerciseById(id) !== undefined]).toEqual([id, true])
  })

  test("are each found first by their names, unless another exercise has the name, too", () => {
    const missed = [...names].flatMap(([id, own]) =>
      own.filter((name) => !searchExercises({ query: name, limit: 3 }).exercises.some((each) => each.id === id))
    )
    expect(missed).toEqual([])
  })
})

describe("reading the table of names in other languages", () => {
  const header = ABROAD_COLUMNS.join("\t")
  const blank = "\t".repeat(6)

  test("reads what is well formed", () => {
    expect([...readNamesAbroad(`${header}\nexr_a\tA, B\tC${blank}\n`)]).toEqual([["exr_a", ["A", "B", "C"]]])
  })

  test.each([
    ["no header", `exr_a\tA\tC${blank}\n`, "line 1"],
    ["no line feed at the end", `${header}\nexr_a\tA\tC${blank}`, "line feed"],
    ["a cell too few", `${header}\nexr_a\tA\n`, "line 2"],
    ["rows out of order", `${header}\nexr_b\tA\tC${blank}\nexr_a\tB\tD${blank}\n`, "line 3"],
    ["a name twice in a language", `${header}\nexr_a\tA, a\tC${blank}\n`, "line 2"]
  ])("refuses %s", (_, text, message) => expect(() => readNamesAbroad(text)).toThrow(message))
})
