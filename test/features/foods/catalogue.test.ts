import { describe, expect, test } from "bun:test"
import { ABBREVIATIONS } from "../../../scripts/foods/abbreviations.ts"
import { buildFoods, TABLE } from "../../../scripts/foods/build.ts"
import { readFndds, tableOf } from "../../../scripts/foods/fndds.ts"
import { surveyParts } from "../../../scripts/foods/fndds-names.ts"
import { menuNames, nameOf } from "../../../scripts/foods/menu-names.ts"
import { servingLabel } from "../../../scripts/foods/servings.ts"
import { readSr28 } from "../../../scripts/foods/sr28.ts"
import { standardParts } from "../../../scripts/foods/sr28-names.ts"
import { surveyPortions } from "../../../scripts/foods/survey-portions.ts"
import { readTitle } from "../../../scripts/foods/titles.ts"
import { readWeights } from "../../../scripts/foods/weights.ts"
import type { CatalogueFood } from "../../../src/features/foods/catalogue-food.ts"
import { asFood, showFood } from "../../../src/features/foods/model.ts"
import { COLUMNS, readFoods } from "../../../src/features/foods/table.ts"
import { everydayFoods } from "../../../src/features/foods/vocabulary.ts"
import { EVERYDAY_QUERIES } from "../food-search/queries.ts"

const table = await Bun.file(TABLE).text()
const foods = readFoods(table)
const byId = new Map(foods.map((food) => [food.id, food]))
const fromSr28 = foods.filter(({ source }) => source === "usda-sr28")
const fromFndds = foods.filter(({ source }) => source === "usda-fndds")

const sr28 = (ndb: string): CatalogueFood => {
  const food = byId.get(`food_sr28_${ndb}`)
  if (food === undefined) throw new Error(`No food ${ndb}`)
  return food
}

