import { expect, test } from "bun:test"
import { newPerson, output, overEveryStore, type Person } from "../../support/app.ts"

interface Found {
  readonly foods: ReadonlyArray<{ readonly id: string; readonly name: string; readonly kind: string }>
}

const soup = (name: string) => ({
  name,
  brandName: "Grandmother",
  servingSize: 300,
  servingSizeUnit: "g",
  protein: 6,
  carbs: 12,
  fat: 5
})

overEveryStore("own foods in searches", (service) => {
  const save = async (person: Person, name: string): Promise<string> =>
    (await output<{ readonly customFood: { readonly id: string } }>(person.rest("save_custom_food", soup(name))))
      .customFood.id
  const own = async (person: Person, query: string) =>
    (await output<Found>(person.rest("search_foods", { query }))).foods.filter(({ kind }) => kind === "custom_food")

  test("two users whose foods have the same names each find their own, again and again", async () => {
    const people = [await newPerson(service()), await newPerson(service())]
    const ids = await Promise.all(people.map((person) => save(person, "Borscht of sundays")))
    for (let time = 0; time < 3; time++) {
      for (const [index, person] of people.entries()) {
        expect((await own(person, "borscht")).map(({ id }) => id)).toEqual([ids[index]!])
      }
    }
  })

  test("a new food, a new name and a deletion show in the next search", async () => {
    const person = await newPerson(service())
    expect(await own(person, "pelmeni")).toEqual([])
    expect(await own(person, "pelmeni")).toEqual([])
    const id = await save(person, "Pelmeni of aunt Olga")
    expect((await own(person, "pelmeni")).map(({ name }) => name)).toEqual(["Pelmeni of aunt Olga"])
    await output(person.rest("save_custom_food", { ...soup("Vareniki of aunt Olga"), id }))
    expect(await own(person, "pelmeni")).toEqual([])
    expect((await own(person, "vareniki")).map(({ id }) => id)).toEqual([id])
    await output(person.rest("delete_custom_food", { id }))
    expect(await own(person, "vareniki")).toEqual([])
  })

  test("a user with more foods than are cached finds each of them", async () => {
    const person = await newPerson(service())
    const names = Array.from(
      { length: 60 },
      (_, index) => `Zabaglione number ${"abcdefghij"[index % 10]}${index} ${"x".repeat(60)}`
    )
    for (const name of names) await save(person, name)
    for (let time = 0; time < 2; time++) {
      const found = await output<Found>(person.rest("search_foods", { query: "zabaglione", limit: 50 }))
      expect(found.foods.filter(({ kind }) => kind === "custom_food").length).toBe(50)
      expect((await own(person, "zabaglione j59")).map(({ name }) => name)).toEqual([names[59]!])
    }
  })
})
