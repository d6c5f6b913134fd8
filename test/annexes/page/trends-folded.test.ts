import { beforeAll, expect, test } from "bun:test"
import { ago } from "../../features/body-metrics/support.ts"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { signIn } from "./support.ts"

overEveryStore("Trends on a phone", (service) => {
  beforeAll(() => service().setTime(NOON))

  test("shows four cards of what is recorded most, of which food has two, and folds the rest by name", async () => {
    const person = await newPerson(service())
    const record = (metric: string, days: number, reading: object) =>
      output(
        person.rest("set_body_metrics", {
          metric,
          readings: Array.from({ length: days }, (_, day) => ({ ...reading, date: ago(day + 1) }))
        })
      )
    await record("weight", 6, { value: 80, unit: "kg" })
    const soup = { quickAdd: { name: "Soup", calories: 200, protein: 20 }, servings: 1, mealType: "lunch" }
    for (const day of [1, 2, 3, 4, 5]) await output(person.rest("log_food_entry", { ...soup, date: ago(day) }))
    await record("steps", 4, { value: 8000 })
    const browser = await signIn(service(), person)
    const folded = async () => /<summary>(More: [^<]*)</.exec((await browser.get("/app/trends")).html)?.[1]
    expect(await folded()).toBeUndefined()
    await record("body_fat", 3, { value: 20 })
    expect(await folded()).toBe("More: body fat")
  })
})
