import { beforeAll, expect, test } from "bun:test"
import type { Detail, Listed, Saved } from "../../features/workouts/support.ts"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { type Browser, formsOf, signIn, valuesIn } from "./support.ts"

const LOG = "/app/workouts/log"
const WEIGHT = (value: number) => ({ value, unit: "kg" })

overEveryStore("The form of a workout", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person) }
  }

  const logged = async ({ rest }: Person, exercises: ReadonlyArray<object>, more: object = {}) =>
    (await output<Saved>(rest("log_workout", { name: "Push & <pull>", date: "2026-03-10", exercises, ...more }))).id

  const newest = async ({ rest }: Person) => {
    const { workouts } = await output<Listed>(rest("list_workouts"))
    return output<Detail>(rest("get_workout", { id: workouts[0]?.id ?? "" }))
  }

  /** What the form for an action would send. */
  const fieldsIn = (html: string, action = "log") => {
    const form = formsOf(html).find(({ hidden }) => hidden.action === action)
    const text = html.split("<form").find((each) => each.includes(`name="action" value="${action}"`)) ?? ""
    return { to: form?.to ?? "", fields: { ...Object.fromEntries(valuesIn(text)), ...form?.hidden } }
  }

  /** Presses one of the form's buttons with what was typed, and returns the form that comes back. */
  const press = async (browser: Browser, html: string, step: string, typed: Record<string, string> = {}) => {
    const { to, fields } = fieldsIn(html)
    const answer = await browser.post(to, { ...fields, ...typed, step })
    expect(answer.status).toBe(200)
    expect(answer.html).not.toContain('role="alert"')
    return answer.html
  }

  const PRESS = [
    {
      name: "Barbell Bench Press",
      sets: [
        { setType: "warmup", weight: WEIGHT(40), reps: 8 },
        { weight: WEIGHT(20), loadIntent: "plates_each_side", reps: 5, intensity: 8.5 }
      ]
    },
    { name: "Running", sets: [{ distanceMeters: 5000, durationSeconds: 1500 }] },
    { name: "Plank", sets: [{ holdSeconds: 61.25 }] }
  ]

  test("an exercise takes a column that is not usual for it, and has it the next time", async () => {
    const { person, browser } = await arrive()
    let html = (await browser.get(LOG)).html
    for (const id of ["exr_plank", "exr_elliptical_trainer", "exr_farmers_walk"])
      html = await press(browser, html, `add:${id}`)
    expect(html).toContain("Plank: + distance")
    expect(html).not.toContain("Plank: + time")
    expect(html).toContain("Elliptical Trainer: + weight")
    expect(html).not.toContain("exercises[0].sets[0].weight")
    expect(html).toContain("exercises[2].sets[0].weight")
    expect(html).toContain("exercises[2].sets[0].distanceMeters")
    html = await press(browser, html, "weight:0")
    html = await press(browser, html, "distanceMeters:1")
    expect(html).not.toContain("Plank: + weight")
    const { to, fields } = fieldsIn(html)
    const typed = {
      "exercises[0].sets[0].weight": "10",
      "exercises[0].sets[0].holdSeconds": "45",
      "exercises[1].sets[0].durationSeconds": "20",
      "exercises[1].sets[0].distanceMeters": "3.2",
      "exercises[2].sets[0].weight": "32",
      "exercises[2].sets[0].distanceMeters": "0.04"
    }
    expect((await browser.post(to, { ...fields, ...typed })).status).toBe(303)
    const { exercises } = await newest(person)
    expect(exercises.map(({ sets }) => sets[0])).toMatchObject([
      { weightKg: 10, holdSeconds: 45 },
      { distanceMeters: 3200 },
      { weightKg: 32, distanceMeters: 40 }
    ])
    const next = await press(browser, (await browser.get(LOG)).html, "add:exr_plank")
    expect(next).toContain("exercises[0].sets[0].weight")
  })

  test("a workout is repeated today with its last values, once", async () => {
    const { person, browser } = await arrive()
    const id = await logged(person, PRESS, { notes: "Of that day", durationSeconds: 600 })
    expect((await browser.get("/app/workouts")).html).toContain(`href="${LOG}?again=${id}"`)
    expect((await browser.get(`/app/workout?id=${id}`)).html).toContain(`href="${LOG}?again=${id}"`)
    const { to, fields } = fieldsIn((await browser.get(`${LOG}?again=${id}`)).html)
    expect(fields).toMatchObject({ name: "Push & <pull>", date: "2026-03-14" })
    for (let sent = 0; sent < 2; sent++) {
      const answer = await browser.post(to, { ...fields, "exercises[0].sets[1].weight": "22,5" })
      expect(answer.headers.get("location")).toMatch(/^\/app\/workout\?id=\w+&done=logged$/)
    }
    expect((await output<Listed>(person.rest("list_workouts"))).total).toBe(2)
    const now = await newest(person)
    const before = await output<Detail>(person.rest("get_workout", { id }))
    expect(now.notes).toBeUndefined()
    expect(now.durationSeconds).toBeUndefined()
    expect(now.exercises[0]?.sets[1]).toMatchObject({
      weight: WEIGHT(22.5),
      loadIntent: "plates_each_side"
    })
    expect(now.exercises[0]?.sets[1]).not.toHaveProperty("intensity")
    expect(now.exercises.slice(1)).toEqual(before.exercises.slice(1))
  })

  test("another user's workout, and a deleted one, cannot be repeated", async () => {
    const owner = await newPerson(service())
    const id = await logged(owner, PRESS)
    const { person, browser } = await arrive()
    const gone = await logged(person, PRESS)
    await person.rest("delete_workout", { id: gone })
    for (const other of [id, gone, "<script>alert(1)</script>", "x".repeat(3000)]) {
      const { status, html } = await browser.get(`${LOG}?again=${encodeURIComponent(other)}`)
      expect([status === 404 || status === 400, html.includes("Bench"), html.includes("<script>a")]).toEqual([
        true,
        false,
        false
      ])
    }
  })

  test("an exercise is found by other names and with typing errors, and has its columns, last sets and record", async () => {
    const { person, browser } = await arrive()
    await logged(person, PRESS)
    const start = (await browser.get(LOG)).html
    for (const { name } of PRESS) expect(start).toContain(`class="quiet">${name}</button>`)
    const found = await press(browser, start, "search", { find: "bech pres", name: "Typed", notes: "x" })
    expect(found).toContain('<a href="/app/settings/exercises?name=bech+pres">make an exercise of your own</a>')
    expect((await browser.get("/app/settings/exercises?name=bech+pres")).html).toContain(
      'name="name" type="text" value="bech pres"'
    )
    const [, offer = ""] = /value="(add:exr_[a-z_]+)" class="quiet">Barbell Bench Press</.exec(found) ?? []
    const added = await press(browser, found, offer)
    expect(valuesIn(added).get("name")).toBe("Typed")
    expect(valuesIn(added).get("exercises[0].sets[0].setType")).toBe("warmup")
    expect(added).toContain('placeholder="40"')
    expect(added).toContain("Last time, ")
    expect(added).toContain(">Best: 20 kg, 5 reps.")
    const both = await press(browser, added, "enter", { find: "plank" })
    expect(valuesIn(both).get("exercises[1].exerciseId")).toBe("exr_plank")
    expect(both).toContain('name="exercises[1].sets[0].holdSeconds"')
    expect(both).not.toContain('name="exercises[1].sets[0].reps"')

    const taken = await press(browser, both, "take:0")
    const one = await press(browser, taken, "take:1:0")
    const { to, fields } = fieldsIn(one)
    expect((await browser.post(to, { ...fields, step: "enter" })).status).toBe(303)
    const { exercises } = await newest(person)
    const first = await output<Detail>(
      person.rest("get_workout", { id: (await output<Listed>(person.rest("list_workouts"))).workouts[1]?.id ?? "" })
    )
    const before = [first.exercises[0], first.exercises[2]].map((exercise) => ({
      ...exercise,
      sets: exercise?.sets.map(({ intensity: _, ...set }) => set)
    }))
    expect<ReadonlyArray<object>>(exercises).toEqual(before)
  })

  test("sets are added, made warm-ups and removed; exercises are moved and removed; nothing typed is lost", async () => {
    const { person, browser } = await arrive()
    let html = await press(browser, (await browser.get(LOG)).html, "add:exr_barbell_squat")
    const { fields } = fieldsIn(html)
    expect(Object.keys(fields).filter((name) => name.endsWith(".reps"))).toHaveLength(1)
    for (let more = 0; more < 2; more++) html = await press(browser, html, "more:0")
    html = await press(browser, html, "add:exr_running", {
      "exercises[0].sets[2].weight": "102,5",
      "exercises[0].sets[2].reps": "five",
      minutes: "45"
    })
    html = await press(browser, html, "more:0")
    html = await press(browser, html, "less:0:1")
    html = await press(browser, html, "warm:0:0")
    html = await press(browser, html, "effort:0")
    html = await press(browser, html, "up:1")
    html = await press(browser, html, "add:exr_plank", { "exercises[0].sets[0].durationSeconds": "25:30" })
    html = await press(browser, html, "drop:2")
    const values = valuesIn(html)
    expect([values.get("exercises[0].exerciseId"), values.get("exercises[1].exerciseId")]).toEqual([
      "exr_running",
      "exr_barbell_squat"
    ])
    expect(values.get("exercises[2].exerciseId")).toBeUndefined()
    expect(values.get("minutes")).toBe("45")
    expect([0, 1, 2, 3].map((set) => values.get(`exercises[1].sets[${set}].reps`))).toEqual([
      "",
      "five",
      "five",
      undefined
    ])
    expect(values.get("exercises[1].sets[0].setType")).toBe("warmup")
    expect(html).toContain('name="exercises[1].sets[0].intensity"')
    const { to, fields: last } = fieldsIn(html)
    const typed = { ...last, "exercises[1].sets[1].reps": "5", "exercises[1].sets[2].reps": "4" }
    expect((await browser.post(to, { ...typed, "exercises[1].sets[2].intensity": "11" })).status).toBe(400)
    expect((await browser.post(to, typed)).status).toBe(303)
    expect((await newest(person)).exercises.map(({ name, sets }) => [name, sets.length])).toEqual([
      ["Running", 1],
      ["Barbell Squat", 2]
    ])
  })

  test("one more set has the values of the last set with any, else last time's in grey", async () => {
    const { person, browser } = await arrive()
    const rows = (html: string) =>
      [...html.matchAll(/<input id="exercises\[0\]\.sets\[(\d)\]\.(?:weight|reps)"[^>]*>/g)].map(([input, set]) => [
        set,
        / value="([^"]*)"/.exec(input)?.[1],
        / placeholder="([^"]*)"/.exec(input)?.[1]
      ])
    const fresh = await press(browser, (await browser.get(LOG)).html, "add:exr_barbell_squat")
    expect(rows(fresh)).toEqual([
      ["0", "", undefined],
      ["0", "", undefined]
    ])
    const typed = { "exercises[0].sets[0].weight": "100", "exercises[0].sets[0].reps": "5" }
    expect(rows(await press(browser, fresh, "more:0", typed)).slice(2)).toEqual([
      ["1", "100", undefined],
      ["1", "5", undefined]
    ])

    const sets = [
      { setType: "warmup", weight: WEIGHT(40), reps: 8 },
      { weight: WEIGHT(80), reps: 6 }
    ]
    await logged(person, [{ name: "Barbell Squat", sets }])
    const known = await press(browser, (await browser.get(LOG)).html, "add:exr_barbell_squat")
    const grey = await press(browser, known, "more:0")
    expect(rows(grey).slice(4)).toEqual([
      ["2", "", "80"],
      ["2", "", "6"]
    ])
    const taken = valuesIn(await press(browser, grey, "take:0:2"))
    expect([taken.get("exercises[0].sets[2].weight"), taken.get("exercises[0].sets[2].reps")]).toEqual(["80", "6"])
    const warm = await press(browser, known, "more:0", { "exercises[0].sets[0].weight": "42.5" })
    expect(rows(warm).slice(4)).toEqual([
      ["2", "42.5", "80"],
      ["2", "", "6"]
    ])
    expect(valuesIn(warm).get("exercises[0].sets[2].setType")).toBe("working")
  })

  test("a number alone is seconds of a hold and minutes of another time, as the form states", async () => {
    const { person, browser } = await arrive()
    const plank = await press(browser, (await browser.get(LOG)).html, "add:exr_plank")
    const html = await press(browser, plank, "add:exr_running")
    for (const [exercise, column, hint] of [
      [0, "holdSeconds", "Held: 90 is 90 seconds"],
      [1, "durationSeconds", "Time: 25 is 25 minutes"]
    ] as const) {
      const [input = ""] =
        new RegExp(`<input id="exercises\\[${exercise}\\]\\.sets\\[0\\]\\.${column}"[^>]*>`).exec(html) ?? []
      expect(input).toContain('inputmode="decimal"')
      expect(input).toContain(`aria-describedby="exercises[${exercise}].${column}-hint"`)
      expect(html).toContain(`id="exercises[${exercise}].${column}-hint">${hint}`)
    }
    const { to, fields } = fieldsIn(html)
    const time = (held: string, ran: string) => ({
      ...fields,
      "exercises[0].sets[0].holdSeconds": held,
      "exercises[1].sets[0].durationSeconds": ran
    })
    const refused = await browser.post(to, time("1.5", "25.5"))
    expect(refused.status).toBe(400)
    for (const fault of ["must be seconds, such as 90, or minutes", "must be minutes, such as 25, or minutes"])
      expect(refused.html).toContain(fault)
    expect((await browser.post(to, time("90", "25.30"))).status).toBe(303)
    const { exercises } = await newest(person)
    expect(exercises.map(({ sets: [set] }) => [set?.holdSeconds, set?.durationSeconds])).toEqual([
      [90, undefined],
      [undefined, 1530]
    ])
  })

  test("every fault of a set is reported at once, and its summary names the exercise and the set", async () => {
    const { browser } = await arrive()
    const squat = await press(browser, (await browser.get(LOG)).html, "add:exr_barbell_squat")
    const two = await press(browser, await press(browser, squat, "more:0"), "warm:0:0")
    const html = await press(browser, two, "add:exr_plank")
    const { to, fields } = fieldsIn(html)
    const typed = {
      "exercises[0].sets[0].weight": "heavy",
      "exercises[0].sets[0].reps": "2.5",
      "exercises[0].sets[1].weight": "5000",
      "exercises[0].sets[1].reps": "few",
      "exercises[1].sets[0].holdSeconds": "soon"
    }
    const refused = await browser.post(to, { ...fields, ...typed })
    expect(refused.status).toBe(400)
    const links = [...refused.html.matchAll(/<li><a href="#(exercises[^"]*)">([^<]*)</g)].map(([, id, text]) => [
      id,
      text
    ])
    expect(links).toEqual([
      [
        "exercises[0].sets[0].weight",
        "Barbell Squat, warm-up 1: Weight (kg) must be a number, such as 72.4; it may be followed by kg, lb or st"
      ],
      ["exercises[0].sets[0].reps", expect.stringMatching(/^Barbell Squat, warm-up 1: Reps must be a whole number/)],
      ["exercises[0].sets[1].weight", "Barbell Squat, set 1: Weight (kg) must be 0 to 2000 kg"],
      ["exercises[0].sets[1].reps", "Barbell Squat, set 1: Reps must be a whole number, such as 8"],
      ["exercises[1].sets[0].holdSeconds", expect.stringMatching(/^Plank, set 1: Held \(min:s\) must be seconds/)]
    ])
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, set) => [`exercises[0].sets[${set}].reps`, "2.5"] as const)
    )
    expect((await browser.post(to, { ...fields, ...many })).html).toContain("There are 10 more faults after these.")
  })

  test("an exercise without a set, and a form without an exercise, are refused beside what is missing", async () => {
    const { person, browser } = await arrive()
    const html = await press(browser, (await browser.get(LOG)).html, "add:exr_plank")
    const { to, fields } = fieldsIn(html)
    const refused = await browser.post(to, fields)
    expect([refused.status, refused.html.includes('href="#exercises[0].exerciseId"')]).toEqual([400, true])
    expect(refused.html).toContain("Plank needs at least one set with a value")
    const empty = await browser.post(to, fieldsIn((await browser.get(LOG)).html).fields)
    expect(empty.html).toContain("Exercise is required, with at least one set")
    expect((await output<Listed>(person.rest("list_workouts"))).total).toBe(0)
  })

  test("an exercise that was skipped is left out, unless it has a note", async () => {
    const { person, browser } = await arrive()
    const squat = await press(browser, (await browser.get(LOG)).html, "add:exr_barbell_squat")
    const html = await press(browser, squat, "add:exr_plank", { "exercises[0].sets[0].reps": "5" })
    const { to, fields } = fieldsIn(html)
    const noted = await browser.post(to, { ...fields, "exercises[1].note": "shoulder hurt" })
    expect([noted.status, noted.html.includes("Plank needs at least one set with a value")]).toEqual([400, true])
    expect(noted.html).toContain('value="shoulder hurt"')
    expect((await browser.post(to, fields)).status).toBe(303)
    expect((await newest(person)).exercises.map(({ name }) => name)).toEqual(["Barbell Squat"])
  })

  test("an exercise that is already logged is not removed by leaving it blank", async () => {
    const { person, browser } = await arrive()
    const id = await logged(person, [
      { name: "Barbell Squat", sets: [{ reps: 5 }] },
      { name: "Plank", sets: [{}] }
    ])
    const { to, fields } = fieldsIn((await browser.get(`/app/workout?id=${id}`)).html, "replace")
    const refused = await browser.post(to, fields)
    expect([refused.status, refused.html.includes("Plank needs at least one set with a value")]).toEqual([400, true])
  })

  test("a workout's own form has the same buttons, and compares with the time before it", async () => {
    const { person, browser } = await arrive()
    await logged(person, [{ name: "Barbell Squat", sets: [{ weight: WEIGHT(90), reps: 5 }] }])
    const later = { date: "2026-03-12" }
    const id = await logged(person, [{ name: "Barbell Squat", sets: [{ weight: WEIGHT(95), reps: 5 }] }], later)
    await logged(person, [{ name: "Barbell Squat", sets: [{ weight: WEIGHT(120), reps: 5 }] }], { date: "2026-03-13" })
    const path = `/app/workout?id=${id}`
    const shown = (await browser.get(path)).html
    expect(shown).toContain("90 kg × 5")
    expect(shown).toContain("heaviest, 95 kg")
    expect(shown).not.toContain("120 kg")
    const { to, fields } = fieldsIn(shown, "replace")
    const redrawn = await browser.post(to, { ...fields, step: "add:exr_pull_up" })
    expect([redrawn.status, redrawn.html.includes("120 kg")]).toEqual([200, false])
    const { fields: more } = fieldsIn(redrawn.html, "replace")
    expect((await browser.post(to, { ...more, "exercises[1].sets[0].reps": "9" })).status).toBe(303)
    const { exercises } = await output<Detail>(person.rest("get_workout", { id }))
    expect(exercises.map(({ name }) => name)).toEqual(["Barbell Squat", "Pull-Up"])
  })

  test("a superset with a drop set is logged by taps, done again, and changed without losing any of it", async () => {
    const { person, browser } = await arrive()
    let html = await press(browser, (await browser.get(LOG)).html, "add:exr_barbell_squat")
    html = await press(browser, html, "add:exr_push_up", { "exercises[0].sets[0].reps": "8" })
    html = await press(browser, html, "more:0", { "exercises[1].sets[0].reps": "20" })
    // A tap goes from a working set to a warm-up, and on to a drop set.
    html = await press(browser, await press(browser, html, "warm:0:1"), "warm:0:1")
    expect(html).toContain("Set 2: make it a set to failure")
    html = await press(browser, html, "tie:0")
    const { to, fields } = fieldsIn(html)
    expect((await browser.post(to, { ...fields, name: "Legs", "exercises[1].note": "slowly" })).status).toBe(303)
    const { id, exercises } = await newest(person)
    expect<unknown>(exercises).toMatchObject([
      { name: "Barbell Squat", superset: 1, sets: [{ setType: "working" }, { setType: "working", technique: "drop" }] },
      { name: "Push-Up", superset: 1, notes: "slowly", sets: [{ reps: 20 }] }
    ])
    const again = fieldsIn((await browser.get(`${LOG}?again=${id}`)).html).fields
    expect((await browser.post(to, again)).status).toBe(303)
    expect((await newest(person)).exercises).toEqual(exercises)
    const shown = (await browser.get(`/app/workout?id=${id}`)).html
    expect(shown).toContain("Superset, in turns with Push-Up")
    expect(shown).toContain("(drop set)")
    const change = fieldsIn(shown, "replace")
    expect((await browser.post(change.to, { ...change.fields, name: "Legs again" })).status).toBe(303)
    expect((await output<Detail>(person.rest("get_workout", { id }))).exercises).toEqual(exercises)
  })

  test("a superset is one card, on which the sets stand in turns, warm-ups first; apart, each exercise has its own", async () => {
    const { browser } = await arrive()
    let html = await press(browser, (await browser.get(LOG)).html, "add:exr_barbell_squat")
    html = await press(browser, html, "add:exr_push_up", { "exercises[0].sets[0].reps": "8" })
    html = await press(browser, await press(browser, html, "more:0"), "more:0")
    html = await press(browser, html, "more:1", { "exercises[1].sets[0].reps": "20" })
    html = await press(browser, html, "warm:0:0")
    const turnsIn = (shown: string) =>
      [...shown.matchAll(/id="exercises\[(\d)\]\.sets\[(\d)\]"/g)].map(([, a, b]) => `${a}.${b}`)
    const apart = ["0.0", "0.1", "0.2", "1.0", "1.1"]
    expect([turnsIn(html), html.includes("superset")]).toEqual([apart, false])
    const tied = await press(browser, html, "tie:0")
    expect(turnsIn(tied)).toEqual(["0.0", "0.1", "1.0", "0.2", "1.1"])
    const [, card = ""] = /<fieldset class="exercise superset">(.*)<div class="finder"/s.exec(tied) ?? []
    const names = [...card.matchAll(/<legend>(.*?)<\/legend>/g)].map(([, name]) => name)
    const [squat, push] = ["Barbell Squat", "Push-Up"]
    expect(names).toEqual(["Superset: in turns", squat, push, squat, squat, push, squat, push, squat, push].map(String))
    // Each exercise names its columns once, above its first set.
    expect(card.match(/<div class="set-row heads/g)).toHaveLength(2)
    expect(fieldsIn(tied).fields).toMatchObject({ "exercises[0].sets[2].reps": "8", "exercises[1].sets[1].reps": "20" })
    const again = await press(browser, tied, "tie:0")
    expect([turnsIn(again), again.includes("superset")]).toEqual([apart, false])
  })

  test("hostile input changes nothing, and shows nothing unescaped", async () => {
    const { browser } = await arrive()
    const html = await press(browser, (await browser.get(LOG)).html, "add:exr_plank")
    const { to, fields } = fieldsIn(html)
    for (const step of [
      "add:<script>alert(1)</script>",
      "add:ownex_of_another",
      "add:__proto__",
      "take:99:99",
      "more:-1",
      "less:0:99",
      "up:0",
      "constructor:0",
      "find",
      "x".repeat(5000)
    ]) {
      const answer = await browser.post(to, { ...fields, step, find: "<script>alert(2)</script>" })
      expect([step, answer.status === 200 || answer.status === 400]).toEqual([step, true])
      expect(answer.html).not.toContain("<script>alert")
      expect(valuesIn(answer.html).get("exercises[0].exerciseId")).toBe("exr_plank")
    }
  })
})
