import { describe, expect, test } from "bun:test"
import {
  brandedServing,
  type Nutrient,
  nutrientOf,
  nutritionOf,
  portionServing,
  versionDate
} from "../../../../src/annexes/catalogue/food-import/fdc.ts"
import { fixture, readAll } from "./support.ts"

const nutrition = (amounts: Partial<Record<Nutrient, number>>) => nutritionOf((nutrient) => amounts[nutrient] ?? null)

describe("FoodData Central's nutrients", () => {
  test("energy is 1008, else 2048, else 2047, else 1062 in kJ, else computed from the macronutrients", () => {
    const macros = { "1003": 1, "1004": 1, "1005": 1, "1018": 1 } as const
    expect(nutrition({ ...macros, "1062": 41.84, "2047": 3, "2048": 2, "1008": 1 }).calories).toBe(1)
    expect(nutrition({ ...macros, "1062": 41.84, "2047": 3, "2048": 2 }).calories).toBe(2)
    expect(nutrition({ ...macros, "1062": 41.84, "2047": 3 }).calories).toBe(3)
    expect(nutrition({ ...macros, "1062": 41.84 }).calories).toBeCloseTo(10, 9)
    expect(nutrition(macros).calories).toBe(4 + 9 + 4 + 7)
    expect(nutrition({ "1003": 1, "1004": 1 }).calories).toBeNull()
  })
  test("fat is 1004, else 1085; carbohydrate 1005, else 1050, else 2039; alcohol 1018", () => {
    expect(nutrition({ "1004": 1, "1085": 2 }).fat).toBe(1)
    expect(nutrition({ "1085": 2 }).fat).toBe(2)
    expect(nutrition({ "1005": 1, "1050": 2, "2039": 3 }).carbs).toBe(1)
    expect(nutrition({ "1050": 2, "2039": 3 }).carbs).toBe(2)
    expect(nutrition({ "2039": 3 }).carbs).toBe(3)
    expect(nutrition({ "1018": 4 }).alcohol).toBe(4)
  })
  test("fibre is 1079, else 2033", () => {
    expect([nutrition({ "1079": 1, "2033": 2 }).fibre, nutrition({ "2033": 2 }).fibre]).toEqual([1, 2])
  })
  test("a stated 0 counts, and nothing else is looked up", () => {
    expect(nutrition({ "1008": 0, "2048": 5 }).calories).toBe(0)
  })
  test("are found by number in older files", () => {
    const numbers = ["208", "203", "204", "205", "221", "268", "958", "957", "298", "205.2", "956"]
    const ids = ["1008", "1003", "1004", "1005", "1018", "1062", "2048", "2047", "1085", "1050", "2039"]
    expect(numbers.map(nutrientOf)).toEqual(ids.map(nutrientOf))
    expect(ids.map(nutrientOf)).toEqual(ids.map((id) => id as Nutrient))
    expect(nutrientOf("1087")).toBeUndefined()
  })
})

describe("portions", () => {
  const portion = { amount: "1.0", unit: "cup", modifier: "chopped", description: "", grams: "150" }
  test("of foundation foods are amount, unit and modifier", () => {
    expect(portionServing("foundation", portion)).toEqual({ size: 150, unit: "g", text: "1 cup chopped" })
  })
  test("without a unit are amount and modifier", () => {
    expect(portionServing("sr-legacy", { ...portion, amount: ".25", unit: "" })?.text).toBe("0.25 chopped")
    expect(portionServing("sr-legacy", { ...portion, amount: "0.333333343" })?.text).toBe("0.3333 cup chopped")
  })
  test("of survey foods are their text alone, never the numeric code", () => {
    const survey = { amount: "", unit: "", modifier: "10205", description: "1 cup", grams: "244" }
    expect(portionServing("survey", survey)?.text).toBe("1 cup")
    expect(portionServing("survey", { ...survey, description: "" })).toBeNull()
    expect(portionServing("survey", { ...survey, description: "Quantity not specified" })).toBeNull()
    expect(portionServing("survey", { ...survey, description: "Guideline amount per cup" })).toBeNull()
  })
  test("without a weight are left out", () => {
    for (const grams of ["0", "-1", "", "x"]) expect(portionServing("foundation", { ...portion, grams })).toBeNull()
  })
  test("that only count are left out", () => {
    expect(portionServing("sr-legacy", { ...portion, unit: "", modifier: "" })).toBeNull()
  })
  test("without an amount, or with one of 0, are named by their measure alone", () => {
    for (const amount of ["0", "0.00001", "", "x"]) {
      expect(portionServing("sr-legacy", { ...portion, amount })?.text).toBe("cup chopped")
    }
  })
})

