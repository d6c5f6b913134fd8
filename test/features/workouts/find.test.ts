import { beforeAll, describe, expect, test } from "bun:test"
import { type Call, invalidFields, NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { type Listed, log, squats } from "./support.ts"

const SESSIONS = [
  ["2026-03-01", "Push Day A"],
  ["2026-03-02", "Pull day"],
  ["2026-03-03", "push day B"],
  ["2026-03-03", "Ärmel 100% Übung"],
  ["2026-03-04", "Long PUSH DAY"]
] as const

overEveryStore("list_workouts by name and in either order", (service) => {
  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      let call: Call
      const list = (input: Record<string, unknown> = {}) => output<Listed>(call("list_workouts", input))
      const names = async (input: Record<string, unknown>) => (await list(input)).workouts.map(({ name }) => name)

      beforeAll(async () => {
        await service().setTime(NOON)
        call = (await newPerson(service()))[surface]
        for (const [date, name] of SESSIONS) await log(call, { date, name })
        await log((await newPerson(service()))[surface], { name: "Push Day of another" })
      })

      test("name finds its words in the title, ignoring case, and counts them", async () => {
        expect(await names({ name: "push day" })).toEqual(["Long PUSH DAY", "push day B", "Push Day A"])
        expect(await names({ name: "  Push  " })).toEqual(["Long PUSH DAY", "push day B", "Push Day A"])
        expect(await list({ name: "push", limit: 1 })).toMatchObject({ total: 3, hasMore: true })
        expect(await names({ name: "ärmel 100%" })).toEqual(["Ärmel 100% Übung"])
        expect(await names({ name: "10_" })).toEqual([])
        expect(await list({ name: "no such" })).toMatchObject({ workouts: [], total: 0, nextCursor: null })
        expect(await names({ name: "push", from: "2026-03-02", to: "2026-03-03" })).toEqual(["push day B"])
      })

      test("an exercise's figures are of the workouts of that name", async () => {
        const own = (await newPerson(service()))[surface]
        await log(own, { name: "Push", exercises: [squats] })
        await log(own, { name: "Legs", exercises: [squats] })
        const input = { exerciseId: "Barbell Squat", name: "legs" }
        expect(await output<Listed>(own("list_workouts", input))).toMatchObject({ total: 1, exercise: { sets: 1 } })
      })

      test("order oldest is the reverse of newest, also page by page", async () => {
        const newest = (await list()).workouts.map(({ id }) => id)
        expect((await list({ order: "newest" })).workouts.map(({ id }) => id)).toEqual(newest)
        expect((await list({ order: "oldest" })).workouts.map(({ id }) => id)).toEqual(newest.toReversed())
        expect(await names({ order: "oldest", name: "push", limit: 1 })).toEqual(["Push Day A"])
        for (const limit of [1, 2, 3]) {
          const seen: Array<string> = []
          let cursor: string | null = null
          do {
            const page: Listed = await list({ order: "oldest", limit, ...(cursor === null ? {} : { cursor }) })
            expect(page.total).toBe(5)
            seen.push(...page.workouts.map(({ id }) => id))
            cursor = page.nextCursor
          } while (cursor !== null)
          expect(seen).toEqual(newest.toReversed())
        }
      })

      test("a cursor holds for the name and the order it was issued for", async () => {
        const { nextCursor: cursor } = await list({ name: " push ", order: "oldest", limit: 1 })
        expect(await names({ name: "push", order: "oldest", cursor })).toEqual(["push day B", "Long PUSH DAY"])
        for (const other of [{ name: "push" }, { order: "oldest" }, { name: "pull", order: "oldest" }, {}])
          expect(await invalidFields(call("list_workouts", { ...other, cursor }))).toEqual(["cursor"])
        const { nextCursor: plain } = await list({ limit: 1 })
        expect(await names({ order: "newest", cursor: plain })).toHaveLength(4)
        expect(await invalidFields(call("list_workouts", { order: "oldest", cursor: plain }))).toEqual(["cursor"])
        expect(await invalidFields(call("list_workouts", { order: "random", name: " ", cursor: "x" }))).toEqual([
          "name",
          "order",
          "cursor"
        ])
      })
    })
  }
})
