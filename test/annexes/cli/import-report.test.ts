import { expect, test } from "bun:test"
import { reportLines } from "../../../src/annexes/cli/import.ts"
import { newPerson, overEveryDatabase } from "../../support/app.ts"
import { importContent } from "../imports/support.ts"

const HEADER = "Date,Exercise,Category,Weight (kg),Reps,Distance,Distance Unit,Time,Comment"
const ROW = "2024-03-04,Squat,Legs,60,5,,,,"

overEveryDatabase("the report of fettle import", (service) => {
  const linesOf = async (text: string, dryRun: boolean) => {
    const report = await importContent(service(), await newPerson(service()), "FitNotes_Export.csv", text, { dryRun })
    return reportLines(report)
  }

  test("names what is not kept, one line a kind with its rows, in a dry run, too", async () => {
    const text = `${HEADER},Gym,Mood\n${ROW},North,calm\n${ROW},North,\n`
    for (const dryRun of [true, false]) {
      const lines = await linesOf(text, dryRun)
      const at = lines.indexOf("Not kept:")
      expect(lines.slice(at, at + 4)).toEqual([
        "Not kept:",
        "  Category: 2 rows (FitNotes_Export.csv)",
        "  Gym: 2 rows (FitNotes_Export.csv)",
        "  Mood: 1 row (FitNotes_Export.csv)"
      ])
      expect(lines.filter((line) => line.startsWith("Mind: "))).toEqual([])
    }
  })

  test("says nothing of it if all is kept", async () => {
    const text = `${HEADER}\n${ROW.replace("Legs", "")}\n`
    expect(await linesOf(text, false)).not.toContain("Not kept:")
  })
})
