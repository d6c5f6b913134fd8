import { beforeAll, describe, expect, test } from "bun:test"
import { failure, invalidFields, makeService, NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { oneDatabase } from "../../support/stores.ts"
import { counting } from "../../support/watching.ts"
import { type Goal, habit, water } from "./support.ts"

interface Saved {
  readonly goal: Goal
  readonly created: boolean
}

overEveryStore("save_goal with an idempotency key", (service) => {
  beforeAll(() => service().setTime(NOON))

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const arrive = async (details: Parameters<typeof newPerson>[1] = {}) => {
        const call = (await newPerson(service(), details))[surface]
        const save = (input: Record<string, unknown>) => call("save_goal", input)
        const list = async () => (await output<{ goals: ReadonlyArray<Goal> }>(call("list_goals"))).goals
        return { save, list }
      }
      const keyed = { ...water, idempotency_key: "water" }

      test("a repeated creation makes no second goal, also at the same time", async () => {
        const { save, list } = await arrive()
        const all = await Promise.all([1, 2, 3].map(() => output<Saved>(save(keyed))))
        const first = await output<Saved>(save(keyed))
        expect(new Set([...all, first].map(({ goal }) => goal.id)).size).toBe(1)
        expect(await list()).toHaveLength(1)
        const second = await output<Saved>(save({ ...keyed, idempotency_key: "more" }))
        expect(await list()).toHaveLength(2)
        expect(second).toMatchObject({ created: true, sameName: [first.goal.id] })
        expect((await failure(save({ ...keyed, targetValue: 3000 }))).code).toBe("idempotency_conflict")
      })

      test("is answered by the first even when the goal has changed, and no more goals are allowed", async () => {
        const { save, list } = await arrive({ ownLimits: { goalTemplates: 1 } })
        const first = await output<Saved>(save(keyed))
        await output(save({ id: first.goal.id, targetValue: 2500 }))
        expect((await output<Saved>(save(keyed))).goal).toEqual(first.goal)
        expect((await list()).map(({ targetValue }) => targetValue)).toEqual([2500])
        expect((await failure(save({ ...keyed, idempotency_key: "more" }))).code).toBe("limit_exceeded")
      })

      test("a change under a key is made once, and a refused call leaves the key free", async () => {
        const { save, list } = await arrive()
        const { goal } = await output<Saved>(save(habit))
        const change = { id: goal.id, name: "Renamed", idempotency_key: "name" }
        await output(save(change))
        await output(save({ id: goal.id, name: "Later" }))
        expect((await output<Saved>(save(change))).goal.name).toBe("Renamed")
        expect((await list()).map(({ name }) => name)).toEqual(["Later"])
        expect(await invalidFields(save({ id: goal.id, idempotency_key: "nothing" }))).toEqual(["body"])
        expect(await invalidFields(save({ idempotency_key: "free" }))).toEqual(["name", "type"])
        expect(await output<Saved>(save({ ...habit, idempotency_key: "free" }))).toMatchObject({ created: true })
      })
    })
  }
})

test.each(oneDatabase.map(({ name, layer }) => [name, layer] as const))(
  "a goal saved without a key takes no statement for one (%s)",
  async (_, layer) => {
    const { stores, sent } = counting(layer)
    const service = await makeService(stores)
    const { rest } = await newPerson(service)
    const statementsOf = async (input: Record<string, unknown>) => {
      const before = sent()
      await output(rest("save_goal", input))
      return sent() - before
    }
    await output(rest("save_goal", habit))
    const without = await statementsOf(water)
    expect(await statementsOf({ ...water, name: "More", idempotency_key: "more" })).toBe(without + 1)
    await service.stop()
  },
  60_000
)
