import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { ImportStore } from "../../../src/annexes/imports/ledger/store.ts"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import type { ImportId, Report } from "../../../src/annexes/imports/rows/model.ts"
import { Timezone } from "../../../src/contract/handler/user.ts"
import { changeUser } from "../../../src/features/accounts/accounts.ts"
import { newPerson, output, overOneDatabase, type Person, type Service } from "../../support/app.ts"
import { archiveOf, restored } from "./archives.ts"
import { deviceOf } from "./devices/support.ts"
import { factsIn as allIn, importContent } from "./support.ts"

const move = (service: Service, { id }: Person, timezone: string) =>
  service.run(Effect.orDie(changeUser(id, (user) => ({ ...user, timezone: Timezone.make(timezone) }))))

const undo = (service: Service, { importId }: Report) => service.run(Effect.orDie(undoImport(importId as ImportId)))

/** A person's facts. Their streak depends on where today is. */
const factsIn = async (person: Person) => (await allIn(person)).filter(([name]) => name !== "streak")

/** A day's readings of a metric, as `day value`. */
const listed = async ({ rest }: Person, metric: string, from = "2025-10-01", to = "2026-03-14") => {
  const { readings } = await output<{ readings: ReadonlyArray<{ date: string; value: number }> }>(
    rest("list_body_metrics", { metric, from, to })
  )
  return readings.map(({ date, value }) => `${date} ${value}`)
}

/** The files of an archive, without when and where it was made. */
const withoutPlace = (texts: ReadonlyMap<string, string>) => [...texts].filter(([name]) => name !== "manifest.json")

/** Instants around midnight in Europe and America, and around the nights on which their clocks change. */
const INSTANTS = [
  "2025-10-25T21:30:00Z",
  "2025-10-25T22:30:00Z",
  "2025-10-26T00:30:00Z",
  "2025-10-26T01:30:00Z",
  "2025-10-26T22:30:00Z",
  "2025-10-26T23:30:00Z",
  "2025-11-02T03:30:00Z",
  "2025-11-02T05:30:00Z",
  "2025-11-02T06:30:00Z",
  "2026-03-02T22:59:59Z",
  "2026-03-02T23:00:00Z",
  "2026-03-03T04:59:59Z",
  "2026-03-03T05:00:00Z",
  "2026-03-08T06:59:59Z",
  "2026-03-08T07:00:00Z",
  "2026-03-14T03:30:00Z",
  "2026-03-14T11:59:00Z"
]

/** A table of weights, one at each of these instants. */
const weights = (instants: ReadonlyArray<string>) =>
  ["date,kg", ...instants.map((instant, index) => `${instant},${70 + index / 10}`), ""].join("\n")