const wordsOf = (name: string): ReadonlyArray<string> => name.match(/(?<![\w&'])[A-Za-z][A-Za-z'.-]*/g) ?? []

const fndds = (code: string): CatalogueFood => {
  const food = byId.get(`food_fndds_${code}`)
  if (food === undefined) throw new Error(`No food ${code}`)
  return food
}

/** How the source of a food describes it. */
const described = ({ description, name }: CatalogueFood): string => description ?? name

/** The foods that break a rule, in a form for failure messages. */
const breaking = (rule: (food: CatalogueFood) => boolean, among = foods): ReadonlyArray<string> =>
  among.filter((food) => !rule(food)).map((food) => `${food.sourceId} ${food.name}`)

describe("the table of foods", () => {
  test("contains every food of FNDDS and of SR28, each sorted by the number in its source", () => {
    expect(fromFndds).toHaveLength(5431)
    expect(fromSr28).toHaveLength(8790)
    expect(foods).toEqual([...fromFndds, ...fromSr28])
    for (const source of [fromFndds, fromSr28]) {
      expect(source.map((food) => food.sourceId)).toEqual(source.map((food) => food.sourceId).sort())
    }
  })

  test("is what the build writes", async () => {
    expect((await buildFoods(await readFndds(), await readSr28(), await readWeights())) === table).toBe(true)
  })

  test("names its source in every row", () => {
    expect(
      breaking((food) => /^\d{5}$/.test(food.sourceId) && food.id === `food_sr28_${food.sourceId}`, fromSr28)
    ).toEqual([])
    expect(
      breaking((food) => /^\d{8}$/.test(food.sourceId) && food.id === `food_fndds_${food.sourceId}`, fromFndds)
    ).toEqual([])
    expect(byId.size).toBe(foods.length)
  })

  test("has no two foods with the same name and brand", () => {
    const shown = foods.map((food) => `${food.name} | ${food.brandName ?? ""}`.toLowerCase())
    expect(shown.filter((name, index) => shown.indexOf(name) !== index)).toEqual([])
  })

  test("has names as on a menu: 98 % of at most 60 characters, the thousand most eaten of at most 40", () => {
    const long = breaking((food) => food.name.length <= 60)
    expect(long.length / foods.length).toBeLessThanOrEqual(0.02)
    const mostEaten = [...everydayFoods().keys()].slice(0, 1000).flatMap((id) => byId.get(id) ?? [])
    expect(mostEaten).toHaveLength(1000)
    expect(breaking((food) => food.name.length <= 40, mostEaten)).toEqual([])
    expect(
      breaking(
        (food) => !/\bNFS\b|\bNS as to\b|broilers or fryers|mature seeds|all commercial varieties/.test(food.name)
      )
    ).toEqual([])
  })

  test("shows foods of FNDDS in place of the same foods of SR28, with about the same energy", () => {
    const doubles = foods.filter(({ sameAs }) => sameAs != null)
    expect(doubles.length).toBeGreaterThan(500)
    expect(
      breaking(({ id, sameAs }) => /^food_sr28_/.test(id) && byId.get(sameAs ?? "")?.source === "usda-fndds", doubles)
    ).toEqual([])
    const off = breaking(({ calories, sameAs }) => {
      const other = byId.get(sameAs ?? "")?.calories ?? 0
      return Math.abs(calories - other) <= Math.max(40, 0.4 * Math.max(calories, other))
    }, doubles)
    expect(off).toEqual([])
  })

  test("fits the lengths in the contract", () => {
    expect(breaking((food) => food.name.length <= 200 && (food.brandName ?? "").length <= 100)).toEqual([])
    expect(breaking((food) => (food.servingText ?? "").length <= 100)).toEqual([])
  })
})

/** The sums of the columns of FNDDS 2021–2023, from its workbook. */
const SUMS = {
  calories: 1082136,
  protein: 44324,
  carbs: 113277,
  fat: 50467,
  alcohol: 1141,
  fiber: 9480,
  sugars: 37164,
  saturatedFat: 15314,
  sodium: 1828113
}

describe("nutrition", () => {
  test("stays within what 100 g can contain", () => {
    expect(breaking((food) => food.calories <= 902)).toEqual([])
    expect(breaking((food) => food.protein + food.carbs + food.fat + food.alcohol <= 100.5)).toEqual([])
  })

  test("has the energy of its protein, carbohydrate, fat and alcohol, within 30 kcal or a quarter", () => {
    const computed = (food: CatalogueFood): number =>
      4 * food.protein + 4 * food.carbs + 9 * food.fat + 7 * food.alcohol
    const isNear = (food: CatalogueFood) => Math.abs(food.calories - computed(food)) <= Math.max(30, computed(food) / 4)
    const off = breaking(isNear, fromSr28)
    // Fibre and sweeteners, whose carbohydrate has fewer than 4 kcal.
    expect(breaking(isNear, fromFndds)).toEqual([
      "11830150 Cocoa powder",
      "57601100 Wheat bran",
      "91108000 Stevia sugar substitute, powder",
      "91108020 Monk fruit sugar substitute, powder",
      "91802000 Chewing gum, sugar free",
      "92900200 Fruit flavored drink, powdered, not reconstituted, diet"
    ])
    // Spices, bran, cocoa and sweeteners: fibre and polyols count as carbohydrate, but have fewer than 4 kcal.
    expect(off).toHaveLength(44)
  })

  test("has alcohol only in alcoholic drinks and vanilla extract", () => {
    const alcoholic = fromSr28.filter((food) => food.alcohol > 0)
    expect(alcoholic).toHaveLength(71)
    const known =
      /beer|wine|spirits|gin|rum|vodka|whiskey|liqueur|liquor|creme de menthe|pina colada|daiquiri|tequila|sake|vanilla extract/i
    expect(alcoholic.filter((food) => !known.test(food.name))).toEqual([])
  })

  test.each([
    ["14037", 33.39],
    ["14051", 33.39],
    ["14096", 10.55],
    ["14106", 10.27],
    ["14003", 3.87],
    ["02050", 34.39],
    ["02048", 0],
    ["18069", 0]
  ])("%s has %p g of alcohol", (ndb, grams) => {
    expect(sr28(ndb).alcohol).toBe(grams)
  })

  test.each([
    ["01123", "Egg, whole, raw, fresh", 143, 12.56, 0.72, 9.51],
    ["09040", "Bananas, raw", 89, 1.09, 22.84, 0.33],
    ["01077", "Milk, whole, 3.25% milkfat, with added vitamin D", 61, 3.15, 4.8, 3.25],
    ["05064", "Chicken, broilers or fryers, breast, meat only, cooked, roasted", 165, 31.02, 0, 3.57],
    ["20038", "Oats", 389, 16.89, 66.27, 6.9],
    ["04053", "Oil, olive, salad or cooking", 884, 0, 0, 100],
    ["01009", "Cheese, cheddar", 404, 22.87, 3.09, 33.31],
    ["01256", "Yogurt, Greek, plain, nonfat", 59, 10.19, 3.6, 0.39],
    ["20045", "Rice, white, long-grain, regular, enriched, cooked", 130, 2.69, 28.17, 0.28],
    ["20037", "Rice, brown, long-grain, cooked", 123, 2.74, 25.58, 0.97],
    ["11090", "Broccoli, raw", 34, 2.82, 6.64, 0.37],
    ["11124", "Carrots, raw", 41, 0.93, 9.58, 0.24],
    ["16098", "Peanut butter, smooth style, with salt", 598, 22.21, 22.31, 51.36],
    ["12061", "Almonds", 579, 21.15, 21.55, 49.93],
    ["19296", "Honey", 304, 0.3, 82.4, 0],
    ["01001", "Butter, with salt", 717, 0.85, 0.06, 81.11],
    ["09003", "Apples, raw, with skin", 52, 0.26, 13.81, 0.17],
    ["15076", "Salmon, Atlantic, wild, raw", 142, 19.84, 0, 6.34],
    ["23572", "Beef, ground, 80% lean meat / 20% fat, raw", 254, 17.17, 0, 20],
    ["20137", "Quinoa, cooked", 120, 4.4, 21.3, 1.92],
    ["11507", "Sweet potato, raw, unprepared", 86, 1.57, 20.12, 0.05],
    ["21237", "Big Mac", 257, 11.82, 20.08, 14.96]
  ])("%s is %s", (ndb, description, calories, protein, carbs, fat) => {
    expect(described(sr28(ndb))).toBe(description)
    expect(sr28(ndb)).toMatchObject({ calories, protein, carbs, fat, alcohol: 0 })
  })

  test("adds up to what FNDDS states, column by column", () => {
    const sums = (
      ["calories", "protein", "carbs", "fat", "alcohol", "fiber", "sugars", "saturatedFat", "sodium"] as const
    ).map((column) => [column, Math.round(fromFndds.reduce((sum, food) => sum + (food[column] ?? Number.NaN), 0))])
    expect(Object.fromEntries(sums)).toEqual(SUMS)
  })

  test("leaves nutrients open that SR28 does not know", () => {
    const unknown = (["fiber", "sugars", "saturatedFat", "sodium"] as const).map(
      (column) => fromSr28.filter((food) => food[column] === null).length
    )
    expect(unknown).toEqual([594, 1832, 349, 83])
    expect(sr28("01001")).toMatchObject({ fiber: 0, sugars: 0.06, saturatedFat: 51.368, sodium: 643 })
  })
})

describe("names", () => {
  test("are written with single spaces and closed brackets", () => {
    expect(breaking((food) => !/ {2}|^\s|\s$| [,;)]|\( |,\S|,,|[,;:]$|[^\w "%.,'&()/!+éñ-]/.test(food.name))).toEqual(
      []
    )
    expect(breaking((food) => food.name.split("(").length === food.name.split(")").length)).toEqual([])
    expect(breaking((food) => /^[A-Z0-9]/.test(food.name))).toEqual([])
  })

  test("contain no abbreviations", () => {
    const alsoWords = new Set(["LO"])
    const spellings = new Set(Object.values(ABBREVIATIONS).flatMap((all) => all.split(" ")))
    const left = fromSr28.flatMap((food) =>
      wordsOf(described(food)).filter((word) => spellings.has(word.toUpperCase()))
    )
    expect([...new Set(left)].filter((word) => !alsoWords.has(word.toUpperCase()))).toEqual([])
  })

  test("have a vowel in every word", () => {
    const without = fromSr28.flatMap((food) =>
      wordsOf(described(food)).filter((word) => word.length > 1 && !/[aeiouy]/i.test(word))
    )
    const understood = ["PM", "BBQ", "B.L.T.", "n'", "Z's", "sp.", "TLC", "PB", "Mr.", "Jr.", "BLT", "lb", "VPP"]
    expect([...new Set(without)].filter((word) => !understood.includes(word))).toEqual([])
  })

  test("have no word in capitals except acronyms", () => {
    const capitals = fromSr28.flatMap((food) => described(food).match(/(?<![\w'&])[A-Z]{2,}(?![\w'])/g) ?? [])
    const acronyms = ["AA", "AR", "ARA", "BBQ", "BLT", "DHA", "PB", "PM", "TLC", "USDA", "VPP"]
    expect([...new Set(capitals)].filter((word) => !acronyms.includes(word))).toEqual([])
  })
})

describe("titles", () => {
  test.each([
    ["EGG,WHL,RAW,FRSH", "Egg, whole, raw, fresh"],
    [
      "CHICKEN, BROILERS OR FRYERS, BREAST, MEAT ONLY, CKD, RSTD",
      "Chicken, broilers or fryers, breast, meat only, cooked, roasted"
    ],
    [
      'BEEF, RND, TOP RND, LN AND FAT, 1/8"FAT, CHOIC, CKD, BRSD',
      'Beef, round, top round, lean and fat, trimmed to 1/8" fat, choice, cooked, braised'
    ],
    [
      'BEEF, SHRT LN, PRTRHS STK, LN, 0" FT, AL GRDS, RAW',
      'Beef, short loin, porterhouse steak, lean only, trimmed to 0" fat, all grades, raw'
    ],
    [
      "LAMB, NZ, IMP, FRZ, SHLDR, WHL (ARM AND BLD), LN, RAW",
      "Lamb, New Zealand, frozen, shoulder, whole (arm and blade), lean only, raw"
    ],
    ["BEANS, SNAP, GRN, CKD, BLD, DRND, WITHOUT SALT", "Beans, snap, green, cooked, boiled, drained, without salt"],
    ["TORTILLA CHIPS, RED FAT, LO NA", "Tortilla chips, reduced fat, low-sodium"],
    ["PEPPERS, SWT, RED, RAW", "Peppers, sweet, red, raw"],
    ["MARGARINE, REG, 80% FAT, COMP, STK, WITH SALT", "Margarine, regular, 80% fat, composite, stick, with salt"],
    ["SALAMI  ITALIAN  PORK", "Salami, Italian, pork"],
    ["SOUP, VEG BF, CND, PREP WITH EQ VOLUME H2O", "Soup, vegetable beef, canned, prepared with equal volume water"],
    ["CAKE, SPONGE (INCL TROLLEY CAKES)", "Cake, sponge (includes trolley cakes)"],
    ["APPLE JUC, CND, UNSWTND, WITH ADDED VIT C", "Apple juice, canned, unsweetened, with added vitamin C"],
    ["FAST FOODS, HAMBURGER; SINGLE, REG PATTY; PLN", "Hamburger, single, regular patty, plain, fast food"],
    ["ALCOHOLIC BEV, WINE, TABLE, RED", "Wine, table, red"],
    ["BEVERAGES, CARB, COLA, REG", "Cola, regular, soda"],
    ["RESTAURANT, CHINESE, SESAME CHICK", "Sesame chicken, Chinese restaurant"],
    ["USDA CMDTY, PEARS, CND, LT SYRUP, DRND", "USDA commodity pears, canned, light syrup, drained"]
  ])("%s reads %s", (title, name) => {
    expect(readTitle(title)).toEqual({ name, brandName: null })
  })

  test.each([
    ["MCDONALD'S, CHEESEBURGER", "Cheeseburger", "McDonald's"],
    ["CEREALS RTE, GENERAL MILLS, HONEY NUT CHEERIOS", "Honey Nut Cheerios, cereal", "General Mills"],
    ["CEREALS RTE, KELLOGG, KELLOGG'S RAISIN BRAN", "Raisin Bran, cereal", "Kellogg's"],
    ["CEREALS, CRM OF WHEAT, INST, DRY", "Cream of Wheat, Instant, dry, hot cereal", "Cream of Wheat"],
    ["CAMPBELL'S RED AND WHITE, CREAMY CHICK NOODLE SOUP, COND", "Creamy Chicken Noodle Soup, condensed", "Campbell's"],
    ["CANDIES, MARS SNACKFOOD US, M AND M'S PNUT CHOC CANDIES", "Peanut Chocolate Candies", "M&M's"],
    ["CANDIES, MARS SNACKFOOD US, SNICKERS BAR", "Snickers Bar", "Mars"],
    ["KEEBLER, CHIPS DELUXE, CHOC LOVERS COOKIES", "Chips Deluxe, Chocolate Lovers Cookies", "Keebler"],
    [
      "KFC, FRIED CHICK, EX CRISPY, WING, MEAT AND SKN WITH BREADING",
      "Fried Chicken, Extra Crispy, Wing, meat and skin with breading",
      "KFC"
    ],
    ["PIZZA HUT 14\" CHS PIZZA, THIN 'N CRISPY CRUST", "14\" Cheese Pizza, Thin 'n Crispy Crust", "Pizza Hut"],
    ["SILK PLN, SOYMILK", "Plain Soymilk", "Silk"],
    ["YOGURT, GREEK, NONFAT, VANILLA, CHOBANI", "Yogurt, Greek, Nonfat, Vanilla", "Chobani"],
    ["SPINACH PACE", "Spinach pace", null]
  ])("%s is %s by %p", (title, name, brandName) => {
    expect(readTitle(title)).toEqual({ name, brandName })
  })
})

describe("servings", () => {
  test.each([
    [".25 cup", "0.25 cup"],
    ["1 large", "1 large"],
    ["1 serving,  (5 fl oz)", "1 serving (5 fl oz)"],
    ["1 Cup,  (1 NLEA serving)", "1 cup"],
    ["1 NLEA serving", "1 serving"],
    ["1 cup,  halves", "1 cup, halves"],
    ['1 slice, , 5/8"', '1 slice, 5/8"'],
    ['1 potato, large (3" to 4-1/4" dia.', '1 potato, large (3" to 4-1/4" dia.)'],
    ["2 tablespoon", "2 tbsp"],
    ["1 cup,  From 19211", "1 cup"]
  ])("%s is labelled %s", (measure, label) => {
    expect(servingLabel(measure)).toBe(label)
  })

  test("are 100 g if SR28 has no weights", () => {
    expect(fromSr28.filter((food) => food.servingText === null)).toHaveLength(298)
    expect(breaking((food) => food.servingText !== null || food.servingSize === 100)).toEqual([])
  })

  test("agree with the other copy of SR28 on the first two measures, except 20 that it rounds or renames", async () => {
    const [grams, measure] = [48, 50]
    const weights = await readWeights()
    const off = (await readSr28()).flatMap((row) =>
      [row[grams], row[measure]].filter(
        (weight) =>
          typeof weight === "number" &&
          weight > 0 &&
          !weights.get(String(row[0]))?.some(({ grams }) => Math.abs(grams - weight) < 0.06)
      )
    )
    expect(off).toHaveLength(20)
  })

  test.each([
    ["09040", 118, '1 medium (7" to 7-7/8" long)'],
    ["18069", 29, "1 slice"],
    ["14003", 356, "1 can"],
    ["12061", 28.35, "1 oz (23 whole kernels)"],
    ["01077", 244, "1 cup"],
    ["01123", 50, "1 large"],
    ["09003", 182, '1 medium (3" dia)'],
    ["14106", 147, "1 serving (5 fl oz)"],
    ["14148", 370, "1 can or bottle (12 fl oz)"],
    ["14209", 237, "1 cup (8 fl oz)"],
    ["19411", 28, "1 oz"],
    ["04053", 13.5, "1 tbsp"],
    ["21299", 107, "1 slice"],
    ["09316", 144, "1 cup, whole"]
  ])("one of %s is %p g: %s", (ndb, servingSize, servingText) => {
    expect(sr28(ndb)).toMatchObject({ servingSize, servingText })
  })

  test("have at most five others beside them, each once", () => {
    expect(breaking(({ measures = [] }) => measures.length <= 5)).toEqual([])
    expect(
      breaking(({ servingText, measures = [] }) => {
        const texts = [servingText, ...measures.map(({ text }) => text)]
        return new Set(texts).size === texts.length && texts.every((text) => text === null || text.length <= 100)
      })
    ).toEqual([])
    expect(sr28("09040").measures).toContainEqual({ text: "1 cup, mashed", size: 225 })
  })

  test("agree with a portion's grams", () => {
    const strayed = foods.flatMap((food) =>
      (showFood(asFood("food", food)).portions ?? []).filter(
        ({ servings, size }) => Math.abs((servings * food.servingSize) / size - 1) > 0.0006
      )
    )
    expect(strayed).toEqual([])
  })

  test("are in grams, with a readable label", () => {
    expect(breaking((food) => food.servingUnit === "g" && food.servingSize > 0 && food.servingSize <= 1500)).toEqual([])
    expect(
      breaking(
        (food) =>
          food.servingText === null ||
          /^\d+(\.\d+)? [^\s,(](?!.* {2}).*[^\s,]$|^\d+(\.\d+)? \S+$/.test(food.servingText)
      )
    ).toEqual([])
    expect(sr28("01123")).toMatchObject({ servingSize: 50, servingText: "1 large" })
  })
})

describe("the survey's foods", () => {
  test.each([
    ["Milk, NFS", "Milk"],
    ["Chicken breast, baked, broiled, or roasted, skin not eaten, from raw", "Chicken breast, roasted, without skin"],
    ["Coffee, Latte, with non-dairy milk", "Latte, with non-dairy milk"],
    ["Fish, salmon, baked or broiled", "Salmon, baked"],
    ["Cheese, paneer", "Paneer cheese"],
    ["Soup, lentil", "Lentil soup"],
    ["Rice, white, cooked, no added fat", "White rice, cooked, no added fat"],
    [
      "Beef, rice, and vegetables including carrots, broccoli, and/or dark-green leafy; gravy",
      "Beef, rice, and carrots or greens, gravy"
    ]
  ])("%s is %s on a menu", (description, name) => {
    expect([
      ...menuNames([{ id: "", among: "", parts: surveyParts(description) }], ["unsaid", "origin"], () => 60).values()
    ]).toEqual([name])
  })

  test("keep what a neighbour differs by, and lose what nobody knew", () => {
    const names = (...descriptions: ReadonlyArray<string>) => [
      ...menuNames(
        descriptions.map((each) => ({ id: each, among: "", parts: standardParts(each) })),
        ["salt", "liquid"],
        () => 60
      ).values()
    ]
    expect(names("Peas, canned, drained, with salt", "Peas, canned, drained, without salt")).toEqual([
      "Peas, canned, with salt",
      "Peas, canned, without salt"
    ])
    expect(names("Peas, canned, drained, with salt")).toEqual(["Peas, canned"])
    expect(nameOf([{ text: "yogurt" }, { text: "plain" }])).toBe("Yogurt, plain")
  })

  test("have the serving that the survey assumes, named like the portion of that weight, and millilitres by weight", () => {
    const portions = [
      { text: "1 cup", size: 244 },
      { text: "1 fl oz", size: 30.5 },
      { text: "1 cubic inch", size: 17 },
      { text: "Quantity not specified", size: 244 }
    ]
    expect(surveyPortions(portions, "Milk, whole")).toEqual([
      { text: "1 cup", size: 244 },
      { text: "1 fl oz", size: 30.5 },
      { text: "100 ml", size: 103.1 }
    ])
    expect(
      surveyPortions(
        [
          { text: "1 slice", size: 30 },
          { text: "Quantity not specified", size: 45 }
        ],
        "Yeast breads"
      )
    ).toEqual([
      { text: "1 serving", size: 45 },
      { text: "1 slice", size: 30 }
    ])
    expect(surveyPortions([{ text: "1 oz, raw, yields", size: 20 }], "Beef")).toEqual([])
    expect(fndds("11111000")).toMatchObject({ servingSize: 244, servingText: "1 cup" })
    expect(fndds("11111000").measures).toContainEqual({ text: "100 ml", size: 103.1 })
  })

  test("are read from the tables of a release", () => {
    const foods =
      "food_code\tname\talso\tcategory\tcalories_kcal\tprotein_g\tcarbs_g\tfat_g\talcohol_g\tfiber_g\tsugars_g\tsaturated_fat_g\tsodium_mg\n1\tMilk,  NFS\t\tMilk\t52\t3\t5\t2\t0\t0\t5\t1\t39\n"
    const portions =
      "food_code\tseq\tportion\tgrams\n1\t2\t1 cup\t244\n1\t1\t1 fl oz\t30.5\n1\t3\tGuideline amount per cup of hot cereal\t61\n1\t4\t1 bowl\t0\n"
    expect(tableOf(foods, portions).split("\n")[1]).toBe(
      "1\tMilk, NFS\t\tMilk\t52\t3\t5\t2\t0\t0\t5\t1\t39\t30.5 1 fl oz|244 1 cup"
    )
    expect(() => tableOf("food_code\n", portions)).toThrow("no column name, also")
  })
})

describe("reading the table", () => {
  const header = COLUMNS.join("\t")
  const egg =
    "food_sr28_01123\tusda-sr28\t01123\tEgg, whole, raw, fresh\t\t\thuevo\t\t50\tg\t1 large\t56 1 extra large|38 1 small\t143\t12.56\t0.72\t9.51\t0\t0\t0.37\t\t142"

  test("reads empty cells as unknown", () => {
    expect(readFoods(`${header}\n${egg}\n`)).toMatchObject([
      {
        name: "Egg, whole, raw, fresh",
        brandName: null,
        description: null,
        also: "huevo",
        sameAs: null,
        saturatedFat: null,
        sodium: 142,
        servingSize: 50,
        measures: [
          { text: "1 extra large", size: 56 },
          { text: "1 small", size: 38 }
        ]
      }
    ])
    expect(readFoods(`${header}\n`)).toEqual([])
  })

  test.each([
    ["another header", `id\n${egg}\n`, 1],
    ["a column too many", `${header}\n${egg}\t1\n`, 2],
    ["a missing name", `${header}\n${egg}\n${egg.replace("Egg, whole, raw, fresh", "")}\n`, 3],
    ["an amount that is not a number", `${header}\n${egg.replace("143", "1e2")}\n`, 2],
    ["a missing amount", `${header}\n${egg.replace("12.56", "")}\n`, 2],
    ["a negative amount", `${header}\n${egg.replace("0.72", "-1")}\n`, 2],
    ["an empty serving", `${header}\n${egg.replace("\t50\t", "\t0\t")}\n`, 2],
    ["an empty measure", `${header}\n${egg.replace("38 1 small", "0 1 small")}\n`, 2],
    ["an unknown unit", `${header}\n${egg.replace("\tg\t", "\toz\t")}\n`, 2],
    ["an empty line", `${header}\n\n${egg}\n`, 2],
    ["a truncated table", `${header}\n${egg}`, 2]
  ])("refuses %s, naming the line", (_, text, line) => {
    expect(() => readFoods(text)).toThrow(`Line ${line} `)
  })
})

describe("everyday queries", () => {
  test("name existing foods, few enough that the test can fail", () => {
    const unknown = EVERYDAY_QUERIES.flatMap(({ expect: ids }) => ids.filter((id) => !byId.has(id)))
    expect(unknown).toEqual([])
    expect(EVERYDAY_QUERIES.filter(({ expect: ids }) => ids.length === 0 || ids.length > 10)).toEqual([])
    expect(new Set(EVERYDAY_QUERIES.map(({ query }) => query)).size).toBe(EVERYDAY_QUERIES.length)
  })
})
