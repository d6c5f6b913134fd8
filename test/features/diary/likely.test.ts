import { beforeAll, expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import { type DiaryEntry, entryIds, type MealType } from "../../../src/features/diary/model.ts"
import { DiaryStore } from "../../../src/features/diary/store.ts"
import { ActivityDay } from "../../../src/values/activity-day.ts"
import { NOON, newPerson, overEveryStore, type Person, TODAY } from "../../support/app.ts"

overEveryStore("likely foods", (service) => {
  beforeAll(() => service().setTime(NOON))

  const today = ActivityDay.make(TODAY)
  const diary = <A>(use: (store: DiaryStore["Type"]) => Effect.Effect<A>) =>
    service().run(Effect.flatMap(DiaryStore, use))

  const entry = async (name: string, date: string, id: string, mealType: MealType = "dinner"): Promise<DiaryEntry> => ({
    id: await service().run(entryIds.make),
    date: ActivityDay.make(date),
    mealType,
    servings: 1,
    food: { id, kind: "custom_food", name, brandName: null },
    serving: null,
    perServing: { calories: 865, protein: 40, carbs: 90, fat: 30, alcohol: 0 },
    createdAt: DateTime.unsafeMake(Date.parse(`${date}T18:00:00Z`) + name.length)
  })

  const offered = async ({ id }: Person) => {
    const { likely, dayBefore } = await diary((store) => store.likely(id, today, "dinner", 10))
    return [likely, dayBefore].map((entries) => entries.map(({ food }) => food.name).sort())
  }

  test("are no sums of meals from another app, whatever they are called, but foods of such a name", async () => {
    const person = await newPerson(service())
    const sums = ["Dinner", "dinner ", "Snacks", "Supper", "Meal", "Meal 4"]
    const foods = ["Dinner roll", "Snack bar", "Oatmeal", "Mealworms"]
    const entries = await Promise.all([
      ...sums.map((name, index) => entry(name, "2026-03-13", `ifood_sum${index}`)),
      ...foods.map((name, index) => entry(name, "2026-03-13", `ifood_food${index}`)),
      // Somebody's own quick add may be called so.
      entry("Lunch", "2026-03-13", "qfood_own")
    ])
    await diary((store) => store.putBack(person.id, today, entries))
    expect(await offered(person)).toEqual([[...foods, "Lunch"].sort(), [...foods, "Lunch"].sort()])
  })
  test("are those of the last 60 days, of any meal and of any age within them", async () => {
    const person = await newPerson(service())
    const entries = await Promise.all([
      entry("Today's", TODAY, "cfood_0", "lunch"),
      entry("The oldest", "2026-01-13", "cfood_60"),
      entry("Too old", "2026-01-12", "cfood_61")
    ])
    await diary((store) => store.putBack(person.id, today, entries))
    expect((await offered(person))[0]).toEqual(["The oldest", "Today's"])
  })

  test("are first those of the meal that is asked for, even if another meal's were logged later", async () => {
    const person = await newPerson(service())
    const entries = await Promise.all([
      entry("Stew", "2026-03-13", "cfood_stew", "dinner"),
      entry("Salad with eggs", "2026-03-13", "cfood_salad", "lunch")
    ])
    await diary((store) => store.putBack(person.id, today, entries))
    const first = async (meal: MealType) => {
      const { likely } = await diary((store) => store.likely(person.id, today, meal, 1))
      return likely.map(({ food }) => food.name)
    }
    expect(await first("dinner")).toEqual(["Stew"])
    expect(await first("lunch")).toEqual(["Salad with eggs"])
    // Of two that were not eaten at the meal, the one logged later.
    expect(await first("breakfast")).toEqual(["Salad with eggs"])
  })
})
