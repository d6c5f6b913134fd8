import { describe, expect, test } from "bun:test"
import type { CatalogueFood } from "../../../src/features/foods/catalogue-food.ts"
import { shippedFoods } from "../../../src/features/foods/shipped.ts"

const bySourceId = new Map(shippedFoods().map((food) => [`${food.source} ${food.sourceId}`, food]))

/**
 * 40 foods of FNDDS 2021–2023 as its workbook "FNDDS Nutrient Values" has them, half of them everyday foods, drawn by lot: code,
 * description; in 100 g, kcal, protein, carbohydrate, fat, alcohol, fibre, sugars and saturated fat in grams, sodium in mg.
 */
const WORKBOOK = `
11411400 | Yogurt, Greek, whole milk, plain | 94 8.78 4.75 4.39 0 0 3.25 2.39 34
11511100 | Chocolate milk, whole | 83 3.17 10.34 3.39 0 0.8 9.54 2.104 60
13120775 | Ice cream cone, scooped, chocolate, waffle cone | 227 4.04 31.49 10.58 0 1.2 25.38 6.434 89
14630300 | Welsh rarebit | 165 7.5 6.32 12.26 0 0.1 4.21 5.449 280
23132000 | Lamb, ground | 281 24.55 0 19.49 0 0 0 8.056 388
23201010 | Veal, chop | 158 29.51 0.07 4.4 0 0 0 1.728 391
24142511 | Chicken drumstick, grilled with sauce, skin not eaten | 172 19.39 7.28 6.62 0 0.2 5.94 1.468 592
25230560 | Liverwurst | 327 14.5 3.1 28.5 0 0 0 9.307 977
27213200 | Beef and rice with gravy | 137 6.28 15.98 5.12 0 0.2 0.12 1.132 315
27460100 | Lau lau | 140 15.25 0 8.32 0 0 0 2.668 231
27510940 | Corned beef sandwich on wheat, with cheese | 273 15.55 20.86 13.86 0 2.4 2.71 5.412 745
27564000 | Hot dog sandwich, NFS, on white bun | 296 10.85 23.73 17.37 0 0.8 3.92 6.742 681
34003100 | Egg burrito | 249 10.91 20.06 13.71 0 1.4 1.75 4.429 470
51503000 | Muffin, English, oat bran | 269 8.4 48.5 4.4 0 4 8.14 0.703 447
52215200 | Tortilla, flour | 306 8.2 49.38 7.99 0 3.5 3.71 2.924 700
53209100 | Cookie, chocolate, sandwich, with extra filling | 497 4.33 68.2 24.52 0 2.7 46 5.454 351
53430100 | Crepe, chocolate filled | 170 4.87 22.92 6.52 0 0.2 12.25 1.847 219
54408455 | Pretzels, soft, from frozen, salted | 340 8.09 70.06 3.06 0 1.7 0.25 0.685 783
55301048 | French toast sticks, school | 162 9.15 22.65 3.8 0 2.9 3.46 1.086 245
58104500 | Chimichanga, meat | 324 12.08 25.76 18.8 0 1.8 1.96 5.134 413
58105000 | Fajita, chicken | 206 11.33 17.99 9.8 0 1.5 2.44 2.137 451
58106610 | Pizza with meat other than pepperoni, from restaurant or fast food, NS as to type of crust | 280 11.5 30.62 12.35 0 2.3 3.32 5.033 570
58131520 | Ravioli, cheese-filled, with tomato sauce | 98 3.98 15.22 2.3 0 1.2 3.6 1.047 246
58133110 | Manicotti, cheese-filled, no sauce | 207 10.4 20.4 9.3 0 0.6 0.5 5.009 443
58146223 | Pasta with tomato-based sauce, ready-to-heat | 120 3.61 19.44 2.98 0 1.8 2.88 0.411 338
58146352 | Pasta with tomato-based sauce, poultry, and added vegetables, home recipe | 116 6.08 18.92 1.63 0 1.6 2.23 0.32 160
58160620 | Rice, white, with dark green vegetables and tomatoes and/or tomato-based sauce, no added fat | 99 2.34 21.21 0.28 0 0.9 0.65 0.065 199
58161440 | Rice, brown, with peas and carrots, NS as to fat | 123 2.73 21.97 2.66 0 2 1.08 0.451 195
63201600 | Blackberries, frozen | 64 1.18 15.67 0.43 0 5 10.67 0.015 1
71508001 | Potato, baked, peel eaten | 93 2.49 21.05 0.13 0 2.2 1.18 0.034 186
73105010 | Carrot juice, 100% | 40 0.95 9.28 0.15 0 0.8 3.91 0.027 66
75101000 | Bean sprouts, raw | 30 3.04 5.94 0.18 0 1.8 4.13 0.046 6
75208013 | Beets, canned, cooked, no added fat | 31 0.91 7.21 0.14 0 1.8 5.51 0.022 194
75214028 | Cauliflower, fresh, cooked with butter or margarine | 46 1.95 5.02 2.56 0 2 1.94 1.114 165
92101905 | Coffee, Latte, nonfat, flavored | 42 2.78 7.51 0.1 0 0 7.35 0.054 35
92306800 | Tea, hot, with milk | 51 1.58 8.95 1.05 0 0.1 8.72 0.604 20
92801000 | Wine, nonalcoholic | 6 0.5 1.1 0 0 0 1.1 0 7
93106600 | Hard seltzer | 24 0.07 0.55 0 3.2 0 0 0 17
93301083 | Jagerbomb | 102 0.34 15.97 0.03 5.3 0 15.98 0 30
93503000 | Gin | 231 0 0 0 33.4 0 0 0 1
`

