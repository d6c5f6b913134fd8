import { describe, expect, test } from "bun:test"
import { closestNames } from "../../../src/features/exercises/closest-names.ts"
import { exerciseByName, exercises, searchExercises } from "../../../src/features/exercises/exercises.ts"
import { formsOf } from "../../../src/features/exercises/words.ts"
import { ELEVENTH_QUESTIONS } from "./eleventh-questions.ts"
import {
  EIGHTH_QUESTIONS,
  FIFTH_QUESTIONS,
  NINTH_QUESTIONS,
  SEVENTH_QUESTIONS,
  SIXTH_QUESTIONS
} from "./everyday-questions.ts"
import { EVERYDAY_QUERIES } from "./queries.ts"
import { FOURTH_QUESTIONS, FRESH_QUESTIONS, QUESTIONS } from "./questions.ts"
import { TENTH_QUESTIONS } from "./tenth-questions.ts"
import { THIRTEENTH_QUESTIONS } from "./thirteenth-questions.ts"
import { TWELFTH_QUESTIONS } from "./twelfth-questions.ts"

const search = (query: string, limit = 50) => searchExercises({ query, limit })
const namesFor = (query: string, limit = 50) => search(query, limit).exercises.map(({ name }) => name)

describe("everyday queries", () => {
  test.each(EVERYDAY_QUERIES.map((everyday) => [everyday.query, everyday] as const))(
    "%s",
    (query, { first, among }) => {
      const five = namesFor(query, 5)
      if (first !== undefined) expect(five[0]).toBe(first)
      for (const name of among ?? []) expect(five).toContain(name)
    }
  )

  test.each([
    ["the questions it was tuned on", QUESTIONS],
    ["questions it was not tuned on", FRESH_QUESTIONS],
    ["a fourth set of questions", FOURTH_QUESTIONS],
    ["a fifth set", FIFTH_QUESTIONS],
    ["a sixth set", SIXTH_QUESTIONS],
    ["a seventh set", SEVENTH_QUESTIONS],
    ["an eighth set", EIGHTH_QUESTIONS],
    ["a ninth set", NINTH_QUESTIONS],
    ["a tenth set", TENTH_QUESTIONS],
    ["an eleventh set", ELEVENTH_QUESTIONS],
    ["a twelfth set", TWELFTH_QUESTIONS],
    ["a thirteenth set", THIRTEENTH_QUESTIONS]
  ])(
    "of %s, at least 85 %% find a right answer first and 97 %% within five, and none finds nothing",
    (_, questions) => {
      const found = questions.map(([query, ...right]) => {
        const names = namesFor(query, 5)
        return { query, names, at: names.findIndex((name) => right.includes(name)) }
      })
      expect(found.filter(({ names }) => names.length === 0)).toEqual([])
      expect(found.filter(({ at }) => at === 0).length / found.length).toBeGreaterThanOrEqual(0.85)
      expect(found.filter(({ at }) => at >= 0).length / found.length).toBeGreaterThanOrEqual(0.97)
    }
  )

  test("a name is the same with trademark signs and compatibility characters", () => {
    for (const name of [
      "Stairmaster™",
      "STAIRMASTER®",
      "Fire Hydrant",
      "ﬁre hydrant",
      "Ｐｌａｎｋ",
      "Plie Dumbbell Squat"
    ]) {
      expect([name, exerciseByName(name)?.id]).toEqual([
        name,
        searchExercises({ query: name, limit: 1 }).exercises[0]?.id
      ])
    }
    expect(new Set(exercises().map(({ name }) => exerciseByName(name)?.id)).size).toBe(exercises().length)
  })

  test("most right answers exist in the catalogue", () => {
    const names = new Set(exercises().map(({ name }) => name))
    for (const [query, ...right] of [...QUESTIONS, ...FRESH_QUESTIONS, ...FOURTH_QUESTIONS]) {
      expect([query, right.some((name) => names.has(name))]).toEqual([query, true])
    }
  })
})

