import { beforeAll, expect, test } from "bun:test"
import type { LastTime } from "../../../src/annexes/page/features/overview/model.ts"
import { askedIn } from "../../../src/annexes/page/workouts/slips.ts"
import { ActivityDay } from "../../../src/values/activity-day.ts"
import type { Detail, Listed } from "../../features/workouts/support.ts"
import { NOON, newPerson, output, overEveryStore } from "../../support/app.ts"
import { signIn, unescaped } from "./support.ts"

const DAY = ActivityDay.make("2026-01-05")

const best = (value: number, unit: "kg" | "lb", reps: number): LastTime => ({
  exerciseId: "squat",
  name: "Squat",
  trackingType: "weight_reps",
  records: {
    heaviest: { value, unit, setNumber: 1, date: DAY, workoutId: "wkt_1" },
    mostReps: { value: reps, setNumber: 1, date: DAY, workoutId: "wkt_1" }
  }
})

/** What the form asks of one set with these values, and what it supposes was meant. */
const askedOf = (known: LastTime, field: "weight" | "reps", typed: string) => {
  const at = `exercises[1].sets[1].${field}`
  const values = { "exercises[1].exerciseId": "squat", [at]: typed, asked: `${at}=${typed}` }
  return askedIn(values, [known])?.slips.map(({ text, likely }) => [text, likely?.typed])
}

test("a load over twice the best is asked about, and the likeliest load named: a lost point, a zero too many, another unit", () => {
  const squat = best(100, "kg", 12)
  const over = (load: string) => `Squat, set 1: ${load} kg is over twice your best so far, 100 kg.`
  expect(askedOf(squat, "weight", "200")).toBeUndefined()
  // Twice the best, but for what the conversion adds.
  expect(askedOf(squat, "weight", "440.93 lb")).toBeUndefined()
  expect(askedOf(squat, "weight", "200.004")).toBeUndefined()
  expect(askedOf(squat, "weight", "200.5")).toEqual([[over("200.5"), "90.9"]])
  expect(askedOf(squat, "weight", "490.555")).toEqual([[over("490.56"), undefined]])
  expect(askedOf(squat, "weight", "1025")).toEqual([[over("1,025"), "102.5"]])
  expect(askedOf(squat, "weight", "10250")).toEqual([[over("10,250"), "102.5"]])
  expect(askedOf(squat, "weight", "500")).toEqual([[over("500"), "50"]])
  expect(askedOf(squat, "weight", "490")).toEqual([[over("490"), undefined]])
  expect(askedOf(squat, "weight", "1250")).toEqual([[over("1,250"), "125"]])
  expect(askedOf(squat, "weight", "1260")).toEqual([[over("1,260"), undefined]])
  expect(askedOf(best(60, "lb", 12), "weight", "130")).toEqual([
    ["Squat, set 1: 130 lb is over twice your best so far, 60 lb.", undefined]
  ])
})

test("repetitions over three times the most are asked about, and those without one of their digits named", () => {
  const squat = best(100, "kg", 12)
  const over = (reps: string) => `Squat, set 1: ${reps} repetitions are over three times your most so far, 12.`
  expect(askedOf(squat, "reps", "36")).toBeUndefined()
  expect(askedOf(squat, "reps", "37")).toEqual([[over("37"), "7"]])
  expect(askedOf(squat, "reps", "44")).toEqual([[over("44"), undefined]])
  expect(askedOf(squat, "reps", "112")).toEqual([[over("112"), "12"]])
  expect(askedOf(squat, "reps", "1000")).toEqual([[over("1,000"), undefined]])
})

test("of several likely repetitions, the nearest to the most so far are named", () => {
  const likelyOf = (most: number, typed: string) => askedOf(best(100, "kg", most), "reps", typed)?.[0]?.[1]
  expect(likelyOf(30, "342")).toBe("32")
  expect(likelyOf(30, "324")).toBe("32")
  expect(likelyOf(35, "342")).toBe("34")
})

