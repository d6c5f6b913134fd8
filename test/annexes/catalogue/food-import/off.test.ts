import { describe, expect, test } from "bun:test"
import { unitInText } from "../../../../src/annexes/catalogue/food-import/off.ts"
import { judgeLine } from "../../../../src/annexes/catalogue/food-import/off-jsonl.ts"
import { rowJudge } from "../../../../src/annexes/catalogue/food-import/off-tsv.ts"
import { detailsOf } from "../../../../src/features/foods/nutrition.ts"
import { fixture, readAll, verdict } from "./support.ts"

describe("the TSV file", () => {
  test("gives its foods, and says why the other rows are left out", async () => {
    const { foods, tally } = await readAll("off-tsv", fixture("off.tsv"))
    expect([...foods.keys()]).toEqual(["food_off_3017620422003", "food_off_0001", "food_off_0002", "food_off_0003"])
    expect(tally).toEqual({
      rowsIn: 9,
      kept: 4,
      leftOut: { nutrient_missing: 1, code_unusable: 2, duplicate: 1, row_malformed: 1 }
    })
  })
  test("has no quoting, and prefers its own name to the generic one", async () => {
    const { foods } = await readAll("off-tsv", fixture("off.tsv"))
    expect(foods.get("food_off_3017620422003")).toEqual({
      id: "food_off_3017620422003",
      source: "off",
      sourceId: "3017620422003",
      name: 'Pâte à tartiner "noisette',
      brandName: "Ferrero, Nutella",
      gtin: "03017620422003",
      servingSize: 15,
      servingUnit: "g",
      servingText: "15 g",
      calories: 539,
      protein: 6.3,
      carbs: 57.5,
      fat: 30.9,
      alcohol: 0
    })
    expect(foods.get("food_off_0001")).toMatchObject({
      name: "Lait & cacao",
      calories: 64.0535,
      servingSize: 250,
      servingUnit: "ml",
      servingText: "1 verre (25 cl)"
    })
  })
  test("states alcohol in percent by volume", async () => {
    const { foods } = await readAll("off-tsv", fixture("off.tsv"))
    expect(foods.get("food_off_0002")).toMatchObject({
      alcohol: 10.6515,
      servingSize: 100,
      servingUnit: "ml",
      calories: 85
    })
  })
  test("without a needed column is not such a file", async () => {
    expect(() => rowJudge("code\tname")).toThrow("no column product_name")
    await expect(readAll("off-tsv", fixture("off.jsonl"))).rejects.toThrow("looks like one JSON object a line")
  })

  const names = ["code", "product_name", "energy-kcal_100g", "proteins_100g", "carbohydrates_100g", "fat_100g"]
  const judged = (...values: ReadonlyArray<string>) => verdict(rowJudge(names.join("\t"))(values.join("\t")))
  test("has kJ in the kcal field if stated ÷ computed is near 4.18", () => {
    expect(judged("1", "Sugar", "1674", "0", "100", "0")).toMatchObject({ calories: 400.0956 })
    expect(judged("1", "Oil", "3700", "0", "0", "100")).toMatchObject({ calories: 884.3212 })
    expect(judged("1", "Sugar", "400", "0", "100", "0")).toMatchObject({ calories: 400 })
    expect(judged("1", "Bran", "250", "15", "15", "5")).toMatchObject({ calories: 250 })
    expect(judged("1", "Sugar", "1200", "0", "100", "0")).toBe("energy_too_high")
    expect(judged("1", "Water", "0", "0", "0", "0")).toMatchObject({ calories: 0 })
  })
  test("has values that are not numbers", () => {
    expect(judged("1", "Sugar", "<400", "0", "100", "0")).toBe("number_unreadable")
    expect(judged("1", "Sugar", "400", "0", "1e400", "0")).toBe("number_unreadable")
  })
  test("has servings without a unit: millilitres of what is given with alcohol by volume, grams of all else", () => {
    const header = [...names, "alcohol_100g", "serving_size", "serving_quantity"].join("\t")
    const servingOf = (calories: string, alcohol: string) =>
      verdict(rowJudge(header)(["1", "Beer", calories, "0.5", "3", "0", alcohol, "330", "330"].join("\t")))
    expect(servingOf("42", "5")).toMatchObject({ servingSize: 330, servingUnit: "ml" })
    expect(servingOf("14", "")).toMatchObject({ servingSize: 330, servingUnit: "g" })
    expect(servingOf("14", "0")).toMatchObject({ servingSize: 330, servingUnit: "g" })
  })
  test("has rows with a stray tab", () => {
    expect(judged("1", "Sugar\tbrown", "400", "0", "100", "0")).toBe("row_malformed")
  })
})

describe("fibre, sugars, saturated fat and sodium", () => {
  const names = ["code", "product_name", "energy-kcal_100g", "proteins_100g", "carbohydrates_100g", "fat_100g"]
  const details = ["fiber_100g", "sugars_100g", "saturated-fat_100g", "sodium_100g", "salt_100g"]
  const judge = rowJudge([...names, ...details].join("\t"))
  const judged = (...values: ReadonlyArray<string>) => {
    const food = verdict(judge(["1", "Bar", "414", "6", "60", "15", ...values].join("\t")))
    return typeof food === "string" ? food : detailsOf(food)
  }
  test("are stored in grams, sodium in milligrams, and unknown if not stated", () => {
    expect(judged("5", "30", "7", "0.4", "1")).toEqual({ fiber: 5, sugars: 30, saturatedFat: 7, sodium: 400 })
    expect(judged("", "", "0", "", "")).toEqual({ saturatedFat: 0 })
  })
  test("have sodium from salt, which is two and a half times as much", () => {
    expect(judged("", "", "", "", "1.25")).toEqual({ sodium: 500 })
  })
  test("are unknown if they are nonsense, which leaves nothing else out", () => {
    expect(judged("-1", "much", "16", "41", "")).toEqual({})
    expect(judged("70", "59", "101", "", "2000")).toEqual({ sugars: 59 })
    expect(judged("", "61", "", "", "")).toEqual({})
  })
})

