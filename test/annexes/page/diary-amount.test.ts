import { expect, test } from "bun:test"
import { amountOf } from "../../../src/annexes/page/diary/diary-amount.tsx"
import { list } from "../../features/diary/support.ts"
import { newPerson, output, overEveryStore } from "../../support/app.ts"
import { formsOf, signIn } from "./support.ts"

const TODAY = { from: "2026-03-14", to: "2026-03-14" }

overEveryStore("amounts in the diary", (service) => {
  const arrive = async (words: string) => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const address = `/app/diary?meal=lunch&q=${encodeURIComponent(words)}`
    const { html } = await browser.get(address)
    const form = formsOf(html).find(({ hidden }) => hidden.action === "log" && hidden.foodId !== undefined)
    const log = (fields: Readonly<Record<string, string>>) =>
      browser.post(form?.to ?? "", { ...form?.hidden, ...fields })
    return { person, html, log, again: async () => (await browser.get(address)).html }
  }

  /** The first choice of units in a page, by name. */
  const unitsIn = (html: string): ReadonlyMap<string, string> => {
    const [, options = ""] = /<select[^>]* name="unit"[^>]*>(.*?)<\/select>/.exec(html) ?? []
    return new Map(
      [...options.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].map(([, value = "", name = ""]) => [name, value])
    )
  }

  test("of a drink that is weighed are given in ml too, and come back so", async () => {
    const { person, html, log, again } = await arrive("whole milk")
    const units = unitsIn(html)
    expect([...units.keys()].slice(0, 3)).toEqual(["g", "ml", "1 cup (244 g)"])
    expect((await log({ servings: "250", unit: units.get("ml") ?? "" })).status).toBe(303)
    expect(await again()).toContain("Eaten lately. 250 ml")
    const milk = (await list(person.rest, TODAY)).entries[0]
    const amount = { value: 250, unit: "ml" }
    await output(person.rest("log_food_entry", { foodId: milk?.food.id, amount, mealType: "lunch" }))
    const asSaid = (await list(person.rest, TODAY)).entries[1]
    expect([milk?.food, milk?.amount, milk?.said]).toEqual([asSaid?.food, asSaid?.amount, amount])
    expect(milk?.servings).toBeCloseTo(asSaid?.servings ?? 0, 6)
  })

  test("of a food that is no drink are not", async () => {
    expect([...unitsIn((await arrive("egg, whole, raw, fresh")).html).keys()]).not.toContain("ml")
  })

  test("that are searched for are the amounts offered, and fractions are numbers", async () => {
    const shown = async (words: string) => {
      const { html } = await arrive(words)
      const amount = /<li><details[^>]*><summary>.*?<small>(.*?)<\/small>/.exec(html)?.[1] ?? ""
      return [amount.replace("Eaten lately. ", ""), /id="log-servings-[^"]*"[^>]* value="([^"]*)"/.exec(html)?.[1]]
    }
    expect(await shown("2 eggs")).toEqual([expect.stringMatching(/^2 × 1 egg/), "2"])
    expect(await shown("150 g onions raw")).toEqual(["150 g", "150"])
    // Whichever of the found foods is meant.
    const others = [
      ...(await arrive("150 g chicken breast")).html.matchAll(/aria-label="Log [^"]*, (\d+ g), \d+ kcal"/g)
    ]
    expect(others.length).toBeGreaterThan(5)
    expect(new Set(others.map(([, amount]) => amount))).toEqual(new Set(["150 g"]))
    const { person, html, log } = await arrive("egg, whole, raw, fresh")
    const unit = [...unitsIn(html)].find(([name]) => name.startsWith("1 egg") || name.startsWith("1 large"))?.[1] ?? ""
    expect((await log({ servings: "1½", unit })).status).toBe(303)
    expect((await log({ servings: "1/2", unit, idempotency_key: "other" })).status).toBe(303)
    const { entries } = await list(person.rest, TODAY)
    expect(entries.map(({ servings }) => Math.round(servings * 1000))).toEqual([1500, 500])
  })

  test.each([
    ["butter 1 pat", "1 pat (7 g)", "1 pat, 7 g"],
    ["½ avocado raw", "0.5 × 1 fruit (150 g)", "0.5 fruit, 75 g"],
    ["1 cup cheddar", "1 cup (113 g)", "1 cup, 113 g"],
    ["1 cup shredded cheddar", "1 cup, shredded (113 g)", "1 cup, shredded, 113 g"],
    ["1 cup diced cheddar", "1 cup, diced (132 g)", "1 cup, diced, 132 g"],
    ["2 egg, whole, raw, fresh", "2 × 1 medium (44 g)", "2 medium, 88 g"]
  ])("are offered and kept in the unit that %s names", async (words, offered, line) => {
    const { person, html, log } = await arrive(words)
    const [, tap = "", label = ""] =
      /name="portion" value="([^"]*)" class="quiet beside add" aria-label="Log ([^"]*)"/.exec(html) ?? []
    expect(label).toContain(`, ${offered}, `)
    expect((await log({ servings: "1", portion: tap })).status).toBe(303)
    const browser = await signIn(service(), person)
    const day = (await browser.get("/app/diary?meal=lunch")).html
    expect(/Change <.*?<small>(.*?)<\/small>/s.exec(day)?.[1]).toBe(line)
  })

  test("are on the diary's line as they were chosen, also after a change and one tap again", async () => {
    const { person, html, log } = await arrive("butter")
    const browser = await signIn(service(), person)
    const pat = [...unitsIn(html)].find(([name]) => name.startsWith("1 pat"))?.[1] ?? ""
    expect(pat).toBe("7/14 1 pat")
    const line = async (date = "2026-03-14") =>
      [
        ...(await browser.get(`/app/diary?date=${date}&meal=lunch`)).html.matchAll(/Change <.*?<small>(.*?)<\/small>/gs)
      ].map(([, text]) => text)
    expect((await log({ servings: "1", unit: pat })).status).toBe(303)
    expect(await line()).toEqual(["1 pat, 7 g"])
    const change = formsOf((await browser.get("/app/diary")).html).find(({ hidden }) => hidden.action === "change")
    const shown =
      /<option value="(0[^"]*)" selected="">/.exec((await browser.get("/app/diary?meal=lunch")).html)?.[1] ?? ""
    expect(shown).toBe("0.5 1 pat")
    const changed = { servings: "1,5", unit: shown, mealType: "snack", date: "2026-03-14" }
    expect((await browser.post(change?.to ?? "", { ...change?.hidden, ...changed })).status).toBe(303)
    expect(await line()).toEqual(["1.5 pat, 10.5 g"])
    const again = formsOf((await browser.get("/app/diary?date=2026-03-15&meal=lunch")).html).find(
      ({ to, hidden }) => to.includes("2026-03-15") && hidden.action === "log" && hidden.servings !== undefined
    )
    expect((await browser.post(again?.to ?? "", again?.hidden ?? {})).status).toBe(303)
    expect(await line("2026-03-15")).toEqual(["1.5 pat, 10.5 g"])
    const found = (await browser.get("/app/diary?date=2026-03-16&meal=lunch&q=butter")).html
    expect(found).toContain("Eaten lately. 1.5 × 1 pat (7 g)")
    const tap = /<button[^>]* name="portion" value="([^"]*)" class="quiet beside add"/.exec(found)?.[1]
    expect(tap).toBe("0.75 1.5 pat")
    // What is weighed is not counted.
    expect(
      (await log({ servings: "28", unit: unitsIn(html).get("g") ?? "", date: "2026-03-17", idempotency_key: "g" }))
        .status
    ).toBe(303)
    expect(await line("2026-03-17")).toEqual(["28 g"])
  })

  test("come back in a unit that has no name of its own", async () => {
    const { html, log, again } = await arrive("almonds unroasted")
    const ounce = unitsIn(html).get("1 oz (28.4 g)") ?? ""
    expect(ounce).toBe("28.35/28")
    expect((await log({ servings: "2", unit: ounce })).status).toBe(303)
    const shown = await again()
    expect(shown).toContain("Eaten lately. 2 × 1 oz (28.4 g)")
    expect(shown).toContain('<option value="28.35/28" selected="">1 oz (28.4 g)</option>')
  })

  test("that no entry can have are refused in the unit that was typed", async () => {
    const { html, log } = await arrive("egg, whole, raw, fresh")
    const unit = unitsIn(html).get("g") ?? ""
    for (const [servings, fault] of [
      ["-3", "must be more than 0"],
      ["0", "must be more than 0"],
      ["900000", "must be at most 500,000 in this unit"]
    ] as const) {
      const refused = await log({ servings, unit })
      expect([servings, refused.status, refused.html.includes(fault)]).toEqual([servings, 400, true])
      expect(refused.html).not.toContain("received")
    }
  })
})

/** A drink of which 100 ml weigh 104 g, and a serving of 100 g. */
const DRINK = {
  serving: { size: 100, unit: "g" },
  portions: [{ text: "100 ml", size: 104 }]
} as const

test.each([
  [150, "g"],
  [155, "g"],
  [151, "g"],
  [149.99, "g"],
  [260, "g"],
  [156, "ml"],
  [5.2, "ml"],
  [208, "ml"]
])("%d g of a drink come back in %s: in ml if only that is a multiple of 5", (grams, unit) => {
  const { value, unit: found } = amountOf(DRINK, grams / 100)
  expect([found.name, value]).toEqual([unit, Number((unit === "g" ? grams : (grams * 100) / 104).toPrecision(6))])
})
