import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { exerciseByNearWords } from "../../../../src/annexes/imports/ledger/same-words.ts"
import { matchNames } from "../../../../src/annexes/imports/ledger/take.ts"
import { languageOf } from "../../../../src/annexes/imports/names/match-translated.ts"
import { APPS } from "../../../../src/features/exercises/catalogue/app-names.ts"
import { exerciseById } from "../../../../src/features/exercises/exercises.ts"

const NONE = "-"
const RECORDED = { weight: true, reps: true, distance: false, duration: false }
const LEAST_SHARE = 0.9

/**
 * Names that FitNotes ships, and names as people make them in Strong, each with the catalogue's name, or none if the
 * catalogue has none.
 */
const rows = readFileSync(`${import.meta.dir}/apps.tsv`, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [app = "", name = "", expected = ""] = line.split("\t")
    return { app, name, expected }
  })

describe.each(APPS.filter((app) => rows.some((row) => row.app === app)))("exercise names in files of %s", (app) => {
  test("are mapped, at least nine of ten, and none to another exercise", () => {
    const names = rows.filter((row) => row.app === app)
    const found = matchNames(app, new Map(names.map(({ name }) => [name, RECORDED]))).map(({ match }) =>
      match.by === "own" ? NONE : (exerciseById(match.exerciseId)?.name ?? NONE)
    )
    const wrong = names.filter(({ expected }, at) => found[at] !== expected && found[at] !== NONE)
    expect(wrong).toEqual([])
    expect(found.filter((name) => name !== NONE).length / names.length).toBeGreaterThanOrEqual(LEAST_SHARE)
  })
})

/**
 * Names of public exports that were not mapped, chosen and given their meaning before there were rules for them: what people add, how they
 * space and abbreviate, and what stays uncertain.
 */
const written = readFileSync(`${import.meta.dir}/written.tsv`, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))

describe("names as people write them", () => {
  test.each(written)("in %s, %s means %s", (app = "", name = "", expected = "") => {
    const [only] = matchNames(app, new Map([[name, RECORDED]]))
    expect(only?.match.by === "own" ? NONE : exerciseById(only?.match.exerciseId ?? "")?.name).toBe(expected)
  })

  test("do not make a file one of Dutch, which has borrowed English words", () => {
    const names = ["Dumbbell Hip Thrust", "Kettlebell Upright Row", "Incline EZ-Bar Curl", "Hip Thrust", "Leg Press"]
    expect(languageOf([...names, "Bench Press", "Calf Raise"])).toBeUndefined()
  })

  test("that are hostile take no time", () => {
    const long = ["a".repeat(120), "benchpres ".repeat(12), "(".repeat(120), "- ".repeat(60), `${"x (".repeat(39)})`]
    exerciseByNearWords("Squat")
    const start = performance.now()
    for (const name of long) exerciseByNearWords(name)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

test("a spelling is corrected only in whole words", () => {
  const names = ["Push Up Bars", "Pull Downtown", "Extra Crunch"]
  expect(matchNames("strong", new Map(names.map((name) => [name, RECORDED]))).map(({ match }) => match.by)).toEqual([
    "own",
    "own",
    "own"
  ])
})

test("a note in brackets may be left out, unless it is a number, which may tell the exercise apart", () => {
  const names = ["Leg Press (Gym80)", "Leg Press (2023)", "Bench Press (70)"]
  expect(matchNames("strong", new Map(names.map((name) => [name, RECORDED]))).map(({ match }) => match.by)).toEqual([
    "words",
    "own",
    "own"
  ])
})
