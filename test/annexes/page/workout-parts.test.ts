import { beforeAll, expect, test } from "bun:test"
import type { Listed } from "../../features/workouts/support.ts"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { signIn } from "./support.ts"

const LOG = "/app/workouts/log"
const PAST = '<span class="past">Last</span>'

overEveryStore("The parts of a workout's form", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    return {
      browser,
      lift: () => {
        const sets = [{ weight: { value: 100, unit: "kg" }, reps: 5 }]
        const workout = { name: "Legs", date: "2026-03-10", exercises: [{ name: "Barbell Squat", sets }] }
        return output(person.rest("log_workout", workout))
      },
      total: async () => (await output<Listed>(person.rest("list_workouts"))).total
    }
  }

  test("offer what was trained lately, even if it is one exercise", async () => {
    const { browser, lift } = await arrive()
    expect((await browser.get(LOG)).html).not.toContain('<ul class="offers">')
    await lift()
    const [, offers = ""] = /<ul class="offers">(.*?)<\/ul>/s.exec((await browser.get(LOG)).html) ?? []
    expect([...offers.matchAll(/>([^<>]+)<\/button>/g)].map(([, name]) => name?.trim())).toEqual(["Barbell Squat"])
  })

  test("have a column for last time's sets only if there was a last time", async () => {
    const { browser, lift } = await arrive()
    const add = async () => (await browser.submit(LOG, "log", { step: "add:exr_barbell_squat" })).html
    expect(await add()).not.toContain(PAST)
    await lift()
    expect(await add()).toContain(PAST)
  })

  test("need a set for an exercise that was named, and pass over one that was not", async () => {
    const { browser, total } = await arrive()
    const blank = { "exercises[0].sets[0].reps": "" }
    const refused = await browser.submit(LOG, "log", { name: "Core", "exercises[0].name": "Plank", ...blank })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('href="#exercises[0].name"')
    expect(refused.html).toContain("needs at least one set with a value")
    const plank = { "exercises[1].name": "Plank", "exercises[1].sets[0].holdSeconds": "45" }
    const logged = await browser.submit(LOG, "log", { name: "Core", "exercises[0].name": "", ...blank, ...plank })
    expect([logged.status, await total()]).toEqual([303, 1])
  })
})
