import { beforeAll, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { signIn } from "./support.ts"

/** The list of faults at the top of a page. */
const summary = (html: string): string => /<div class="summary fault".*?<\/div>/.exec(html)?.[0] ?? ""

overEveryStore("Numbers that people type", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person) }
  }

  const readingsOf = async ({ rest }: Person, metric: string) =>
    (await output<{ readings: ReadonlyArray<{ value: number }> }>(rest("list_body_metrics", { metric }))).readings

  test("may be written as the page writes them, with separators between thousands", async () => {
    const { person, browser } = await arrive()
    const stepsOf = async () => (await readingsOf(person, "steps")).map(({ value }) => value)
    for (const value of ["10,000", "10.000", "10 000"]) {
      await browser.submit("/app", "steps", { value, date: "" })
      expect(await stepsOf()).toEqual([10_000])
      await output(person.rest("delete_body_metric", { metric: "steps", date: "2026-03-14" }))
    }
    await browser.submit("/app/diary", "quick", {
      "quickAdd.name": "Feast",
      "quickAdd.calories": "1,200",
      mealType: "lunch"
    })
    const { entries } = await output<{ entries: ReadonlyArray<object> }>(person.rest("list_food_entries"))
    expect(entries).toMatchObject([{ nutrition: { calories: 1200 } }])
    const targets = [
      ["steps", "10,000"],
      ["calories", "2.300"],
      ["hydration", "2,500"]
    ] as const
    for (const [kind, targetValue] of targets)
      await browser.submit("/app/goals", "make", { kind, targetValue, comparison: "min", days: "sat" })
    const { goals } = await output<{ goals: ReadonlyArray<{ metric: string; targetValue: number }> }>(
      person.rest("list_goals")
    )
    const found = Object.fromEntries(goals.map(({ metric, targetValue }) => [metric, targetValue]))
    expect(found).toEqual({ steps: 10_000, calories: 2300, hydration: 2500 })
    const set = await browser.submit("/app", "goal", { value: "1,500" })
    expect(set.status).toBe(303)
    expect((await browser.get("/app")).html).toContain("1,500 of at least 2,500 ml")
  })

  test("that a field showed at first mean what it showed", async () => {
    const { person, browser } = await arrive()
    const water = { name: "Water", type: "numeric", metric: "hydration", unit: "ml", comparison: "min" }
    const { goal } = await output<{ goal: { id: string } }>(
      person.rest("save_goal", { ...water, targetValue: 946.353 })
    )
    await output(person.rest("set_goal_progress", { goalId: goal.id, value: 354.882 }))
    const goalsOf = async () => (await output<{ goals: ReadonlyArray<object> }>(person.rest("get_daily_goals"))).goals
    expect((await browser.get("/app")).html).toContain('value="354.882"')
    expect((await browser.submit("/app", "goal", { value: "354.882" })).status).toBe(303)
    const path = `/app/goals/goal?id=${goal.id}`
    expect((await browser.get(path)).html).toContain('value="946.353"')
    const kept = { comparison: "min", targetValue: "946.353", unit: "ml", days: "sat" }
    expect((await browser.submit(path, "change", kept)).status).toBe(303)
    expect(await goalsOf()).toMatchObject([{ currentValue: 354.882, targetValue: 946.353 }])
  })

  test("are refused where a comma may be either, with what to do", async () => {
    const { person, browser } = await arrive()
    const weighed = await browser.submit("/app", "weigh", { value: "72,125" })
    expect(weighed.status).toBe(400)
    expect(summary(weighed.html)).toContain("Weight (kg) is unclear with a comma before three digits: type a point")
    expect(weighed.html.includes('value="72,125"')).toBe(true)
    expect((await browser.submit("/app", "weigh", { value: "72.125" })).status).toBe(303)
    expect(await readingsOf(person, "weight")).toHaveLength(1)
    const logged = await browser.submit("/app/workouts/log", "log", {
      name: "Legs",
      "exercises[0].name": "Barbell Squat",
      "exercises[0].sets[0].weight": "1,000",
      "exercises[0].sets[0].reps": "5"
    })
    expect([logged.status, logged.html.includes("is unclear with a comma")]).toEqual([400, true])
  })
})
