import { describe, expect, test } from "bun:test"
import { readCatalogue } from "../../src/exercises/catalogue/read.ts"
import { closestNames, queryWords, searchExercises, searchTexts } from "../../src/exercises/search.ts"
import { EVERYDAY_QUERIES } from "./queries.ts"

const table = Bun.file(new URL("../../src/exercises/catalogue/exercises.tsv", import.meta.url))
const exercises = readCatalogue(await table.text()).map((exercise) => ({
  ...exercise,
  ...searchTexts(exercise)
}))

const namesFor = (query: string, limit = 50) => searchExercises(exercises, { query, limit }).map(({ name }) => name)

describe("everyday queries", () => {
  test.each(EVERYDAY_QUERIES.map((everyday) => [everyday.query, everyday] as const))(
    "%s",
    (query, { first, among }) => {
      const five = namesFor(query, 5)
      if (first !== undefined) expect(five[0]).toBe(first)
      for (const name of among ?? []) expect(five).toContain(name)
    }
  )
})

describe("searching", () => {
  test("every word starts a word of the name, in any order, whatever the case and accents", () => {
    expect(namesFor("PRES inc DUMB")).toContain("Incline Dumbbell Press")
    expect(namesFor("plié")).toEqual(namesFor("PLIE"))
    expect(namesFor("quat")).toEqual([])
    expect(namesFor("squat nonsense")).toEqual([])
  })

  test("every exercise is found by its own name, first, but for two names that differ by a plural only", () => {
    for (const { name } of exercises) {
      expect(namesFor(name, name === "Squats - With Bands" ? 2 : 1)).toContain(name)
    }
  })

  test("every exercise is found by each of its aliases, first", () => {
    for (const { name, aliases } of exercises) {
      for (const alias of aliases) expect([alias, ...namesFor(alias, 1)]).toEqual([alias, name])
    }
  })

  test("what is found is found by the start of every word: shortening a word loses nothing", () => {
    const shorter = namesFor("dumb cur", 1000)
    for (const name of namesFor("dumbbell curls", 1000)) expect(shorter).toContain(name)
  })

  test("a query without letters or digits finds nothing, and special characters mean nothing", () => {
    expect(namesFor("  !%_ ")).toEqual([])
    expect(namesFor("bench%press")).toEqual(namesFor("bench press"))
  })

  test("a category alone lists all of it, everyday ones first, and narrows a query", () => {
    const cardio = searchExercises(exercises, { category: "cardio", limit: 1000 })
    expect(cardio).toHaveLength(exercises.filter(({ category }) => category === "cardio").length)
    expect(cardio.map(({ popularity }) => popularity)).toEqual(
      cardio
        .map(({ popularity }) => popularity)
        .sort()
        .reverse()
    )
    const rows = searchExercises(exercises, { query: "row", category: "cardio", limit: 5 })
    expect(rows.map(({ name }) => name)).toEqual(["Rowing, Stationary", "Rowing"])
  })

  test("what is found in the name comes before what is found through an alias", () => {
    const found = namesFor("press", 1000)
    expect(found.indexOf("Push-Up")).toBeGreaterThan(found.indexOf("Anti-Gravity Press"))
  })

  test("the stored texts hold every spelling between bars", () => {
    expect(searchTexts({ name: "Bench Dips", aliases: ["push-up"] })).toEqual({
      searchName: "| bench dips | bench dip |",
      searchText: "| bench dips | bench dip | push up | pushup |"
    })
    expect(queryWords("World's  Crunches & presses")).toEqual(["world", "crunch", "press"])
  })
})

describe("did you mean", () => {
  const closest = (name: string) => closestNames(exercises, name, 3).map((exercise) => exercise.name)

  test("misspelt and foreign names lead to what was meant", () => {
    expect(closest("Barbel Bench Pres")).toContain("Barbell Bench Press")
    expect(closest("Benchpress")[0]).toBe("Barbell Bench Press")
    expect(closest("Romainian Deadlift")[0]).toBe("Romanian Deadlift")
    expect(closest("Dumbbell Bicep Curls")[0]).toBe("Dumbbell Biceps Curl")
    expect(closest("Pull-Ups")[0]).toBe("Pull-Up")
    expect(closest("exr_barbel_squat")[0]).toBe("Barbell Squat")
    expect(closest("treadmil run")[0]).toBe("Running, Treadmill")
  })

  test("there are always as many as asked for", () => {
    expect(closest("日本")).toHaveLength(3)
    expect(closest("")).toHaveLength(3)
  })
})