describe("branded foods", () => {
  const branded = {
    brandOwner: "",
    brandName: "",
    gtin: "",
    servingSize: "30",
    servingSizeUnit: "g",
    household: "1 bar",
    modified: "",
    available: ""
  }
  test("may be served in g, GRM, GM; ml, MLT", () => {
    for (const servingSizeUnit of ["g", "GRM", "GM"]) {
      expect(brandedServing({ ...branded, servingSizeUnit })).toEqual({ size: 30, unit: "g", text: "1 bar" })
    }
    for (const servingSizeUnit of ["ml", "MLT"]) {
      expect(brandedServing({ ...branded, servingSizeUnit })).toEqual({ size: 30, unit: "ml", text: "1 bar" })
    }
  })
  test("may be served in ounces too", () => {
    expect(brandedServing({ ...branded, servingSize: "2", servingSizeUnit: "ONZ" })).toMatchObject({
      size: 56.699,
      unit: "g"
    })
    expect(brandedServing({ ...branded, servingSize: "8", servingSizeUnit: "OZA" })).toMatchObject({
      size: 236.5882,
      unit: "ml"
    })
  })
  test("have no serving in MG, IU or no unit, so it is 100 g", () => {
    for (const servingSizeUnit of ["MG", "IU", ""]) {
      expect(brandedServing({ ...branded, servingSizeUnit })).toEqual({ size: 100, unit: "g", text: null })
    }
  })
  test("without a size are per 100 of their unit", () => {
    expect(brandedServing({ ...branded, servingSize: "", servingSizeUnit: "ml" })).toEqual({
      size: 100,
      unit: "ml",
      text: null
    })
  })
  test("have the later of two dates, in either notation", () => {
    expect(versionDate({ ...branded, modified: "2021-02-03", available: "2020-12-31" })).toBe(20210203)
    expect(versionDate({ ...branded, modified: "2/3/2021", available: "12/31/2021" })).toBe(20211231)
    expect(versionDate(branded)).toBe(0)
  })
})

describe("the CSV folder", () => {
  test("gives the foods of the four imported types, and says why the other rows are left out", async () => {
    const { foods, tally } = await readAll("fdc-csv", fixture("fdc-csv"))
    expect([...foods.values()].map(({ id, source, sourceId }) => [id, source, sourceId])).toEqual([
      ["food_fdc_100", "fdc-foundation", "100"],
      ["food_fdc_110", "fdc-foundation", "110"],
      ["food_fdc_200", "fdc-sr-legacy", "200"],
      ["food_fdc_201", "fdc-sr-legacy", "201"],
      ["food_fdc_300", "fdc-survey", "300"],
      ["food_fdc_301", "fdc-survey", "301"],
      ["food_gtin_00012345678905", "fdc-branded", "401"],
      ["food_gtin_00850000000001", "fdc-branded", "410"],
      ["food_gtin_00850000000002", "fdc-branded", "411"],
      ["food_gtin_00850000000003", "fdc-branded", "412"],
      ["food_gtin_04000000000016", "fdc-branded", "418"]
    ])
    expect(tally).toEqual({
      rowsIn: 24,
      kept: 11,
      leftOut: {
        data_type_unused: 4,
        duplicate: 1,
        row_malformed: 1,
        code_unusable: 3,
        nutrient_missing: 1,
        superseded: 3
      }
    })
  })

  test("joins nutrients whose rows lie apart, treating an empty amount as missing", async () => {
    const { foods } = await readAll("fdc-csv", fixture("fdc-csv"))
    expect(foods.get("food_fdc_100")).toEqual({
      id: "food_fdc_100",
      source: "fdc-foundation",
      sourceId: "100",
      name: "Hummus, commercial",
      brandName: null,
      servingSize: 33.9,
      servingUnit: "g",
      servingText: "2 tablespoon heaping",
      measures: [{ text: "1 cup", size: 246 }],
      calories: 243,
      protein: 7.35,
      carbs: 14.9,
      fat: 17.1,
      alcohol: 0
    })
    expect(foods.get("food_fdc_110")).toMatchObject({ calories: 360.48, carbs: 62.2, servingSize: 100 })
  })

  test("reads quotes, line ends and entities in names, and uses the first portion that is a serving", async () => {
    const { foods } = await readAll("fdc-csv", fixture("fdc-csv"))
    expect(foods.get("food_fdc_200")).toMatchObject({
      name: 'Milk, "whole", 3.25% milkfat',
      servingSize: 61,
      servingText: "0.25 cup (2 fl oz)",
      calories: 61
    })
    expect(foods.get("food_fdc_201")).toMatchObject({
      name: "Soup & noodles, canned",
      servingSize: 100,
      servingText: null
    })
    expect(foods.get("food_fdc_300")).toMatchObject({ servingSize: 244, servingText: "1 cup" })
    expect(foods.get("food_fdc_301")).toMatchObject({ servingSize: 100, servingText: null })
  })

  test("keeps one food per barcode: the latest with the nutrients", async () => {
    const { foods } = await readAll("fdc-csv", fixture("fdc-csv"))
    expect(foods.get("food_gtin_00012345678905")).toMatchObject({
      name: "MUESLI, 2022",
      brandName: "MILLER'S",
      servingSize: 45,
      servingUnit: "g",
      servingText: "0.5 cup"
    })
    expect(foods.get("food_gtin_04000000000016")).toMatchObject({ sourceId: "418", brandName: "Chip Co" })
    expect(foods.get("food_gtin_00850000000001")).toMatchObject({
      servingSize: 240,
      servingUnit: "ml",
      servingText: "8 fl oz"
    })
  })

  test("needs only food.csv and food_nutrient.csv, with nutrient numbers and CRLF", async () => {
    const { foods } = await readAll("fdc-csv", fixture("fdc-csv-older"))
    expect(foods.get("food_fdc_500")).toMatchObject({
      name: "Beer, regular",
      calories: 44,
      protein: 0.46,
      carbs: 3.55,
      fat: 0,
      alcohol: 3.9
    })
  })

  test("fails if it is not a folder, or has no food.csv", async () => {
    await expect(readAll("fdc-csv", fixture("off.tsv"))).rejects.toThrow("not a folder")
    await expect(readAll("fdc-csv", fixture("."))).rejects.toThrow("has no readable food")
    await expect(readAll("fdc-csv", fixture("nowhere"))).rejects.toThrow("no such file")
  })
})

