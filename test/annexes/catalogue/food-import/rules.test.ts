import { describe, expect, test } from "bun:test"
import {
  atwater,
  type Candidate,
  clean,
  cut,
  gtin14,
  hundred,
  judge,
  kilocalories,
  serving,
  stated
} from "../../../../src/annexes/catalogue/food-import/rules.ts"
import { decodeUtf8 } from "../../../../src/platform/files/utf8.ts"
import { verdict } from "./support.ts"

const bread: Candidate = {
  id: "food_off_1",
  source: "off",
  sourceId: "1",
  name: "Bread",
  brandName: "Baker",
  gtin: null,
  serving: hundred("g"),
  nutrition: { calories: 250, protein: 8, carbs: 50, fat: 2, alcohol: null, fibre: null }
}
const judged = (change: Partial<Candidate>) => verdict(judge({ ...bread, ...change }))
const withNutrition = (change: Partial<Candidate["nutrition"]>) =>
  judged({ nutrition: { ...bread.nutrition, ...change } })

describe("a stated number", () => {
  test("is read from a number or from text", () => {
    expect([stated(1.5), stated("1.5"), stated(" .5 "), stated("1."), stated("1e-3"), stated("-2")]).toEqual([
      1.5, 1.5, 0.5, 1, 0.001, -2
    ])
  })
  test("is null if missing, which is not 0", () => {
    expect([stated(""), stated("  "), stated(null), stated(undefined)]).toEqual([null, null, null, null])
  })
  test("is NaN if it is something else", () => {
    for (const odd of [
      "<1",
      "1,5",
      "traces",
      "0x10",
      "Infinity",
      "1e999",
      true,
      {},
      Number.NaN,
      Number.POSITIVE_INFINITY
    ]) {
      expect(stated(odd)).toBeNaN()
    }
  })
  test("has no minus zero", () => expect(Object.is(stated("-0"), 0)).toBe(true))
})

describe("text", () => {
  test("is decoded from HTML entities, then trimmed", () => {
    expect(clean("&nbsp; Ben &amp; Jerry&#39;s caf&eacute; &#x1F366; ")).toBe("Ben & Jerry's café 🍦")
  })
  test("is decoded once, and only entities with a semicolon", () => {
    expect(clean("&amp;quot;")).toBe("&quot;")
    expect(clean("M&M salt&notes")).toBe("M&M salt&notes")
  })
  test("contains no U+0000, no other control characters, and no half of a surrogate pair", () => {
    expect(clean("a\u0000b\nc\td\u001fe")).toBe("a b c d e")
    expect(clean("Caf\ud83d 🍫\udf6b")).toBe("Caf 🍫")
    expect(clean("&#0;&#xD83D;").isWellFormed()).toBe(true)
  })
  test("is cut by code points", () => {
    expect(cut("🍫🍫🍫", 2)).toBe("🍫🍫")
    expect(cut("ab c", 3)).toBe("ab")
    expect(cut("🍫🍫", 2)).toBe("🍫🍫")
  })
})

describe("names and brands", () => {
  test("a name that is empty, or becomes so, leaves the row out", () => {
    for (const name of ["", "  ", "&nbsp;", "\u0000", "\u200b\u00ad"]) expect(judged({ name })).toBe("name_empty")
  })
  test("a name has at most 200 code points, a brand 100", () => {
    expect(judged({ name: "🍫".repeat(250), brandName: "b".repeat(101) })).toMatchObject({
      name: "🍫".repeat(200),
      brandName: "b".repeat(100)
    })
  })
  test("a text of bytes that are not UTF-8 leaves the row out, with that reason", () => {
    const broken = decodeUtf8(Uint8Array.of(0x43, 0x72, 0xe8))
    expect(judged({ name: broken })).toBe("not_utf8")
    expect(judged({ brandName: broken })).toBe("not_utf8")
    expect(judged({ id: `food_off_${broken}` })).toBe("not_utf8")
    expect(judged({ serving: { size: 1, unit: "g", text: broken } })).toBe("not_utf8")
    // U+FFFD may be in the source itself, where text was damaged earlier; it is valid UTF-8.
    expect(judged({ name: decodeUtf8(new TextEncoder().encode("Cr\ufffdme")) })).toMatchObject({ name: "Cr\ufffdme" })
  })
  test("an empty brand counts as missing", () =>
    expect(judged({ brandName: " &nbsp; " })).toMatchObject({ brandName: null }))
})

