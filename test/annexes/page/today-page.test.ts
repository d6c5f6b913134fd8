import { beforeAll, expect, test } from "bun:test"
import { newFood } from "../../features/custom-foods/support.ts"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { formsOf, signIn } from "./support.ts"

overEveryStore("Today", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async (details: Parameters<typeof newPerson>[1] = {}) => {
    const person = await newPerson(service(), details)
    return { person, browser: await signIn(service(), person) }
  }

  test("shows goals, diary, readings and streak of the day", async () => {
    const { person, browser } = await arrive({ bodyWeightUnit: "lb" })
    const { rest } = person
    const customFoodId = await newFood(rest, { name: "Oats <i>", protein: 10, carbs: 0, fat: 0, servingSize: 100 })
    await output(rest("log_food_entry", { customFoodId, servings: 2, mealType: "dinner" }))
    await output(rest("set_body_metrics", { metric: "weight", readings: [{ value: 70, unit: "kg" }] }))
    await output(rest("set_body_metrics", { metric: "steps", readings: [{ value: 8450 }] }))
    const goal = { name: "Protein", type: "numeric", metric: "protein", targetValue: 100, comparison: "min" }
    await output(rest("save_goal", goal))
    const { status, html } = await browser.get("/app")
    expect(status).toBe(200)
    for (const shown of [
      "Saturday, 14 Mar 2026",
      "8,450",
      "154.3",
      "Oats &lt;i&gt;",
      "<strong>80</strong> kcal eaten"
    ]) {
      expect(html).toContain(shown)
    }
    expect(html).toContain('max="100" value="20"')
    expect(html).toContain("<strong>80</strong> g left")
    expect(html).toContain("20 of at least 100 g")
    expect(html).toContain("1 day in a row")
    expect(html).not.toContain("<i>")
  })

  test("tells a new person what to do", async () => {
    const { browser } = await arrive()
    const { html } = await browser.get("/app")
    for (const shown of ["Make a goal", "What did you eat?", "Weight (kg)", "Bring a file"])
      expect(html).toContain(shown)
    for (const empty of ["–</", "0 kcal", "in a row", "none yet"]) expect(html).not.toContain(empty)
  })

  test("records readings in the user's unit, for today or another day", async () => {
    const { person, browser } = await arrive({ bodyWeightUnit: "lb" })
    const saved = await browser.submit("/app", "weight", { value: "154,3", date: "2026-03-13" })
    expect([saved.status, saved.headers.get("location")]).toEqual([303, "/app"])
    expect((await browser.follow(saved)).html).toContain("Weight 154.3 lb is saved for 13 Mar 2026.")
    expect((await browser.get("/app")).html).toContain("is saved for 13 Mar 2026.")
    await browser.submit("/app", "steps", { value: "9000", date: "" })
    const { readings } = await output(person.rest("list_body_metrics", { metric: "weight" }))
    expect(readings).toMatchObject([{ date: "2026-03-13", display: { value: 154.3, unit: "lb" } }])
    expect((await output(person.rest("list_body_metrics", { metric: "steps" }))).readings).toMatchObject([
      { date: "2026-03-14", value: 9000 }
    ])
  })

  test("undoes a reading: the day has its previous value again", async () => {
    const { person, browser } = await arrive({ bodyWeightUnit: "lb" })
    const readings = async () => (await output(person.rest("list_body_metrics", { metric: "weight" }))).readings
    const save = async (value: string) => browser.follow(await browser.submit("/app", "weigh", { value }))
    const undo = async ({ html }: { readonly html: string }) => {
      const form = formsOf(html).find(({ hidden }) => hidden.action === "undo_reading")
      return browser.post(form?.to ?? "", form?.hidden ?? {})
    }
    const first = await save("150.3")
    const second = await save("151.7")
    expect(await readings()).toMatchObject([{ display: { value: 151.7 } }])
    expect((await browser.follow(await undo(second))).html).toContain("The reading is undone")
    expect(await readings()).toMatchObject([{ display: { value: 150.3 } }])
    await undo(first)
    expect(await readings()).toEqual([])
    const again = await undo(first)
    expect([again.status, again.html.includes("since been removed")]).toEqual([404, true])
    expect((await save("150")).html).toContain("Undo")
    expect((await browser.follow(await browser.submit("/app", "weigh", { value: "150" }))).html).toContain("already")
  })

  test("shows what is left of calories and protein, or how far they are exceeded", async () => {
    const { person, browser } = await arrive()
    const goal = { type: "numeric", name: "Eat", comparison: "max", targetValue: 2000 }
    await output(person.rest("save_goal", { ...goal, metric: "calories" }))
    await output(person.rest("save_goal", { ...goal, metric: "protein", comparison: "min", targetValue: 40 }))
    const eat = (calories: number, protein: number) =>
      output(
        person.rest("log_food_entry", { quickAdd: { name: "Pie", calories, protein }, servings: 1, mealType: "lunch" })
      )
    const shown = async () => (await browser.get("/app")).html.replace(/<[^>]+>/g, "")
    expect(await shown()).toContain("2,000 kcal left0 eaten of at most 2,000 kcal")
    await eat(1500, 30)
    for (const text of ["500 kcal left", "1,500 eaten", "Protein 10 g left"]) expect(await shown()).toContain(text)
    await eat(700, 30)
    for (const text of ["200 kcal over", "Protein +20 g, reached"]) expect(await shown()).toContain(text)
  })

  test("shows faults beside the field, and keeps what was typed", async () => {
    const { person, browser } = await arrive()
    for (const [action, fields, fault] of [
      ["weight", { value: "900", date: "2026-03-13" }, "must be 20 to 500 kg"],
      ["weight", { value: "lots <b>", date: "2026-03-13" }, "must be a number, such as 72.4"],
      ["steps", { value: "10.5", date: "2026-03-13" }, "must be whole steps"],
      ["body_fat", { value: "20", date: "2026-03-15" }, "must not be after today, 2026-03-14"],
      ["body_fat", { value: "20", date: "2026-02-30" }, "must be a day of the calendar, such as 2026-03-14"]
    ] as const) {
      const { status, html } = await browser.submit("/app", action, fields)
      expect([status, html.includes(fault), html.includes("received")]).toEqual([400, true, false])
      expect(html).toContain(fields.value.replace("<b>", "&lt;b&gt;"))
      expect(html).toContain(`value="${fields.date}"`)
      expect(html).toContain('aria-invalid="true"')
      expect(html).not.toContain("<b>")
    }
    expect((await output(person.rest("list_body_metrics", { metric: "weight" }))).readings).toEqual([])
  })

  test("sets the progress of manual goals, each in its own row", async () => {
    const { person, browser } = await arrive()
    const water = { name: "Water", type: "numeric", metric: "hydration", targetValue: 2000, comparison: "min" }
    const { goal } = await output<{ goal: { id: string } }>(person.rest("save_goal", water))
    const stretch = await output<{ goal: { id: string } }>(
      person.rest("save_goal", { name: "Stretch", type: "boolean" })
    )
    await output(person.rest("save_goal", { ...water, name: "Tea" }))
    const set = (goalId: string, value: string) => browser.submit("/app", "goal", { goalId, value })
    expect((await set(goal.id, "1500")).status).toBe(303)
    expect((await set(stretch.goal.id, "1")).status).toBe(303)
    const values = async () => {
      const { goals } = await output<{ goals: ReadonlyArray<{ currentValue: unknown }> }>(
        person.rest("get_daily_goals")
      )
      return goals.map(({ currentValue }) => currentValue)
    }
    expect(await values()).toEqual([1500, true, 0])
    const refused = await set(goal.id, "-1")
    expect(refused.status).toBe(400)
    expect(refused.html.split('aria-invalid="true"').length).toBe(2)
    await set(stretch.goal.id, "0")
    expect(await values()).toEqual([1500, false, 0])
  })

  test("shows the unit of each goal beside its values", async () => {
    const { person, browser } = await arrive()
    const goal = { name: "Water", type: "numeric", metric: "hydration", targetValue: 2000, comparison: "min" }
    await output(person.rest("save_goal", { ...goal, unit: "<b>ml" }))
    await output(person.rest("save_goal", { ...goal, name: "Tea", metric: "custom", targetValue: 3 }))
    await output(person.rest("save_goal", { ...goal, name: "Protein", metric: "protein", targetValue: 120 }))
    const { html } = await browser.get("/app")
    for (const text of ["0 of at least 2,000 &lt;b&gt;ml<", "0 of at least 3<", "0 of at least 120 g<"]) {
      expect(html).toContain(text)
    }
  })

  test("adds up drinks in the unit of the goal", async () => {
    const { person, browser } = await arrive()
    const water = { name: "Water", type: "numeric", metric: "hydration", comparison: "min" }
    await output(person.rest("save_goal", { ...water, targetValue: 2000, unit: "ml" }))
    await output(person.rest("save_goal", { ...water, targetValue: 2, unit: "l" }))
    await output(person.rest("save_goal", { ...water, targetValue: 8, unit: "glasses" }))
    const { html } = await browser.get("/app")
    for (const label of ["+250 ml", "+0.25 l", "+1 glasses"]) expect(html).toContain(`>${label}<`)
    for (const _ of [1, 2]) {
      const forms = formsOf((await browser.get("/app")).html).filter(({ hidden }) => hidden.action === "add")
      for (const { to, hidden } of forms) expect((await browser.post(to, hidden)).status).toBe(303)
    }
    const { goals } = await output<{ goals: ReadonlyArray<{ currentValue: unknown }> }>(person.rest("get_daily_goals"))
    expect(goals.map(({ currentValue }) => currentValue)).toEqual([500, 0.5, 2])
  })

  test("another user's goal is not found", async () => {
    const owner = await newPerson(service())
    const { goal } = await output<{ goal: { id: string } }>(owner.rest("save_goal", { name: "Run", type: "boolean" }))
    const { person, browser } = await arrive()
    await output(person.rest("save_goal", { name: "Mine", type: "boolean" }))
    const { status } = await browser.submit("/app", "goal", { goalId: goal.id, value: "1" })
    expect(status).toBe(404)
    expect((await output<{ goals: ReadonlyArray<unknown> }>(owner.rest("get_daily_goals"))).goals).toMatchObject([
      { currentValue: false }
    ])
  })

  test("a waist is recorded in the person's unit, and drawn on Trends from two readings on", async () => {
    const { browser, person } = await arrive()
    const { to, hidden = {} } =
      formsOf((await browser.get("/app")).html).find(({ hidden }) => hidden.action === "measure") ?? {}
    for (const [value, date] of [
      ["89,5", "2026-03-13"],
      ["88", "2026-03-14"]
    ] as const) {
      expect((await browser.post(to ?? "", { ...hidden, metric: "waist", value, date })).status).toBe(303)
    }
    const listed = await output<{ readings: ReadonlyArray<{ value: number }> }>(
      person.rest("list_body_metrics", { metric: "waist" })
    )
    expect(listed.readings.map(({ value }) => value)).toEqual([89.5, 88])
    const trends = (await browser.get("/app/trends")).html
    expect(trends).toContain("Waist, cm")
    expect(trends).toContain("Waist of each day, to change or delete one")
  })

  test("every form goes to a page that has its action", async () => {
    const { browser } = await arrive()
    const forms = formsOf((await browser.get("/app")).html).filter(({ to }) => to === "/app")
    const start = ["you", "day", "away", "away", "away"]
    const readings = ["weigh", "weight", "body_fat", "steps", "measure"]
    expect(forms.map(({ hidden }) => hidden.action)).toEqual([...start, ...readings])
  })
})
