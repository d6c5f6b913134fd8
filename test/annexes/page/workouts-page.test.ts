import { beforeAll, expect, test } from "bun:test"
import type { Detail, Listed, Saved } from "../../features/workouts/support.ts"
import { failure, NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

overEveryStore("Workouts", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async (details: Parameters<typeof newPerson>[1] = {}) => {
    const person = await newPerson(service(), details)
    return { person, browser: await signIn(service(), person) }
  }

  const LOG = "/app/workouts/log"

  const all = ({ rest }: Person) => output<Listed>(rest("list_workouts"))
  const detail = ({ rest }: Person, id: string) => output<Detail>(rest("get_workout", { id }))

  const unescaped = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&")

  /** Every field of the form for an action, as a browser would send it unchanged. */
  const untouched = (html: string, action: string) => {
    const form = html.split("<form").find((form) => form.includes(`name="action" value="${action}"`)) ?? ""
    const inputs = [...(form.split("</form>")[0] ?? "").matchAll(/<input [^>]*>/g)].map(([input]) => [
      unescaped(/ name="([^"]*)"/.exec(input)?.[1] ?? ""),
      unescaped(/ value="([^"]*)"/.exec(input)?.[1] ?? "")
    ])
    const notes = /<textarea[^>]*>([^<]*)</.exec(form)?.[1] ?? ""
    return { ...Object.fromEntries(inputs), notes: unescaped(notes) } as Record<string, string>
  }

  test("logs a workout by the exercises' names, in the user's units, once", async () => {
    const { person, browser } = await arrive({ strengthUnit: "lb", distanceUnit: "mi" })
    const { to, hidden } = formsOf((await browser.get(LOG)).html).find(({ hidden }) => hidden.action === "log")!
    const fields = {
      ...hidden,
      name: "Evening",
      date: "2026-03-13",
      minutes: "52,5",
      notes: "felt <b>good</b>",
      "exercises[0].name": "barbell squat",
      "exercises[0].sets[0].weight": "225",
      "exercises[0].sets[0].reps": "5",
      "exercises[0].sets[2].weight": "230.5",
      "exercises[0].sets[2].reps": "3",
      "exercises[2].name": "Running",
      "exercises[2].sets[0].distanceMeters": "3.1",
      "exercises[2].sets[0].durationSeconds": "25:30"
    }
    const answers = await Promise.all([browser.post(to, fields), browser.post(to, fields)])
    for (const { headers } of answers) expect(headers.get("location")).toMatch(/^\/app\/workout\?id=\w+&done=logged$/)
    const { workouts, total } = await all(person)
    expect(total).toBe(1)
    expect(await detail(person, workouts[0]?.id ?? "")).toMatchObject({
      name: "Evening",
      date: "2026-03-13",
      durationSeconds: 3150,
      notes: "felt <b>good</b>",
      exercises: [
        {
          name: "Barbell Squat",
          sets: [
            { weight: { value: 225, unit: "lb" }, reps: 5 },
            { weight: { value: 230.5, unit: "lb" }, reps: 3 }
          ]
        },
        { name: "Running", sets: [{ distanceMeters: 4988.966, durationSeconds: 1530 }] }
      ]
    })
    const page = (await browser.get("/app/workouts")).html
    for (const shown of ["Evening", "Barbell Squat, Running", "53 min"]) {
      expect(page).toContain(shown)
    }
    const shown = (await browser.follow(answers[0])).html
    for (const text of ["The workout is logged.", "225 lb × 5", "3.1 mi in 25:30", "felt &lt;b&gt;good&lt;/b&gt;"])
      expect(shown).toContain(text)
  })

  test("shows faults beside their fields, and loses nothing that was typed", async () => {
    const { person, browser } = await arrive()
    const typed = {
      name: "Legs",
      minutes: "soon",
      notes: "kept",
      "exercises[0].name": "Barbel Squatt",
      "exercises[0].sets[1].weight": "heavy",
      "exercises[0].sets[1].reps": "5",
      "exercises[1].name": "Running",
      "exercises[1].sets[0].durationSeconds": "25.5"
    }
    const first = await browser.submit(LOG, "log", typed)
    expect(first.status).toBe(400)
    for (const value of Object.values(typed)) expect(first.html).toContain(value)
    for (const fault of [
      "must be a number, such as 72.4",
      "must be minutes, such as 25, or minutes and seconds, such as 25:30"
    ]) {
      expect(first.html).toContain(fault)
    }
    const readable = {
      ...typed,
      minutes: "50",
      "exercises[0].sets[1].weight": "5000",
      "exercises[1].sets[0].durationSeconds": "25:00"
    }
    const second = await browser.submit(LOG, "log", readable)
    expect(second.status).toBe(400)
    expect(second.html).toContain('id="exercises[0].sets[1].weight-fault"')
    expect(second.html).toContain("must be 0 to 2000 kg")
    const third = await browser.submit(LOG, "log", { ...readable, "exercises[0].sets[1].weight": "50" })
    expect(third.status).toBe(400)
    expect(third.html).toContain('id="exercises[0].name-fault"')
    expect(third.html).toMatch(/closest are [^<(]*Barbell Squat/)
    expect((await browser.submit(LOG, "log", { name: "Empty" })).html).toContain("is required, with at least one set")
    expect((await all(person)).total).toBe(0)
  })

  test("a workout sent back unchanged stays the same; a cleared row goes, a new one comes", async () => {
    const { person, browser } = await arrive({ distanceUnit: "mi" })
    const { id } = await output<Saved>(
      person.rest("log_workout", {
        name: "Everything",
        durationSeconds: 3333,
        notes: 'He said "go" & went',
        exercises: [
          {
            exerciseId: "exr_barbell_squat",
            sets: [
              { setType: "warmup", weight: { value: 40.125, unit: "kg" }, reps: 8 },
              { weight: { value: 20, unit: "kg" }, loadIntent: "plates_each_side", reps: 5, intensity: 8.5 }
            ]
          },
          { exerciseId: "exr_running", sets: [{ distanceMeters: 4321.5, durationSeconds: 1500.5 }] },
          { exerciseId: "exr_plank", sets: [{ holdSeconds: 45 }, { holdSeconds: 61.25 }] }
        ]
      })
    )
    const before = await detail(person, id)
    const path = `/app/workout?id=${id}`
    const fields = untouched((await browser.get(path)).html, "replace")
    const saved = await browser.post(path, fields)
    expect([saved.status, saved.headers.get("location")]).toEqual([303, `${path}&done=saved`])
    expect(await detail(person, id)).toEqual(before)

    const changed = {
      ...fields,
      "exercises[0].sets[0].weight": "",
      "exercises[0].sets[0].reps": "",
      "exercises[2].sets[2].holdSeconds": "1:30",
      "exercises[3].name": "Pull-Up",
      "exercises[3].sets[0].reps": "9"
    }
    expect((await browser.post(path, changed)).status).toBe(303)
    const { exercises } = await detail(person, id)
    expect(exercises.map(({ name, sets }) => [name, sets.length])).toEqual([
      ["Barbell Squat", 1],
      ["Running", 1],
      ["Plank", 3],
      ["Pull-Up", 1]
    ])
    expect(exercises[0]?.sets[0]).toMatchObject({ loadIntent: "plates_each_side", setType: "working" })
  })

  test("distances in miles come back as they were typed, and stay as they are if they are not touched", async () => {
    const { person, browser } = await arrive({ distanceUnit: "mi" })
    const { to, hidden } = formsOf((await browser.get(LOG)).html).find(({ hidden }) => hidden.action === "log")!
    const typed = ["0.25", "3.1", "26.2", "0.1", "1.33"]
    const field = (set: number) => `exercises[0].sets[${set}].distanceMeters`
    const distances = Object.fromEntries(typed.map((text, set) => [field(set), text]))
    await browser.post(to, { ...hidden, name: "Run", date: "2026-03-13", "exercises[0].name": "Running", ...distances })
    const sets = [{ distanceMeters: 5000 }, { distanceMeters: 402.34 }, { distanceMeters: 21_097.5 }]
    await output(person.rest("log_workout", { name: "Track", exercises: [{ name: "Running", sets }] }))
    const { workouts } = await all(person)
    for (const { id, name } of workouts) {
      const path = `/app/workout?id=${id}`
      const fields = untouched((await browser.get(path)).html, "replace")
      if (name === "Run") expect(typed.map((_, set) => fields[field(set)])).toEqual(typed)
      const before = await detail(person, id)
      expect((await browser.post(path, fields)).status).toBe(303)
      expect(await detail(person, id)).toEqual(before)
    }
  })

  test("a change made after a form was opened is replaced only if the form is sent once more", async () => {
    const { person, browser } = await arrive()
    const exercises = [{ name: "Barbell Squat", sets: [{ weight: { value: 90, unit: "kg" }, reps: 5 }] }]
    const { id } = await output<Saved>(person.rest("log_workout", { name: "Legs", exercises }))
    const path = `/app/workout?id=${id}`
    const fields = untouched((await browser.get(path)).html, "replace")
    const mine = { ...fields, "exercises[0].sets[0].weight": "91" }
    const theirs = [{ name: "Barbell Squat", sets: [{ weight: { value: 90, unit: "kg" }, reps: 12 }] }]
    await output(person.rest("replace_workout", { id, name: "Heavy legs", exercises: theirs }))
    const refused = await browser.post(path, mine)
    expect(refused.status).toBe(409)
    expect(refused.html).toContain("was changed after you opened the form")
    expect((await detail(person, id)).name).toBe("Heavy legs")
    const again = untouched(refused.html, "replace")
    expect(again).toMatchObject({ name: "Legs", "exercises[0].sets[0].weight": "91" })
    for (const sent of [again, again]) expect((await browser.post(path, sent)).status).toBe(303)
    const saved = { name: "Legs", exercises: [{ sets: [{ weight: { value: 91 }, reps: 5 }] }] }
    expect(await detail(person, id)).toMatchObject(saved)
    // A fault in the form does not make it forget what it showed.
    const faulty = await browser.post(path, { ...fields, name: " " })
    expect(untouched(faulty.html, "replace").seen).toBe(fields.seen ?? "")
  })

  test("a line break in notes is one character", async () => {
    const { person, browser } = await arrive()
    const notes = `${"Line\n".repeat(1999)}Line.`
    const exercises = [{ name: "Running", sets: [{ durationSeconds: 600 }] }]
    const { id } = await output<Saved>(person.rest("log_workout", { name: "Run", notes, exercises }))
    const path = `/app/workout?id=${id}`
    const fields = untouched((await browser.get(path)).html, "replace")
    expect((await browser.post(path, fields)).status).toBe(303)
    expect(await detail(person, id)).toMatchObject({ notes })
  })

  test("deletes a workout without a question, and brings it back if that is undone", async () => {
    const { person, browser } = await arrive()
    const exercises = [{ name: "Running", sets: [{ durationSeconds: 600 }] }]
    const { id } = await output<Saved>(person.rest("log_workout", { name: "Run", exercises }))
    const deleted = await browser.submit(`/app/workout?id=${id}`, "remove")
    expect(deleted.headers.get("location")).toBe("/app/workouts")
    expect((await failure(person.rest("get_workout", { id }))).code).toBe("not_found")
    expect((await browser.get(`/app/workout?id=${id}`)).status).toBe(404)
    const { html } = await browser.follow(deleted)
    expect(html).toContain("Run is deleted.")
    const undo = formsOf(html).find(({ hidden }) => hidden.action === "restore")
    for (let time = 0; time < 2; time++) {
      const undone = await browser.post(undo?.to ?? "", undo?.hidden ?? {})
      expect((await browser.follow(undone)).html).toContain("The workout is back.")
    }
    expect(await detail(person, id)).toMatchObject({ name: "Run" })
    // The message is shown once.
    expect((await browser.get("/app/workouts")).html).not.toContain("is deleted.")
    const made = await browser.post(undo?.to ?? "", { ...undo?.hidden, undo_key: "made up" })
    expect([made.status, made.html.includes("deleted more than a day ago")]).toEqual([404, true])
  })

  test("another user's workout can be neither seen, changed nor deleted", async () => {
    const owner = await newPerson(service())
    const exercises = [{ name: "Running", sets: [{ durationSeconds: 600 }] }]
    const { id } = await output<Saved>(owner.rest("log_workout", { name: "Private run", exercises }))
    const { person, browser } = await arrive()
    const own = await output<Saved>(person.rest("log_workout", { name: "Mine", exercises }))
    const path = `/app/workout?id=${id}`
    const seen = await browser.get(path)
    expect([seen.status, seen.html.includes("Private run")]).toEqual([404, false])
    const mine = (await browser.get(`/app/workout?id=${own.id}`)).html
    for (const action of ["replace", "remove"]) {
      expect((await browser.post(path, untouched(mine, action))).status).toBe(404)
    }
    expect((await detail(owner, id)).name).toBe("Private run")
  })

  test("continues to older workouts", async () => {
    const { person, browser } = await arrive()
    const exercises = [{ name: "Running", sets: [{ durationSeconds: 600 }] }]
    for (let number = 1; number <= 31; number++) {
      await output(
        person.rest("log_workout", {
          name: `Run ${number}`,
          date: number === 1 ? "2026-03-01" : "2026-03-14",
          exercises
        })
      )
    }
    const { html } = await browser.get("/app/workouts")
    const older = /href="(\/app\/workouts\?cursor=[^"]+)"/.exec(html)?.[1] ?? ""
    expect(html).toContain("31 in all")
    expect(html).not.toContain(">Run 1<")
    expect((await browser.get(older)).html).toContain(">Run 1<")
  })

  test("shows the month before the list, a day with two workouts, and twenty of two lines each", async () => {
    const { person, browser } = await arrive()
    const exercises = ["Barbell Squat", "Plank", "Push-Up", "Leg Press", "Pull-Up"].map((name) => ({
      name,
      sets: [name === "Plank" ? { holdSeconds: 30 } : { reps: 5 }]
    }))
    const log = (name: string, date: string) => output<Saved>(person.rest("log_workout", { name, date, exercises }))
    for (let number = 1; number <= 21; number++)
      await log(`Run ${number}`, `2026-02-${String(number).padStart(2, "0")}`)
    const { id } = await log("Morning", "2026-03-02")
    await log("Evening", "2026-03-02")
    await log("Alone", "2026-03-04")
    const { html } = await browser.get("/app/workouts")
    expect(html.indexOf('id="calendar"')).toBeLessThan(html.indexOf('aria-label="Workouts, newest first"'))
    expect(html.split("Do it again").length - 1).toBe(20)
    expect(html).toContain("Barbell Squat, Plank, Push-Up, 2 more")
    // Both were logged in the same millisecond, so their order is open.
    expect(html).toMatch(
      /<a href="\/app\/workouts\?day=2026-03-02" aria-label="2 Mar 2026: (Evening, Morning|Morning, Evening)">2<\/a>/
    )
    expect(html).toMatch(/<a href="\/app\/workout\?id=\w+" aria-label="4 Mar 2026: Alone">4<\/a>/)
    const day = (await browser.get("/app/workouts?day=2026-03-02")).html
    expect([...day.matchAll(/<strong>([^<]*)</g)].map(([, name]) => name).sort()).toEqual(["Evening", "Morning"])
    expect(day).toContain(`href="/app/workout?id=${id}"`)
    expect((await browser.get("/app/workouts?day=2026-03-03")).html).toContain("No workout on this day.")
    expect((await browser.get("/app/workouts?day=some")).html).toContain("24 in all")
  })

  test("a workout is found by its name and by its exercises, and its day is in the calendar", async () => {
    const { person, browser } = await arrive()
    const add = (name: string, exercise: string, date: string) =>
      output<Saved>(person.rest("log_workout", { name, date, exercises: [{ name: exercise, sets: [{ reps: 5 }] }] }))
    const { id } = await add("Heavy <b> 100%", "Barbell Squat", "2026-03-02")
    await add("Evening", "Plank", "2026-02-28")
    const other = await arrive()
    const found = async (own: Browser, q: string) => {
      const { html } = await own.get(`/app/workouts?${new URLSearchParams({ q })}`)
      return [...html.matchAll(/<strong>([^<]*)</g)].map(([, name]) => name)
    }
    expect(await found(browser, "hEAVY <b>")).toEqual(["Heavy &lt;b&gt; 100%"])
    expect(await found(browser, "0%")).toEqual(["Heavy &lt;b&gt; 100%"])
    expect(await found(browser, "back squat")).toEqual(["Heavy &lt;b&gt; 100%"])
    expect(await found(browser, "plank")).toEqual(["Evening"])
    expect(await found(browser, "100_")).toEqual([])
    expect(await found(browser, "x".repeat(3000))).toEqual([])
    expect(await found(other.browser, "heavy")).toEqual([])

    const { html: march } = await browser.get("/app/workouts")
    expect(march).toContain(`<a href="/app/workout?id=${id}" aria-label="2 Mar 2026: Heavy &lt;b&gt; 100%">2</a>`)
    expect(march).toContain("1 training day<")
    expect(march).not.toContain("Later month")
    const { html: february } = await browser.get("/app/workouts?month=2026-02")
    expect(february).toContain('aria-label="28 Feb 2026: Evening">28</a>')
    expect(february).toContain("month=2026-03")
    for (const month of ["2026-13", "<script>", "9999-01", "1900-01", "2100-12"])
      expect((await browser.get(`/app/workouts?${new URLSearchParams({ month })}`)).status).toBe(200)
  })

  test("hostile addresses and forms are refused without an internal failure", async () => {
    const { browser } = await arrive()
    for (const path of [
      "/app/workouts?cursor=<script>alert(1)</script>",
      "/app/workout",
      "/app/workout?id=",
      "/app/workout?id=%00",
      "/app/workout?id=a&id=b",
      `/app/workout?id=${"x".repeat(3000)}`,
      "/app/workout?id=<script>alert(1)</script>"
    ]) {
      const { status, html } = await browser.get(path)
      expect([path, status === 400 || status === 404]).toEqual([path, true])
      expect(html).not.toContain("<script>alert(1)")
    }
    for (const fields of [
      { name: "x".repeat(500), "exercises[0].name": "Running", "exercises[0].sets[0].reps": "1" },
      { name: "x", "exercises[999999].name": "Running", "exercises[0].sets[99999].reps": "1" },
      { name: "\u0000", "exercises[0].name": "Running", "exercises[0].sets[0].reps": "1" },
      { name: "x", "exercises[0].name": "Running", "exercises[0].sets[0].reps": "1e309" },
      {
        name: "x",
        "exercises[0].__proto__": "y",
        "exercises[0].name": "constructor",
        "exercises[0].sets[0].reps": "1"
      },
      { name: "x", date: "<script>", "exercises[0].name": "Running", "exercises[0].sets[0].reps": "9".repeat(400) }
    ]) {
      const { status, html } = await browser.submit(LOG, "log", fields)
      expect([fields, status]).toEqual([fields, 400])
      expect(html).not.toContain("<script>")
    }
  })
})
