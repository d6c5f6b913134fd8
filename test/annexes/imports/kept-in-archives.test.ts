import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { FoodCatalogue } from "../../../src/features/foods/store.ts"
import { log } from "../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase } from "../../support/app.ts"
import { archiveOf as zipOf } from "./archive-of.ts"
import { archiveOf, restored, withoutTime } from "./archives.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-kept-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bar = {
  name: "Bar",
  protein: 10,
  carbs: 60,
  fat: 20,
  servingSize: 50,
  servingSizeUnit: "g",
  fiber: 8,
  sodium: 300,
  barcode: "4006381333931"
}
const bench = {
  exerciseId: "exr_push_up",
  superset: 1,
  notes: "Elbows in",
  sets: [{ technique: "drop", reps: 12 }]
}

overEveryDatabase("an archive of nutrients, measures and techniques", (service) => {
  const somebody = async () => {
    const person = await newPerson(service())
    const { rest } = person
    const { customFood } = await output<{ customFood: { id: string } }>(rest("save_custom_food", bar))
    await output(rest("log_food_entry", { customFoodId: customFood.id, servings: 2, mealType: "snack" }))
    await output(rest("set_body_metrics", { metric: "waist", readings: [{ value: 88.5, unit: "cm" }] }))
    await output(rest("set_body_metrics", { metric: "sleep", readings: [{ value: 431 }] }))
    await log(rest, { exercises: [bench, { name: "Running", superset: 1, sets: [{ distanceMeters: 1000 }] }] })
    const goal = { name: "Fibre", type: "numeric", metric: "fiber", comparison: "min", targetValue: 30 }
    await output(rest("save_goal", goal))
    return person
  }

  test("brings all of them back", async () => {
    const first = await archiveOf(folder, service(), await somebody())
    const other = await newPerson(service())
    expect((await restored(service(), other, first.path)).leftOut).toEqual([])
    expect(withoutTime((await archiveOf(folder, service(), other)).texts)).toEqual(withoutTime(first.texts))
    const { entries } = await output<{ entries: ReadonlyArray<{ nutrition: unknown }> }>(
      other.rest("list_food_entries")
    )
    expect(entries[0]?.nutrition).toMatchObject({ fiber: 8, sodium: 300 })
    const scanned = await output<{ foods: ReadonlyArray<{ name: string }> }>(
      other.rest("search_foods", { query: bar.barcode })
    )
    expect(scanned.foods.map(({ name }) => name)).toEqual(["Bar"])
  })

  test("names a source that must be credited, if it has its foods", async () => {
    const person = await somebody()
    const manifestOf = async () => {
      const { texts } = await archiveOf(folder, service(), person)
      return JSON.parse(texts.get("manifest.json") ?? "") as Record<string, unknown>
    }
    expect(await manifestOf()).not.toHaveProperty("credits")
    const nutrition = { calories: 400, protein: 5, carbs: 50, fat: 20, alcohol: 0 }
    const id = "food_off_4006381333931"
    const food = { id, source: "off", sourceId: "4006381333931", name: "Spread", brandName: null, ...nutrition }
    const serving = { servingSize: 100, servingUnit: "g" as const, servingText: null }
    await service().run(Effect.flatMap(FoodCatalogue, (catalogue) => catalogue.put([{ ...food, ...serving }])))
    await output(person.rest("log_food_entry", { foodId: id, servings: 1, mealType: "snack" }))
    expect((await manifestOf()).credits).toEqual([expect.stringMatching(/Open Food Facts.*Open Database License/)])
  })

  test("of an earlier version, which has none of them, comes in with unknown values", async () => {
    const { texts } = await archiveOf(folder, service(), await somebody())
    const older = new Map(texts)
    for (const name of ["entries.ndjson", "custom-foods.ndjson"]) {
      const text = (texts.get(name) ?? "").replaceAll(/,"(?:fiber|sugars|saturatedFat|sodium|barcode)":[^,}]+/g, "")
      expect(text).not.toContain("fiber")
      older.set(name, text)
    }
    const { sha256: _, ...manifest } = JSON.parse(texts.get("manifest.json") ?? "")
    const sha256 = Object.fromEntries(
      [...older]
        .filter(([name]) => name !== "manifest.json")
        .map(([name, text]) => [name, new Bun.CryptoHasher("sha256").update(text).digest("hex")])
    )
    older.set("manifest.json", JSON.stringify({ ...manifest, sha256 }))
    const path = join(folder, `${crypto.randomUUID()}.zip`)
    await Bun.write(path, zipOf(older))
    const other = await newPerson(service())
    expect((await restored(service(), other, path)).leftOut).toEqual([])
    const { entries } = await output<{ entries: ReadonlyArray<{ nutrition: object }> }>(other.rest("list_food_entries"))
    expect(entries[0]?.nutrition).not.toHaveProperty("fiber")
  })
})
