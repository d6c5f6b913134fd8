import { expect, test } from "bun:test"
import { Effect } from "effect"
import { createDevice, listDevices } from "../../../../src/annexes/imports/devices/devices.ts"
import { newPerson, output, overEveryDatabase, type Service } from "../../../support/app.ts"

const MEBIBYTE = 1_048_576
/** More than 1 MiB of records of a kind that is not stored. */
const HEART_RATE = Array.from({ length: 30_000 }, (_, index) => ({
  bpm: 60,
  time: "2026-03-10T07:00:00Z",
  uuid: index
}))
const WEIGHT = { kilograms: 82.5, time: "2026-03-13T06:30:00Z", uuid: "w" }
const OF_HEALTH_CONNECT = {
  timestamp: "2026-03-14T11:00:00Z",
  app_version: "1",
  heart_rate: HEART_RATE,
  weight: [WEIGHT]
}
const weightOf = (qty: number, units: string) => ({
  name: "weight_body_mass",
  units,
  data: [{ date: "2026-03-13 07:30:00 +0000", qty, source: "Scale" }]
})

const LARGE: ReadonlyArray<readonly [name: string, type: string, body: () => string]> = [
  ["Life Dashboard", "application/json", () => JSON.stringify({ ...OF_HEALTH_CONNECT, source: "health_connect" })],
  ["HC Webhook", "application/json", () => JSON.stringify(OF_HEALTH_CONNECT)],
  [
    "Health Auto Export",
    "application/json",
    () =>
      JSON.stringify({
        data: { metrics: [{ name: "heart_rate", units: "bpm", data: HEART_RATE }, weightOf(82.5, "kg")] }
      })
  ],
  [
    "a table",
    "text/csv",
    () => `date,metric,value,unit\n2026-03-13,weight,82.5,kg\n${"2026-03-13,heart_rate,60,bpm\n".repeat(40_000)}`
  ]
]

const setUp = async (service: Service, details: Parameters<typeof newPerson>[1] = {}) => {
  const person = await newPerson(service, details)
  const made = { app: "other", name: "Phone", environment: "test" } as const
  const { token } = await service.run(Effect.orDie(createDevice(person.id, made)))
  const post = async (body: string, type = "application/json") => {
    const headers = { authorization: `Bearer ${token}`, "content-type": type }
    const response = await service.fetch("/ingest", { method: "POST", headers, body })
    const answer = await response.json()
    if (response.status !== 200) throw new Error(JSON.stringify(answer))
    return answer as { readonly new: number; readonly leftOut: ReadonlyArray<object> }
  }
  const weights = async () => {
    const { readings } = await output<{ readings: ReadonlyArray<{ value: number; display: object }> }>(
      person.rest("list_body_metrics", { metric: "weight", from: "2026-03-01", to: "2026-03-14" })
    )
    return readings.map(({ value, display }) => ({ value, display }))
  }
  return { person, post, weights }
}

