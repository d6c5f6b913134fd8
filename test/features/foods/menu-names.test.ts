import { describe, expect, test } from "bun:test"
import { surveyParts } from "../../../scripts/foods/fndds-names.ts"
import { menuNames, nameOf } from "../../../scripts/foods/menu-names.ts"
import { standardParts } from "../../../scripts/foods/sr28-names.ts"
import { shippedFoods } from "../../../src/features/foods/shipped.ts"

/** What a name says, however it puts "and" and "with". */
const said = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/, (?=with |for )/g, " ")

describe("names as on a menu", () => {
  test("are those that people wrote for 80 foods drawn from all, but for ten", async () => {
    const table = await Bun.file(new URL("./wanted-names.tsv", import.meta.url)).text()
    const [, ...lines] = table.trimEnd().split("\n")
    const names = new Map(shippedFoods().map(({ id, name }) => [id, name]))
    const others = lines.filter((line) => {
      const [id = "", wanted = ""] = line.split("\t")
      return !wanted
        .split(" | ")
        .map(said)
        .includes(said(names.get(id) ?? ""))
    })
    expect(lines).toHaveLength(80)
    expect({ others, few: others.length <= 10 }).toEqual({ others, few: true })
  })

  test("say how foods differ that both sources have, and are generic only where one is the other as eaten", () => {
    const foods = shippedFoods()
    expect(foods.filter(({ name }) => /SR28|FNDDS/.test(name))).toEqual([])
    const names = new Map(foods.map(({ id, name }) => [id, name]))
    const generic = foods.filter(({ name }) => name.endsWith(", generic"))
    expect(generic.length).toBeGreaterThan(100)
    expect(generic.filter(({ sameAs }) => sameAs == null || !names.has(sameAs))).toEqual([])
  })

  test.each([
    ["Pie, cherry", "Cherry pie"],
    ["Roll, hard", "Hard roll"],
    ["Cookie, peanut butter, with chocolate", "Peanut butter cookie, with chocolate"],
    ["Ice cream cone, scooped, vanilla, waffle cone", "Vanilla ice cream waffle cone, scooped"],
    ["Grilled cheese sandwich, cheddar cheese, on white bread", "Grilled cheddar cheese sandwich, on white bread"],
    ["Crackers, cheese (Cheez-It)", "Cheese crackers (Cheez-It)"],
    ["Cake, Boston cream pie", "Boston cream pie"],
    ["Yogurt, Greek, NS as to type of milk, fruit", "Fruit Greek yogurt, NS as to type of milk"],
    ["Cereal, O's, plain", "O's cereal, plain"],
    ["Taco, corn tortilla, beef, cheese", "Beef taco, corn tortilla, with cheese"],
    ["Bread, egg, Challah", "Challah (egg bread)"],
    ["Beef, noodles, and vegetables", "Beef, noodles, and vegetables"],
    ["Bacon, lettuce, tomato sandwich on wheat", "Bacon, lettuce, tomato sandwich on wheat"],
    ["Pizza, no cheese, thin crust", "Pizza, no cheese, thin crust"],
    ["Carrots, frozen, cooked with oil", "Carrots, frozen, with oil"]
  ])("of the survey: %s is %s", (description, name) => {
    expect(nameOf(surveyParts(description))).toBe(name)
  })

  test.each([
    ["Squash, winter, butternut, raw", "Butternut squash, raw"],
    ["Milk, canned, evaporated, whole", "Evaporated milk, whole"],
    ["Apples, raw, Fuji, with skin", "Fuji apples, raw, with skin"],
    ["Caribou, liver, raw", "Caribou liver, raw"],
    ["Pork, cured, ham, steak, extra lean", "Ham steak, extra lean"],
    ["Lamb, domestic, shoulder, whole (arm and blade), raw", "Lamb shoulder, whole (arm and blade), raw"],
    ["Lamb, Australian, fresh, leg, shank half, raw", "Australian lamb leg, shank half, raw"],
    ["Taro, leaves, steamed", "Taro leaves, steamed"],
    ["Egg, white, dried", "Egg white, dried"],
    ["Potatoes, French fries, wedge cut", "French fries, wedge cut"],
    ["Rice cakes, brown rice, multigrain", "Multigrain brown rice cakes"],
    ["Salad dressing, French dressing, reduced fat", "French dressing, reduced fat"],
    ["Fudge, chocolate, homemade, candy", "Chocolate fudge, homemade"],
    ["Luxury loaf, pork, beef", "Luxury loaf, pork, beef"]
  ])("of the laboratory: %s is %s", (description, name) => {
    expect(nameOf(standardParts(description))).toBe(name)
  })

  test("of brands keep the order of their makers, but for what kind of food they are", () => {
    expect(nameOf(standardParts("Yogurt, Greek, Nonfat, Vanilla", true))).toBe("Yogurt, Greek, Nonfat, Vanilla")
    expect(nameOf(standardParts("Cream of Wheat, Instant, dry, hot cereal", true))).toBe(
      "Cream of Wheat hot cereal, Instant, dry"
    )
  })

  test("that are too long lose no part without which they would mean another food too", () => {
    const named = (longest: number, ...descriptions: ReadonlyArray<string>) => [
      ...menuNames(
        descriptions.map((each) => ({ id: each, among: "", parts: surveyParts(each) })),
        [],
        () => longest
      ).values()
    ]
    expect(
      named(
        30,
        "Burrito bowl, beef or pork, with beans and rice",
        "Burrito bowl, beef or pork, with beans",
        "Burrito bowl, beef or pork"
      )
    ).toEqual([
      "Beef or pork burrito bowl, with beans & rice",
      "Beef or pork burrito bowl, with beans",
      "Beef or pork burrito bowl"
    ])
    expect(named(30, "Corn on the cob, frozen, cooked, with added salt")).toEqual(["Corn on the cob, frozen, cooked"])
  })
})
