import { describe, expect, test } from "bun:test"
import { archiveOf } from "./archive-of.ts"
import { table } from "./beginnings.ts"
import { fixture, readContent } from "./reading.ts"
import { shown } from "./shown.ts"

const linesOf = async (name: string, content: Uint8Array | string, options = {}): Promise<ReadonlyArray<string>> =>
  shown(await readContent(name, content, options))
    .trim()
    .split("\n")
    .slice(1)

describe("a table of Withings in another language", () => {
  const withFirst = (column: string, value: string) =>
    table(
      `Dato,${column},Fedt (kg),Ben (kg),Muskler (kg),Vand (kg),Bemærkninger`,
      `2024-03-01 07:00,${value},15,3,60,40,`
    )

  test("is recognised by its five masses", async () => {
    const { source, rows } = await readContent("x.csv", withFirst("Masse (kg)", "80"))
    expect(source).toBe("withings")
    expect(rows).toMatchObject([
      { metric: "weight", value: 80 },
      { metric: "body_fat", value: 18.75 }
    ])
  })

  test("is not, if the first is a length, or a mass in another unit", async () => {
    for (const column of ["Højde (cm)", "Masse (lb)"])
      expect([column, (await readContent("x.csv", withFirst(column, "180"))).source]).toEqual([column, null])
  })
})

describe("a row of FitNotes", () => {
  const header = "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment"

  test("may have unquoted commas in its comment alone", async () => {
    const content = table(header, "2025-05-06,Squat,Legs,100,kgs,5,,,,slow, then steady")
    expect(await linesOf("FitNotes.csv", content)).toEqual([
      'FitNotes.csv:2 [1] "Workout", 2025-05-06',
      '    Squat "slow, then steady": 100 kg 5 reps'
    ])
  })
})

describe("a row with another number of columns than its table", () => {
  const header = "date,metric,value,unit"

  test("is left out if it lacks one that is needed, or has more, and the report says so", async () => {
    const content = table(header, "2024-03-01,weight", "2024-03-02,weight,81,kg,morning", "2024-03-03,weight,82,kg")
    expect(await linesOf("x.csv", content)).toEqual([
      "x.csv:2 [1] left out: it has 2 columns, and the header 4",
      "x.csv:3 [1] left out: it has 5 columns, and the header 4",
      "x.csv:4 [1] weight 82, 2024-03-03"
    ])
  })

  test("is read if only optional ones are missing, or those beyond are empty", async () => {
    const content = table(header, "2024-03-01,steps,9000", "2024-03-02,steps,8000,,,")
    expect(await linesOf("x.csv", content)).toEqual([
      "x.csv:2 [1] steps 9000, 2024-03-01",
      "x.csv:3 [1] steps 8000, 2024-03-02"
    ])
  })
})

test("a file with an unusual name beside an app's tables is named, and not read, even if it is of another app", async () => {
  const archive = archiveOf([
    ["workouts.csv", fixture("hevy-kg.csv")],
    ["other/backup", fixture("strong-c.csv")]
  ])
  const { source, fault, rows } = await readContent("all.zip", archive)
  expect([source, fault]).toEqual(["hevy", null])
  expect(rows.flatMap((row) => (row._tag === "Warning" ? row.text : [])).join()).toContain(
    "other/backup is of no known kind, and was not read"
  )
})

test("a food of YAZIO may have 10 kcal per gram, and one with more is not what its id says", async () => {
  const id = "051bb345-12b3-471e-83f3-ce82af3faf89"
  const eatenWith = async (energy: number) => {
    const portion = { date: "2024-03-01 08:00:00", daytime: "lunch", product_id: id, amount: 20 }
    const food = { name: "Oil", nutrients: { "energy.energy": energy }, base_unit: "g" }
    const archive = archiveOf([
      ["days.json", JSON.stringify({ "2024-03-01": { consumed: { products: [portion] } } })],
      ["products.json", JSON.stringify({ products: { [id]: food } })]
    ])
    return (await readContent("yazio.zip", archive)).rows
  }
  expect(await eatenWith(10)).toMatchObject([{ _tag: "Eaten", name: "Oil", nutrition: { calories: 200 } }])
  expect(await eatenWith(10.1)).toMatchObject([{ _tag: "LeftOut", rows: 1 }])
})
