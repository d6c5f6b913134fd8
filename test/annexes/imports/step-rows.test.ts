import { describe, expect, test } from "bun:test"
import type { ReadOptions } from "../../../src/annexes/imports/rows/rows.ts"
import { archiveOf } from "./archive-of.ts"
import { readContent } from "./reading.ts"

const table = (...lines: ReadonlyArray<string>): string => [...lines, ""].join("\n")
const hours = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, hour) => String(hour).padStart(2, "0"))

/** The steps of each day as read, or the question. */
const stepsOf = async (
  content: string | Uint8Array,
  options: Partial<ReadOptions> = {},
  name = "table.csv"
): Promise<Readonly<Record<string, number>> | string> => {
  const { rows, fault, questions } = await readContent(name, content, options)
  expect(fault).toBeNull()
  const [question] = questions
  if (question !== undefined) return question._tag === "Steps" ? `asks: ${question.example}` : question._tag
  const readings = rows.flatMap((row) => (row._tag === "Reading" && row.metric === "steps" ? [row] : []))
  expect(new Set(readings.map(({ at }) => at.day)).size).toBe(readings.length)
  return Object.fromEntries(readings.map(({ at, value }) => [at.day, value]))
}

const MINUTES = table(
  "date,time,steps",
  ...["08:00,400", "08:01,90", "17:30,10"].map((row) => `2024-03-01,${row}`),
  "2024-03-02,09:00,7"
)

