import { describe, expect, test } from "bun:test"
import type { ReadOptions } from "../../../src/annexes/imports/rows/rows.ts"
import { readContent } from "./reading.ts"

const table = (...lines: ReadonlyArray<string>): string => [...lines, ""].join("\n")

/** The source, the readings and the warnings of a table. */
const found = async (content: string, options: Partial<ReadOptions> = {}) => {
  const { source, rows, fault, questions } = await readContent("table.csv", content, options)
  expect([fault, questions]).toEqual([null, []])
  return {
    source,
    readings: rows.flatMap((row) =>
      row._tag === "Reading" ? [`${row.metric} ${Math.round(row.value * 10) / 10}`] : []
    ),
    warnings: rows.flatMap((row) => (row._tag === "Warning" ? [row.text] : []))
  }
}

describe("columns are found by their words", () => {
  test("in Health Auto Export's table of days, alone and beside other columns", async () => {
    const header = "Date,Resting Heart Rate (bpm),Step Count (steps),Weight/Body Mass (lb) "
    expect(await found(table(header, "2024-03-01 00:00:00,60,5000,180.2"))).toEqual({
      source: "health-auto-export",
      readings: ["weight 81.7", "steps 5000", "resting_heart_rate 60"],
      warnings: []
    })
    const energy = table(
      "Date,Active Energy (kcal),Weight/Body Mass (kg),Lean Body Mass (kg)",
      "2024-03-01,500,81.5,60"
    )
    expect(await found(energy)).toMatchObject({ source: "health-auto-export", readings: ["weight 81.5"] })
    const alone = table("Date,Weight/Body Mass (kg)", "2024-03-01,81.5")
    expect(await found(alone)).toMatchObject({ readings: ["weight 81.5"] })
    expect(await found(alone, { source: "health-auto-export" })).toMatchObject({
      source: "health-auto-export",
      readings: ["weight 81.5"]
    })
  })

  test.each([
    "Body Mass/Weight (kg)",
    "Weight (Body Mass) (kg)",
    "Weight & Body Mass (kg)",
    "Body Mass - Weight [kg]",
    "weight_body_mass (kg)",
    "My Body Weight (kg)"
  ])("however these are written: %s", async (name) => {
    const content = table(`Date,${name},Body Fat: Percent (%),Count of Steps`, "2024-03-01,81.5,20,5000")
    expect((await found(content)).readings).toEqual(["weight 81.5", "body_fat 20", "steps 5000"])
    const own = table(`Date/Time,${name},Heart Rate (count/min)`, "2024-03-01 08:00,81.5,60")
    expect(await found(own)).toMatchObject({ source: "health-auto-export", readings: ["weight 81.5"] })
  })

  test.each(["Masse grasse", "Masa grasa", "Massa grassa", "Massa gorda", "Fat mass"])(
    "and %s is the body's fat if it is in percent, and its kilograms otherwise",
    async (name) => {
      const content = (unit: string) => table(`Date,Poids (kg),${name}${unit}`, "2024-03-01,81.5,20.5")
      expect((await found(content(" (%)"))).readings).toEqual(["weight 81.5", "body_fat 20.5"])
      expect((await found(content(""))).readings).toEqual(["weight 81.5"])
      expect((await found(content(" (kg)"))).readings.join()).not.toContain("body_fat 20.5")
    }
  )

  const doubtful = "Weight on Withings Scale (kg)"
  const others = "Lean Body Mass (kg),Body Mass Index,Goal Weight (kg),Walking Step Length (cm),Step Count (count)"

  test.each([
    [
      "beside others",
      table(`Date/Time,${doubtful},${others}`, "2024-03-01 08:00,81.5,60,22,75,70,5000"),
      {},
      ["steps 5000"]
    ],
    ["alone", table(`Date,${doubtful}`, "2024-03-01,81.5"), {}, []],
    ["with --source", table(`Date,${doubtful},Mood (1-5)`, "2024-03-01,81.5,4"), { source: "health-auto-export" }, []]
  ] as const)("and one that may hold a metric is asked about: %s", async (_, content, options, rest) => {
    const { questions } = await readContent("table.csv", content, options)
    expect(questions).toEqual([{ _tag: "Column", option: "--column", choices: [doubtful, "none"], file: "table.csv" }])
    const other = await readContent("table.csv", content, { ...options, column: "Weight" })
    expect(other.questions).toHaveLength(1)
    const { readings, warnings } = await found(content, { ...options, column: ` ${doubtful.toLowerCase()};x` })
    expect(readings).toEqual(["weight 81.5", ...rest])
    expect(warnings.join()).not.toContain(doubtful)
    const without = await readContent("table.csv", content, { ...options, column: "none" })
    expect(without.questions).toEqual([])
    expect(without.rows.filter(({ _tag }) => _tag === "Reading")).toHaveLength(rest.length)
  })

  test("and of several, those are read that the answer names, in the unit of their names", async () => {
    const content = table(
      "Date,Weight at Home (lb),Weight at the Gym (lb),Steps by Watch",
      "2024-03-01,180.2,181,5000",
      "2024-03-02,,,6000"
    )
    expect((await readContent("table.csv", content)).questions).toMatchObject([
      { choices: ["Weight at Home (lb)", "Weight at the Gym (lb)", "Steps by Watch", "none"] }
    ])
    expect((await found(content, { column: "Weight at the Gym (lb); Steps by Watch" })).readings).toEqual([
      "weight 82.1",
      "steps 5000",
      "steps 6000"
    ])
  })

  test("and an empty one is not asked about", async () => {
    const content = table(`Date/Time,${doubtful},Step Count (count)`, "2024-03-01 08:00,,5000")
    expect((await found(content)).readings).toEqual(["steps 5000"])
  })
})