describe("a barcode", () => {
  test("is stored as 14 digits", () => {
    expect(gtin14("12345678905")).toBe("00012345678905")
    expect(gtin14(" 00012345678905 ")).toBe("00012345678905")
    for (const odd of ["", "0000", "123456789012345", "12-3", "abc", "１２３"]) expect(gtin14(odd)).toBeNull()
  })
})

describe("ids", () => {
  test("consist of letters, digits, _ and -, at most 128", () => {
    expect(judged({ id: `food_off_${"1".repeat(119)}` })).toMatchObject({ id: `food_off_${"1".repeat(119)}` })
    for (const id of [`food_off_${"1".repeat(120)}`, "food_off_1 2", "food_off_é", "food_off_../x"]) {
      expect(judged({ id })).toBe("code_unusable")
    }
  })
})

describe("nutrition", () => {
  test("within the bounds is stored", () => {
    expect(withNutrition({})).toMatchObject({ calories: 250, protein: 8, carbs: 50, fat: 2, alcohol: 0 })
    expect(withNutrition({ calories: 902, protein: 0, carbs: 0, fat: 100 })).toMatchObject({ calories: 902, fat: 100 })
  })
  test("if missing, is not 0, except for alcohol", () => {
    expect(withNutrition({ alcohol: null })).toMatchObject({ alcohol: 0 })
    for (const name of ["calories", "protein", "carbs", "fat"]) {
      expect(withNutrition({ [name]: null })).toBe("nutrient_missing")
    }
  })
  test("that is not a finite number leaves the row out, alcohol too", () => {
    for (const name of ["calories", "protein", "carbs", "fat", "alcohol"]) {
      expect(withNutrition({ [name]: Number.NaN })).toBe("number_unreadable")
    }
  })
  test("below zero leaves the row out", () => {
    for (const name of ["calories", "protein", "carbs", "fat", "alcohol"]) {
      expect(withNutrition({ [name]: -0.01 })).toBe("negative_value")
    }
  })
  test("over 902 kcal leaves the row out", () => expect(withNutrition({ calories: 902.1 })).toBe("energy_too_high"))
  test("over 100 g of one macronutrient leaves the row out", () => {
    for (const name of ["protein", "carbs", "fat", "alcohol"]) {
      expect(withNutrition({ protein: 0, carbs: 0, fat: 0, [name]: 100.1 })).toBe("macro_too_high")
    }
  })
  test("over 105 g together leaves the row out, counting alcohol", () => {
    expect(withNutrition({ protein: 35.1, carbs: 35.1, fat: 34.8 })).toMatchObject({ protein: 35.1 })
    expect(withNutrition({ protein: 35.1, carbs: 35.1, fat: 34.9 })).toBe("sum_too_high")
    expect(withNutrition({ protein: 35, carbs: 35, fat: 34, alcohol: 1.1 })).toBe("sum_too_high")
  })
  test("of 0 kcal with more than 5 g of macronutrients leaves the row out", () => {
    expect(withNutrition({ calories: 0, protein: 1, carbs: 4, fat: 0 })).toMatchObject({ calories: 0 })
    expect(withNutrition({ calories: 0, protein: 1, carbs: 4, fat: 0.1 })).toBe("energy_zero")
  })
  test("is stored to 4 decimals", () => {
    expect(withNutrition({ calories: kilocalories(255.224), carbs: 5, fat: 1 / 3 })).toMatchObject({
      calories: 61,
      fat: 0.3333
    })
  })
  test("from the macronutrients is 4, 4, 9 and 7 kcal a gram, if the first three are stated", () => {
    expect(atwater(1, 10, 100, 1000)).toBe(4 + 40 + 900 + 7000)
    expect(atwater(1, 10, 100, null)).toBe(944)
    expect([atwater(null, 1, 1, 1), atwater(1, null, 1, 1), atwater(1, 1, null, 1)]).toEqual([null, null, null])
  })
})

describe("a serving", () => {
  test("has a size over 0 and at most 10,000, with or without a label", () => {
    expect(serving(30, "g", " 1 bar &amp; ")).toEqual({ size: 30, unit: "g", text: "1 bar &" })
    expect(serving(30, "ml", " ")).toEqual({ size: 30, unit: "ml", text: null })
    expect(serving(28.349523, "g", "1 oz")?.size).toBe(28.3495)
    expect(serving(0.00004, "g", "1 cup")).toBeNull()
    expect(serving(10_000, "g", "x".repeat(200))?.text).toHaveLength(100)
    expect([0, -1, 10_001, Number.NaN, null].map((size) => serving(size, "g", "1 cup"))).toEqual(Array(5).fill(null))
  })
})