describe("several rows of steps for one day", () => {
  test("are added up if their times differ, in any table", async () => {
    expect(await stepsOf(MINUTES)).toEqual({ "2024-03-01": 500, "2024-03-02": 7 })
    const hourly = hours(24).map((hour) => `2024-03-01 ${hour}:00:00,0.5,`)
    expect(await stepsOf(table("Date/Time,Step Count (count),Weight (kg)", ...hourly))).toEqual({ "2024-03-01": 12 })
    const named = hours(3).map((hour) => `"1 Mar 2024, ${hour}:10 AM";5`)
    expect(await stepsOf(table("Datum;Schritte", ...named.slice(1)))).toEqual({ "2024-03-01": 10 })
    const plain = hours(5).map((hour) => `2024-03-01T${hour}:00:00,steps,100,`)
    expect(await stepsOf(table("date,metric,value,unit", ...plain))).toEqual({ "2024-03-01": 500 })
    const american = ["3/15/2024 9:00 AM,10", "3/15/2024 9:00 PM,20", "3/16/2024 1:00 PM,5"]
    expect(await stepsOf(table("timestamp,steps", ...american))).toEqual({ "2024-03-15": 30, "2024-03-16": 5 })
  })

  test("are added up in any order, by the day where the person is", async () => {
    const rows = [
      "2024-03-01T08:00:00Z,1",
      "2024-03-02T09:00:00Z,10",
      "2024-03-01T23:30:00Z,100",
      "2024-03-01T07:00:00Z,2"
    ]
    expect(await stepsOf(table("timestamp,steps", ...rows))).toEqual({ "2024-03-01": 3, "2024-03-02": 110 })
  })

  test("count all their rows, with those of 0 steps, and are mentioned", async () => {
    const content = table(
      "date,time,steps,weight (kg)",
      "2024-03-01,08:00,5,80",
      "2024-03-01,09:00,0,",
      "2024-03-01,10:00,6,",
      "2024-03-02,08:00,0,"
    )
    const { rows } = await readContent("table.csv", content)
    const readings = rows.flatMap((row) => (row._tag === "Reading" ? [[row.metric, row.value, row.rows]] : []))
    expect(readings).toEqual([
      ["weight", 80, 1],
      ["steps", 11, 2]
    ])
    expect(rows.flatMap((row) => (row._tag === "LeftOut" ? [[row.reason, row.rows]] : []))).toEqual([
      ["days without steps", 1]
    ])
  })

  test("are asked about if they are for one time, or for none", async () => {
    const daily = table("date,steps", "2024-03-01,5000", "2024-03-01,3000", "2024-03-02,7")
    expect(await stepsOf(daily)).toBe("asks: 2024-03-01")
    expect(await stepsOf(daily, { steps: "sum" })).toEqual({ "2024-03-01": 8000, "2024-03-02": 7 })
    expect(await stepsOf(daily, { steps: "largest" })).toEqual({ "2024-03-01": 5000, "2024-03-02": 7 })
    const hourly = table("timestamp,steps", "2024-03-01 08:00,500", "2024-03-01 09:00,80", "2024-03-01 08:00,400")
    expect(await stepsOf(hourly)).toBe("asks: 2024-03-01 08:00")
    expect(await stepsOf(hourly, { steps: "sum" })).toEqual({ "2024-03-01": 980 })
    expect(await stepsOf(hourly, { steps: "largest" })).toEqual({ "2024-03-01": 580 })
    expect(await stepsOf(table("date,metric,value,unit", "2024-03-01,steps,5,", "2024-03-01,steps,5,"))).toBe(
      "asks: 2024-03-01"
    )
  })

  test("are asked about if only some have a time, or if several devices counted them", async () => {
    const total = table("date,time,steps", "2024-03-01,,900", "2024-03-01,08:00,500", "2024-03-01,09:00,400")
    expect(await stepsOf(total)).toBe("asks: 2024-03-01")
    expect(await stepsOf(total, { steps: "largest" })).toEqual({ "2024-03-01": 900 })
    const devices = table(
      "date,time,steps,device",
      "2024-03-01,08:00,500,watch",
      "2024-03-01,09:00,400,watch",
      "2024-03-01,10:00,700,phone"
    )
    expect(await stepsOf(devices)).toBe("asks: 2024-03-01")
    expect(await stepsOf(devices, { steps: "largest" })).toEqual({ "2024-03-01": 900 })
  })

  test("are not asked about where rows have no steps, or a local time came twice", async () => {
    expect(
      await stepsOf(table("date,steps,weight (kg)", "2024-03-01,5000,80", "2024-03-01,,81", "2024-03-01,0,82"))
    ).toEqual({
      "2024-03-01": 5000
    })
    const night = table("timestamp,steps", "2024-10-27 02:00,5", "2024-10-27 02:00,6", "2024-10-27 03:00,7")
    expect(await stepsOf(night)).toEqual({ "2024-10-27": 18 })
    expect(await stepsOf(night, { timezone: "Asia/Tokyo" })).toBe("asks: 2024-10-27 02:00")
    const zoned = table("timestamp,steps", "2024-10-27T02:00:00+02:00,5", "2024-10-27T02:00:00+01:00,6")
    expect(await stepsOf(zoned)).toEqual({ "2024-10-27": 11 })
  })

  test("are asked about in the tables of days that apps export", async () => {
    const tables = [
      table("Date,Step count,Move Minutes count", "2024-03-01,500,1", "2024-03-01,400,1"),
      table(",Actual,Goal", "3/15/2024,500,4440", "3/15/2024,400,4440"),
      table("Date,Body Fat %,Steps,Weight", "2024-03-01,,500,", "2024-03-01,,400,"),
      table(
        "Date,Exercise,Type,Exercise Calories,Exercise Minutes,Steps",
        "2024-03-01,Fitbit calorie adjustment,Cardio,5,1,500",
        "2024-03-01,Garmin calorie adjustment,Cardio,5,1,400"
      )
    ]
    for (const each of tables)
      expect([each, await stepsOf(each, { weightUnit: "kg" })]).toEqual([
        each,
        expect.stringMatching(/^asks: (?:2024-03-01|3\/15\/2024)$/)
      ])
    for (const each of tables)
      expect(Object.values(await stepsOf(each, { weightUnit: "kg", steps: "largest" }))).toEqual([500])
  })

  test("of an app's table count once each, as does a weight without steps, once the person has answered", async () => {
    const days = table(
      "Date,Step count,Move Minutes count,Average weight (kg)",
      "2024-03-01,500,1,",
      "2024-03-01,400,1,",
      "2024-03-02,,,80",
      "2024-03-03,300,1,81"
    )
    const adjusted = table(
      "Date,Exercise,Type,Exercise Calories,Exercise Minutes,Steps",
      "2024-03-01,Fitbit calorie adjustment,Cardio,5,1,500",
      "2024-03-01,Garmin calorie adjustment,Cardio,5,1,400"
    )
    const countedIn = async (content: string) => {
      const { rows } = await readContent("table.csv", content, { steps: "sum" })
      return rows
        .flatMap((row) => (row._tag === "Reading" ? [`${row.at.day} ${row.metric} ${row.value} of ${row.rows}`] : []))
        .sort()
    }
    expect(await countedIn(days)).toEqual([
      "2024-03-01 steps 900 of 2",
      "2024-03-02 weight 80 of 1",
      "2024-03-03 steps 300 of 1",
      "2024-03-03 weight 81 of 0"
    ])
    expect(await countedIn(adjusted)).toEqual(["2024-03-01 steps 900 of 2"])
  })

  test("stay apart in the tables of one archive", async () => {
    const [days, ofHours] = [
      table("Date,Step Count (steps)", "2024-03-01 00:00:00,500"),
      table("Date/Time,Step Count (count)", "2024-03-01 08:00:00,200", "2024-03-01 09:00:00,300")
    ]
    const { rows } = await readContent(
      "export.zip",
      archiveOf([
        ["a.csv", Buffer.from(days)],
        ["b.csv", Buffer.from(ofHours)]
      ])
    )
    expect(rows.flatMap((row) => (row._tag === "Reading" ? [row.value] : []))).toEqual([500, 500])
  })
})
