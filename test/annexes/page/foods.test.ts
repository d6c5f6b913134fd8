import { beforeAll, expect, test } from "bun:test"
import { newFood } from "../../features/custom-foods/support.ts"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { formsOf, signIn, valuesIn } from "./support.ts"

const LIST = "/app/settings/foods"
const pathOf = (id: string) => `${LIST}/food?id=${id}`

overEveryStore("Own foods", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person) }
  }

  const foodsOf = async ({ rest }: Person) =>
    (
      await output<{ foods: ReadonlyArray<{ name: string; perServing: { calories: number } }> }>(
        rest("search_foods", { kind: "custom_food" })
      )
    ).foods

  test("are said to be missing until there is one", async () => {
    const { person, browser } = await arrive()
    const none = "There are none yet."
    expect((await browser.get(LIST)).html).toContain(none)
    await newFood(person.rest, { name: "Soup" })
    expect((await browser.get(LIST)).html).not.toContain(none)
  })

  const label = { name: "Crisp <b>bread</b>", of: "serving", servingSize: "12,5", servingSizeUnit: "g", carbs: "8" }

  test("are created once, listed by name, and changed", async () => {
    const { person, browser } = await arrive()
    await newFood(person.rest, { name: "Zwieback" })
    const form = formsOf((await browser.get(LIST)).html).find(({ hidden }) => hidden.action === "create")
    const sent = { ...form?.hidden, ...label }
    for (const { headers } of await Promise.all([browser.post(LIST, sent), browser.post(LIST, sent)]))
      expect(headers.get("location")).toBe(`${LIST}?done=created`)
    const { html } = await browser.get(LIST)
    expect(html).not.toContain("<b>bread")
    expect(html.indexOf("Crisp")).toBeLessThan(html.indexOf("Zwieback"))
    expect(html.split("Crisp").length).toBe(2)
    const path = /\/app\/settings\/foods\/food\?id=[\w-]+/.exec(html)?.[0] ?? ""
    const values = valuesIn((await browser.get(path)).html)
    expect([values.get("servingSize"), values.get("carbs"), values.get("name")]).toEqual(["12.5", "8", label.name])
    const changed = await browser.submit(path, "save", { ...label, name: "Crispbread", carbs: "64", of: "hundred" })
    expect(changed.headers.get("location")).toBe(`${path}&done=saved`)
    expect(await foodsOf(person)).toMatchObject([{ name: "Crispbread", perServing: { calories: 32 } }, {}])
    const refused = await browser.submit(path, "save", { ...label, carbs: "99" })
    expect([refused.status, refused.html.includes("perServing")]).toEqual([400, false])
    expect(refused.html).toContain('value="99"')
  })

  test("that were made for an unknown barcode are found by it, and keep it through changes and undo", async () => {
    const { person, browser } = await arrive()
    const code = "4006381333931"
    const scanned = async () => (await browser.get(`/app/diary?q=${code}`)).html
    const unknown = await scanned()
    expect(unknown).toContain(`No food has the barcode ${code}.`)
    const make = /href="([^"]*)">Make a new food</.exec(unknown)?.[1]?.replaceAll("&amp;", "&") ?? ""
    expect(valuesIn((await browser.get(make)).html).get("barcode")).toBe(code)
    const wrong = await browser.submit(make, "make", { ...label, barcode: "4006381333932" })
    expect([wrong.status, valuesIn(wrong.html).get("barcode")]).toEqual([400, "4006381333932"])
    expect(wrong.html).toContain("Barcode")
    const filled = { ...label, barcode: code, eaten: "1", eatenUnit: "servings", mealType: "snack" }
    expect((await browser.submit(make, "make", filled)).status).toBe(303)
    expect(await scanned()).toContain("Crisp &lt;b&gt;bread")
    const path = /\/app\/settings\/foods\/food\?id=[\w-]+/.exec((await browser.get(LIST)).html)?.[0] ?? ""
    expect(valuesIn((await browser.get(path)).html).get("barcode")).toBe(code)
    await browser.submit(path, "save", { ...label, barcode: code, name: "Crispbread" })
    expect(await scanned()).toContain("Crispbread")
    const { entries } = await output<{ entries: ReadonlyArray<{ id: string }> }>(person.rest("list_food_entries"))
    for (const { id } of entries) await output(person.rest("delete_food_entry", { id }))
    await browser.submit(path, "delete")
    expect(await scanned()).toContain("No food has the barcode")
    await browser.submit(LIST, "restore")
    expect(await scanned()).toContain("Crispbread")
  })

  test("are deleted, unless something uses them, which the page then names", async () => {
    const { person, browser } = await arrive()
    const id = await newFood(person.rest, { name: "Soup" })
    const { entry } = await output<{ entry: { id: string } }>(
      person.rest("log_food_entry", { customFoodId: id, servings: 1, mealType: "lunch", date: "2026-03-10" })
    )
    const refused = await browser.submit(pathOf(id), "delete")
    expect(refused.status).toBe(400)
    expect(refused.html).toContain("in use by 1 entry of your diary, last on 2026-03-10, so it was not deleted")
    expect(refused.html).not.toContain("delete_food_entry")
    await person.rest("delete_food_entry", { id: entry.id })
    const form = formsOf((await browser.get(pathOf(id))).html).find(({ hidden }) => hidden.action === "delete")
    expect((await browser.post(form?.to ?? "", form?.hidden ?? {})).headers.get("location")).toBe(LIST)
    expect(await foodsOf(person)).toEqual([])
    const again = await browser.post(form?.to ?? "", { ...form?.hidden, idempotency_key: "other" })
    expect(again.status).toBe(404)
  })

  test("of another user are not found, and many fill several pages", async () => {
    const owner = await newPerson(service())
    const id = await newFood(owner.rest, { name: "Secret soup" })
    const { person, browser } = await arrive()
    const own = await newFood(person.rest, { name: "Own" })
    expect((await browser.get(pathOf(id))).status).toBe(404)
    for (const action of ["save", "delete"])
      expect((await browser.submit(pathOf(own), action, { ...label, id })).status).toBe(404)
    expect(await foodsOf(owner)).toMatchObject([{ name: "Secret soup" }])
    for (let food = 0; food < 100; food++) await newFood(person.rest, { name: `Food ${food}` })
    const { html } = await browser.get(LIST)
    expect([html.includes(">Own<"), html.includes(`${LIST}?skip=100`)]).toEqual([false, true])
    expect((await browser.get(`${LIST}?skip=100`)).html).toContain(">Own<")
    for (const skip of ["-1", "x", "1e9", "%00"]) expect((await browser.get(`${LIST}?skip=${skip}`)).status).toBe(200)
  })
})
