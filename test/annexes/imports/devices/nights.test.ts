import { expect, test } from "bun:test"
import { undoImport } from "../../../../src/annexes/imports/ledger/undo-import.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../../support/app.ts"
import { importContent, importRows, reading } from "../support.ts"
import { deviceOf, OF_LIFE_DASHBOARD, send, sendFile } from "./support.ts"

overEveryDatabase("nights of an app", (service) => {
  const valuesOf = async (person: Person, metric: string) =>
    (
      await output<{ readings: ReadonlyArray<{ date: string; value: number }> }>(
        person.rest("list_body_metrics", { metric, from: "2026-03-01", to: "2026-03-31" })
      )
    ).readings.map(({ date, value }) => [date, value])

  test("follow a corrected file, and give back what they replaced", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    const file = (...lines: ReadonlyArray<string>) =>
      `Cycle start time,Cycle timezone,Sleep onset,Wake onset,Asleep duration (min),Nap\n${lines.join("\n")}\n`
    const night = (minutes: number, wake: string) =>
      `2026-03-04 23:00:00,UTC+01:00,2026-03-04 23:00:00,2026-03-${wake},${minutes},false`
    const first = await importContent(service(), person, "sleeps.csv", file(night(420, "05 06:30:00")))
    expect(first.made.readings).toBe(1)
    const again = await importContent(service(), person, "sleeps.csv", file(night(420, "05 06:30:00")))
    expect(again.rows).toMatchObject({ new: 0, changed: 0, unchanged: 1 })
    const corrected = await importContent(service(), person, "sleeps.csv", file(night(400, "05 06:10:00")))
    expect(corrected.rows).toMatchObject({ new: 0, changed: 1 })
    expect(await valuesOf(person, "sleep")).toEqual([["2026-03-05", 400]])
    await service().run(undoImport(corrected.importId as never))
    expect(await valuesOf(person, "sleep")).toEqual([["2026-03-05", 420]])
  })

  test("are added by a file that was imported before they were read", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    const weight = reading("weight", "2026-03-05", 80)
    await importRows(service(), person, "samsung-health", [weight], { hash: "the file" })
    const rows = [weight, reading("sleep", "2026-03-05", 400), reading("resting_heart_rate", "2026-03-05", 50)]
    const again = await importRows(service(), person, "samsung-health", rows, { hash: "the file" })
    expect(again.rows).toMatchObject({ new: 2, unchanged: 1, changed: 0 })
    expect(await valuesOf(person, "sleep")).toEqual([["2026-03-05", 400]])
    await service().run(undoImport(again.importId as never))
    expect([await valuesOf(person, "sleep"), await valuesOf(person, "weight")]).toEqual([[], [["2026-03-05", 80]]])
  })

  test("come from files that a device sends, also beside those of its app", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    const { device } = await deviceOf(service(), person)
    const table = (minutes: number) => `date,metric,value,unit\n2026-03-05,sleep,${minutes},minutes\n`
    await sendFile(service(), person, device.id, table(450))
    expect(await valuesOf(person, "sleep")).toEqual([["2026-03-05", 450]])
    await sendFile(service(), person, device.id, table(440))
    expect(await valuesOf(person, "sleep")).toEqual([["2026-03-05", 440]])
    const wake = { session_end_time: "2026-03-05T06:00:00Z", stages: [] }
    const nights = (hours: number) => ({ sleep: [{ uuid: "night", duration_seconds: hours * 3600, ...wake }] })
    await send(service(), person, device.id, { ...OF_LIFE_DASHBOARD, ...nights(8) })
    expect(await valuesOf(person, "sleep")).toEqual([["2026-03-05", 480]])
  })

  test("come from phones, whose records arrive in any order; a deleted one gives back the next", async () => {
    const time = (day: number, hour: number) =>
      `2026-03-${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00Z`
    const span = (stage: string, from: number, to: number) => ({
      stage,
      start_time: time(5, from),
      end_time: time(5, to),
      duration_seconds: (to - from) * 3600
    })
    const night = {
      uuid: "night",
      session_end_time: time(5, 7),
      duration_seconds: 8 * 3600,
      stages: [span("light", 0, 3), span("awake", 3, 4), span("deep", 4, 5), span("rem", 5, 7)]
    }
    const nap = { uuid: "nap", session_end_time: time(5, 15), duration_seconds: 1800, stages: [] }
    const pulses = { resting_heart_rate: [{ uuid: "p", bpm: 58, time: time(5, 7) }] }
    for (const records of [
      [night, nap],
      [nap, night]
    ]) {
      const person = await newPerson(service(), { timezone: "UTC" })
      const { device } = await deviceOf(service(), person)
      for (const [sequence, record] of records.entries())
        await send(service(), person, device.id, { ...OF_LIFE_DASHBOARD, sequence, sleep: [record], ...pulses })
      expect(await valuesOf(person, "sleep")).toEqual([["2026-03-05", 360]])
      expect(await valuesOf(person, "resting_heart_rate")).toEqual([["2026-03-05", 58]])
      const deleted = { deleted_records: [{ type: "sleep", uuid: "night" }] }
      await send(service(), person, device.id, { ...OF_LIFE_DASHBOARD, sequence: 5, ...deleted })
      expect(await valuesOf(person, "sleep")).toEqual([["2026-03-05", 30]])
    }
  })

  test("come from HC Webhook in camelCase, with the numbers of stages", async () => {
    const person = await newPerson(service(), { timezone: "UTC" })
    const { device } = await deviceOf(service(), person, "hc-webhook")
    const stage = (stage: number, durationSeconds: number) => ({ stage, durationSeconds })
    const sleep = [
      { sessionEndTime: "2026-03-05T06:00:00Z", durationSeconds: 28_800, stages: [stage(1, 3600), stage(4, 25_200)] }
    ]
    const body = { timestamp: "2026-03-05T12:00:00Z", appVersion: "2", sleep }
    const restingHeartRate = [{ bpm: 51, time: "2026-03-05T06:00:00Z" }]
    await send(service(), person, device.id, { ...body, restingHeartRate })
    expect(await valuesOf(person, "sleep")).toEqual([["2026-03-05", 420]])
    expect(await valuesOf(person, "resting_heart_rate")).toEqual([["2026-03-05", 51]])
  })

  test("come from Health Auto Export, summed up by day or by stage, in the offset of the record", async () => {
    const metric = (name: string, units: string, ...data: ReadonlyArray<object>) => ({ name, units, data })
    const body = (...metrics: ReadonlyArray<object>) => ({ data: { metrics } })
    const person = await newPerson(service(), { timezone: "UTC" })
    const { device } = await deviceOf(service(), person, "health-auto-export")
    const day = (totalSleep: number) => ({
      date: "2026-03-05 00:00:00 +0900",
      totalSleep,
      core: 4,
      awake: 1,
      sleepStart: "2026-03-04 23:00:00 +0900",
      sleepEnd: "2026-03-05 07:00:00 +0900",
      source: "Watch"
    })
    const stage = (value: string, startDate: string, endDate: string) => ({
      value,
      startDate: `2026-03-${startDate} +0100`,
      endDate: `2026-03-${endDate} +0100`,
      qty: 1,
      source: "Watch"
    })
    const sent = await send(
      service(),
      person,
      device.id,
      body(
        metric(
          "sleep_analysis",
          "hr",
          stage("In Bed", "06 22:00:00", "07 07:00:00"),
          stage("Core", "06 23:00:00", "07 03:00:00"),
          stage("Awake", "07 03:00:00", "07 03:30:00"),
          stage("REM", "07 03:30:00", "07 06:30:00")
        ),
        metric("waist_circumference", "in", { qty: 33, date: "2026-03-05 08:00:00 +0900", source: "Tape" }),
        metric("resting_heart_rate", "count/min", { qty: 52, date: "2026-03-05 08:00:00 +0900", source: "Watch" })
      )
    )
    expect(sent.leftOut).toEqual([{ what: "sleep_analysis", reason: "in bed or awake, which is not sleep (2 rows)" }])
    for (const hours of [6.5, 7])
      await send(service(), person, device.id, body(metric("sleep_analysis", "hr", day(hours))))
    expect((await valuesOf(person, "sleep")).sort()).toEqual([
      ["2026-03-05", 420],
      ["2026-03-07", 420]
    ])
    expect(await valuesOf(person, "waist")).toEqual([["2026-03-05", 83.82]])
    expect(await valuesOf(person, "resting_heart_rate")).toEqual([["2026-03-05", 52]])
  })

  test("of a day of Health Auto Export without a total are the sum of the stages asleep", async () => {
    const person = await newPerson(service(), { timezone: "UTC" })
    const { device } = await deviceOf(service(), person, "health-auto-export")
    const day = (date: string, hours: object) => ({
      date: `${date} 00:00:00 +0000`,
      sleepStart: `${date} 00:00:00 +0000`,
      sleepEnd: `${date} 08:00:00 +0000`,
      source: "Watch",
      ...hours
    })
    const data = [
      day("2026-03-05", { core: 4, deep: 1, rem: 1.5, awake: 1 }),
      day("2026-03-06", { totalSleep: 0, core: 4 }),
      day("2026-03-07", { awake: 8 })
    ]
    const metrics = [{ name: "sleep_analysis", units: "hr", data }]
    const sent = await send(service(), person, device.id, { data: { metrics } })
    expect((await valuesOf(person, "sleep")).sort()).toEqual([
      ["2026-03-05", 390],
      ["2026-03-06", 240]
    ])
    expect(sent.leftOut).toContainEqual({ what: "sleep of 2026-03-07", reason: "it states no time asleep" })
  })
})