const healthTime = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 19)} +0000`
const minutesAfter = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString()

const record = (type: string, unit: string, instant: string, value: number, minutes = 0) =>
  `<Record type="HKQuantityTypeIdentifier${type}" sourceName="Watch" unit="${unit}" startDate="${healthTime(instant)}" endDate="${healthTime(minutesAfter(instant, minutes))}" value="${value}"/>`

/** An export of Apple Health whose records name no timezone: weights, steps over 40 minutes, foods and workouts. */
const health = (instants: ReadonlyArray<string>) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<HealthData>",
    ...instants.flatMap((instant, index) => [
      record("BodyMass", "kg", instant, 70 + index / 10),
      record("StepCount", "count", instant, 1000 + index, 40),
      record("DietaryEnergyConsumed", "kcal", instant, 300 + index)
    ]),
    ...instants.map(
      (instant) =>
        `<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="20" durationUnit="min" sourceName="Watch" startDate="${healthTime(instant)}" endDate="${healthTime(minutesAfter(instant, 20))}"/>`
    ),
    "</HealthData>",
    ""
  ].join("\n")

const MOVES = [
  ["Europe/Berlin", "America/New_York"],
  ["America/New_York", "Europe/Berlin"],
  ["Pacific/Auckland", "Pacific/Honolulu"],
  ["Pacific/Honolulu", "Pacific/Kiritimati"]
] as const

const FILES = [
  ["a table of weights", "weights.csv", weights],
  ["Apple Health", "export.xml", health]
] as const

overOneDatabase("readings of a person who moves to another timezone", (service) => {
  for (const [from, to] of MOVES) {
    for (const [what, name, made] of FILES) {
      test(`stay on their days when ${what} is imported again after a move from ${from} to ${to}`, async () => {
        const person = await newPerson(service(), { timezone: from })
        const first = await importContent(service(), person, name, made(INSTANTS))
        const before = await factsIn(person)
        await move(service(), person, to)
        const again = await importContent(service(), person, name, made(INSTANTS))
        const { read, leftOut } = first.rows
        expect(again.rows).toMatchObject({ read, new: 0, changed: 0, leftOut })
        expect(again.made).toEqual({ readings: 0, entries: 0, workouts: 0, sets: 0, exercises: 0 })
        expect(await factsIn(person)).toEqual(before)

        const { removed, kept } = await undo(service(), again)
        expect({ removed, kept }).toEqual({ removed: 0, kept: [] })
        expect(await factsIn(person)).toEqual(before)
        await undo(service(), first)
        expect(await listed(person, "weight")).toEqual([])
        expect(await listed(person, "steps")).toEqual([])
      })
    }
  }

  for (const [from, to] of MOVES.slice(0, 2)) {
    for (const [what, , made] of FILES) {
      test(`stay on their days when a device sends ${what} again after a move from ${from} to ${to}`, async () => {
        const person = await newPerson(service(), { timezone: from })
        const { token } = await deviceOf(service(), person, "other")
        const first = await post(service(), token, made(INSTANTS))
        const before = await factsIn(person)
        await move(service(), person, to)
        const again = await post(service(), token, made(INSTANTS))
        expect(again).toMatchObject({ new: 0, changed: 0, leftOut: first.leftOut })
        expect(await factsIn(person)).toEqual(before)
      })
    }
  }

  test("are of the new timezone from the day of the move on, and older ones of the old one", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    await importContent(service(), person, "weights.csv", weights(["2026-03-02T23:30:00Z"]))
    await move(service(), person, "America/New_York")
    await service().setTime("2026-03-20T12:00:00Z")
    const longer = ["2026-03-01T23:30:00Z", "2026-03-02T23:30:00Z", "2026-03-18T01:30:00Z"]
    const second = await importContent(service(), person, "weights.csv", weights(longer))
    expect(second.rows).toMatchObject({ new: 2, changed: 1, leftOut: 0 })
    const days = ["2026-03-02 70", "2026-03-03 70.1", "2026-03-17 70.2"]
    expect(await listed(person, "weight", "2026-03-01", "2026-03-20")).toEqual(days)

    // Back in Europe, all of them stay.
    await move(service(), person, "Europe/Berlin")
    const third = await importContent(service(), person, "weights.csv", weights(longer))
    expect(third.rows).toMatchObject({ new: 0, unchanged: 3, changed: 0, leftOut: 0 })
    expect(await listed(person, "weight", "2026-03-01", "2026-03-20")).toEqual(days)
    await service().setTime("2026-03-14T12:00:00Z")
  })

  test("follow the current timezone once the imports before are undone", async () => {
    const person = await newPerson(service(), { timezone: "UTC" })
    const first = await importContent(service(), person, "weights.csv", weights(["2026-03-02T23:30:00Z"]))
    await move(service(), person, "Europe/Berlin")
    const second = await importContent(service(), person, "weights.csv", weights(["2026-03-02T23:30:00Z"]))
    expect(await listed(person, "weight")).toEqual(["2026-03-02 70"])
    await undo(service(), first)
    await undo(service(), second)
    await importContent(service(), person, "weights.csv", weights(["2026-03-02T23:30:00Z"]))
    expect(await listed(person, "weight")).toEqual(["2026-03-03 70"])
  })

  test("stay on their days when their archive is restored for a person who lives elsewhere", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    const file = weights(["2026-03-02T23:30:00Z"])
    await importContent(service(), person, "weights.csv", file)
    const folder = mkdtempSync(join(tmpdir(), "fettle-moved-"))
    const other = await newPerson(service(), { timezone: "America/New_York" })
    try {
      const { path, texts } = await archiveOf(folder, service(), person)
      await restored(service(), other, path)
      expect(withoutPlace((await archiveOf(folder, service(), other)).texts)).toEqual(withoutPlace(texts))
    } finally {
      rmSync(folder, { recursive: true })
    }
    const again = await importContent(service(), other, "weights.csv", file)
    expect(again.rows).toMatchObject({ new: 0, unchanged: 1, changed: 0 })
    expect(await listed(other, "weight")).toEqual(["2026-03-03 70"])
  })

  test("follow the timezone that is asked for", async () => {
    const person = await newPerson(service(), { timezone: "UTC" })
    const file = weights(["2026-03-02T23:30:00Z"])
    await importContent(service(), person, "weights.csv", file, { timezone: "Europe/Berlin" })
    const again = await importContent(service(), person, "weights.csv", file, { timezone: "Europe/Berlin" })
    expect(again.rows).toMatchObject({ new: 0, unchanged: 1, changed: 0 })
    expect(await listed(person, "weight")).toEqual(["2026-03-03 70"])
  })

  test("are a repetition although another file has changed them in between", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    const instant = "2026-03-02T23:30:00Z"
    await importContent(service(), person, "weights.csv", `date,kg\n${instant},70\n`)
    await importContent(service(), person, "weights.csv", `date,kg\n${instant},71\n`)
    await move(service(), person, "America/New_York")
    const again = await importContent(service(), person, "weights.csv", `date,kg\n${instant},70\n`)
    expect(again.rows).toMatchObject({ new: 0, unchanged: 1, changed: 0 })
    expect(await listed(person, "weight")).toEqual(["2026-03-03 71"])
  })
})

const post = async (service: Service, token: string, body: string | object) => {
  const response = await service.fetch("/ingest", {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<"new" | "unchanged" | "changed" | "merged", number> & {
    readonly leftOut: ReadonlyArray<unknown>
  }
}

/** A phone's payload of records at these instants. */
const phone = (timestamp: string, instants: ReadonlyArray<string>) => ({
  timestamp,
  app_version: "1.21.2",
  source: "health_connect",
  sequence: Date.parse(timestamp),
  weight: instants.map((time, index) => ({ kilograms: 70 + index / 10, time, uuid: `weight ${time}` })),
  body_fat: instants.map((time, index) => ({ percentage: 20 + index / 10, time, uuid: `fat ${time}` })),
  nutrition: instants.map((time, index) => ({
    name: "Soup",
    calories: 300 + index,
    start_time: time,
    end_time: time,
    uuid: `food ${time}`
  })),
  exercise: instants.map((time) => ({
    type: "56",
    start_time: time,
    end_time: minutesAfter(time, 20),
    duration_seconds: 1200,
    uuid: `run ${time}`
  }))
})

overOneDatabase("records of the phone of a person who moves", (service) => {
  for (const [from, to] of MOVES) {
    test(`stay on their days when they are sent again after a move from ${from} to ${to}`, async () => {
      const person = await newPerson(service(), { timezone: from })
      const { token } = await deviceOf(service(), person)
      const first = await post(service(), token, phone("2026-03-14T11:59:30Z", INSTANTS))
      expect(first.leftOut).toEqual([])
      const before = await factsIn(person)
      await move(service(), person, to)
      const again = await post(service(), token, phone("2026-03-14T12:00:00Z", INSTANTS))
      expect(again).toMatchObject({ new: 0, changed: 0, leftOut: [] })
      expect(await factsIn(person)).toEqual(before)
    })
  }

  test("stay taken back when they are sent again after a move", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    const { token } = await deviceOf(service(), person)
    await post(service(), token, phone("2026-03-14T11:00:00Z", ["2026-03-02T23:30:00Z"]))
    const imports = await service().run(Effect.flatMap(ImportStore, (store) => store.list(person.id)))
    for (const { id } of imports) await service().run(Effect.orDie(undoImport(id)))
    await move(service(), person, "America/New_York")
    await post(service(), token, phone("2026-03-14T11:30:00Z", ["2026-03-02T23:30:00Z"]))
    expect(await listed(person, "weight")).toEqual([])
  })

  test("hold the steps of each day, whichever midnight the phone counts from", async () => {
    const person = await newPerson(service(), { timezone: "America/New_York" })
    const { token } = await deviceOf(service(), person, "hc-webhook")
    const totals = (timestamp: string, ...days: ReadonlyArray<readonly [string, string, number]>) => ({
      timestamp,
      app_version: "1.9",
      steps: days.map(([start_time, end_time, count]) => ({ count, start_time, end_time }))
    })
    await post(
      service(),
      token,
      totals(
        "2026-03-14T11:00:00Z",
        ["2026-03-12T04:00:00Z", "2026-03-13T04:00:00Z", 4000],
        ["2026-03-13T04:00:00Z", "2026-03-14T04:00:00Z", 5000]
      )
    )
    await move(service(), person, "Europe/Berlin")
    await post(
      service(),
      token,
      totals(
        "2026-03-14T12:00:00Z",
        ["2026-03-12T23:00:00Z", "2026-03-13T23:00:00Z", 5100],
        ["2026-03-13T23:00:00Z", "2026-03-14T12:00:00Z", 600]
      )
    )
    expect(await listed(person, "steps", "2026-03-11")).toEqual([
      "2026-03-12 4000",
      "2026-03-13 5000",
      "2026-03-14 600"
    ])
  })
})
