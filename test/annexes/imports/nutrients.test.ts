import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Eaten } from "../../../src/annexes/imports/rows/rows.ts"
import { detailsOf } from "../../../src/features/foods/nutrition.ts"
import { type Call, newPerson, output, overEveryDatabase } from "../../support/app.ts"
import { archiveOf } from "./archive-of.ts"
import { restored, archiveOf as wholeArchiveOf } from "./archives.ts"
import { readContent } from "./reading.ts"
import { importContent } from "./support.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-nutrients-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FATSECRET = [
  "Date,Cals( kcal),Fat( g),Sat( g),Carbs( g),Fiber( g),Sugar( g),Prot( g),Sod( mg),Chol( mg)",
  '"Tuesday, May 1, 2018",97,1,0.3,18,3,1,4,210,0',
  " Breakfast,97,1,0.3,18,3,1,4,210,0",
  "  Oats,97,1,0.3,18,3,1,4,210,0",
  "   40 g"
].join("\n")

const HEALTH = [
  '<?xml version="1.0"?><!DOCTYPE HealthData []><HealthData locale="en_US">',
  ...[
    ["DietaryEnergyConsumed", "kcal", 97],
    ["DietaryFiber", "g", 3],
    ["DietarySugar", "mg", 1000],
    ["DietaryFatSaturated", "g", 0.3],
    ["DietarySodium", "g", 0.21]
  ].map(
    ([type, unit, value]) =>
      `<Record type="HKQuantityTypeIdentifier${type}" sourceName="Diary" unit="${unit}" startDate="2024-03-05 12:00:00 +0100" endDate="2024-03-05 12:00:00 +0100" value="${value}"><MetadataEntry key="HKFoodType" value="Oats"/></Record>`
  ),
  "</HealthData>"
].join("\n")

const SAMSUNG = [
  "com.samsung.health.food_intake,1,1",
  "start_time,time_offset,name,food_info_id,amount,unit,meal_type,calorie,protein,carbohydrate,total_fat,dietary_fiber,sugar,saturated_fat,sodium",
  "2024-03-05 11:00:00.000,UTC+0100,Oats,,40,g,100001,97,4,18,1,3,1,0.3,210"
].join("\n")

const day = {
  consumed: {
    products: [],
    recipe_portions: [],
    simple_products: [
      {
        date: "2024-03-05 08:00:00",
        daytime: "breakfast",
        name: "Oats",
        nutrients: {
          "energy.energy": 97,
          "nutrient.protein": 4,
          "nutrient.dietaryfiber": 3,
          "nutrient.sugar": 1,
          "nutrient.saturated": 0.3,
          "nutrient.salt": 0.525
        }
      }
    ]
  }
}

/** An export of one food with 3 g of fibre, 1 g of sugars, 0.3 g of saturated fat and 210 mg of sodium. */
const EXPORTS: ReadonlyArray<readonly [app: string, name: string, content: string | Uint8Array]> = [
  [
    "MyFitnessPal",
    "Nutrition-Summary-2024.csv",
    "Date,Meal,Calories,Fat (g),Saturated Fat,Polyunsaturated Fat,Monounsaturated Fat,Trans Fat,Cholesterol,Sodium (mg),Potassium,Carbohydrates (g),Fiber,Sugar,Protein (g),Vitamin A,Vitamin C,Calcium,Iron,Note\n2024-03-05,Breakfast,97,1,0.3,0,0,0,0,210,0,18,3,1,4,0,0,0,0,"
  ],
  [
    "Cronometer",
    "servings.csv",
    'Day,Time,Group,Food Name,Amount,Energy (kcal),Fiber (g),Sugars (g),Added Sugars (g),Saturated (g),Sodium (mg),Protein (g)\n2024-03-05,08:00,Breakfast,Oats,"40.00 g",97,3,1,0.5,0.3,210,4'
  ],
  [
    "Lose It!",
    "food-logs.csv",
    "Date,Name,Icon,Meal,Quantity,Units,Calories,Deleted,Fat (g),Protein (g),Carbohydrates (g),Saturated Fat (g),Sugars (g),Fiber (g),Cholesterol (mg),Sodium (mg)\n03/25/2024,Oats,Oatmeal,Breakfast,40,Grams,97,false,1,4,18,0.3,1,3,0,210"
  ],
  [
    "YAZIO, as a table",
    "nutrition_log.csv",
    "date,meal,product_name,amount_g,calories,protein_g,fat_g,carbs_g,fiber_g,sugar_g,saturated_fat_g,sodium_mg\n2024-03-05,breakfast,Oats,40,97,4,1,18,3,1,0.3,210"
  ],
  ["YAZIO, with salt", "days.json", JSON.stringify({ "2024-03-05": day })],
  ["FatSecret", "FoodDiary.csv", FATSECRET],
  ["Samsung Health", "com.samsung.health.food_intake.202403.csv", SAMSUNG],
  ["Apple Health", "export.zip", archiveOf([["apple_health_export/export.xml", Buffer.from(HEALTH)]])],
  [
    "a table of one's own",
    "foods.csv",
    "date,food,calories_kcal,fiber_g,sugars_g,saturated_fat_g,sodium_mg\n2024-03-05,Oats,97,3,1,0.3,210"
  ]
]

