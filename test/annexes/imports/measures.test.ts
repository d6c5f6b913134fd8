import { expect, test } from "bun:test"
import type { Reading } from "../../../src/annexes/imports/rows/rows.ts"
import { GIRTHS } from "../../../src/features/body-metrics/model.ts"
import { newPerson, output, overEveryDatabase } from "../../support/app.ts"
import { readContent } from "./reading.ts"
import { importContent } from "./support.ts"

const HEVY =
  "date,weight_kg,fat_percent,neck_cm,shoulder_cm,chest_cm,left_bicep_cm,right_bicep_cm,left_forearm_cm,right_forearm_cm,abdomen_cm,waist_cm,hips_cm,left_thigh_cm,right_thigh_cm,left_calf_cm,right_calf_cm"

const isReading = (row: { readonly _tag: string }): row is Reading => row._tag === "Reading"

const readingsIn = async (name: string, content: string) =>
  (await readContent(name, content)).rows.filter(isReading).map(({ metric, value }) => [metric, value] as const)

test("Hevy's measurements give every girth, in the unit that the column names", async () => {
  const metric = await readingsIn(
    "measurements.csv",
    `${HEVY}\n"8 Apr 2025, 00:00",80,15,38,120,100,35,36,29,30,85,84,98,56,57,38,39`
  )
  expect(new Map<string, number>(metric)).toEqual(
    new Map<string, number>([
      ["weight", 80],
      ["body_fat", 15],
      ["neck", 38],
      ["shoulders", 120],
      ["chest", 100],
      ["left_arm", 35],
      ["right_arm", 36],
      ["left_forearm", 29],
      ["right_forearm", 30],
      ["abdomen", 85],
      ["waist", 84],
      ["hips", 98],
      ["left_thigh", 56],
      ["right_thigh", 57],
      ["left_calf", 38],
      ["right_calf", 39]
    ])
  )
  const inches = await readingsIn(
    "measurements.csv",
    'date,weight_lbs,fat_percent,neck_in,waist_in\n"8 Apr 2025, 00:00",,,15,33'
  )
  expect(inches.map(([name, value]) => [name, Number(value.toFixed(6))])).toEqual([
    ["waist", 83.82],
    ["neck", 38.1]
  ])
})

test("FitNotes gives girths in their own units, and names what is not kept", async () => {
  const rows = ["Waist,33,in", "Left Bicep,35,cm", "Resting Heart Rate,52,bpm", "Mood,4,", "Hips,98,stone"]
  const { rows: found } = await readContent(
    "FitNotes_BodyTracker.csv",
    `Date,Time,Measurement,Value,Unit,Comment\n${rows.map((row) => `2025-04-08,07:30:00,${row},`).join("\n")}`
  )
  expect(found.filter(isReading).map(({ metric, value }) => [metric, Number(value.toFixed(6))])).toEqual([
    ["waist", 83.82],
    ["left_arm", 35],
    ["resting_heart_rate", 52]
  ])
  expect(found.flatMap((row) => (row._tag === "LeftOut" ? [row.reason] : [])).sort()).toEqual([
    '"stone" is not a unit of it',
    "measurements of Mood, which are not kept"
  ])
})

test.each(["constructor", "toString", "__proto__"])("%s is no measurement, unit or type of set", async (name) => {
  const { rows: body } = await readContent(
    "FitNotes_BodyTracker.csv",
    `Date,Time,Measurement,Value,Unit,Comment\n2025-04-08,07:30:00,${name},33,cm,\n2025-04-08,07:30:00,Waist,33,${name},\n2025-04-08,07:30:00,Bodyweight,80,kgs,\n`
  )
  expect(body.filter(isReading).map(({ metric, value }) => [metric, value])).toEqual([["weight", 80]])
  const { rows: sets } = await readContent(
    "workouts.csv",
    `title,start_time,end_time,exercise_title,set_index,set_type,weight_kg,reps\nLegs,"14 Mar 2026, 18:00","14 Mar 2026, 19:00",Squat,0,${name},60,5\n`
  )
  expect(sets).toContainEqual(expect.objectContaining({ _tag: "Warning", text: `"${name}" is taken for a normal set` }))
})

overEveryDatabase("a table of one's own", (service) => {
  test("has every metric of the operations, which come into the account", async () => {
    const person = await newPerson(service())
    const rows = [
      ...GIRTHS.map((girth, index) => `2025-04-08,${girth},${30 + index},cm`),
      "2025-04-09,waist,33,in",
      "2025-04-08,resting heart rate,52,bpm",
      "2025-04-08,sleep,7.5,hours",
      "2025-04-08,waist,84,kg",
      "2025-04-10,waist,84,",
      "2025-04-08,mood,4,"
    ]
    const report = await importContent(service(), person, "me.csv", `date,metric,value,unit\n${rows.join("\n")}\n`)
    expect(report.made.readings).toBe(GIRTHS.length + 3)
    expect(report.leftOut.map(({ reason }) => reason)).toEqual([
      '"kg" is not a unit of waist',
      '"" is not a unit of waist',
      "its metric is none that set_body_metrics takes, such as weight, body_fat, steps or waist"
    ])
    const valuesOf = async (metric: string) =>
      (
        await output<{ readings: ReadonlyArray<{ date: string; value: number }> }>(
          person.rest("list_body_metrics", { metric, from: "2025-04-01", to: "2025-04-30" })
        )
      ).readings.map(({ date, value }) => [date, value])
    expect((await valuesOf("waist")).sort()).toEqual([
      ["2025-04-08", 30 + GIRTHS.indexOf("waist")],
      ["2025-04-09", 83.82]
    ])
    expect(await valuesOf("sleep")).toEqual([["2025-04-08", 450]])
    expect(await valuesOf("resting_heart_rate")).toEqual([["2025-04-08", 52]])
  })
})
