import { expect, test } from "bun:test"
import { Effect } from "effect"
import { createDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import { newPerson, overEveryDatabase, type Service } from "../../../support/app.ts"
import { factsWithout } from "../devices/support.ts"

const span = { start_time: "2026-03-12T07:00:00Z", end_time: "2026-03-12T08:00:00Z" }

/** What HC Webhook sends in its format Default. */
const DEFAULT = {
  timestamp: "2026-03-14T11:00:00Z",
  app_version: "1.9.17",
  steps: [{ count: 8421, start_time: "2026-03-12T00:00:00Z", end_time: "2026-03-12T23:00:00Z" }],
  heart_rate: [{ bpm: 62, time: "2026-03-12T07:00:00Z" }],
  weight: [{ kilograms: 75.5, time: "2026-03-12T06:30:00Z" }],
  body_fat: [{ percentage: 18.5, time: "2026-03-12T06:30:00Z" }],
  exercise: [{ type: "56", ...span, duration_seconds: 3600 }],
  nutrition: [{ ...span, name: "Oats", calories: 450, protein_grams: 12, carbs_grams: 60, fat_grams: 8 }]
}

/** The same in its format camelCase. */
const CAMEL = {
  timestamp: "2026-03-14T11:00:00Z",
  appVersion: "1.9.17",
  steps: [{ count: 8421, startTime: "2026-03-12T00:00:00Z", endTime: "2026-03-12T23:00:00Z" }],
  heartRate: [{ bpm: 62, time: "2026-03-12T07:00:00Z" }],
  weight: [{ kilograms: 75.5, time: "2026-03-12T06:30:00Z" }],
  bodyFat: [{ percentage: 18.5, time: "2026-03-12T06:30:00Z" }],
  exercise: [{ type: "56", startTime: "2026-03-12T07:00:00Z", endTime: "2026-03-12T08:00:00Z", durationSeconds: 3600 }],
  nutrition: [
    {
      startTime: "2026-03-12T07:00:00Z",
      endTime: "2026-03-12T08:00:00Z",
      name: "Oats",
      calories: 450,
      proteinGrams: 12,
      carbsGrams: 60,
      fatGrams: 8
    }
  ]
}

/** Its format Open Wearables, in which the type of a workout replaces that of the record. */
const OPEN_WEARABLES = {
  type: "health_data.synced",
  timestamp: "2026-03-14T11:00:00Z",
  data: {
    appVersion: "1.9.17",
    source: { provider: "hc_webhook" },
    records: [
      { type: "weight", kilograms: 75.5, time: "2026-03-12T06:30:00Z" },
      { type: "56", startTime: "2026-03-12T07:00:00Z", endTime: "2026-03-12T08:00:00Z", durationSeconds: 3600 }
    ]
  }
}

const setUp = async (service: Service) => {
  const person = await newPerson(service)
  const options = { app: "hc-webhook", name: "Phone", environment: "test" } as const
  const { token } = await service.run(Effect.orDie(createDevice(person.id, options)))
  const post = async (body: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const response = await service.fetch("/ingest", { method: "POST", body: JSON.stringify(body), headers })
    return { status: response.status, answer: await response.json() }
  }
  return { person, post }
}

overEveryDatabase("HC Webhook", (service) => {
  test("gives the same facts in its format camelCase as in Default, each once", async () => {
    const [one, other] = [await setUp(service()), await setUp(service())]
    expect(await one.post(DEFAULT)).toMatchObject({ status: 200, answer: { new: 5 } })
    expect(await other.post(CAMEL)).toMatchObject({
      status: 200,
      answer: { new: 5, leftOut: [{ what: "heart_rate", reason: "is not kept" }] }
    })
    const facts = await factsWithout(one.person)
    expect(facts.workouts).toHaveLength(1)
    expect(await factsWithout(other.person)).toEqual(facts)
    expect(await other.post(DEFAULT)).toMatchObject({ status: 200, answer: { new: 0, changed: 0 } })
  })

  test("keeps nothing of a test in camelCase", async () => {
    const { person, post } = await setUp(service())
    expect(await post({ ...CAMEL, test: true })).toMatchObject({
      status: 200,
      answer: { new: 0, leftOut: [{ what: "a test of the app" }] }
    })
    expect((await factsWithout(person)).workouts).toEqual([])
  })

  test.each([
    ["small", 0],
    ["large", 10_000]
  ])("gets what to choose instead of Open Wearables, in a %s body", async (_size, more) => {
    const { post } = await setUp(service())
    const { data } = OPEN_WEARABLES
    const records = [...data.records, ...Array.from({ length: more }, () => data.records[0] ?? {})]
    const { status, answer } = await post({ ...OPEN_WEARABLES, data: { ...data, records } })
    expect(status).toBe(400)
    expect(JSON.stringify(answer)).toContain("Choose the format Default in the app")
    expect(JSON.stringify(answer)).toContain("Open Wearables")
  })
})
