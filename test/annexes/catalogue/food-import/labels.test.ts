import { describe, expect, test } from "bun:test"
import { fixture, readAll, verdicts } from "./support.ts"

describe("each row of a dump is a food, or is left out for a reason", () => {
  test("Open Food Facts, JSONL", async () => {
    expect(await verdicts("off-jsonl", fixture("labels/off.jsonl"))).toEqual([
      "food_off_4000000000016",
      "not_per_100",
      "not_food",
      "obsolete",
      "food_off_4000000000054",
      "energy_without_macros",
      "energy_far_off",
      "food_off_4000000000085",
      "food_off_4000000000092",
      "food_off_4000000000108",
      "not_utf8",
      "not_per_100",
      "food_off_4000000000139",
      "not_food",
      "food_off_4000000000153"
    ])
  })
  test("Open Food Facts, TSV", async () => {
    expect(await verdicts("off-tsv", fixture("labels/off.tsv"))).toEqual([
      "food_off_4000000000016",
      "not_food",
      "obsolete",
      "energy_without_macros",
      "energy_far_off",
      "food_off_4000000000085",
      "food_off_4000000000092",
      "not_utf8",
      "food_off_4000000000160"
    ])
  })
  test("FoodData Central, CSV: first the rows that food.csv alone decides, then the others by id, then barcodes", async () => {
    expect(await verdicts("fdc-csv", fixture("labels/fdc"))).toEqual([
      "not_current",
      "food_fdc_101",
      "food_fdc_200",
      "energy_far_off",
      "food_fdc_202",
      "food_gtin_00850000000001",
      "energy_without_macros",
      "not_utf8",
      "food_gtin_04000000000016"
    ])
  })
  test("FoodData Central, JSON", async () => {
    expect(await verdicts("fdc-json", fixture("labels/branded.json"))).toEqual([
      "food_gtin_04000000000016",
      "energy_without_macros",
      "food_gtin_04000000000030",
      "energy_far_off"
    ])
  })
})

describe("a food's label", () => {
  const off = async () => (await readAll("off-jsonl", fixture("labels/off.jsonl"))).foods
  const fdc = async () => (await readAll("fdc-csv", fixture("labels/fdc"))).foods

  test("entered per serving is read by its values per 100 g", async () => {
    expect((await off()).get("food_off_4000000000016")).toMatchObject({
      name: "Granola & nuts",
      calories: 450,
      servingSize: 45,
      servingText: "45 g"
    })
  })
  test("has sizes to 4 decimals, and units instead of trade codes", async () => {
    const foods = await fdc()
    expect(foods.get("food_gtin_04000000000016")).toMatchObject({ servingSize: 28.3495, servingText: "1 oz" })
    expect(foods.get("food_gtin_00850000000001")).toMatchObject({
      servingSize: 236.5882,
      servingUnit: "ml",
      servingText: "8 fl oz"
    })
    expect((await off()).get("food_off_4000000000108")).toMatchObject({ servingSize: 29.5735, servingText: "1 fl oz" })
    expect((await off()).get("food_off_4000000000153")).toMatchObject({ servingSize: 35, servingText: "1 bar (35 g)" })
  })
  test("has its barcode as 14 digits, if its source has one", async () => {
    expect((await off()).get("food_off_4000000000016")).toMatchObject({ gtin: "04000000000016" })
    expect((await fdc()).get("food_gtin_00850000000001")).toMatchObject({ gtin: "00850000000001" })
    expect((await fdc()).get("food_fdc_101")).not.toHaveProperty("gtin")
    const { foods } = await readAll("off-tsv", fixture("labels/off.tsv"))
    expect(foods.get("food_off_4000000000160")).toMatchObject({ gtin: "04000000000160", name: "Yoghurt" })
    const branded = await readAll("fdc-json", fixture("labels/branded.json"))
    expect(branded.foods.get("food_gtin_04000000000030")).toMatchObject({
      gtin: "04000000000030",
      servingText: "1 tortilla (45 g)"
    })
  })
  test("with a code of another length has no barcode", async () => {
    const { foods } = await readAll("off-tsv", fixture("off.tsv"))
    expect(foods.get("food_off_0001")).not.toHaveProperty("gtin")
  })
})