overEveryDatabase("the endpoint", (service) => {
  test.each(LARGE)(
    "accepts more than 1 MiB of %s",
    async (_name, type, bodyOf) => {
      const { post, weights } = await setUp(service())
      const body = bodyOf()
      expect(body.length).toBeGreaterThan(MEBIBYTE)
      expect((await post(body, type)).new).toBe(1)
      expect(await weights()).toMatchObject([{ value: 82.5 }])
    },
    30_000
  )

  test("accepts kilograms and pounds as each body states, and shows them in the person's unit", async () => {
    const { person, post, weights } = await setUp(service(), { bodyWeightUnit: "lb" })
    await post(JSON.stringify({ ...OF_HEALTH_CONNECT, heart_rate: [], source: "healthkit_ios" }))
    expect(await weights()).toEqual([{ value: 82.5, display: { value: 181.88, unit: "lb" } }])
    await post(JSON.stringify({ data: { metrics: [weightOf(180, "lb")] } }))
    expect(await weights()).toEqual([{ value: 81.6466, display: { value: 180, unit: "lb" } }])
    await post("date,metric,value,unit\n2026-03-12,weight,181,lb\n", "text/csv")
    expect((await weights())[0]).toEqual({ value: 82.1002, display: { value: 181, unit: "lb" } })
    const stones = JSON.stringify({ data: { metrics: [weightOf(13, "hogshead")] } })
    expect(await post(stones)).toMatchObject({ new: 0, leftOut: [{ reason: '"hogshead" is not a unit of it' }] })
    expect(person.id).toStartWith("usr_")
  })

  test("takes a weight that was corrected downwards, and a workout without what of it is unknown", async () => {
    const { person, post, weights } = await setUp(service())
    const stated = (kilograms: number) => JSON.stringify({ data: { metrics: [weightOf(kilograms, "kg")] } })
    await post(stated(182))
    expect(await post(stated(82))).toMatchObject({ changed: 1 })
    expect(await post(stated(82))).toMatchObject({ unchanged: 1 })
    expect(await weights()).toMatchObject([{ value: 82 }])
    const run = {
      id: "r1",
      name: "Outdoor Run",
      start: "2026-03-12 18:00:00 +0100",
      end: "2026-03-12 18:30:00 +0100",
      duration: 1800,
      activeEnergyBurned: { qty: 300, units: "kcal" },
      distance: { qty: 5, units: "furlong" }
    }
    expect(await post(JSON.stringify({ data: { workouts: [run], metrics: "none" } }))).toMatchObject({
      new: 1,
      leftOut: [
        { what: "metrics", reason: '"none" is not a list' },
        { what: "distance of Outdoor Run on 2026-03-12", reason: '"furlong" is not a unit of it' }
      ]
    })
    const { workouts } = await output<{ workouts: ReadonlyArray<{ durationSeconds: number }> }>(
      person.rest("list_workouts")
    )
    expect(workouts).toMatchObject([{ durationSeconds: 1800 }])
  })

  test("takes what a telephone states after its clock was ahead", async () => {
    const { post, weights } = await setUp(service())
    const stated = (timestamp: string, kilograms: number) =>
      post(
        JSON.stringify({
          timestamp,
          source: "health_connect",
          weight: [{ kilograms, time: "2026-03-12T07:00:00Z", uuid: "w" }]
        })
      )
    await stated("2030-01-01T00:00:00Z", 80)
    await service().setTime("2026-03-14T13:00:00Z")
    expect(await stated("2026-03-14T13:00:00Z", 81)).toMatchObject({ changed: 1 })
    expect(await weights()).toMatchObject([{ value: 81 }])
  })

  test("leaves out days that do not exist, and parts that are not lists, with the reason", async () => {
    const { post, weights } = await setUp(service())
    const body = {
      source: "health_connect",
      weight: [{ kilograms: 80, time: "2026-02-30T07:00:00Z" }],
      body_fat: "much",
      deleted_records: 5
    }
    const { new: added, leftOut } = await post(JSON.stringify(body))
    expect([added, leftOut]).toEqual([
      0,
      [
        { what: "body_fat", reason: '"much" is not a list' },
        { what: "deleted_records", reason: "5 is not a list" },
        { what: "weight", reason: 'its time is not a time with an offset: "2026-02-30T07:00:00Z"' }
      ]
    ])
    expect(await weights()).toEqual([])
  })

  test("reads numbers that are written as text, and reports fields that are missing", async () => {
    const { post, weights } = await setUp(service())
    const records = [
      { kilograms: "82.5", time: "2026-03-12T07:00:00Z" },
      { kilograms: "82,5", time: "2026-03-11T07:00:00Z" },
      { time: "2026-03-10T07:00:00Z" },
      { kilograms: 82 }
    ]
    expect(await post(JSON.stringify({ source: "health_connect", weight: records }))).toMatchObject({
      new: 1,
      leftOut: [
        { what: "weight of 2026-03-11", reason: 'its kilograms is not a number of at least 0: "82,5"' },
        { what: "weight of 2026-03-10", reason: "it has no kilograms" },
        { what: "weight", reason: "it has no time" }
      ]
    })
    expect(await weights()).toMatchObject([{ value: 82.5 }])
  })

  test("reports that a test of the app has arrived, and stores none of its records", async () => {
    const { person, post, weights } = await setUp(service())
    const total = { count: 8000, start_time: "2026-03-13T00:00:00Z", end_time: "2026-03-13T23:00:00Z" }
    const tests = [
      { ...OF_HEALTH_CONNECT, heart_rate: [], steps: [total], test: true },
      {
        test: true,
        message: "Test ping",
        timestamp: "2026-03-14T11:00:00Z",
        app_version: "1",
        source: "health_connect"
      }
    ]
    for (const body of tests) {
      expect(await post(JSON.stringify(body))).toMatchObject({
        new: 0,
        leftOut: [{ what: "a test of the app", reason: "has arrived; its records are made up, and are not kept" }]
      })
    }
    expect(await weights()).toEqual([])
    const [device] = await service().run(listDevices(person.id))
    expect(device?.arrived?.arrivals).toBe(2)
  })

  test.each([
    ["2026-03-13 07:30:00 +0000", "2026-03-13"],
    ["2026-03-13 7:30:00\u202fam +1100", "2026-03-13"],
    ["2026-03-12 11:59:00 PM -0800", "2026-03-12"],
    ["2026-03-12 12:05:00\u202fa.m. +0100", "2026-03-12"],
    ["2026-03-12 13:05:00 pm +0100", undefined],
    ["2026-03-12 24:05:00 +0100", undefined]
  ])("reads %s of Health Auto Export", async (date, day) => {
    const { person, post } = await setUp(service())
    const metric = { name: "step_count", units: "count", data: [{ date, qty: 1200.4, source: "iPhone" }] }
    const { new: made } = await post(JSON.stringify({ data: { metrics: [metric] } }))
    expect(made).toBe(day === undefined ? 0 : 1)
    const { readings } = await output<{ readings: ReadonlyArray<{ date: string; value: number }> }>(
      person.rest("list_body_metrics", { metric: "steps", from: "2026-03-01", to: "2026-03-14" })
    )
    expect(readings.map(({ date, value }) => [date, value])).toEqual(day === undefined ? [] : [[day, 1200]])
  })
})

