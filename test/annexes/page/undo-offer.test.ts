import { beforeAll, expect, test } from "bun:test"
import type { Saved } from "../../features/workouts/support.ts"
import { failure, NOON, newPerson, output, overEveryStore, type Person, TODAY } from "../../support/app.ts"
import { type Browser, formsOf, signIn } from "./support.ts"

overEveryStore("The offer to undo", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person) }
  }

  const workoutOf = ({ rest }: Person, names: ReadonlyArray<string> = ["Running"]) =>
    output<Saved>(
      rest("log_workout", {
        name: "Run",
        exercises: names.map((name) => ({ name, sets: [name === "Running" ? { durationSeconds: 600 } : { reps: 5 }] }))
      })
    )

  const deleted = async (browser: Browser, id: string) =>
    browser.follow(await browser.submit(`/app/workout?id=${id}`, "remove"))

  const isOffered = async (browser: Browser, path: string) => (await browser.get(path)).html.includes("Run is deleted.")

  const PATHS = ["/app", "/app/diary", "/app/workouts", "/app/trends", "/app/settings/account", "/app/workouts/log"]

  test("stays on every page for ten minutes, and is gone once it is taken", async () => {
    const { person, browser } = await arrive()
    const { id } = await workoutOf(person)
    await deleted(browser, id)
    await service().setTime(`${TODAY}T12:09:59Z`)
    expect(await Promise.all(PATHS.map((path) => isOffered(browser, path)))).toEqual(PATHS.map(() => true))
    const undone = await browser.submit("/app/trends", "restore")
    expect((await browser.follow(undone)).html).toContain("The workout is back.")
    expect(await isOffered(browser, "/app/trends")).toBe(false)
    expect(await output<Saved>(person.rest("get_workout", { id }))).toMatchObject({ id })

    await service().setTime(NOON)
    await deleted(browser, id)
    const [cookie] = [...browser.cookies].filter(([name]) => name.endsWith("fettle_undo"))
    await service().setTime(`${TODAY}T12:10:00Z`)
    if (cookie !== undefined) browser.cookies.set(...cookie)
    expect(await isOffered(browser, "/app")).toBe(false)
    await service().setTime(NOON)
  })

  test("is of its session alone", async () => {
    const { person, browser } = await arrive()
    await deleted(browser, (await workoutOf(person)).id)
    const [[name = "", value = ""] = []] = [...browser.cookies].filter(([name]) => name.endsWith("fettle_undo"))
    const again = await signIn(service(), person)
    const other = (await arrive()).browser
    for (const each of [again, other]) {
      expect(await isOffered(each, "/app")).toBe(false)
      each.cookies.set(name, value)
      expect(await isOffered(each, "/app")).toBe(false)
    }
    expect(await isOffered(browser, "/app")).toBe(true)
  })

  test("is dismissed where it is seen, and leads nowhere else", async () => {
    const { person, browser } = await arrive()
    await deleted(browser, (await workoutOf(person)).id)
    const dismiss = formsOf((await browser.get("/app/trends?days=28&done=goal")).html).find(
      ({ hidden }) => hidden.action === "dismiss"
    )
    for (const back of [
      "https://example.com/app",
      "//example.com",
      "/appendix",
      "/app/../docs",
      "/app\\@example.com",
      ""
    ]) {
      const { headers } = await browser.post(dismiss?.to ?? "", { ...dismiss?.hidden, back })
      expect([back, headers.get("location")]).toEqual([back, "/app"])
    }
    const { headers } = await browser.post(dismiss?.to ?? "", dismiss?.hidden ?? {})
    expect(headers.get("location")).toBe("/app/trends?days=28")
    expect(await isOffered(browser, "/app/trends")).toBe(false)
  })

  test("a reading that was changed since is left as it is", async () => {
    const { person, browser } = await arrive()
    await browser.follow(await browser.submit("/app", "weigh", { value: "80" }))
    await person.rest("set_body_metrics", { metric: "weight", readings: [{ value: 81, unit: "kg" }] })
    const late = await browser.submit("/app/diary", "undo_reading")
    expect([late.status, late.html.includes("has been changed since")]).toEqual([409, true])
    expect((await output(person.rest("list_body_metrics", { metric: "weight" }))).readings).toMatchObject([
      { value: 81 }
    ])
  })

  test("a workout of more than three exercises is deleted only after a question", async () => {
    const { person, browser } = await arrive()
    const { id } = await workoutOf(person, ["Running", "Push-Up", "Pull-Up", "Barbell Squat"])
    const address = `/app/workout?id=${id}`
    const asked = await browser.submit(address, "remove")
    expect([asked.status, asked.html.includes("Delete Run, with 4 exercises and 4 sets?")]).toEqual([200, true])
    expect(await output<Saved>(person.rest("get_workout", { id }))).toMatchObject({ id })
    const answer = formsOf(asked.html).find(({ hidden }) => hidden.asked === "yes")
    expect((await browser.post(answer?.to ?? "", answer?.hidden ?? {})).headers.get("location")).toBe("/app/workouts")
    expect((await failure(person.rest("get_workout", { id }))).code).toBe("not_found")
  })
})