const DETAILS = { fiber: 3, sugars: 1, saturatedFat: 0.3, sodium: 210 }

const isEaten = (row: { readonly _tag: string }): row is Eaten => row._tag === "Eaten"

test.each(EXPORTS)("an export of %s gives fibre, sugars, saturated fat and sodium", async (_app, name, content) => {
  const { rows, fault } = await readContent(name, content)
  expect(fault).toBeNull()
  const [food] = rows.filter(isEaten)
  const found = detailsOf(food?.nutrition ?? {})
  expect(Object.keys(found)).toEqual(Object.keys(DETAILS))
  for (const [detail, amount] of Object.entries(DETAILS))
    expect(found).toHaveProperty(detail, expect.closeTo(amount, 9))
})

test.each([
  ["is empty", ",,,"],
  ["is no number", "-,n/a,--,?"],
  ["is negative", "-1,-1,-1,-1"]
])("a detail that %s is unknown, and refuses no row", async (_what, cells) => {
  const content = `date,food,calories_kcal,fiber_g,sugars_g,saturated_fat_g,sodium_mg\n2024-03-05,Oats,97,${cells}`
  const { rows } = await readContent("foods.csv", content)
  expect(rows.filter(isEaten).map(({ nutrition }) => nutrition)).toEqual([
    { calories: 97, protein: null, carbs: null, fat: null, alcohol: null }
  ])
})

overEveryDatabase("a diary that was imported before its details were read", (service) => {
  const table = (details: string) => `date,food,calories_kcal${details}\n`
  const before = `${table("")}2024-03-05,Oats,97\n2024-03-05,Egg,70\n`
  const now = `${table(",fiber_g,sodium_mg")}2024-03-05,Oats,97,3,210\n2024-03-05,Egg,70,,\n`

  test("gets them when it is imported again, counted as changed, and nothing else changes", async () => {
    const person = await newPerson(service())
    await importContent(service(), person, "foods.csv", before)
    const listed = async () =>
      (
        await output<{ entries: ReadonlyArray<{ id: string; nutrition: Readonly<Record<string, number>> }> }>(
          person.rest("list_food_entries", { from: "2024-03-05", to: "2024-03-05" })
        )
      ).entries
    const first = await listed()
    expect((await importContent(service(), person, "foods.csv", now)).rows).toMatchObject({ changed: 1, unchanged: 1 })
    const [oats, egg] = await listed()
    expect([oats?.id, egg?.id]).toEqual(first.map(({ id }) => id))
    expect(oats?.nutrition).toMatchObject({ calories: 97, fiber: 3, sodium: 210 })
    expect(egg).toEqual(first[1])
    expect((await importContent(service(), person, "foods.csv", now)).rows).toMatchObject({ changed: 0, unchanged: 2 })
  })
  test("says which macronutrients its file does not state, also after an export and a restore", async () => {
    const person = await newPerson(service())
    const content = "date,food,calories_kcal,protein_g,carbs_g,fat_g\n2024-03-05,Oats,97,4,,\n2024-03-05,Egg,70,6,0,5\n"
    await importContent(service(), person, "foods.csv", content)
    const day = { from: "2024-03-05", to: "2024-03-05" }
    const listed = (call: Call) =>
      output<{ totals: unknown; entries: ReadonlyArray<unknown> }>(call("list_food_entries", day))
    const { entries, totals } = await listed(person.rest)
    const nutrition = { calories: 97, protein: 4, carbs: 0, fat: 0, alcohol: 0 }
    expect(entries).toEqual([
      expect.objectContaining({ nutrition, unknown: ["carbs", "fat"] }),
      expect.not.objectContaining({ unknown: expect.anything() })
    ])
    expect(totals).toMatchObject([{ protein: 10, partial: ["carbs", "fat"] }])
    const other = await newPerson(service())
    const { path } = await wholeArchiveOf(folder, service(), person)
    expect((await restored(service(), other, path)).leftOut).toEqual([])
    const back = await listed(other.rest)
    expect(back.totals).toEqual(totals)
    expect(back.entries).toMatchObject([{ nutrition, unknown: ["carbs", "fat"] }, { nutrition: { carbs: 0, fat: 5 } }])
  })
})
