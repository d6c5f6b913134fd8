import { beforeAll, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

const NAME = `<script>alert("&")</script>`
const ESCAPED = "&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;"

interface Goals {
  readonly goals: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly unit?: string
    readonly targetValue: number | null
    readonly active: boolean
    readonly schedule: object
  }>
}

const goalPath = (id: string) => `/app/goals/goal?id=${id}`
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")

overEveryStore("Goals", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async (details: Parameters<typeof newPerson>[1] = {}) => {
    const person = await newPerson(service(), details)
    return {
      person,
      browser: await signIn(service(), person),
      goals: async () => (await output<Goals>(person.rest("list_goals"))).goals
    }
  }

  /** Sends a form with its weekdays, which are several fields of one name. */
  const make = async (
    browser: Browser,
    fields: Record<string, string>,
    days: ReadonlyArray<string>,
    path = "/app/goals"
  ) => {
    const action = path === "/app/goals" ? "make" : "change"
    const form = formsOf((await browser.get(path)).html).find(({ hidden }) => hidden.action === action)
    const body = new URLSearchParams({ ...form?.hidden, ...fields })
    for (const day of days) body.append("days", day)
    const headers = {
      origin: "http://localhost:3000",
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded"
    }
    return browser.send(form?.to ?? "", { method: "POST", headers, body: body.toString() })
  }
  const WORK = ["mon", "tue", "wed", "thu", "fri"]

  test("for water are in ml or, for people who count in miles, in fl oz, unless another unit is written", async () => {
    const { browser, goals } = await arrive()
    const water = { kind: "hydration", name: "", comparison: "min", targetValue: "2500", unit: "" }
    expect((await browser.get("/app/goals")).html).toContain("For water ml, unless you write another.")
    expect((await make(browser, water, WORK)).status).toBe(303)
    expect(await goals()).toMatchObject([{ name: "Water", unit: "ml" }])
    await browser.submit("/app/settings/account", "save", {
      name: "Test",
      timezone: "UTC",
      bodyWeightUnit: "kg",
      strengthUnit: "kg",
      distanceUnit: "mi"
    })
    expect((await make(browser, { ...water, name: "Tea" }, WORK)).status).toBe(303)
    expect(await goals()).toMatchObject([{ unit: "ml" }, { unit: "fl oz" }])
  })

  test("are created with a schedule, which is then shown in words", async () => {
    const { browser, goals } = await arrive()
    const water = { kind: "hydration", name: NAME, comparison: "min", targetValue: "2,5", unit: "l" }
    const made = await make(browser, { ...water, startDate: "2026-12-01", endDate: "2026-12-24" }, WORK)
    expect([made.status, made.headers.get("location")]).toEqual([303, "/app/goals"])
    const { html } = await browser.follow(made)
    expect(html).toContain(`${ESCAPED} is made.`)
    expect(html).not.toContain("<script>alert")
    expect(html).toContain("At least 2.5 l every weekday from 1 Dec 2026 until 24 Dec 2026")
    expect(await goals()).toMatchObject([
      {
        name: NAME,
        unit: "l",
        targetValue: 2.5,
        schedule: { days: WORK, startDate: "2026-12-01", endDate: "2026-12-24" }
      }
    ])
    // Fields of another kind of goal are left out, and a twin is noticed.
    for (const time of [1, 2]) {
      const habit = await make(browser, { ...water, kind: "habit", name: "Walk", endDate: "", startDate: "" }, [
        "sat",
        "sun"
      ])
      const shown = (await browser.follow(habit)).html
      expect([time, shown.includes("another goal of this name")]).toEqual([time, time === 2])
    }
    expect((await browser.get("/app/goals")).html).toContain("At weekends")
    await browser.submit("/app/goals", "make", { kind: "protein", targetValue: "120", days: "tue" })
    expect(textOf((await browser.get("/app/goals")).html)).toContain("Protein At least 120 g every Tuesday")
  })

  test("of nothing at all have a bar that is empty until there is something", async () => {
    const { person, browser } = await arrive()
    const none = { type: "numeric", metric: "custom", unit: "cigarettes", targetValue: 0, comparison: "max" }
    await output(person.rest("save_goal", { ...none, name: "Smoked" }))
    const bar = '<progress aria-label="Smoked: 0 of at most 0 cigarettes" max="1" value="0">'
    expect((await browser.get("/app")).html).toContain(bar)
  })

  test("are at most for what is limited and at least for what is wanted, unless the form says otherwise", async () => {
    const { browser, goals } = await arrive()
    for (const kind of ["calories", "carbs", "fat", "alcohol", "protein", "steps", "hydration"]) {
      expect((await make(browser, { kind, name: kind, comparison: "", targetValue: "90" }, WORK)).status).toBe(303)
    }
    await make(browser, { kind: "calories", name: "bulk", comparison: "min", targetValue: "3000" }, WORK)
    expect(await goals()).toMatchObject(
      ["max", "max", "max", "max", "min", "min", "min", "min"].map((comparison) => ({ comparison }))
    )
    const { html } = await browser.get("/app/goals")
    expect(html).toContain("For example: at most 2,000 kcal a day.")
    // Only the form of a new goal offers it; a goal that there is has its own.
    expect(html.match(/as usual for it/g)).toHaveLength(1)
  })

  test("for the body are in the person's unit, to lose or to gain by where they stand, and show the last reading", async () => {
    const { person, browser, goals } = await arrive({ bodyWeightUnit: "lb" })
    const weight = { kind: "weight", name: "", comparison: "", unit: "", startDate: "", endDate: "" }
    const every = [...WORK, "sat", "sun"]
    expect((await browser.get("/app/goals")).html).toContain("For example: at most 165 lb to lose, at least to gain.")
    expect((await make(browser, { ...weight, targetValue: "165.4" }, every)).status).toBe(303)
    expect(textOf((await browser.get("/app/goals")).html)).toContain("no reading yet")
    expect(textOf((await browser.get("/app")).html)).toContain("No reading yet, goal at most 165.4 lb")
    const reading = { date: "2026-03-10", value: 170.2, unit: "lb" }
    await output(person.rest("set_body_metrics", { metric: "weight", readings: [reading] }))
    await make(browser, { ...weight, targetValue: "160" }, every)
    await make(browser, { ...weight, name: "More", targetValue: "175,5" }, every)
    await make(browser, { ...weight, kind: "body_fat", targetValue: "18" }, every)
    const all = await goals()
    expect(all).toMatchObject([
      { name: "Weight", metric: "weight", unit: "lb", targetValue: 165.4, comparison: "max" },
      { name: "Weight", unit: "lb", targetValue: 160, comparison: "max" },
      { name: "More", unit: "lb", targetValue: 175.5, comparison: "min" },
      { name: "Body fat", unit: "percent", targetValue: 18, comparison: "max" }
    ])
    const listed = textOf((await browser.get("/app/goals")).html)
    expect(listed).toContain("At most 165.4 lb every day")
    expect(listed).toContain("last 170.2 lb")
    expect(listed).toContain("At most 18 % every day")
    expect(textOf((await browser.get("/app")).html)).toContain("170.2 lb, goal at most 165.4 lb")
    // Its unit stays when the person's changes.
    await output(person.rest("save_goal", { id: all[0]?.id, active: false }))
    const changed = await make(browser, { targetValue: "166" }, every, goalPath(all[0]?.id ?? ""))
    expect(changed.status).toBe(303)
    expect((await goals())[0]).toMatchObject({ unit: "lb", targetValue: 166, comparison: "max" })
    const fault = await make(browser, { ...weight, targetValue: "16" }, every)
    expect([fault.status, textOf(fault.html)]).toEqual([400, expect.stringContaining("44.1 to 1102.31 lb")])
  })

  test("are created once, and added to once, by two copies of a form sent at the same instant", async () => {
    const { person, browser, goals } = await arrive()
    const formOf = async (path: string, action: string) => {
      const form = formsOf((await browser.get(path)).html).find(({ hidden }) => hidden.action === action)
      return form ?? { to: "", hidden: {} }
    }
    const making = await formOf("/app/goals", "make")
    const water = { kind: "hydration", name: "Water", comparison: "min", targetValue: "2000", unit: "ml", days: "sat" }
    const twice = (to: string, fields: Record<string, string>) =>
      Promise.all([1, 2].map(async () => (await browser.post(to, fields)).status))
    expect(await twice(making.to, { ...making.hidden, ...water })).toEqual([303, 303])
    expect(await goals()).toHaveLength(1)
    const adding = await formOf("/app", "add")
    expect(await twice(adding.to, adding.hidden)).toEqual([303, 303])
    const { goals: today } = await output<{ goals: ReadonlyArray<{ currentValue: unknown }> }>(
      person.rest("get_daily_goals")
    )
    expect(today.map(({ currentValue }) => currentValue)).toEqual([250])
    expect((await browser.submit("/app", "add")).status).toBe(303)
    expect((await browser.get("/app")).html).toContain("500 of at least 2,000 ml")
  })

  test("show faults in the words of the form, and keep what was typed", async () => {
    const { browser, goals } = await arrive()
    const { status, html } = await make(
      browser,
      { kind: "custom", name: " ", targetValue: "", unit: NAME, startDate: "2026-12-02", endDate: "2026-12-01" },
      []
    )
    expect(status).toBe(400)
    for (const fault of [
      "Name is missing",
      "Target is missing",
      "Days need at least one weekday",
      "Last day is before"
    ])
      expect(html).toContain(fault)
    expect(html).toContain(`value="${ESCAPED}"`)
    for (const name of ["targetValue is", "schedule.", "startDate is", "metric"]) expect(html).not.toContain(name)
    const unit = await make(browser, { kind: "custom", name: "Pages", targetValue: "-1", unit: "x".repeat(21) }, WORK)
    expect([unit.status, /schedule|targetValue must/.test(textOf(unit.html))]).toEqual([400, false])
    expect(await goals()).toEqual([])
  })

  test("are changed, paused and resumed; earlier days stay as they were", async () => {
    const { person, browser, goals } = await arrive()
    const steps = { name: "Steps", type: "numeric", metric: "steps", targetValue: 8000, comparison: "min" }
    const schedule = { startDate: "2026-03-12" }
    const { goal } = await output<{ goal: { id: string } }>(person.rest("save_goal", { ...steps, schedule }))
    const readings = [
      { value: 9000, date: "2026-03-12" },
      { value: 5000, date: "2026-03-13" }
    ]
    await output(person.rest("set_body_metrics", { metric: "steps", readings }))
    const path = goalPath(goal.id)
    expect(textOf((await browser.get(path)).html)).toContain("met on 1 of 2 days")
    const changed = await make(
      browser,
      { name: "Walk", targetValue: "4000", startDate: "2026-03-12", endDate: "" },
      WORK,
      path
    )
    expect(changed.headers.get("location")).toBe(`${path}&done=saved`)
    expect(await goals()).toMatchObject([{ name: "Walk", targetValue: 4000, schedule: { days: WORK } }])
    expect(textOf((await browser.get(path)).html)).toContain("met on 1 of 2 days")
    await browser.submit(path, "pause")
    expect((await goals())[0]?.active).toBe(false)
    expect((await browser.get("/app/goals")).html).toContain("paused")
    expect((await browser.get("/app")).html).not.toContain("Walk")
    await browser.submit(path, "resume")
    expect((await goals())[0]?.active).toBe(true)
  })

  test("are deleted without a question, and restored completely", async () => {
    const { person, browser, goals } = await arrive()
    await output(person.rest("save_goal", { name: NAME, type: "boolean", schedule: { startDate: "2026-03-10" } }))
    const before = await goals()
    const [{ id } = { id: "" }] = before
    await output(person.rest("set_goal_progress", { goalId: id, value: true, date: "2026-03-11" }))
    const deleted = await browser.follow(await browser.submit(goalPath(id), "delete"))
    expect(deleted.html).toContain(`${ESCAPED} is deleted.`)
    expect(await goals()).toEqual([])
    const undo = formsOf(deleted.html).find(({ hidden }) => hidden.action === "restore")
    const back = await browser.follow(await browser.post(undo?.to ?? "", undo?.hidden ?? {}))
    expect(textOf(back.html)).toContain("met on 1 of 4 days")
    expect(await goals()).toEqual(before)
    expect((await browser.post(undo?.to ?? "", undo?.hidden ?? {})).status).toBe(404)
  })

  test("that are gone, or another's, say so and change nothing", async () => {
    const owner = await arrive()
    await output(owner.person.rest("save_goal", { name: "Run", type: "boolean" }))
    const [{ id } = { id: "" }] = await owner.goals()
    const { person, browser } = await arrive()
    await output(person.rest("save_goal", { name: "Mine", type: "boolean" }))
    const own = await output<Goals>(person.rest("list_goals"))
    expect((await browser.get(goalPath(id))).status).toBe(404)
    expect((await browser.get("/app/goals/goal")).html).toContain("This goal no longer exists")
    const mine = goalPath(own.goals[0]?.id ?? "")
    for (const action of ["pause", "delete"]) {
      const { status, html } = await browser.submit(mine, action, { goalId: id })
      expect([action, status, html.includes("no longer exists")]).toEqual([action, 404, true])
    }
    expect(await owner.goals()).toMatchObject([{ id, active: true }])
  })

  test("follow the person's own day: at this instant it is Saturday in Los Angeles, Sunday on the Line Islands", async () => {
    for (const [timezone, day, due] of [
      ["America/Los_Angeles", "14 Mar 2026", "Saturday"],
      ["Pacific/Kiritimati", "15 Mar 2026", "Sunday"]
    ] as const) {
      const { browser } = await arrive({ timezone })
      for (const [name, days] of [
        ["Saturday", "sat"],
        ["Sunday", "sun"]
      ] as const) {
        await browser.submit("/app/goals", "make", { kind: "habit", name, days, startDate: "" })
      }
      const { html } = await browser.get("/app")
      const ticks = [...html.matchAll(/aria-label="Done: (\w+)"/g)].map(([, name]) => name)
      expect([timezone, html.includes(day), ticks]).toEqual([timezone, true, [due]])
    }
  })
})
