import { beforeAll, describe, expect, test } from "bun:test"
import { type Call, invalidFields, NOON, output, overEveryStore, type Person } from "../../support/app.ts"
import { type Listed, log, squats } from "./support.ts"

overEveryStore("list_workouts", (service) => {
  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      let person: Person
      let call: Call
      let newestFirst: ReadonlyArray<string>
      const list = (input: Record<string, unknown> = {}) => output<Listed>(call("list_workouts", input))
      const ids = ({ workouts }: Listed) => workouts.map(({ id }) => id)

      beforeAll(async () => {
        person = await service().person()
        call = person[surface]
        const logged: Array<{ readonly id: string; readonly date: string; readonly at: string }> = []
        for (const [at, dates] of [
          ["2026-03-14T12:00:00Z", ["2026-03-10", "2026-03-12", "2026-03-10", "2026-04-01"]],
          ["2026-03-14T12:00:00.001Z", ["2026-03-12", "2026-03-10", "2026-03-01"]]
        ] as const) {
          await service().setTime(at)
          for (const date of dates) logged.push({ ...(await log(call, { date, name: `${date} ${at}` })), at })
        }
        const place = ({ date, at, id }: (typeof logged)[number]) => `${date} ${Date.parse(at)} ${id}`
        newestFirst = logged.toSorted((a, b) => (place(a) < place(b) ? 1 : -1)).map(({ id }) => id)
        await service().setTime(NOON)
      })

      test("newest first by date, then creation, then id; future ones included", async () => {
        const all = await list()
        expect(ids(all)).toEqual([...newestFirst])
        expect(all).toMatchObject({ hasMore: false, nextCursor: null })
      })

      test("summaries contain no sets, and only known values", async () => {
        const other = (await service().person())[surface]
        const { id } = await log(other, { exercises: [squats, squats], durationSeconds: 60, notes: "n", name: "Legs" })
        const squat = { exerciseId: "exr_barbell_squat", name: "Barbell Squat" }
        expect<unknown>((await output<Listed>(other("list_workouts"))).workouts).toEqual([
          {
            id,
            name: "Legs",
            date: "2026-03-14",
            durationSeconds: 60,
            notes: "n",
            exerciseCount: 2,
            exercises: [squat, squat]
          }
        ])
      })

      test("pages contain everything once, whatever their size, and end without a cursor", async () => {
        for (const limit of [1, 2, 3, 7]) {
          const seen: Array<string> = []
          let cursor: string | null = null
          do {
            const page: Listed = await list({ limit, ...(cursor === null ? {} : { cursor }) })
            expect(page.hasMore).toBe(page.nextCursor !== null)
            seen.push(...ids(page))
            cursor = page.nextCursor
          } while (cursor !== null)
          expect(seen).toEqual([...newestFirst])
        }
      })

      test("from and to are inclusive, each alone or both", async () => {
        const dates = async (input: Record<string, unknown>) => (await list(input)).workouts.map(({ date }) => date)
        expect(await dates({ from: "2026-03-12" })).toEqual(["2026-04-01", "2026-03-12", "2026-03-12"])
        expect(await dates({ to: "2026-03-09" })).toEqual(["2026-03-01"])
        expect(await dates({ from: "2026-03-10", to: "2026-03-10" })).toEqual(Array(3).fill("2026-03-10"))
        const first = await list({ from: "2026-03-10", to: "2026-03-12", limit: 4 })
        const rest = await list({ from: "2026-03-10", to: "2026-03-12", cursor: first.nextCursor })
        expect([...ids(first), ...ids(rest)]).toEqual(newestFirst.slice(1, 6))
      })

      test("a page continues where the last one ended, whatever was added or deleted meanwhile", async () => {
        const other = (await service().person())[surface]
        const page = (input: Record<string, unknown>) => output<Listed>(other("list_workouts", input))
        const [a, b, c] = await Promise.all(
          ["03-01", "03-02", "03-03"].map((day) => log(other, { date: `2026-${day}` }))
        )
        const first = await page({ limit: 2 })
        expect(ids(first)).toEqual([c?.id ?? "", b?.id ?? ""])
        await log(other, { date: "2026-03-04" })
        await output(other("delete_workout", { id: b?.id }))
        expect(ids(await page({ cursor: first.nextCursor }))).toEqual([a?.id ?? ""])
      })

      test("total counts every workout once, on every page and despite concurrent changes", async () => {
        const other = (await service().person())[surface]
        const totals = async () => {
          const { nextCursor, ...first } = await output<Listed>(other("list_workouts", { limit: 1 }))
          const rest = await output<Listed>(other("list_workouts", { cursor: nextCursor }))
          const inRange = await output<Listed>(other("list_workouts", { from: "1900-01-01" }))
          return [first.total, rest.total, inRange.total, first.workouts.length + rest.workouts.length]
        }
        const twice = { name: "Twice", exercises: [squats], idempotency_key: crypto.randomUUID() }
        const [a, b] = await Promise.all([
          ...Array.from({ length: 6 }, () => log(other, {})),
          log(other, twice),
          log(other, twice)
        ])
        expect(await totals()).toEqual([7, 7, 7, 7])
        await Promise.all([
          other("delete_workout", { id: a?.id }),
          other("delete_workout", { id: a?.id }),
          other("replace_workout", { id: b?.id, name: "Moved", date: "2026-01-01", exercises: [squats] })
        ])
        expect(await totals()).toEqual([6, 6, 6, 6])
        expect((await output<Listed>(person[surface]("list_workouts"))).total).toBe(newestFirst.length)
      })

      test("a cursor is valid only for its user, from and to", async () => {
        const { nextCursor: cursor } = await list({ from: "2026-03-01", limit: 1 })
        const refused = (call: Call, input: Record<string, unknown>) => invalidFields(call("list_workouts", input))
        expect(await refused(call, { cursor })).toEqual(["cursor"])
        expect(await refused(call, { cursor, from: "2026-03-02" })).toEqual(["cursor"])
        expect(await refused(call, { cursor, from: "2026-03-01", to: "2026-12-31" })).toEqual(["cursor"])
        const other = (await service().person())[surface]
        expect(await refused(other, { cursor, from: "2026-03-01" })).toEqual(["cursor"])
        for (const forged of ["x", `${cursor}x`, `${cursor}`.toUpperCase()]) {
          expect(await refused(call, { cursor: forged, from: "2026-03-01" })).toEqual(["cursor"])
        }
        const again = surface === "rest" ? person.mcp : person.rest
        expect(
          (await output<Listed>(again("list_workouts", { cursor, from: "2026-03-01", limit: 2 }))).workouts
        ).toHaveLength(2)
      })

      test("limit is 1 to 100; from after to names both; all faults at once", async () => {
        const refused = (input: Record<string, unknown>) => invalidFields(call("list_workouts", input))
        for (const limit of [0, 101, 1.5]) expect(await refused({ limit })).toEqual(["limit"])
        expect(await refused({ from: "2026-03-02", to: "2026-03-01" })).toEqual(["from", "to"])
        expect(await refused({ from: "2026-03-02", to: "2026-03-01", limit: 0, page: 2 })).toEqual(
          expect.arrayContaining(["from", "to", "limit", "page"])
        )
        expect(await refused({ from: "2026-13-01" })).toEqual(["from"])
      })
    })
  }
})