describe("searching", () => {
  test("every word starts a word of the name, in any order, ignoring case and accents", () => {
    expect(namesFor("PRES inc DUMB")).toContain("Incline Dumbbell Press")
    expect(namesFor("plié")).toEqual(namesFor("PLIE"))
    expect(namesFor("quat")).toEqual([])
  })

  test("every exercise is found first by its own name", () => {
    for (const { name } of exercises()) {
      expect(namesFor(name, 1)).toContain(name)
    }
  })

  test("every exercise is found first by each of its aliases", () => {
    for (const { name, aliases } of exercises()) {
      for (const alias of aliases) expect([alias, ...namesFor(alias, 1)]).toEqual([alias, name])
    }
  })

  test("what is found is also found by the start of every word: shortening a word loses nothing", () => {
    const shorter = namesFor("dumb cur", 1000)
    for (const name of namesFor("dumbbell curls", 1000)) expect(shorter).toContain(name)
  })

  test("a query without letters or digits finds nothing, and special characters have no meaning", () => {
    expect(namesFor("  !%_ ")).toEqual([])
    expect(namesFor("bench%press")).toEqual(namesFor("bench press"))
  })

  test("a category alone lists all of it, everyday ones first, and narrows a query", () => {
    const cardio = searchExercises({ category: "cardio", limit: 1000 }).exercises
    expect(cardio).toHaveLength(exercises().filter(({ category }) => category === "cardio").length)
    const popularities = cardio.map(({ popularity }) => popularity)
    expect(popularities).toEqual(popularities.toSorted((a, b) => b - a))
    const rows = searchExercises({ query: "row", category: "cardio", limit: 5 }).exercises
    expect(rows.map(({ name }) => name)).toEqual(["Rowing Machine", "Rowing"])
  })

  test("matches in the name come before matches in an alias", () => {
    const found = namesFor("press", 1000)
    expect(found.indexOf("Push-Up")).toBeGreaterThan(found.indexOf("Anti-Gravity Press"))
  })

  test("whole words come before starts of words", () => {
    const found = namesFor("ab", 1000)
    expect(found.indexOf("Machine Hip Abduction")).toBeGreaterThan(found.indexOf("Kneeling Barbell Ab Rollout"))
  })

  test("a session of strength training is found by its usual names", () => {
    for (const query of [
      "strength training",
      "weight training",
      "weights",
      "gym session",
      "weightlifting",
      "resistance training"
    ]) {
      expect([query, namesFor(query, 1)]).toEqual([query, ["Strength Training"]])
    }
  })

  test("gym shorthand means the same as the words", () => {
    expect(namesFor("db rdl")).toEqual(namesFor("dumbbell romanian deadlift"))
    expect(namesFor("single leg squat")).toEqual(namesFor("one leg squat"))
    expect(namesFor("ran")).toEqual(namesFor("run"))
    expect(namesFor("walked", 1)).toEqual(["Walking"])
    expect(search("kb swing")).not.toHaveProperty("searchedFor")
  })

  test("a name's spellings are its words in the singular, with and without hyphens", () => {
    expect(formsOf("Bench Dips").spellings).toEqual(["bench dip"])
    expect(formsOf("Single-Arm Push-Ups").spellings).toEqual(["one arm push up", "singlearm pushup"])
    expect(formsOf("World's  Crunches & presses").spellings).toEqual(["world crunch press"])
  })

  test("if names match few, equipment and muscles count too", () => {
    expect(namesFor("barbell thruster", 1)).toEqual(["Thruster"])
    expect(search("barbell thruster")).not.toHaveProperty("searchedFor")
  })
})

describe("the searched words", () => {
  const used = (query: string) => search(query).searchedFor

  test("are returned if a typing error was corrected", () => {
    expect(used("dumbell curl")).toBe("dumbbell curl")
    expect(used("deadlfit")).toBe("deadlift")
    expect(used("sqauts")).toBe("squat")
    for (const [query, word] of [
      ["runing", "running"],
      ["joging", "jogging"],
      ["swiming", "swimming"]
    ] as const) {
      expect([query, used(query)]).toEqual([query, word])
    }
  })

  test("are returned if words were left out", () => {
    expect(used("squat nonsense")).toBe("squat")
    expect(used("zone 2 bike")).toBe("bike")
    expect(used("bench 80kg")).toBe("bench")
    expect(used("bulgarian split squats smith")).toBe("bulgarian split squats")
    expect(used("leg exercises")).toBe("leg")
  })

  test("are not returned if every word was used as it is", () => {
    for (const query of [
      "incline press",
      "Stairmaster™",
      "ﬁre hydrant",
      "squatting",
      "rowed",
      "5k run",
      "press ups",
      "Bulgarian SPLIT squats",
      "dead lift",
      "benchpress"
    ]) {
      expect([query, used(query)]).toEqual([query, undefined])
    }
    expect(searchExercises({ category: "cardio", limit: 1 })).not.toHaveProperty("searchedFor")
  })

  test("are returned with an empty result as what to try next", () => {
    for (const query of ["日本", "!!!", "sauna", "80 kg", "for the morning home xyzzy"]) {
      const { exercises: found, searchedFor } = search(query)
      expect([query, found]).toEqual([query, []])
      expect(searchedFor).toContain("Try")
    }
  })

  test("a word of the catalogue is never corrected", () => {
    for (const query of ["rack", "rocket", "chest", "clean", "bench", "plate", "ring"]) {
      expect([query, used(query)]).toEqual([query, undefined])
    }
  })

  test("a search ends, however much is typed", () => {
    expect(namesFor("squat ".repeat(33))).toEqual(namesFor("squat"))
    const words = "bench press squat row curl deadlift lunge plank run swim walk bike climb"
    expect(used(words)).not.toContain("climb")
    expect(namesFor(`${"a b c d e f g h i j k l m n o p q r s t u v w x y z ".repeat(3)} plank`)).not.toEqual([])
  })
})

describe("did you mean", () => {
  const closest = (name: string) => closestNames(exercises(), name, 3).map((exercise) => exercise.name)

  test("misspelt and foreign names lead to what was meant", () => {
    expect(closest("Barbel Bench Pres")).toContain("Barbell Bench Press")
    expect(closest("Benchpress")[0]).toBe("Barbell Bench Press")
    expect(closest("Romainian Deadlift")[0]).toBe("Romanian Deadlift")
    expect(closest("Dumbbell Bicep Curls")[0]).toBe("Dumbbell Biceps Curl")
    expect(closest("Pull-Ups")[0]).toBe("Pull-Up")
    expect(closest("exr_barbel_squat")[0]).toBe("Barbell Squat")
    expect(closest("treadmil run")[0]).toBe("Treadmill")
  })

  test("there are always as many suggestions as requested", () => {
    expect(closest("日本")).toHaveLength(3)
    expect(closest("")).toHaveLength(3)
  })
})
