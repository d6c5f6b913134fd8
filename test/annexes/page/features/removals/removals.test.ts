import { beforeAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { makeExercise } from "../../../../../src/annexes/imports/ledger/own-exercises.ts"
import { ImportStore } from "../../../../../src/annexes/imports/ledger/store.ts"
import { saveMeal } from "../../../../../src/features/saved-meals/save-meal.ts"
import { SavedMealStore } from "../../../../../src/features/saved-meals/store.ts"
import { log } from "../../../../features/workouts/support.ts"
import { failure, NOON, newPerson, output, overEveryDatabase, type Person } from "../../../../support/app.ts"
import { callInternal } from "../overview/support.ts"

const EGG = "food_sr28_01123"
const LABEL = { protein: 10, carbs: 20, fat: 5, servingSize: 50, servingSizeUnit: "g", brandName: "Own" }

interface Listed {
  readonly workouts: ReadonlyArray<{ readonly id: string }>
}

overEveryDatabase("a deletion on the page", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async (details: Parameters<typeof newPerson>[1] = {}) => {
    const person = await newPerson(service(), details)
    const call = (operation: string, input: object) => callInternal(service(), person, operation, input)
    const remove = (kind: string, id: string, key: string) => call("remove_item", { kind, id, idempotency_key: key })
    const restore = (key: string) => call("restore_item", { removedBy: key })
    return { person, remove, restore }
  }
  const code = async (outcome: Parameters<typeof failure>[0]) => (await failure(outcome)).code
  const workoutOf = ({ rest }: Person, id: string) => output(rest("get_workout", { id }))
  const idsOf = async ({ rest }: Person) => (await output<Listed>(rest("list_workouts"))).workouts.map(({ id }) => id)

  test("of a workout is undone exactly: its sets, its place in the list, and the days of its streak", async () => {
    const { person, remove, restore } = await arrive()
    const sets = [
      { setType: "warmup", weight: { value: 40, unit: "kg" }, reps: 8 },
      { weight: { value: 20, unit: "kg" }, loadIntent: "plates_each_side", reps: 5, intensity: 8.5 }
    ]
    const exercises = [
      { name: "Barbell Squat", sets },
      { name: "Plank", sets: [{ holdSeconds: 61.25 }] }
    ]
    const first = await log(person.rest, { name: "Legs <b>", exercises, notes: "heavy", durationSeconds: 3000 })
    const second = await log(person.rest, { name: "Later", exercises })
    await output(person.rest("replace_workout", { id: first.id, name: "Legs 2", exercises, date: "2026-03-12" }))
    const context = async () => {
      const { streak, badges } = await output(person.rest("get_context"))
      return { streak, badges }
    }
    const before = [await workoutOf(person, first.id), await idsOf(person), await context()]

    expect(await output(remove("workout", first.id, "one"))).toMatchObject({ id: first.id, name: "Legs 2" })
    expect(await idsOf(person)).toEqual([second.id])
    expect(await output(remove("workout", first.id, "one"))).toMatchObject({ id: first.id })
    expect(await code(remove("workout", first.id, "two"))).toBe("not_found")
    for (let time = 0; time < 2; time++) expect(await output(restore("one"))).toEqual({ id: first.id, name: "Legs 2" })
    expect([await workoutOf(person, first.id), await idsOf(person), await context()]).toEqual(before)
    // It is undone once. What was changed since stays.
    await output(person.rest("replace_workout", { id: first.id, name: "Legs 3", exercises }))
    await output(restore("one"))
    expect(await workoutOf(person, first.id)).toMatchObject({ name: "Legs 3" })
  })

  test("of a workout is not undone if one of its exercises has been deleted since, until that is back", async () => {
    const { person, remove, restore } = await arrive()
    const make = makeExercise(person.id, { name: "Yoke Push", category: "strength", trackingType: "weight_reps" })
    const own = await service().run(Effect.orDie(make))
    const choose = Effect.flatMap(ImportStore, (store) => store.choose(person.id, "hevy", new Map([["yoke!", own]])))
    await service().run(choose)
    const { id } = await log(person.rest, { name: "Yokes", exercises: [{ exerciseId: own, sets: [{ reps: 5 }] }] })
    expect(await code(remove("exercise", own, "early"))).toBe("conflict")
    await output(remove("workout", id, "workout"))
    await output(remove("exercise", own, "exercise"))
    expect(await code(restore("workout"))).toBe("not_found")
    expect(await idsOf(person)).toEqual([])
    await output(restore("exercise"))
    const choices = Effect.flatMap(ImportStore, (store) => store.choices(person.id, "hevy"))
    expect([...(await service().run(choices))]).toEqual([["yoke!", own]])
    await output(restore("workout"))
    expect(await workoutOf(person, id)).toMatchObject({ exercises: [{ exerciseId: own, name: "Yoke Push" }] })
  })

  test("of an own exercise is not undone if there is another of its name", async () => {
    const { person, remove, restore } = await arrive()
    const yoke = { name: "Yoke Push", category: "strength", trackingType: "weight_reps" } as const
    const own = await service().run(Effect.orDie(makeExercise(person.id, yoke)))
    await output(remove("exercise", own, "one"))
    await service().run(Effect.orDie(makeExercise(person.id, { ...yoke, name: "yoke push" })))
    expect(await code(restore("one"))).toBe("conflict")
  })

  test("of an own food or a recipe is undone with all values, within the limit of foods", async () => {
    const { person, remove, restore } = await arrive({ ownLimits: { customFoods: 2 } })
    const save = (input: object) =>
      output<{ customFood: { id: string } }>(person.rest("save_custom_food", { ...input }))
    const found = async () => output(person.rest("search_foods", { kind: "custom_food" }))
    const { customFood: oats } = await save({ name: "Oats <b>", ...LABEL })
    const items = [{ foodId: EGG, servings: 2 }]
    const { customFood: batter } = await save({ name: "Batter", items, makesServings: 3 })
    const before = await found()
    for (const [key, { id }] of [
      ["oats", oats],
      ["batter", batter]
    ] as const)
      await output(remove("custom_food", id, key))
    expect(await found()).toMatchObject({ foods: [] })
    for (const key of ["batter", "oats", "oats"]) await output(restore(key))
    expect(await found()).toEqual(before)

    await output(remove("custom_food", oats.id, "again"))
    await save({ name: "Another", ...LABEL })
    expect(await code(restore("again"))).toBe("limit_exceeded")
    await output(person.rest("log_food_entry", { customFoodId: batter.id, servings: 1, mealType: "lunch" }))
    expect(await code(remove("custom_food", batter.id, "used"))).toBe("conflict")
  })

  test("of a saved meal is undone with its foods, its place and its description", async () => {
    const { person, remove, restore } = await arrive()
    const meal = (name: string) =>
      service().run(
        Effect.orDie(
          saveMeal(person.id, { name, description: "of ours", servings: 2, items: [{ foodId: EGG, servings: 1.5 }] })
        )
      )
    const first = await meal("Eggs")
    await meal("More eggs")
    const all = () => service().run(Effect.flatMap(SavedMealStore, (store) => store.list(person.id)))
    const before = await all()
    await output(remove("saved_meal", first, "one"))
    expect(await all()).toHaveLength(1)
    for (let time = 0; time < 2; time++) await output(restore("one"))
    expect(await all()).toEqual(before)
  })

  test("is undone for a day, and by nobody else", async () => {
    const { person, remove, restore } = await arrive()
    const other = await arrive()
    const { id } = await log(person.rest, { name: "Legs", exercises: [{ name: "Barbell Squat", sets: [{ reps: 5 }] }] })
    expect(await code(other.remove("workout", id, "one"))).toBe("not_found")
    await output(remove("workout", id, "one"))
    for (const outcome of [other.restore("one"), restore("two")]) expect(await code(outcome)).toBe("not_found")
    await service().setTime("2026-03-15T12:00:01Z")
    expect(await code(restore("one"))).toBe("not_found")
    await service().setTime(NOON)
    await output(restore("one"))
    expect(await idsOf(person)).toEqual([id])
  })
})
