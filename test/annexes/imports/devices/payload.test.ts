import { expect, test } from "bun:test"
import Ajv from "ajv"
import { recogniseBody } from "../../../../src/annexes/imports/bodies/read-body.ts"
import { merged } from "../../../../src/annexes/imports/devices/record.ts"
import { PersonClock } from "../../../../src/annexes/imports/formats/zones.ts"
import { ActivityDay } from "../../../../src/values/activity-day.ts"
import { hourOfPhone, monthOfPhone } from "../../../faults/month.ts"
import { BODY } from "../ingest/body.ts"
import { PAYLOAD_SCHEMA } from "./payload-schema.ts"
import { OF_LIFE_DASHBOARD } from "./support.ts"

const isDocumented = new Ajv({
  strict: false,
  allErrors: true,
  formats: { "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, date: /^\d{4}-\d\d-\d\d$/ }
}).compile(PAYLOAD_SCHEMA)

const time = "2026-03-10T07:00:00Z"
const span = { start_time: "2026-03-10T07:00:00Z", end_time: "2026-03-10T08:00:00Z" }
const window = { bucket_start: span.start_time, bucket_end: span.end_time, sample_count: 12 }

/** A payload with one record of each documented kind that is read, and series that are not. */
const EVERY_KIND = {
  ...OF_LIFE_DASHBOARD,
  weight: [{ kilograms: 75.5, time, uuid: "w", source: "com.scale" }],
  body_fat: [{ percentage: 18.5, time, uuid: "f" }],
  exercise: [{ type: "running", ...span, duration_seconds: 3600, uuid: "e" }],
  nutrition: [
    { ...span, uuid: "n", name: "Oatmeal", meal_type: "breakfast", calories: 450, sodium_mg: 180, trans_fat_g: 0 }
  ],
  daily_totals: [{ date: "2026-03-10", steps: 8421, distance_meters: 6210.4, active_calories: 412 }],
  steps: [{ ...window, total: 1840 }],
  heart_rate: [{ ...window, avg: 72.4, min: 66, max: 81 }],
  resting_heart_rate: [{ bpm: 58, time, uuid: "r" }],
  sleep: [
    {
      session_end_time: time,
      duration_seconds: 28_800,
      stages: [{ stage: "deep", ...span, duration_seconds: 3600 }],
      uuid: "s"
    }
  ],
  screen_time: [],
  _resolutions: { steps: "1h", heart_rate: "1m" },
  _diagnostics: { weight: { permission_granted: true } }
}

const READER = {
  clock: new PersonClock("UTC"),
  today: ActivityDay.make("2026-03-14"),
  now: Date.parse("2026-03-14T12:00:00Z")
}
const partsIn = (body: unknown) => [...(recogniseBody(body, { aggregation: "" })?.parts(READER) ?? [])]

test.each([
  ["a body of the endpoint's tests", BODY],
  ["a month of a phone", monthOfPhone()],
  ["an hour of a phone", hourOfPhone(1)],
  ["every kind", EVERY_KIND]
])("%s is as Life Dashboard Companion documents its payloads", (_name, body) => {
  expect(isDocumented(body) ? [] : isDocumented.errors).toEqual([])
})

test("of every documented kind, supported records are read, and the others are named", () => {
  const parts = partsIn(EVERY_KIND)
  const kinds = parts.flatMap((part) => (part._tag === "Record" ? [part.record.kind] : []))
  expect(kinds.toSorted()).toEqual(["body_fat", "entry", "resting_heart_rate", "sleep", "steps", "weight", "workout"])
  const leftOut = parts.flatMap((part) => (part._tag === "LeftOut" ? [`${part.what} ${part.reason}`] : []))
  expect(leftOut.toSorted()).toEqual([
    "daily_totals is kept without active_calories, distance_meters",
    "heart_rate is not kept",
    "nutrition is kept without trans_fat_g",
    "steps raw counts overlap: the totals of days are taken"
  ])
})

test("a session that ends before it starts is left out, with its name and day", () => {
  const turned = { start_time: span.end_time, end_time: span.start_time, type: "running", uuid: "e" }
  const ofIos = { id: "e", name: "Running", start: "2026-03-10 08:00:00 +0000", end: "2026-03-10 07:00:00 +0000" }
  for (const body of [{ ...OF_LIFE_DASHBOARD, exercise: [turned] }, { data: { workouts: [ofIos] } }]) {
    const parts = partsIn(body)
    expect(parts.map((part) => (part._tag === "LeftOut" ? [part.what, part.reason] : part))).toEqual([
      [expect.stringMatching(/^running on 2026-03-10$/i), "it ends before it starts"]
    ])
  }
})

test("names that every object has mean nothing", () => {
  const bodies = [
    `{"source": "health_connect", "__proto__": [{"uuid": "a"}], "constructor": [{"uuid": "b"}],
      "exercise": [{"type": "__proto__", "start_time": "${time}", "uuid": "e"}],
      "nutrition": [{"meal_type": "__proto__", "calories": 1, "start_time": "${time}", "uuid": "n"}],
      "deleted_records": [{"type": "constructor", "uuid": "w"}]}`,
    `{"data": {"metrics": [{"name": "__proto__", "units": "g", "data": [{"date": "2026-03-10 07:00:00 +0000", "qty": 1}]}]}}`
  ]
  const kinds = bodies.map((body) =>
    partsIn(JSON.parse(body)).map((part) => (part._tag === "Record" ? part.record.kind : part.what))
  )
  expect(kinds.map((all) => all.toSorted())).toEqual([["__proto__", "constructor", "entry", "workout"], ["__proto__"]])
})

const leftOutOf = (body: object) =>
  partsIn(body).flatMap((part) => (part._tag === "LeftOut" ? [[part.what, part.reason, part.rows]] : []))

test("a field that is not kept is reported with the number of its records", () => {
  const meal = (uuid: string, more: object) => ({ ...span, uuid, name: "Oats", calories: 97, ...more })
  const nutrition = [meal("a", { trans_fat_g: 0 }), meal("b", {}), meal("c", { trans_fat_g: 0.1 })]
  for (const count of [1, 2, 3])
    expect(leftOutOf({ ...OF_LIFE_DASHBOARD, nutrition: nutrition.slice(0, count) })).toEqual([
      ["nutrition", "is kept without trans_fat_g", count === 3 ? 2 : 1]
    ])
})

test("a metric of Health Auto Export that is not kept is reported by the first 60 characters of its name", () => {
  const metric = (length: number) => ({ name: "m".repeat(length), units: "count", data: [{ qty: 1 }, { qty: 2 }] })
  for (const length of [60, 61])
    expect(leftOutOf({ data: { metrics: [metric(length)] } })).toEqual([["m".repeat(60), "is not kept", 2]])
})

test.each([
  ["a number", 1800, 1800],
  ["an amount in seconds", { qty: 1800 }, 1800],
  ["an amount in minutes", { qty: 30, units: "min" }, 1800],
  ["an amount in an unknown unit", { qty: 30, units: "fortnight" }, null],
  ["a unit alone", { units: "min" }, null]
])("the length of a workout of Health Auto Export is read if it can be: %s", (_form, duration, seconds) => {
  const run = { id: "r", name: "Outdoor Run", start: "2026-03-10 07:00:00 +0000", duration }
  const bodies = partsIn({ data: { workouts: [run] } }).map((part) =>
    part._tag === "Record" ? JSON.parse(part.record.body ?? "") : part
  )
  expect(bodies).toMatchObject([{ title: "Outdoor Run", durationSeconds: seconds }])
  const [{ exercises }] = bodies
  expect(exercises.map(({ sets }: { sets: ReadonlyArray<object> }) => sets)).toEqual([
    [{ kind: "normal", place: expect.anything(), ...(seconds === null ? {} : { durationSeconds: seconds }) }]
  ])
})

test("of two energies of one meal the higher one holds, also beside one that an earlier version has stored", () => {
  const stated = (qty: number) => {
    const data = [{ date: "2026-03-10 12:00:00 +0000", qty, source: "Diary" }]
    const [part] = partsIn({ data: { metrics: [{ name: "dietary_energy", units: "kcal", data }] } })
    if (part?._tag !== "Record") throw new Error("The meal is not read")
    return part.record
  }
  const held = { ...stated(97), sort: "calories 0000000000097.000000", undone: false }
  for (const lower of [9, 96.5]) expect(merged(held, stated(lower))).toEqual(held)
  for (const higher of [97.5, 450]) expect(merged(held, stated(higher))).toEqual({ ...stated(higher), undone: false })
})