describe("the JSON files", () => {
  test("foundation: nulls in every list are skipped, and the first portion by sequence is the serving", async () => {
    const { foods, tally } = await readAll("fdc-json", fixture("foundation.json"))
    expect([...foods.values()]).toEqual([
      {
        id: "food_fdc_321358",
        source: "fdc-foundation",
        sourceId: "321358",
        name: 'Hummus, "commercial" [tub] {a}',
        brandName: null,
        servingSize: 33.9,
        servingUnit: "g",
        servingText: "2 tablespoon heaping",
        measures: [{ text: "1 cup", size: 246 }],
        calories: 229,
        protein: 7.35,
        carbs: 14.9,
        fat: 17.1,
        alcohol: 0
      }
    ])
    expect(tally).toEqual({ rowsIn: 4, kept: 1, leftOut: { row_empty: 1, row_malformed: 1, code_unusable: 1 } })
  })
  test("SR legacy: no unit, and energy in kJ", async () => {
    const { foods } = await readAll("fdc-json", fixture("sr-legacy.json"))
    expect(foods.get("food_fdc_171265")).toMatchObject({
      source: "fdc-sr-legacy",
      name: "Milk, café é",
      calories: 61,
      servingSize: 61,
      servingText: "0.25 cup (2 fl oz)"
    })
  })
  test("survey: portions are their text", async () => {
    const { foods } = await readAll("fdc-json", fixture("survey.json"))
    expect(foods.get("food_fdc_2705384")).toMatchObject({
      source: "fdc-survey",
      servingSize: 244,
      servingText: "1 cup"
    })
  })
  test("branded: the latest food of a barcode with the nutrients, wherever it is", async () => {
    const { foods, tally } = await readAll("fdc-json", fixture("branded.json"))
    expect([...foods.values()].map(({ id, sourceId, brandName }) => [id, sourceId, brandName])).toEqual([
      ["food_gtin_00850000000001", "910", "Fizz Inc."],
      ["food_gtin_04000000000016", "902", "Chip Co"]
    ])
    expect(foods.get("food_gtin_04000000000016")).toMatchObject({ servingSize: 28, servingText: "about 15 chips" })
    expect(tally).toEqual({ rowsIn: 6, kept: 2, leftOut: { superseded: 2, row_empty: 1, code_unusable: 1 } })
  })
})
