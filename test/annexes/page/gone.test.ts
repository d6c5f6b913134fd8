import { beforeAll, expect, test } from "bun:test"
import { newFood } from "../../features/custom-foods/support.ts"
import { type Entry, list } from "../../features/diary/support.ts"
import { NOON, newPerson, output, overEveryDatabase } from "../../support/app.ts"
import { formsOf, signIn, valuesIn } from "./support.ts"

interface Logged {
  readonly workout: { readonly id: string }
}

overEveryDatabase("a form for something that has since been deleted", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person) }
  }

  const formIn = (html: string, action: string) => {
    const form = formsOf(html).find(({ hidden }) => hidden.action === action)
    if (form === undefined) throw new Error(`There is no form for ${action}`)
    return form
  }

  test("an entry of the diary comes back as it was typed, and can be logged as new", async () => {
    const { person, browser } = await arrive()
    const food = await newFood(person.rest, { name: "Soup & bread" })
    const entry = { customFoodId: food, servings: 1, mealType: "lunch", date: "2026-03-14" }
    const { id } = (await output<{ entry: Entry }>(person.rest("log_food_entry", entry))).entry
    const { to, hidden } = formIn((await browser.get("/app/diary")).html, "change")
    await person.rest("delete_food_entry", { id })

    const typed = { servings: "2,75", mealType: "dinner", date: "2026-03-13" }
    const refused = await browser.post(to, { ...hidden, ...typed })
    expect(refused.status).toBe(404)
    expect(refused.html).toContain("This entry has since been deleted")
    expect(refused.html).toContain("Log Soup &amp; bread as new")
    expect(refused.html).not.toContain("list_food_entries")
    expect(valuesIn(refused.html).get("servings")).toBe("2,75")
    expect(refused.html).toContain('<option value="dinner" selected="">')

    const again = formIn(refused.html, "log")
    const wrong = await browser.post(again.to, { ...again.hidden, ...typed, servings: "many" })
    expect([wrong.status, valuesIn(wrong.html).get("servings")]).toEqual([400, "many"])
    const last = formIn(wrong.html, "log")
    for (let sent = 0; sent < 2; sent++)
      expect((await browser.post(last.to, { ...last.hidden, ...typed })).headers.get("location")).toBe(
        "/app/diary?date=2026-03-13&done=logged"
      )
    const { entries } = await list(person.rest, { from: "2026-03-13", to: "2026-03-13" })
    expect(entries).toMatchObject([{ servings: 2.75, mealType: "dinner", food: { name: "Soup & bread" } }])

    const { form_token = "" } = hidden
    const removed = await browser.post(to, { form_token, id, action: "remove" })
    expect([removed.status, removed.html.includes("This entry was deleted already.")]).toEqual([404, true])
  })

  test("a workout comes back with all its sets, and can be logged as new", async () => {
    const { person, browser } = await arrive()
    const sets = [
      { setType: "warmup", weight: { value: 40, unit: "kg" }, reps: 8 },
      ...Array.from({ length: 5 }, () => ({ weight: { value: 80, unit: "kg" }, reps: 5, intensity: 8 }))
    ]
    const plank = { name: "Plank", sets: [{ holdSeconds: 45 }] }
    const workout = { name: "Evening", notes: "Slow.", exercises: [{ name: "Barbell Squat", sets }, plank] }
    const { id } = (await output<Logged>(person.rest("log_workout", workout))).workout
    const page = (await browser.get(`/app/workout?id=${id}`)).html
    const { to, hidden } = formIn(page, "replace")
    const typed = Object.fromEntries([...valuesIn(page)].filter(([name]) => name.startsWith("exercises[")))
    await person.rest("delete_workout", { id })

    const sent = { ...typed, ...hidden, name: "Late", notes: "Slow.", "exercises[0].sets[1].weight": "82,5" }
    const refused = await browser.post(to, sent)
    expect([refused.status, refused.html.includes("This workout has since been deleted")]).toEqual([404, true])
    expect(refused.html).not.toContain("list_workouts")
    // No draft that the browser still has may replace what was just typed.
    expect(page).toContain("data-fresh")
    expect(refused.html).not.toContain("data-fresh")
    const values = valuesIn(refused.html)
    const again = formIn(refused.html, "log")
    const fields = { ...Object.fromEntries(values), ...again.hidden, notes: "Slow." }
    expect((await browser.post(again.to, fields)).headers.get("location")).toMatch(
      /^\/app\/workout\?id=\w+&done=logged$/
    )
    const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(person.rest("list_workouts"))
    expect(workouts).toHaveLength(1)
    const logged = await output(person.rest("get_workout", { id: workouts[0]?.id }))
    const [first, second, ...rest] = sets
    const changed = [first, { ...second, weight: { value: 82.5, unit: "kg" } }, ...rest]
    expect(logged).toMatchObject({ name: "Late", exercises: [{ name: "Barbell Squat", sets: changed }, plank] })
    const removed = await browser.post(to, { ...hidden, action: "remove" })
    expect(removed.status).toBe(404)
  })

  test("an exercise and a meal come back, and can be created again; a goal says what was not saved", async () => {
    const { person, browser } = await arrive()
    const exercise = { name: "Yoke Push", category: "strength", trackingType: "weight_reps" }
    await browser.submit("/app/settings/exercises", "create", exercise)
    const [exercisePage = ""] =
      /\/app\/settings\/exercises\/exercise\?id=\w+/.exec((await browser.get("/app/settings/exercises")).html) ?? []
    const own = formIn((await browser.get(exercisePage)).html, "save")
    expect((await browser.submit(exercisePage, "delete")).status).toBe(303)
    const lost = await browser.post(own.to, { ...own.hidden, ...exercise, name: "Yoke Pull" })
    expect([lost.status, valuesIn(lost.html).get("name")]).toEqual([404, "Yoke Pull"])
    const anew = formIn(lost.html, "create")
    expect((await browser.post(anew.to, { ...anew.hidden, ...exercise, name: "Yoke Pull" })).status).toBe(303)

    const foodId = await newFood(person.rest, { name: "Oats" })
    const created = await browser.submit("/app/settings/meals?name=Breakfast&q=oats", "create", {
      name: "Breakfast",
      foodId
    })
    const mealPage = created.headers.get("location") ?? ""
    const meal = formIn((await browser.get(mealPage)).html, "save")
    expect((await browser.submit(mealPage, "delete")).status).toBe(303)
    const typed = { name: "Brunch", description: "With milk", servings: "2" }
    const eaten = await browser.post(meal.to, { ...meal.hidden, ...typed })
    expect([eaten.status, valuesIn(eaten.html).get("name")]).toEqual([404, "Brunch"])
    expect(eaten.html).toContain("With milk")

    const goal = { name: "Water", type: "numeric", metric: "hydration", targetValue: 2000, comparison: "min" }
    const saved = await person.rest("save_goal", goal)
    if (!saved.ok) throw new Error(saved.error.message)
    const progress = formIn((await browser.get("/app")).html, "goal")
    const goalId = progress.hidden.goalId ?? ""
    const deleted = await person.rest("delete_goal", { id: goalId })
    expect(deleted.ok).toBe(true)
    const unset = await browser.post(progress.to, { ...progress.hidden, value: "5" })
    expect([unset.status, unset.html.includes("This goal has since been deleted, so 5 was not saved.")]).toEqual([
      404,
      true
    ])
  })
})
