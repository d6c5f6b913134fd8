import { beforeAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { type Call, invalidFields, NOON, newPerson, output, overEveryStore, TODAY } from "../../support/app.ts"
import { newFood } from "../custom-foods/support.ts"
import { type Entry, type Logged, list, walk } from "./support.ts"

const SLOW = 30_000

overEveryStore("pages of the diary", (service) => {
  beforeAll(async () => {
    await service().setTime(NOON)
  })

  const diaryOf = async (call: Call) => {
    const customFoodId = await newFood(call)
    return async (date: string) =>
      (await output<Logged>(call("log_food_entry", { customFoodId, servings: 1, mealType: "lunch", date }))).entry
  }

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const fresh = async (timezone = "UTC") => {
        await service().setTime(NOON)
        const call = (await newPerson(service(), { timezone }))[surface]
        return { call, log: await diaryOf(call) }
      }

      test("a list covers today by default; from after to names both, even if one is a default", async () => {
        const { call, log } = await fresh()
        await log("2026-03-13")
        const today = await log(TODAY)
        await log("2026-03-15")
        expect(await list(call)).toEqual({
          entries: [today],
          from: TODAY,
          to: TODAY,
          timezone: "UTC",
          totals: [{ date: TODAY, ...today.nutrition }],
          total: 1,
          hasMore: false,
          nextCursor: null
        })
        expect((await list(call, { from: "2026-03-13" })).entries).toHaveLength(2)
        expect((await list(call, { from: "2026-03-15", to: "2026-03-15" })).entries).toHaveLength(1)
        for (const range of [{ from: "2026-03-15" }, { to: "2026-03-13" }, { from: "2026-03-03", to: "2026-03-02" }]) {
          expect(await invalidFields(call("list_food_entries", range))).toEqual(["from", "to"])
        }
      })

      test(
        "a page holds 50 entries by default, and at most 100",
        async () => {
          const { call, log } = await fresh()
          for (let made = 0; made < 51; made++) await log(TODAY)
          const first = await list(call)
          expect(first.entries).toHaveLength(50)
          expect(first.hasMore).toBe(true)
          const last = await list(call, { cursor: first.nextCursor, limit: 100 })
          expect([last.entries.length, last.hasMore, last.nextCursor]).toEqual([1, false, null])
          expect((await list(call, { limit: 51 })).nextCursor).toBeNull()
          for (const limit of [0, 101])
            expect(await invalidFields(call("list_food_entries", { limit }))).toEqual(["limit"])
        },
        SLOW
      )

      test(
        "midnight between two pages changes nothing: the next one continues with the first one's day",
        async () => {
          for (const range of [{}, { from: "2026-03-13" }, { to: "2026-03-14" }]) {
            const { call, log } = await fresh("Europe/Berlin")
            await service().setTime("2026-03-14T22:59:00Z")
            const days = "from" in range ? ["2026-03-13", TODAY, TODAY] : [TODAY, TODAY, TODAY]
            for (const day of days) await log(day)
            await log("2026-03-15")
            const first = await list(call, { ...range, limit: 2 })
            await service().setTime("2026-03-14T23:00:00Z")
            const second = await list(call, { ...range, limit: 2, cursor: first.nextCursor })
            expect([second.from, second.to]).toEqual([first.from, first.to])
            expect(second.to).toBe(TODAY)
            expect(second.entries.map(({ date }) => date)).toEqual([TODAY])
            expect(second.hasMore).toBe(false)
          }
          await service().setTime(NOON)
        },
        SLOW
      )

      test("a cursor is valid only unchanged, and for its user, from and to", async () => {
        const { call, log } = await fresh()
        for (let made = 0; made < 3; made++) await log(TODAY)
        const { nextCursor } = await list(call, { limit: 1 })
        const cursor = nextCursor ?? ""
        const other = await fresh()
        const refused = (of: Call, input: Record<string, unknown>) => invalidFields(of("list_food_entries", input))
        expect(await refused(other.call, { cursor })).toEqual(["cursor"])
        for (const range of [{ from: "2026-03-13" }, { to: "2026-03-15" }, { from: "2026-03-13", to: TODAY }]) {
          expect(await refused(call, { ...range, cursor })).toEqual(["cursor"])
        }
        const middle = Math.floor(cursor.length / 2)
        const changedAt = (at: number) => cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1)
        const bad = ["", "x", "nonsense", "é".repeat(30), cursor.slice(1), cursor.slice(0, -1), `${cursor}A`]
        for (const changed of [...bad, changedAt(0), changedAt(middle), cursor.toUpperCase()]) {
          expect(await refused(call, { cursor: changed })).toEqual(["cursor"])
        }
        expect(await refused(call, { from: "2026-03-15", cursor })).toEqual(["from", "to", "cursor"])
        const turned = { from: "2026-02-01", to: "2026-01-01", cursor: "x" }
        expect((await refused(call, { ...turned, limit: 0 })).toSorted()).toEqual(["cursor", "from", "limit", "to"])
        expect((await refused(call, { limit: 0, cursor: "x" })).toSorted()).toEqual(["cursor", "limit"])
        expect((await refused(call, { from: "x", cursor: "x" })).toSorted()).toEqual(["cursor", "from"])
        expect(await refused(call, { from: "x", cursor })).toEqual(["from"])
        expect((await list(call, { cursor })).entries).toHaveLength(2)
      })

      test("with a cursor, from and to may be as in the first call or as on its page", async () => {
        const { call, log } = await fresh("Europe/Berlin")
        for (let made = 0; made < 4; made++) await log(TODAY)
        const whole = { from: "2026-03-13", to: TODAY }
        const ways = (given: Record<string, string>) =>
          [{}, { from: whole.from }, { to: whole.to }, whole].filter((way) =>
            Object.keys(given).every((end) => end in way)
          )
        for (const given of [{ from: whole.from }, whole]) {
          await service().setTime(NOON)
          const { nextCursor, from, to } = await list(call, { ...given, limit: 1 })
          expect({ from, to }).toEqual(whole)
          await service().setTime("2026-03-14T23:00:00Z")
          for (const way of ways(given)) {
            const second = await list(call, { ...way, limit: 1, cursor: nextCursor })
            expect({ from: second.from, to: second.to }).toEqual(whole)
            for (const next of ways(given)) {
              expect((await list(call, { ...next, cursor: second.nextCursor })).entries).toHaveLength(2)
            }
          }
          await service().setTime(NOON)
          for (const input of [{}, { to: TODAY }, { ...whole, to: "2026-03-15" }, { ...whole, from: TODAY }]) {
            expect(await invalidFields(call("list_food_entries", { ...input, cursor: nextCursor }))).toEqual(["cursor"])
          }
        }
        await service().setTime(NOON)
        const { nextCursor } = await list(call, { limit: 1 })
        for (const way of [{ from: TODAY }, { to: TODAY }, { from: TODAY, to: TODAY }]) {
          expect((await list(call, { ...way, cursor: nextCursor })).entries).toHaveLength(3)
        }
      })

      test("a page continues after an entry that has since been deleted or moved", async () => {
        const { call, log } = await fresh()
        const made: Array<Entry> = []
        for (let each = 0; each < 4; each++) made.push(await log(TODAY))
        const first = await list(call, { limit: 2 })
        await output(call("delete_food_entry", { id: made[1]?.id }))
        await output(call("update_food_entry", { id: made[0]?.id, date: "2026-03-01" }))
        expect((await list(call, { limit: 2, cursor: first.nextCursor })).entries).toEqual(made.slice(2))
      })
    })
  }

  test(
    "walking all pages while others insert and delete returns every lasting entry exactly once, in order",
    async () => {
      const day = fc.integer({ min: 1, max: 5 }).map((day) => `2026-03-0${day}`)
      const range = { from: "2026-03-01", to: "2026-03-05" }
      const step = fc.record({ inserted: fc.array(day, { maxLength: 2 }), deleted: fc.nat() })
      await fc.assert(
        fc.asyncProperty(
          fc.array(day, { minLength: 1, maxLength: 14 }),
          fc.integer({ min: 1, max: 5 }),
          fc.array(step, { minLength: 30, maxLength: 30 }),
          async (days, limit, steps) => {
            const person = await newPerson(service())
            const log = await diaryOf(person.rest)
            const made: Array<Entry> = []
            for (const day of days) made.push(await log(day))
            const deleted = new Set<string>()
            let next = 0
            const between = async () => {
              const { inserted, deleted: pick } = steps[next++] ?? { inserted: [], deleted: 0 }
              // The inserts stop at some point, or the walk would not.
              if (next < 12) for (const day of inserted) await log(day)
              const gone = made[pick % (made.length * 3)]
              if (gone === undefined || deleted.has(gone.id)) return
              deleted.add(gone.id)
              await output(person.mcp("delete_food_entry", { id: gone.id }))
            }
            const seen = await walk(person.rest, range, limit, between)
            const ids = seen.map(({ id }) => id)
            expect(new Set(ids).size).toBe(ids.length)
            const throughout = made
              .filter(({ id }) => !deleted.has(id))
              .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
            const kept = new Set(throughout.map(({ id }) => id))
            expect(seen.filter(({ id }) => kept.has(id))).toEqual(throughout)
            expect(seen.map(({ date }) => date)).toEqual(seen.map(({ date }) => date).sort())
          }
        ),
        { numRuns: 15, seed: 20260314 }
      )
    },
    SLOW
  )
})
