import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { exerciseById } from "../../../../src/features/exercises/exercises.ts"
import { LANGUAGES } from "../../../../src/features/history/names/languages.ts"
import { languageOf, matchTranslated } from "../../../../src/features/history/names/match-translated.ts"
import { matchNames } from "../../../../src/features/history/take.ts"

const NONE = "-"
const RECORDED = { weight: true, reps: true, distance: false, duration: false }

/** 100 names of public lists, each with the catalogue's name for it, or none where it is uncertain or missing. */
const setOf = (language: string) =>
  readFileSync(`${import.meta.dir}/${language}.tsv`, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [name = "", expected = ""] = line.split("\t")
      return { name, expected }
    })

/** The catalogue's names for the exercises that names of one file mean. */
const meant = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  matchNames("hevy", new Map(names.map((name) => [name, RECORDED]))).map(({ match }) =>
    match.by === "own" ? NONE : (exerciseById(match.exerciseId)?.name ?? NONE)
  )

describe.each([...LANGUAGES])("100 names in the language %s", (language) => {
  const names = setOf(language)

  test("tell the language, and at least 85 of them are mapped, none to another exercise", () => {
    expect(names).toHaveLength(100)
    expect(languageOf(names.map(({ name }) => name))).toBe(language)
    const found = meant(names.map(({ name }) => name))
    const wrong = names.flatMap(({ name, expected }, at) =>
      found[at] === expected || found[at] === NONE ? [] : [`${name}: ${found[at]}, not ${expected}`]
    )
    expect(wrong).toEqual([])
    expect(found.filter((name) => name !== NONE).length).toBeGreaterThanOrEqual(85)
  })
})

describe("names in another language", () => {
  test("mean in a file of that language what they mean there, though another exercise has the name in English", () => {
    expect(meant(["Planche"])).toEqual(["Planche"])
    expect(meant(["Rowing (Machine)", "Planche", "Pompes", "Tractions"])).toEqual([
      "Leverage Iso Row",
      "Plank",
      "Push-Up",
      "Pull-Up"
    ])
  })

  test("are found singly too, with the equipment in brackets, before and after them", () => {
    expect(meant(["Schrägbankdrücken mit Kurzhanteln"])).toEqual(["Incline Dumbbell Press"])
    expect(meant(["Kurzhantel-Schrägbankdrücken"])).toEqual(["Incline Dumbbell Press"])
    expect(meant(["SCHRÄGBANKDRÜCKEN (KURZHANTEL)"])).toEqual(["Incline Dumbbell Press"])
    expect(meant(["Press inclinado con mancuernas"])).toEqual(["Incline Dumbbell Press"])
  })

  test("that are uncertain stay own exercises, with suggestions", () => {
    for (const name of ["Extension Triceps (Poulie)", "Bankdrücken (Trampolin)", "Halter Zıplama"]) {
      expect(matchTranslated(undefined, "hevy", name, true)).toMatchObject({
        by: "own",
        suggestions: expect.any(Array)
      })
    }
  })

  test("leave English names what they were", () => {
    const english = ["Bench Press (Barbell)", "Goblet Squat", "Rowing Machine", "Leg Press (Machine)"]
    expect(meant([...english, "Bankdrücken (Langhantel)"]).slice(0, 4)).toEqual([
      "Barbell Bench Press",
      "Goblet Squat",
      "Rowing, Stationary",
      "Leg Press"
    ])
  })
})