const MEAL = { start_time: "2026-03-13T12:00:00Z", end_time: "2026-03-13T12:01:00Z", name: "Oats", calories: 97 }
const nutrient = (name: string, units: string, qty: number) => ({
  name,
  units,
  data: [{ date: "2026-03-13 12:00:00 +0000", qty, source: "Diary" }]
})

const MEALS: ReadonlyArray<readonly [app: string, body: object]> = [
  [
    "Life Dashboard",
    {
      source: "health_connect",
      timestamp: "2026-03-14T11:00:00Z",
      nutrition: [{ ...MEAL, uuid: "n", dietary_fibre_g: 3, sugars_g: 1, saturated_fat_g: 0.3, sodium_mg: 210 }]
    }
  ],
  [
    "HC Webhook",
    {
      timestamp: "2026-03-14T11:00:00Z",
      app_version: "1",
      nutrition: [{ ...MEAL, dietary_fiber_grams: 3, sugar_grams: 1, saturated_fat_grams: 0.3, sodium_grams: 0.21 }]
    }
  ],
  [
    "Health Auto Export",
    {
      data: {
        metrics: [
          nutrient("dietary_energy", "kcal", 97),
          nutrient("fiber", "g", 3),
          nutrient("dietary_sugar", "g", 1),
          nutrient("saturated_fat", "mg", 300),
          nutrient("sodium", "mg", 210)
        ]
      }
    }
  ]
]

overEveryDatabase("a meal", (service) => {
  test.each(MEALS)("of %s comes with its fibre, sugars, saturated fat and sodium", async (_app, body) => {
    const { person, post } = await setUp(service())
    expect((await post(JSON.stringify(body))).leftOut).toEqual([])
    const { entries } = await output<{ entries: ReadonlyArray<{ nutrition: object }> }>(
      person.rest("list_food_entries", { from: "2026-03-13", to: "2026-03-13" })
    )
    expect(entries.map(({ nutrition }) => nutrition)).toEqual([
      {
        calories: 97,
        protein: 0,
        carbs: 0,
        fat: 0,
        alcohol: 0,
        fiber: 3,
        sugars: 1,
        saturatedFat: 0.3,
        sodium: 210
      }
    ])
  })
})