describe("other measures", () => {
  const measure = (text: string | null, size: number) => ({ text, size, unit: "g" as const })

  test("are the first five with distinct texts, in order", () => {
    const measures = ["1 cup", "1 slice", "1 cup", null, "a", "b", "c", "d"].map((text, at) => measure(text, at + 1))
    expect(judged({ serving: measure("1 slice", 30), measures })).toMatchObject({
      measures: [
        { text: "1 cup", size: 1 },
        { text: "a", size: 5 },
        { text: "b", size: 6 },
        { text: "c", size: 7 },
        { text: "d", size: 8 }
      ]
    })
  })

  test("are omitted if there are none", () => {
    for (const measures of [[], [measure("1 slice", 30)], [measure(null, 5)]]) {
      expect(judged({ serving: measure("1 slice", 30), measures })).not.toHaveProperty("measures")
    }
  })

  test("of bytes that are not UTF-8 leave the row out", () => {
    const text = decodeUtf8(Uint8Array.of(0x31, 0xff))
    expect(judged({ measures: [measure(text, 5)] })).toBe("not_utf8")
  })
})

describe("agreement of energy and macronutrients", () => {
  const off = (calories: number, protein: number, carbs: number, fat: number, more: object = {}) =>
    withNutrition({ calories, protein, carbs, fat, ...more })
  test("over 50 kcal with at most 1 g of macronutrients leaves the row out, counting alcohol", () => {
    expect(off(51, 0, 0.5, 0.5)).toBe("energy_without_macros")
    expect(off(231, 0, 0, 0, { alcohol: 33.4 })).toMatchObject({ calories: 231 })
    expect(off(50, 0, 0, 0)).toBe("energy_far_off")
  })
  test("more than 60 % away from 4, 4, 9 and 7 leaves the row out", () => {
    expect(off(160, 0, 25, 0)).toMatchObject({ calories: 160 })
    expect(off(160.1, 0, 25, 0)).toBe("energy_far_off")
    expect(off(40, 0, 25, 0)).toMatchObject({ calories: 40 })
    expect(off(39.9, 0, 25, 0)).toBe("energy_far_off")
  })
  test("a difference of up to 20 kcal is rounding: vinegar, tea, diet drinks", () => {
    expect(off(20, 0, 0, 0)).toMatchObject({ calories: 20 })
    expect(off(20.1, 0, 0, 0)).toBe("energy_far_off")
    expect(off(1, 0, 0.1, 0)).toMatchObject({ calories: 1 })
    expect(off(0, 0, 5, 0)).toMatchObject({ calories: 0 })
  })
  test("fibre explains the difference, whether or not the carbohydrates include it", () => {
    expect(off(60, 2, 45, 2)).toBe("energy_far_off")
    expect(off(60, 2, 45, 2, { fibre: 30 })).toMatchObject({ calories: 60 })
    expect(off(60, 2, 45, 2, { fibre: 5 })).toBe("energy_far_off")
    expect(off(190, 2, 1, 1)).toBe("energy_far_off")
    expect(off(190, 2, 1, 1, { fibre: 85 })).toMatchObject({ calories: 190 })
  })
  test("an invalid amount of fibre explains nothing, and leaves nothing out", () => {
    for (const fibre of [Number.NaN, -5]) {
      expect(off(60, 2, 45, 2, { fibre })).toBe("energy_far_off")
      expect(off(205, 2, 45, 2, { fibre })).toMatchObject({ calories: 205 })
    }
  })
})

describe("units of trade", () => {
  const labelled = (text: string) => serving(30, "g", text)?.text
  test("are written as people write them", () => {
    const written = ["2 ONZ", "8 OZA", "30 GRM", "240MLT", "1 ltr", "1.50000004 ONZ", "1/2 OZA", "1 G21 (30.000 GRM)"]
    expect(written.map(labelled)).toEqual([
      "2 oz",
      "8 fl oz",
      "30 g",
      "240 ml",
      "1 l",
      "1.5 oz",
      "1/2 fl oz",
      "1 cup (30 g)"
    ])
  })
  test("are codes only after a number", () => {
    expect(["1 GRMX", "ONZ", "1 can (Grm brand)", "1 ea"].map(labelled)).toEqual([
      "1 GRMX",
      "ONZ",
      "1 can (Grm brand)",
      "1 ea"
    ])
  })
})