/** Foods whose energy is not within a quarter of 4, 4, 9 and 7 kcal a gram, as their sources state it, with the reason. */
const REVIEWED = {
  "a few kcal, rounded to whole ones": `
92100000 92100500 92101000 92101500 92101700 92102400 92102401 92111000 92111010 92152000 92152010 92304100
92308010 92308040 92308540 92309030 92410250 92410420 92410520 92410560 92410620 92410720 92550040 92550610
92550620 92552000 92552010 94100200 95312500 95312800 95322500 95330500 14073 14074 14143 14151 14166 14167
14185 14201 14209 14280 14291 14294 14440 14537 14604 14628 14641
`,
  "organic acids, which count as carbohydrate with fewer kcal or as nothing": `
61113010 61116010 61204000 61204010 61204200 61207000 61207010 61207200 64401000 02048 02053 02068 02069 09150
09152 09153 09154 09156 09159 09160 09161 09524
`,
  "fibre, polyols, sweeteners and leavening, which count as carbohydrate with fewer than 4 kcal": `
11830150 56208500 57601100 72130100 91108000 91108020 91802000 92900200 02001 02003 02008 02009 02010 02011
02013 02016 02017 02028 02031 02049 02054 07018 08001 08005 08244 08363 08651 08669 11022 11202 11418 11591
11666 11667 11780 14409 16055 18369 18370 18371 19165 19166 19175 19892 19916 19918 20015 20033 20034 20060
20077 21348 42055 43028 43060 43345
`,
  "parts that the source leaves out or rounds, such as the alcohol of a cider": `
02075 06236 06327 14250 27029 28377 28390 42063 42179
`
}

const computed = ({ protein, carbs, fat, alcohol }: CatalogueFood): number =>
  4 * protein + 4 * carbs + 9 * fat + 7 * alcohol

describe("the values of foods", () => {
  test.each(
    WORKBOOK.trim()
      .split("\n")
      .map((line) => line.split(" | "))
  )("%s: %s", (code, described, values = "") => {
    const food = bySourceId.get(`usda-fndds ${code}`)
    expect(food?.description ?? food?.name).toBe(described)
    const { calories, protein, carbs, fat, alcohol, fiber, sugars, saturatedFat, sodium } = food ?? {}
    const shipped = [calories, protein, carbs, fat, alcohol, fiber, sugars, saturatedFat, sodium]
    expect(shipped).toEqual(values.split(" ").map(Number))
  })

  test("have the energy of protein, carbohydrate, fat and alcohol within a quarter, but for a reviewed list", () => {
    const far = shippedFoods().filter((food) => Math.abs(food.calories - computed(food)) > computed(food) / 4)
    const reviewed = Object.values(REVIEWED).flatMap((ids) => ids.trim().split(/\s+/))
    expect(far.map(({ sourceId }) => sourceId).sort()).toEqual(reviewed.sort())
  })
})
