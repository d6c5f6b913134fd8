import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { NOTHING_DUE } from "../../../src/contract/handler/charge.ts"
import type { Workout } from "../../../src/features/workouts/model.ts"
import { WorkoutStore } from "../../../src/features/workouts/store.ts"
import { plusDays } from "../../../src/values/activity-day.ts"
import { makeService, output, type Person, type Service } from "../../support/app.ts"
import { storeSets } from "../../support/stores.ts"
import { counting } from "../../support/watching.ts"
import { addWorkout, editable, get, type Listed, log } from "./support.ts"

const LENGTH = 2000

const numbered = (n: number): Workout => ({
  id: `wkout_${String(n).padStart(16, "0")}`,
  date: plusDays("2020-01-01" as Workout["date"], Math.floor(n / 2)),
  name: `Workout ${n}`,
  durationSeconds: null,
  startTime: null,
  endTime: null,
  notes: null,
  estimatedCalories: null,
  appCalories: null,
  exercises: Array.from({ length: 5 }, () => ({
    exerciseId: "exr_barbell_squat",
    sets: Array.from({ length: 5 }, () => ({ setType: "working" as const, weightKg: n, reps: 5 }))
  }))
})

for (const { name, layer } of storeSets) {
  describe(`a history of ${LENGTH} workouts (${name})`, () => {
    let sent: () => number
    let service: Service
    let few: Person
    let many: Person

    const counted = async (call: () => Promise<unknown>): Promise<number> => {
      const before = sent()
      await call()
      return sent() - before
    }

    beforeAll(async () => {
      const counted = counting(layer)
      sent = counted.sent
      service = await makeService(counted.stores)
      few = await service.person()
      many = await service.person()
      const add = (person: Person, count: number) =>
        Effect.forEach(
          Array.from({ length: count }, (_, n) => numbered(n)),
          (workout, n) => addWorkout(person.id, workout, n)
        )
      await service.run(add(few, 1))
      await service.run(add(many, LENGTH))
    }, 60_000)
    afterAll(() => service.stop())

    if (name !== "memory") {
      test("a page and a detail are one statement of the store", async () => {
        const store = <A>(use: (store: WorkoutStore["Type"]) => Effect.Effect<A>) =>
          counted(() => service.run(Effect.flatMap(WorkoutStore, use)))
        expect(await store((store) => store.page(NOTHING_DUE, many.id, {}, undefined, 100))).toBe(1)
        expect(await store((store) => store.find(many.id, numbered(7).id))).toBe(1)
      })
    }

    test("no operation takes more statements than over a history of one", async () => {
      const { id } = numbered(0)
      for (const surface of ["rest", "mcp"] as const) {
        const costs = async (person: Person) => {
          const call = person[surface]
          const detail = await get(call, id)
          const logged = await log(call, { date: "2019-01-01" })
          return [
            await counted(() => output(call("list_workouts", { limit: 100 }))),
            await counted(() => output(call("get_workout", { id }))),
            await counted(() => output(call("replace_workout", editable(detail)))),
            await counted(() => output(call("delete_workout", { id: logged.id })))
          ]
        }
        const ofFew = await costs(few)
        expect(await costs(many)).toEqual(ofFew)
        if (name !== "memory") expect(ofFew.every((cost) => cost > 0)).toBe(true)
      }
    }, 30_000)

    test("every workout is found, newest first, page by page", async () => {
      const seen: Array<string> = []
      let cursor: string | null = null
      do {
        const page: Listed = await output(
          many.rest("list_workouts", { limit: 100, ...(cursor === null ? {} : { cursor }) })
        )
        seen.push(...page.workouts.map(({ name }) => name))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen).toEqual(Array.from({ length: LENGTH }, (_, n) => `Workout ${LENGTH - 1 - n}`))
    }, 30_000)
  })
}