overEveryStore("slips in a workout's form", (service) => {
  beforeAll(() => service().setTime(NOON))

  test("are asked about before it is saved, and saved as typed or as meant", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const LOG = "/app/workouts/log"
    const fieldsOf = (weight: string, reps: string) => ({
      name: "Push",
      date: "2026-03-13",
      "exercises[0].exerciseId": "exr_barbell_squat",
      "exercises[0].sets[0].weight": weight,
      "exercises[0].sets[0].reps": reps
    })
    const lifted = async () => {
      const { workouts } = await output<Listed>(person.rest("list_workouts"))
      const all = await Promise.all(workouts.map(({ id }) => output<Detail>(person.rest("get_workout", { id }))))
      return all.map(({ exercises }) => [exercises[0]?.sets[0]?.weight?.value, exercises[0]?.sets[0]?.reps])
    }
    const begin = (fields: Readonly<Record<string, string>>) => browser.submit(LOG, "log", fields)
    /** The buttons that answer the question, each with its text and the value it sends. */
    const buttonsIn = (html: string) =>
      Object.fromEntries(
        [
          ...html.matchAll(/<button type="submit" name="(sure|meant)" value="([^"]*)"[^>]*>\s*(.*?)\s*<\/button>/gs)
        ].map(([, name = "", value = "", text = ""]) => [name, { text, value: unescaped(value) }])
      )

    expect((await begin(fieldsOf("100", "5"))).status).toBe(303)
    const one = await begin(fieldsOf("1025", "5"))
    const asked = buttonsIn(one.html)
    expect(asked).toMatchObject({ sure: { text: "It is right" }, meant: { text: "It was 102.5 kg" } })
    expect(await lifted()).toEqual([[100, 5]])
    // The stamp of other values answers nothing.
    const other = await begin({ ...fieldsOf("1026", "5"), meant: asked.meant?.value ?? "" })
    expect(buttonsIn(other.html)).toMatchObject({ meant: { text: "It was 102.6 kg" } })
    expect((await begin({ ...fieldsOf("1025", "5"), meant: asked.meant?.value ?? "" })).status).toBe(303)
    expect((await lifted()).sort()).toEqual([
      [100, 5],
      [102.5, 5]
    ])

    const two = buttonsIn((await begin(fieldsOf("400", "55"))).html)
    expect(two).toMatchObject({ sure: { text: "They are right" } })
    expect(two.meant).toBeUndefined()
    expect((await begin({ ...fieldsOf("400", "55"), sure: two.sure?.value ?? "" })).status).toBe(303)
    expect(await lifted()).toContainEqual([400, 55])
  })
  test("are not asked about again in a workout that already has them, but in its other values", async () => {
    const person = await newPerson(service())
    const squat = (value: number) => ({ name: "Barbell Squat", sets: [{ weight: { value, unit: "kg" }, reps: 5 }] })
    await output(person.rest("log_workout", { name: "Legs", date: "2026-03-10", exercises: [squat(100)] }))
    const heavy = { name: "Legs", date: "2026-03-12", exercises: [squat(400)] }
    const { workout } = await output<{ workout: { id: string } }>(person.rest("log_workout", heavy))
    const browser = await signIn(service(), person)
    const path = `/app/workout?id=${workout.id}`
    const row = { name: "Legs", "exercises[0].exerciseId": "exr_barbell_squat", "exercises[0].sets[0].reps": "5" }
    const save = (weight: string, name = "Legs") =>
      browser.submit(path, "replace", { ...row, name, date: "2026-03-12", "exercises[0].sets[0].weight": weight })
    const renamed = await save("400", "Heavy legs")
    expect([renamed.status, renamed.html.includes("over twice")]).toEqual([303, false])
    expect(await output<Detail>(person.rest("get_workout", { id: workout.id }))).toMatchObject({ name: "Heavy legs" })
    expect((await save("410")).html).toContain("410 kg is over twice your best so far, 100 kg.")
  })
})
