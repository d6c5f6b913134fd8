import { beforeAll, expect, test } from "bun:test"
import { failure, NOON, newPerson, output, overEveryStore, type Person, TODAY } from "../../../../support/app.ts"
import { callInternal } from "../overview/support.ts"

const YESTERDAY = "2026-03-13"
const EGG = "food_sr28_01123"
const MILK = "food_sr28_01077"

interface Listed {
  readonly entries: ReadonlyArray<{ readonly id: string; readonly mealType: string; readonly servings: number }>
}

overEveryStore("many entries at once", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async () => {
    const person = await newPerson(service())
    const call = (operation: string, input: object) => callInternal(service(), person, operation, input)
    const eat = (foodId: string, servings: number, mealType: string) =>
      output(person.rest("log_food_entry", { foodId, servings, mealType, date: YESTERDAY }))
    await eat(EGG, 1, "breakfast")
    await eat(MILK, 2, "breakfast")
    await eat(EGG, 3, "dinner")
    return { person, call }
  }

  const entriesOf = async ({ rest }: Person, date: string) =>
    (await output<Listed>(rest("list_food_entries", { from: date, to: date }))).entries
  const shown = async (person: Person, date: string) =>
    (await entriesOf(person, date)).map(({ mealType, servings }) => `${servings} ${mealType}`).sort()
  const idOf = async (person: Person, date: string, servings: number) =>
    (await entriesOf(person, date)).find((entry) => entry.servings === servings)?.id ?? ""

  test("are those of a day, of one of its meals, or one entry; copies keep their meal unless another is given", async () => {
    const { person, call } = await arrive()
    const id = await idOf(person, YESTERDAY, 3)
    for (const [which, copied] of [
      [{ mealType: "breakfast" }, ["1 breakfast", "2 breakfast"]],
      [{ id, toMealType: "lunch" }, ["1 breakfast", "2 breakfast", "3 lunch"]],
      [{ id, mealType: "breakfast" }, undefined],
      [{ mealType: "snack" }, undefined],
      [{}, ["1 breakfast", "1 breakfast", "2 breakfast", "2 breakfast", "3 dinner", "3 lunch"]]
    ] as const) {
      const key = JSON.stringify(which)
      const input = { date: YESTERDAY, toDate: TODAY, idempotency_key: key, ...which }
      if (copied === undefined) expect((await failure(call("copy_food_entries", input))).code).toBe("not_found")
      else {
        await output(call("copy_food_entries", input))
        expect(await shown(person, TODAY)).toEqual([...copied])
      }
    }
    expect(await shown(person, YESTERDAY)).toEqual(["1 breakfast", "2 breakfast", "3 dinner"])
  })

  test("that were copied are taken back, but for those that were changed, moved to another meal or deleted since", async () => {
    const { person, call } = await arrive()
    await output(call("copy_food_entries", { date: YESTERDAY, toDate: TODAY, idempotency_key: "all" }))
    await output(person.rest("update_food_entry", { id: await idOf(person, TODAY, 2), servings: 2.5 }))
    await output(person.rest("update_food_entry", { id: await idOf(person, TODAY, 3), mealType: "lunch" }))
    // As the copy was, but logged by hand.
    await output(person.rest("log_food_entry", { foodId: MILK, servings: 2, mealType: "breakfast", date: TODAY }))
    expect(await output(call("undo_copied_food_entries", { copiedBy: "all" }))).toEqual({ date: TODAY, entries: 1 })
    expect(await shown(person, TODAY)).toEqual(["2 breakfast", "2.5 breakfast", "3 lunch"])
    expect(await output(call("undo_copied_food_entries", { copiedBy: "all" }))).toEqual({ date: TODAY, entries: 0 })
  })

  test("that were moved go back to their day and meal, but for those that have moved on", async () => {
    const { person, call } = await arrive()
    await output(
      call("move_food_entries", { date: YESTERDAY, toDate: TODAY, toMealType: "lunch", idempotency_key: "all" })
    )
    expect([await shown(person, YESTERDAY), await shown(person, TODAY)]).toEqual([
      [],
      ["1 lunch", "2 lunch", "3 lunch"]
    ])
    const on = { id: await idOf(person, TODAY, 2), date: "2026-03-10" }
    await output(person.rest("update_food_entry", on))
    expect(await output(call("undo_moved_food_entries", { movedBy: "all" }))).toEqual({ date: YESTERDAY, entries: 2 })
    expect([await shown(person, YESTERDAY), await shown(person, TODAY), await shown(person, "2026-03-10")]).toEqual([
      ["1 breakfast", "3 dinner"],
      [],
      ["2 lunch"]
    ])
  })

  test("are taken back for a day, and by their person alone", async () => {
    const { person, call } = await arrive()
    const other = await arrive()
    await output(call("copy_food_entries", { date: YESTERDAY, toDate: TODAY, idempotency_key: "all" }))
    expect((await failure(other.call("undo_copied_food_entries", { copiedBy: "all" }))).code).toBe("not_found")
    await service().setTime("2026-03-15T12:00:01Z")
    const late = await failure(call("undo_copied_food_entries", { copiedBy: "all" }))
    expect(late).toMatchObject({ code: "not_found", message: expect.stringContaining("more than a day ago") })
    expect(await shown(person, TODAY)).toHaveLength(3)
    await service().setTime(NOON)
  })
})
