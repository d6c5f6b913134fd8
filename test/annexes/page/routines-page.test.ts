import { beforeAll, expect, test } from "bun:test"
import { type Detail, type Listed, log } from "../../features/workouts/support.ts"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { PUSH, type Listed as Routines, routinesOf } from "./features/routines/support.ts"
import { type Browser, formsOf, signIn, valuesIn } from "./support.ts"

const LIST = "/app/workouts/routines"
const FORM = "/app/workouts/routine"
const LOG = "/app/workouts/log"
const HOSTILE = `"><script>alert(1)</script>&amp;'`

overEveryStore("Routines on the page", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async () => {
    const person = await newPerson(service())
    const routines = routinesOf(service(), person)
    const ids = async () => (await output<Routines>(routines.call("get_routines"))).routines.map(({ id }) => id)
    return { person, browser: await signIn(service(), person), ids, ...routines }
  }

  /** What the form for an action would send unchanged. */
  const fieldsIn = (html: string, action: string) => {
    const form = formsOf(html).find(({ hidden }) => hidden.action === action)
    const text = html.split("<form").find((each) => each.includes(`name="action" value="${action}"`)) ?? ""
    return { to: form?.to ?? "", fields: { ...Object.fromEntries(valuesIn(text)), ...form?.hidden } }
  }

  const press = async (browser: Browser, html: string, step: string, typed: Record<string, string> = {}) => {
    const { to, fields } = fieldsIn(html, "save")
    const answer = await browser.post(to, { ...fields, ...typed, step })
    expect(answer.status).toBe(200)
    return answer.html
  }

  test("one button makes a routine from a workout, once, and a workout starts with what is planned", async () => {
    const { person, browser, ids } = await arrive()
    const exercises = PUSH.map(({ sets, ...exercise }) => ({ ...exercise, sets: sets.slice(0, 2) }))
    const { id } = await log(person.rest, { name: HOSTILE, exercises, date: "2026-03-10", notes: "of that day" })
    const { to, fields } = fieldsIn((await browser.get(`/app/workout?id=${id}`)).html, "routine")
    for (let sent = 0; sent < 2; sent++)
      expect((await browser.post(to, fields)).headers.get("location")).toBe(`${LIST}?done=saved`)
    const [routine, ...others] = await ids()
    expect(others).toEqual([])
    for (const path of [`${LIST}?done=saved`, "/app/workouts", LOG, `${FORM}?id=${routine}`]) {
      const { html } = await browser.get(path)
      expect(html).toContain(`href="${LOG}?routine=${routine}"`)
      expect(html).not.toContain("<script>alert")
    }
    const start = (await browser.get(`${LOG}?routine=${routine}`)).html
    expect(start).toContain("Last time, ")
    const form = fieldsIn(start, "log")
    expect(form.fields).toMatchObject({ name: HOSTILE, date: "2026-03-14", "exercises[0].sets[0].weight": "40" })
    const changed = { ...form.fields, "exercises[0].sets[1].weight": "22,5" }
    for (let sent = 0; sent < 2; sent++)
      expect((await browser.post(form.to, changed)).headers.get("location")).toMatch(
        /^\/app\/workout\?id=\w+&routine=\w+&done=logged$/
      )
    const { workouts, total } = await output<Listed>(person.rest("list_workouts"))
    expect(total).toBe(2)
    const logged = await output<Detail>(person.rest("get_workout", { id: workouts[0]?.id ?? "" }))
    expect(logged.exercises[0]?.sets[1]).toMatchObject({ weight: { value: 22.5 }, loadIntent: "plates_each_side" })
    expect(logged.exercises.slice(1)).toMatchObject(exercises.slice(1))
    expect(logged.notes).toBeUndefined()
  })

  test("a routine is made by hand with open values, and its sets, exercises, order and name are changed", async () => {
    const { browser, ids, get } = await arrive()
    expect((await browser.get(LIST)).html).toContain("A routine is a list of exercises")
    let html = (await browser.get(FORM)).html
    expect(html).toMatch(/<h1>\s*Make a routine/)
    html = await press(browser, html, "enter", { find: "plank", name: "Core" })
    for (let more = 0; more < 2; more++) html = await press(browser, html, "more:0")
    html = await press(browser, html, "less:0:2", { "exercises[0].sets[0].holdSeconds": "1:30" })
    html = await press(browser, html, "add:exr_barbell_squat")
    const { to, fields } = fieldsIn(html, "save")
    for (let sent = 0; sent < 2; sent++)
      expect((await browser.post(to, fields)).headers.get("location")).toBe(`${LIST}?done=saved`)
    const [id = "", ...others] = await ids()
    expect(others).toEqual([])
    const open = { setType: "working" }
    expect(await get(id)).toMatchObject({
      name: "Core",
      exercises: [
        { exerciseId: "exr_plank", sets: [{ holdSeconds: 90 }, open] },
        { exerciseId: "exr_barbell_squat", sets: [open] }
      ]
    })
    const path = `${FORM}?id=${id}`
    html = (await browser.get(path)).html
    expect(html).toMatch(/<h1>\s*Core/)
    const untouched = fieldsIn(html, "save")
    const before = await get(id)
    expect((await browser.post(untouched.to, untouched.fields)).status).toBe(303)
    expect(await get(id)).toEqual(before)
    html = await press(browser, (await browser.get(path)).html, "up:1", { name: "Core & legs" })
    html = await press(browser, html, "more:0", { "exercises[0].sets[0].reps": "8" })
    const changing = fieldsIn(html, "save")
    expect(changing.to).toBe(path)
    expect((await browser.post(changing.to, changing.fields)).status).toBe(303)
    const changed = await get(id)
    expect(changed.name).toBe("Core & legs")
    expect(changed.exercises.map(({ exerciseId, sets }) => [exerciseId, sets.length])).toEqual([
      ["exr_barbell_squat", 2],
      ["exr_plank", 2]
    ])
  })

  test("faults are beside their fields, and nothing typed is lost", async () => {
    const { browser, names } = await arrive()
    const typed = { "exercises[0].exerciseId": "exr_barbell_squat", "exercises[0].sets[0].weight": "heavy" }
    for (const [fields, fault] of [
      [{ ...typed, name: "Legs" }, "must be a number, such as 72.4"],
      [{ ...typed, name: "", "exercises[0].sets[0].weight": "" }, "is required"],
      [{ ...typed, name: "x".repeat(101), "exercises[0].sets[0].weight": "5" }, "must be 1 to 100 characters long"],
      [{ name: "Legs" }, "is required, with at least one set"],
      [{ name: "Legs", "exercises[0].exerciseId": "exr_plank" }, "needs at least one set; add one"]
    ] as const) {
      const { status, html } = await browser.submit(FORM, "save", fields)
      expect([fields, status, html.includes(fault)]).toEqual([fields, 400, true])
      for (const [name, value] of Object.entries(fields)) expect(valuesIn(html).get(name) ?? "").toBe(value)
    }
    expect(await names()).toEqual([])
  })

  test("buttons change the order, and a deletion is undone", async () => {
    const { browser, make, names, ids } = await arrive()
    for (const name of ["a", HOSTILE, "c"]) await make(name)
    const [a, b] = await ids()
    const move = (value: string) => browser.submit(LIST, "move", { move: value })
    for (let sent = 0; sent < 2; sent++)
      expect((await move(`${b} 0`)).headers.get("location")).toBe(`${LIST}?done=moved`)
    expect(await names()).toEqual([HOSTILE, "a", "c"])
    for (const wrong of ["", `${b}`, `${b} -1`, `${b} x`, HOSTILE]) expect((await move(wrong)).status).toBe(400)
    expect((await move(`${"rout_none"} 0`)).status).toBe(404)

    const deleted = await browser.submit(`${FORM}?id=${b}`, "delete")
    expect(deleted.headers.get("location")).toBe(LIST)
    const { html } = await browser.follow(deleted)
    expect([html.includes(" is deleted."), html.includes("<script>alert")]).toEqual([true, false])
    expect(await names()).toEqual(["a", "c"])
    const undo = fieldsIn(html, "restore")
    for (let sent = 0; sent < 2; sent++)
      expect((await browser.post(undo.to, undo.fields)).headers.get("location")).toBe(`${LIST}?done=restored`)
    expect(await names()).toEqual([HOSTILE, "a", "c"])
    expect(await ids()).toContain(a ?? "")
  })

  test("a routine that has since been deleted comes back as typed, and can be saved as new", async () => {
    const { browser, make, names, call, get, ids } = await arrive()
    const id = await make("Push")
    const { to, fields } = fieldsIn((await browser.get(`${FORM}?id=${id}`)).html, "save")
    await output(call("remove_routine", { id }))
    const lost = await browser.post(to, { ...fields, name: "Push more", "exercises[2].sets[0].holdSeconds": "2:00" })
    expect([lost.status, lost.html.includes("This routine has since been deleted")]).toEqual([404, true])
    const anew = fieldsIn(lost.html, "save")
    expect(anew.to).toBe(FORM)
    expect((await browser.post(anew.to, anew.fields)).status).toBe(303)
    expect(await names()).toEqual(["Push more"])
    expect((await get((await ids())[0] ?? "")).exercises[2]?.sets[0]).toMatchObject({ holdSeconds: 120 })
  })

  test("another user's routine, or an unknown one, is not found", async () => {
    const owner = await arrive()
    const theirs = await owner.make("Private routine")
    const { browser, make } = await arrive()
    const own = fieldsIn((await browser.get(`${FORM}?id=${await make("Mine")}`)).html, "save")
    for (const id of [theirs, "rout_none", "<script>alert(1)</script>", "%00", "x".repeat(3000)]) {
      for (const path of [`${FORM}?id=${encodeURIComponent(id)}`, `${LOG}?routine=${encodeURIComponent(id)}`]) {
        const { status, html } = await browser.get(path)
        expect([path, status === 404 || status === 400]).toEqual([path, true])
        expect([html.includes("Private routine"), html.includes("<script>alert")]).toEqual([false, false])
      }
    }
    const stolen = await browser.post(`${FORM}?id=${theirs}`, own.fields)
    expect(stolen.status).toBe(404)
    expect((await browser.post(`${FORM}?id=${theirs}`, { ...own.fields, action: "delete", id: theirs })).status).toBe(
      404
    )
    expect(await owner.names()).toEqual(["Private routine"])
  })

  test("a hundred routines make small pages", async () => {
    const { browser, make } = await arrive()
    await Promise.all(Array.from({ length: 100 }, (_, number) => make(`Routine ${number}`)))
    const list = (await browser.get(LIST)).html
    expect(Buffer.byteLength(list)).toBeLessThanOrEqual(60_000)
    const workouts = (await browser.get("/app/workouts")).html
    expect(workouts).toContain("All 100 routines")
    expect(workouts.split("?routine=").length - 1).toBe(8)
  })
})
