import { beforeAll, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../../../support/app.ts"
import { signIn } from "../../support.ts"
import { callInternal } from "./support.ts"

const SQUAT = "exr_barbell_squat"
const PLANK = "exr_plank"

interface Made {
  readonly workout: unknown
  readonly records: ReadonlyArray<Readonly<Record<string, { readonly value: number; readonly setNumber: number }>>>
}

overEveryStore("the records that a workout set", (service) => {
  beforeAll(() => service().setTime(NOON))

  const kg = (value: number, reps: number, setType = "working") => ({ setType, weight: { value, unit: "kg" }, reps })

  const log = async ({ rest }: Person, date: string, exercises: ReadonlyArray<unknown>) =>
    (await output<{ readonly id: string }>(rest("log_workout", { name: "Session", date, exercises }))).id

  const made = (person: Person, id: string) =>
    output<Made>(callInternal(service(), person, "get_recorded_workout", { id }))

  const valuesOf = ({ records }: Made) =>
    records.map((each) => Object.fromEntries(Object.entries(each).map(([kind, { value }]) => [kind, value])))

  test("are judged against all history up to it, and ignore what came later", async () => {
    const person = await newPerson(service())
    await log(person, "2026-03-12", [{ exerciseId: SQUAT, sets: [kg(200, 20)] }])
    const first = await log(person, "2026-03-01", [{ exerciseId: SQUAT, sets: [kg(120, 3, "warmup"), kg(100, 5)] }])
    await log(person, "2026-03-02", [{ exerciseId: PLANK, sets: [{ holdSeconds: 50 }] }])
    const second = await log(person, "2026-03-08", [
      { exerciseId: SQUAT, sets: [kg(100, 5), kg(90, 8)] },
      { exerciseId: PLANK, sets: [{ holdSeconds: 30 }, { holdSeconds: 60 }] },
      { exerciseId: SQUAT, sets: [kg(130, 0), kg(105, 1)] }
    ])
    expect(valuesOf(await made(person, first))).toEqual([{}])
    const later = await made(person, second)
    expect(valuesOf(later)).toEqual([{ mostReps: 8 }, { longest: 60 }, { heaviest: 105 }])
    expect(later.records.map((each) => Object.values(each)[0]?.setNumber)).toEqual([2, 2, 2])
    expect(await output(person.rest("get_workout", { id: second }))).toMatchObject(Object(later.workout))
  })

  test("are none where nothing of the kind was done before, and no repetition where there is one", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    await log(person, "2026-03-01", [
      { exerciseId: "exr_running", sets: [{ distanceMeters: 5000 }] },
      { exerciseId: SQUAT, sets: [kg(100, 0), kg(60, 2, "warmup")] }
    ])
    const id = await log(person, "2026-03-02", [
      { exerciseId: "exr_running", sets: [{ distanceMeters: 6000, durationSeconds: 1800 }] },
      { exerciseId: SQUAT, sets: [kg(100, 1)] }
    ])
    expect(valuesOf(await made(person, id))).toEqual([{ farthest: 6000 }, {}])
    const page = (await browser.get("/app/exercise?id=exr_barbell_squat")).html
    expect([page.includes("Heaviest"), page.includes("Most repetitions")]).toEqual([true, false])
    const form = (await browser.get(`/app/workouts/log?again=${id}`)).html
    expect(form).toContain(">Best: 100 kg, one-rep max 100 kg.<")
  })

  test("of the same day follow the order of logging; an equal lift is no record", async () => {
    const person = await newPerson(service())
    await log(person, "2026-03-07", [{ exerciseId: SQUAT, sets: [kg(90, 4)] }])
    const exercises = [{ exerciseId: SQUAT, sets: [kg(100, 5)] }]
    const ids = [await log(person, "2026-03-08", exercises), await log(person, "2026-03-08", exercises)]
    const counts = await Promise.all(
      ids.map(async (id) => Object.keys((await made(person, id)).records[0] ?? {}).length)
    )
    expect(counts.toSorted()).toEqual([0, 3])
  })

  test("are on the workout's page in words, including those of an own exercise", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const own = { name: "<b>Sled</b>", category: "cardio", trackingType: "distance_duration" }
    await browser.submit("/app/settings/exercises", "create", own)
    const { exercises } = await output<{ readonly exercises: ReadonlyArray<{ readonly id: string }> }>(
      person.rest("search_exercises", { query: own.name })
    )
    const of = (weight: number, seconds: number) => [
      { exerciseId: SQUAT, sets: [kg(weight, 1)] },
      { exerciseId: exercises[0]?.id, sets: [{ distanceMeters: 400, durationSeconds: seconds }] }
    ]
    const first = await log(person, "2026-03-01", of(90, 80))
    const id = await log(person, "2026-03-02", of(100, 90))
    const { html } = await browser.get(`/app/workout?id=${id}`)
    expect(html).toContain("heaviest, 100 kg; estimated one-rep max, 100 kg</small>")
    expect(html).toContain("longest, 1:30</small>")
    // Whatever is done for the first time is no record.
    const before = (await browser.get(`/app/workout?id=${first}`)).html
    expect([before.includes("heaviest"), before.split("for the first time").length]).toEqual([false, 3])
    expect(html).toContain(`href="/app/exercise?id=${exercises[0]?.id}">&lt;b&gt;Sled`)
  })

  test("contain nothing of another user", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    await log(other, "2026-03-01", [{ exerciseId: SQUAT, sets: [kg(200, 12)] }])
    await log(person, "2026-03-07", [{ exerciseId: SQUAT, sets: [kg(90, 4)] }])
    const id = await log(person, "2026-03-08", [{ exerciseId: SQUAT, sets: [kg(100, 5)] }])
    expect(valuesOf(await made(person, id))).toEqual([{ heaviest: 100, estimatedOneRepMax: 116.67, mostReps: 5 }])
    const foreign = await callInternal(service(), other, "get_recorded_workout", { id })
    expect(foreign).toMatchObject({ ok: false, error: { code: "not_found" } })
  })
})
