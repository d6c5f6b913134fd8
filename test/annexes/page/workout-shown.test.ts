import { beforeAll, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { formsOf, signIn } from "./support.ts"

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")

const kg = (value: number, reps: number, setType = "working") => ({ weight: { value, unit: "kg" }, reps, setType })

overEveryStore("a workout's page", (service) => {
  beforeAll(() => service().setTime(NOON))

  const log = async ({ rest }: Person, date: string, sets: ReadonlyArray<object>, more: object = {}) => {
    const exercises = [{ name: "Barbell Bench Press", sets }]
    return (await output<{ id: string }>(rest("log_workout", { name: "Push", date, exercises, ...more }))).id
  }

  test("begins with its sum against the last workout of its name, and shows each set beside last time's", async () => {
    const person = await newPerson(service(), { strengthUnit: "lb" })
    const lb = (value: number, reps: number, setType = "working") => ({
      ...kg(value, reps, setType),
      weight: { value, unit: "lb" }
    })
    await log(person, "2026-03-01", [lb(200, 5)], { name: "Other" })
    const first = await log(person, "2026-03-02", [lb(145, 8, "warmup"), lb(290, 9), lb(290, 5), lb(290, 6)])
    // Same name, but nothing in common.
    await output(
      person.rest("log_workout", {
        name: "push",
        date: "2026-03-05",
        exercises: [{ name: "Plank", sets: [{ holdSeconds: 60 }] }]
      })
    )
    const second = await log(
      person,
      "2026-03-09",
      [lb(145, 8, "warmup"), lb(305, 9), lb(290, 6), lb(290, 5), lb(200, 3)],
      { name: "PUSH ", durationSeconds: 3780 }
    )
    const browser = await signIn(service(), person)
    const text = textOf((await browser.get(`/app/workout?id=${second}`)).html)
    expect(text).toContain(
      "Time 63 min 1 exercise, 5 sets Volume 6,535 lb +735 since 2 Mar Records 2 Barbell Bench Press"
    )
    expect(text).toContain("Barbell Bench Press heaviest, 305 lb; estimated one-rep max, 396.5 lb")
    for (const row of [
      "W Set 1 (warm-up) 145 lb × 8 145 lb × 8",
      "1 Set 2 305 lb × 9 +15 290 lb × 9",
      "2 Set 3 290 lb × 6 +1 290 lb × 5",
      "3 Set 4 290 lb × 5 −1 290 lb × 6",
      "4 Set 5 200 lb × 3"
    ])
      expect(text).toContain(row)
    const { html } = await browser.get(`/app/workout?id=${first}`)
    expect(textOf(html)).toContain("Volume 5,800 lb")
    expect(textOf(html)).not.toContain("since")
    expect(html).not.toContain("<p>Last time")
    // An old workout is compared with the one before it.
    const again = await log(person, "2026-03-08", [lb(290, 9)])
    expect(textOf((await browser.get(`/app/workout?id=${second}`)).html)).toContain("+3,925 since 8 Mar")
    expect(textOf((await browser.get(`/app/workout?id=${again}`)).html)).toContain("−3,190 since 2 Mar")
  })

  test("says where nothing changed, and what is done for the first time", async () => {
    const person = await newPerson(service())
    const first = await log(person, "2026-03-02", [kg(100, 5)])
    const second = await log(person, "2026-03-03", [kg(100, 5)])
    const browser = await signIn(service(), person)
    const look = async (id: string) => textOf((await browser.get(`/app/workout?id=${id}`)).html)
    expect(await look(first)).toContain("Barbell Bench Press for the first time")
    expect(await look(second)).toContain("Barbell Bench Press as last time")
    expect(await look(second)).toContain("Volume 500 kg as on 2 Mar")
  })

  test("marks a volume above the last as a gain, one below as a fall, and the same as neither", async () => {
    const person = await newPerson(service())
    await log(person, "2026-03-02", [kg(100, 5)])
    const same = await log(person, "2026-03-03", [kg(100, 5)])
    const more = await log(person, "2026-03-04", [kg(100, 6)])
    const less = await log(person, "2026-03-05", [kg(100, 4)])
    const browser = await signIn(service(), person)
    const marks = await Promise.all(
      [same, more, less].map(async (id) => {
        const { html } = await browser.get(`/app/workout?id=${id}`)
        return /<span class="(\w+)">[^<]*(?:as on|since) \d+ Mar</.exec(html)?.[1]
      })
    )
    expect(marks).toEqual(["soft", "gain", "fall"])
  })

  test("names beside its records only the exercises that set them", async () => {
    const person = await newPerson(service())
    const both = (value: number) => ({
      exercises: ["Barbell Squat", "Leg Press"].map((name) => ({
        name,
        sets: [kg(name === "Leg Press" ? 150 : value, 5)]
      }))
    })
    await log(person, "2026-03-02", [], both(100))
    const id = await log(person, "2026-03-04", [], both(110))
    const text = textOf((await (await signIn(service(), person)).get(`/app/workout?id=${id}`)).html)
    expect(text).toMatch(/Records \d Barbell Squat /)
  })

  test("takes back what was just logged by one tap, and brings it back by another", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const exercises = Object.fromEntries(
      ["Barbell Squat", "Plank", "Push-Up", "Leg Press"].flatMap((name, index) => [
        [`exercises[${index}].name`, name],
        [`exercises[${index}].sets[0].${name === "Plank" ? "holdSeconds" : "reps"}`, "5"]
      ])
    )
    const logged = await browser.follow(
      await browser.submit("/app/workouts/log", "log", { name: "Legs", ...exercises })
    )
    expect(logged.html).toContain("The workout is logged.")
    const total = async () => (await output<{ total: number }>(person.rest("list_workouts"))).total
    expect(await total()).toBe(1)
    const undo = formsOf(logged.html).find(({ hidden }) => hidden.action === "unlog")
    const undone = await browser.follow(await browser.post(undo?.to ?? "", undo?.hidden ?? {}))
    expect([await total(), undone.html.includes("Legs is deleted.")]).toEqual([0, true])
    const restore = formsOf(undone.html).find(({ hidden }) => hidden.action === "restore")
    await browser.post(restore?.to ?? "", restore?.hidden ?? {})
    expect(await total()).toBe(1)
  })
})
