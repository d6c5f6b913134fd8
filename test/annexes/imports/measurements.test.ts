import { describe, expect, test } from "bun:test"
import { archiveOf } from "./archive-of.ts"
import { fixture, readContent } from "./reading.ts"

const table = (header: string, ...rows: ReadonlyArray<string>): string => [header, ...rows, ""].join("\n")
const readingsIn = async (content: string | Uint8Array, source?: "myfitnesspal") => {
  const options = { weightUnit: "kg", ...(source === undefined ? {} : { source }) } as const
  const outcome = await readContent("export.csv", content, options)
  const readings = outcome.rows.flatMap((row) => (row._tag === "Reading" ? [`${row.metric} ${row.value}`] : []))
  return { source: outcome.source, readings, fault: outcome.fault?.message ?? null }
}
const WEIGHED = ["weight 82", "body_fat 18.5"]

describe("steps", () => {
  test("in a file with semicolons may have points between thousands, because they are whole numbers", async () => {
    const plain = table("date;metric;value;unit", "2025-01-01;steps;1.000;", "2025-01-02;steps;12.345;steps")
    expect((await readingsIn(plain)).readings).toEqual(["steps 1000", "steps 12345"])
    const more = table("date;metric;value;unit", "2025-01-01;weight;82.500;kg", "2025-01-02;steps;812.5;")
    expect((await readingsIn(more)).readings).toEqual(["weight 82.5", "steps 812.5"])
    const days = table("Date;Move Minutes count;Calories (kcal);Step count", "2025-01-01;40;2.100,5;10.250")
    expect((await readingsIn(days)).readings).toEqual(["steps 10250"])
    const measured = table("Date;Steps;Weight", "2025-01-01;8.120;82,5")
    expect((await readingsIn(measured, "myfitnesspal")).readings).toEqual(["weight 82.5", "steps 8120"])
    expect((await readingsIn(table("date,metric,value,unit", "2025-01-01,steps,1.000,"))).readings).toEqual(["steps 1"])
  })
})

describe("measurements with free names", () => {
  test("are recognised whatever the names contain", async () => {
    const headers = ["Waist (cm)", "Left_Arm", "Time", "Neck (in)_old"]
    for (const name of headers) {
      const columns = ["Body Fat %", name, "Weight"].sort()
      const row = columns.map((column) => (column === "Weight" ? "82" : column === "Body Fat %" ? "18.5" : "30"))
      const content = table(["Date", ...columns].join(","), ["2024-01-15", ...row].join(","))
      for (const source of [undefined, "myfitnesspal"] as const) {
        expect(await readingsIn(content, source)).toEqual({ source: "myfitnesspal", readings: WEIGHED, fault: null })
      }
    }
    const mixed = table("Date,Body Fat %,left_arm,n_Body Fat,Waist (cm),Weight", "2024-01-15,18.5,30,,80,82")
    expect((await readingsIn(mixed)).readings).toEqual(WEIGHED)
  })

  test("are read within the archive", async () => {
    const archive = archiveOf([
      [
        "Measurement-Summary-2024-01-01-to-2024-01-31.csv",
        table("Date,Body Fat %,Waist (cm),Weight", "2024-01-15,18.5,80,82")
      ]
    ])
    expect((await readingsIn(archive)).readings).toEqual(WEIGHED)
  })

  test("are not taken for such if another app writes the table", async () => {
    for (const content of [
      table("Date,Time,Weight", "2024-01-15,07:10,82"),
      "Date,Time,Weight\n2024-01-15,7:10 AM,82"
    ]) {
      expect(await readingsIn(content)).toEqual({ source: "csv", readings: ["weight 82"], fault: null })
    }
    for (const content of [
      table("Date,Weight,Body Fat (%),BMI_value", "2024-01-15,82,18.5,24"),
      table("Date,Exercise,Weight", "2024-01-15,Squat,82")
    ]) {
      expect((await readingsIn(content)).fault).toContain("is of no known kind")
    }
    const kept = ["hevy-measurements.csv", "plain.csv", "withings.csv", "fitnotes-body.csv"]
    for (const name of kept) expect((await readContent(name, fixture(name))).source).not.toBe("myfitnesspal")
  })
})
