import { beforeAll, expect, test } from "bun:test"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { operations } from "../../../src/api.ts"
import { NOON, overEveryStore, type Person } from "../../support/app.ts"
import { EGG } from "./support.ts"

/*
 * Calls that name servings, as callers sent them before amounts: their answers are the same byte for byte. The file was
 * written by the version before amounts (RENEW_SNAPSHOTS=1 writes it). A new output field is left out of the comparison, as `mean`
 * is: renewing the file would prove nothing.
 */
const FILE = join(import.meta.dir, "as-before.json")

const MILK = "food_sr28_01077"
const OATS = { name: "Oats", protein: 5.2, carbs: 18, fat: 4.1, servingSize: 250, servingSizeUnit: "g" }
const egg = { foodId: EGG, mealType: "breakfast" }
const soup = { name: "Soup", calories: 320, protein: 12.5, carbs: 44, fat: 3 }

/** Ids in answers are named by their first appearance: `entry#1`. Inputs use the same names. */
const CALLS: ReadonlyArray<readonly [name: string, input: Readonly<Record<string, unknown>>]> = [
  ["log_food_entry", { ...egg, servings: 2 }],
  ["log_food_entry", { ...egg, servings: 1 / 3, date: "2026-03-01" }],
  ["log_food_entry", { foodId: MILK, servings: 0.82, mealType: "snack", idempotency_key: "milk" }],
  ["log_food_entry", { foodId: MILK, servings: 0.82, mealType: "snack", idempotency_key: "milk" }],
  ["log_food_entry", { foodId: MILK, servings: 0.83, mealType: "snack", idempotency_key: "milk" }],
  ["log_food_entry", { ...egg, servings: 10_000 }],
  ["log_food_entry", { ...egg, servings: 10_001 }],
  ["log_food_entry", { ...egg, servings: 0 }],
  ["log_food_entry", { ...egg, servings: "2" }],
  ["log_food_entry", { foodId: "food_none", mealType: "lunch", servings: 1 }],
  ["log_food_entry", { quickAdd: soup, servings: 2, mealType: "lunch" }],
  ["log_food_entry", { quickAdd: { ...soup, carbs: 20 }, servings: 1, mealType: "snack", customFoodId: null }],
  ["save_custom_food", OATS],
  ["save_custom_food", { ...OATS, perServing: true, servingSizeText: "1 jar", fiber: 4, idempotency_key: "jar" }],
  ["save_custom_food", { ...OATS, perServing: true, servingSizeText: "1 jar", fiber: 4, idempotency_key: "jar" }],
  ["save_custom_food", { ...OATS, id: "cfood#1", protein: 6 }],
  ["log_food_entry", { customFoodId: "cfood#1", servings: 0.5, mealType: "dinner" }],
  [
    "save_custom_food",
    {
      name: "Batter",
      items: [
        { foodId: EGG, servings: 3 },
        { customFoodId: "cfood#1", servings: 0.4, name: "Oats" }
      ],
      makesServings: 3
    }
  ],
  ["save_custom_food", { name: "Milk rice", items: [{ foodId: MILK, servings: 2 }] }],
  ["save_custom_food", { name: "Nothing", items: [{ foodId: "food_none", servings: 2 }] }],
  ["log_food_entry", { customFoodId: "cfood#3", servings: 1.5, mealType: "dinner" }],
  ["update_food_entry", { id: "entry#1", servings: 3 }],
  ["update_food_entry", { id: "entry#1", mealType: "lunch", date: "2026-03-02" }],
  ["update_food_entry", { id: "entry#1", servings: null, mealType: "dinner" }],
  ["update_food_entry", { id: "entry_none", servings: 3 }],
  ["search_foods", { query: "milk, whole", limit: 3 }],
  ["search_foods", { query: "batter", kind: "custom_food" }],
  ["list_food_entries", { from: "2026-03-01", to: "2026-03-14" }],
  ["delete_food_entry", { id: "entry#2" }]
]

overEveryStore("calls with servings", (service) => {
  let person: Person
  beforeAll(async () => {
    await service().setTime(NOON)
    person = await service().person()
  })

  test("are answered as before amounts, byte for byte", async () => {
    const ids: Array<string> = []
    const named = (text: string) =>
      text
        .replace(/\b(entry|cfood|qfood)_[a-z0-9]{10,}/g, (id, kind: string) => {
          if (!ids.includes(id)) ids.push(id)
          const alike = ids.filter((each) => each.startsWith(kind))
          return `${kind}#${alike.indexOf(id) + 1}`
        })
        .replace(/"requestId":"[^"]*"/g, '"requestId":""')
        .replace(/,"replayed":true/g, "")
        .replace(/,"mean":\{[^}]*\}/g, "")
    const idOf = (name: string) => {
      const [kind = "", number] = name.split("#")
      return ids.filter((each) => each.startsWith(kind))[Number(number) - 1] ?? name
    }
    const answers: Array<string> = []
    for (const [name, given] of CALLS) {
      const operation = operations.find((each) => each.name === name)
      if (operation === undefined) throw new Error(`There is no ${name}`)
      const written = JSON.stringify(given).replace(/\b(?:entry|cfood)#\d+/g, idOf)
      const inQuery = operation.method === "GET" || operation.method === "DELETE"
      const fields: Record<string, string> = inQuery ? JSON.parse(written) : {}
      const query = new URLSearchParams(
        Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)])
      )
      const response = await service().fetch(inQuery ? `${operation.path}?${query}` : operation.path, {
        method: operation.method,
        headers: {
          authorization: `Bearer ${person.token}`,
          ...(inQuery ? {} : { "content-type": "application/json" })
        },
        ...(inQuery ? {} : { body: written })
      })
      answers.push(`${name} ${response.status} ${named(await response.text())}`)
    }
    if (process.env.RENEW_SNAPSHOTS === "1") writeFileSync(FILE, `${JSON.stringify(answers, null, 2)}\n`)
    expect(answers).toEqual(JSON.parse(readFileSync(FILE, "utf8")))
    expect(answers.filter((answer) => / 200 /.test(answer)).length).toBeGreaterThan(20)
  })
})
