import { expect, test } from "bun:test"
import { newPerson, output, overEveryDatabase, type Person } from "../../support/app.ts"
import { archiveOf } from "./archive-of.ts"
import { importContent } from "./support.ts"

const table = (...lines: ReadonlyArray<string>) => [...lines, ""].join("\n")

const SERVINGS = table(
  "Day,Group,Food Name,Amount,Energy (kcal),Protein (g),Carbs (g),Fat (g),Alcohol (g),Category",
  "2025-03-01,Breakfast,Oats,80 g,311,10.7,54.8,5.3,,Cereals",
  "2025-03-01,Breakfast,Protein Powder,30 g,,24,2,1,,",
  "2025-03-01,Dinner,Wine,150 ml,,,,,15,",
  "2025-03-02,Lunch,Rice,200 g,260,5.4,56,0.6,,Cereals"
)
const sums = (first: number, second: number) =>
  table("Date,Energy (kcal),Alcohol (g),Completed", `2025-03-01,${first},15,true`, `2025-03-02,${second},0,true`)

overEveryDatabase("the energy of imported foods", (service) => {
  const daysOf = async ({ rest }: Person) => {
    const { totals } = await output<{ totals: ReadonlyArray<{ date: string }> }>(
      rest("list_food_entries", { from: "2025-03-01", to: "2025-03-02" })
    )
    return Object.fromEntries(totals.map((day) => [day.date, day]))
  }

  test("is the app's: foods without energy add none, and the report says so", async () => {
    for (const paths of [
      ["servings.csv", "dailysummary.csv"],
      ["b/servings.csv", "a/dailysummary.csv"]
    ] as const) {
      const person = await newPerson(service())
      const files = [
        [paths[0], SERVINGS],
        [paths[1], sums(311, 260)]
      ] as const
      const report = await importContent(service(), person, "export.zip", archiveOf([...files].sort()))
      expect(report.rows).toEqual({ read: 6, new: 4, unchanged: 0, changed: 0, merged: 0, leftOut: 2 })
      expect(report.notKept).toEqual([{ file: paths[0], kind: "Category", rows: 2 }])
      expect(report.warnings).toEqual([
        "1 diary rows state no energy: their calories were set to 0, and their macros were kept.",
        "1 diary rows state only alcohol: their calories, protein, carbs and fat were set to 0."
      ])
      const days = await daysOf(person)
      expect(days["2025-03-01"]).toMatchObject({ calories: 311, protein: 34.7, alcohol: 15 })
      expect(days["2025-03-02"]).toMatchObject({ calories: 260 })
    }
  })

  test("that differs from the app's sums is reported", async () => {
    const person = await newPerson(service())
    const archive = archiveOf([
      ["dailysummary.csv", sums(440, 260)],
      ["servings.csv", SERVINGS]
    ])
    const report = await importContent(service(), person, "export.zip", archive, { dryRun: true })
    expect(report.warnings).toContain(
      "the foods of 1 day do not add up to the sums in the export: on 2025-03-01, 311 kcal were read, and the export states 440"
    )
  })
})