describe("the unit of a serving", () => {
  test("is the one whose measure is the quantity, else the first one named", () => {
    expect(unitInText("1 cup (240 ml)", 240)).toBe("ml")
    expect(unitInText("30 g (1/4 cup, 60 ml)", 30)).toBe("g")
    expect(unitInText("1 can 33cl", 330)).toBe("ml")
    expect(unitInText("8 fl oz (240 g)", 237)).toBe("ml")
    expect(unitInText("0,5 L", 500)).toBe("ml")
    expect(unitInText("2 oz, 30 ml", null)).toBe("g")
    expect(unitInText("1 glass", 200)).toBeNull()
    expect(unitInText("3 grapes 2 lemons", 5)).toBeNull()
  })
})

describe("the JSONL file", () => {
  test("gives foods of older and newer rows, and says why the others are left out", async () => {
    const { foods, tally } = await readAll("off-jsonl", fixture("off.jsonl"))
    expect([...foods.keys()]).toEqual([
      "food_off_3017620422003",
      "food_off_5449000000996",
      "food_off_10",
      "food_off_20",
      "food_off_24"
    ])
    expect(tally).toEqual({
      rowsIn: 10,
      kept: 5,
      leftOut: { not_per_100: 1, prepared: 1, estimated: 1, row_malformed: 1, row_empty: 1 }
    })
  })
  test("older rows: numbers or text, entities, values per 100 ml", async () => {
    const { foods } = await readAll("off-jsonl", fixture("off.jsonl"))
    expect(foods.get("food_off_3017620422003")).toMatchObject({
      name: 'Nutella "spread"',
      calories: 539,
      carbs: 57.5,
      servingSize: 15,
      servingUnit: "g"
    })
    expect(foods.get("food_off_5449000000996")).toMatchObject({ calories: 43.021, servingSize: 330, servingUnit: "ml" })
  })
  test("newer rows: the aggregated set is read, and the older values beside it are not", async () => {
    const { foods } = await readAll("off-jsonl", fixture("off.jsonl"))
    expect(foods.get("food_off_20")).toMatchObject({
      name: "Oat drink",
      calories: 46,
      servingSize: 200,
      servingUnit: "ml",
      servingText: "200 ml"
    })
    expect(foods.get("food_off_24")).toMatchObject({
      calories: 43.021,
      alcohol: 3.945,
      servingSize: 100,
      servingUnit: "ml"
    })
  })

  const nutrient = (value: unknown, unit = "g") => ({ value, unit, source: "packaging" })
  const nutrients = {
    "energy-kcal": nutrient(100, "kcal"),
    proteins: nutrient(5),
    carbohydrates: nutrient(15),
    fat: nutrient(2)
  }
  const row = (change: object, product: object = {}) =>
    verdict(
      judgeLine(
        JSON.stringify({
          code: "9",
          product_name: "Porridge",
          ...product,
          nutrition: { aggregated_set: { per: "100g", preparation: "as_sold", nutrients, ...change } }
        })
      )
    )
  test("newer rows: as sold, per 100 g or 100 ml, with no estimates", () => {
    expect(row({})).toMatchObject({ calories: 100, servingUnit: "g" })
    expect(row({ per: "serving" })).toBe("not_per_100")
    expect(row({ per: undefined })).toBe("not_per_100")
    expect(row({ preparation: "prepared" })).toBe("prepared")
    expect(row({ nutrients: { ...nutrients, fat: { value: 2, unit: "g", source: "estimate" } } })).toBe("estimated")
    expect(row({ nutrients: { ...nutrients, salt: { value: 2, unit: "g", source: "estimate" } } })).toMatchObject({
      fat: 2
    })
  })
  test("newer rows: a value in an unexpected unit cannot be read", () => {
    expect(row({ nutrients: { ...nutrients, fat: nutrient(2, "oz") } })).toBe("number_unreadable")
    expect(row({ nutrients: { ...nutrients, fat: undefined } })).toBe("nutrient_missing")
    expect(row({ nutrients: {} })).toBe("nutrient_missing")
  })
  test("a serving in another unit than the nutrition is left out", () => {
    const served = { serving_size: "1 glass (200 ml)", serving_quantity: 200, serving_quantity_unit: "ml" }
    expect(row({ per: "100g" }, served)).toMatchObject({ servingSize: 100, servingUnit: "g", servingText: null })
    expect(row({ per: "100ml" }, served)).toMatchObject({ servingSize: 200, servingUnit: "ml" })
  })
  test("odd shapes are left out, and end nothing", () => {
    expect(["[]", '"x"', "{", "null"].map((line) => verdict(judgeLine(line)))).toEqual([
      "row_malformed",
      "row_malformed",
      "row_malformed",
      "row_empty"
    ])
    expect(verdict(judgeLine('{"code":{"a":1},"product_name":"x"}'))).toBe("code_unusable")
    expect(verdict(judgeLine('{"code":1,"product_name":["x"],"nutriments":[]}'))).toBe("name_empty")
    expect(verdict(judgeLine('{"code":1,"product_name":"a\\u0000\\ud83d","nutriments":{}}'))).toBe("nutrient_missing")
  })
})
