import { describe, expect, test } from "bun:test"
import { type Call, invalidFields, output, overEveryStore } from "../../support/app.ts"

interface Found {
  readonly exercises: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly category: string
    readonly trackingType: string
    readonly muscleGroups: ReadonlyArray<string>
    readonly equipment?: string
  }>
  readonly searchedFor?: string
}

overEveryStore("search_exercises", (service) => {
  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const fresh = async (): Promise<Call> => (await service().person())[surface]
      const answer = async (input: Record<string, unknown>) => output<Found>((await fresh())("search_exercises", input))
      const search = async (input: Record<string, unknown>) => (await answer(input)).exercises

      test("finds by words of the name, closest first, with everything that logging needs", async () => {
        const [first] = await search({ query: "press INCLINE dumb" })
        expect(first).toEqual({
          id: "exr_incline_dumbbell_press",
          name: "Incline Dumbbell Press",
          category: "strength",
          trackingType: "weight_reps",
          muscleGroups: ["chest", "shoulders", "triceps"],
          equipment: "dumbbell"
        })
      })

      test("equipment is absent if none is needed", async () => {
        const [running] = await search({ query: "running", limit: 1 })
        expect(running).toMatchObject({ id: "exr_running", trackingType: "distance_duration" })
        expect(running).not.toHaveProperty("equipment")
      })

      test("returns what was searched if that differs from the query", async () => {
        const corrected = await answer({ query: "dumbell curl", limit: 1 })
        expect(corrected.exercises[0]?.name).toBe("Dumbbell Biceps Curl")
        expect(corrected.searchedFor).toBe("dumbbell curl")
        expect((await answer({ query: "zone 2 bike", limit: 1 })).searchedFor).toBe("bike")
        expect(await answer({ query: "bench press", limit: 1 })).not.toHaveProperty("searchedFor")
        expect(await answer({ category: "cardio", limit: 1 })).not.toHaveProperty("searchedFor")
      })

      test("an empty answer suggests what to try", async () => {
        const { exercises, searchedFor } = await answer({ query: "xyzzy" })
        expect(exercises).toEqual([])
        expect(searchedFor).toContain("Try one or two plain words")
      })

      test("an empty answer never suggests the query itself", async () => {
        for (const query of ["squat", "squats", "sqauts", "deadlift"]) {
          const { exercises, searchedFor } = await answer({ query, category: "cardio" })
          expect([query, exercises.length]).toEqual([query, 0])
          expect(searchedFor).toContain("Try the same query without a category")
        }
        expect((await answer({ query: "xyzzy", category: "cardio" })).searchedFor).toContain(
          "Try one or two plain words"
        )
      })

      test("a query, a category or both are required; blank words count as omitted", async () => {
        const call = await fresh()
        for (const input of [{}, { query: "" }, { query: "   ", limit: 5 }]) {
          expect(await invalidFields(call("search_exercises", input))).toEqual(["query", "category"])
        }
        expect(await invalidFields(call("search_exercises", { limit: 0 }))).toEqual(["limit", "query", "category"])
      })

      test("a category alone lists its exercises, everyday ones first, and narrows a query", async () => {
        const cardio = await search({ category: "cardio" })
        expect(cardio).toHaveLength(20)
        expect(new Set(cardio.map(({ category }) => category))).toEqual(new Set(["cardio"]))
        expect(await search({ query: " ", category: "cardio" })).toEqual(cardio)
        expect((await search({ query: "row", category: "cardio" })).map(({ name }) => name)).toEqual([
          "Rowing Machine",
          "Rowing"
        ])
        expect(await invalidFields((await fresh())("search_exercises", { category: "yoga" }))).toEqual(["category"])
      })

      test("limit is 1 to 50, and 20 by default", async () => {
        expect(await search({ query: "press" })).toHaveLength(20)
        expect(await search({ query: "press", limit: 50 })).toHaveLength(50)
        expect(await search({ query: "press", limit: 1 })).toHaveLength(1)
        const call = await fresh()
        for (const limit of [0, 51, -1, 1.5]) {
          expect(await invalidFields(call("search_exercises", { query: "press", limit }))).toEqual(["limit"])
        }
      })

      test("no typed text does harm", async () => {
        for (const query of ["%", "\\", "日本", "(((", "💪", "\u202e"]) {
          expect(await search({ query })).toEqual([])
        }
        expect((await answer({ query: "'; DELETE FROM exercises; --" })).exercises).toEqual([])
        expect((await search({ query: "bench%press" }))[0]?.name).toBe("Barbell Bench Press")
        const call = await fresh()
        for (const query of ["\u0000", "squat\ud800", "x".repeat(201)]) {
          // A query string cannot carry an unpaired surrogate; over MCP, the character that replaces it is refused.
          if (query.isWellFormed() || surface === "mcp") {
            expect(await invalidFields(call("search_exercises", { query }))).toEqual(["query"])
          }
        }
        expect(await invalidFields(call("search_exercises", { query: "squat", muscle: "legs" }))).toEqual(["muscle"])
      })
    })
  }
})
