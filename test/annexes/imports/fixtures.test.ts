import { describe, expect, test } from "bun:test"
import type { HistoryRow } from "../../../src/annexes/imports/rows/rows.ts"
import { expectedOf, fixture, fixtureNames, readContent } from "./reading.ts"
import { shownWhole } from "./shown.ts"

const counted = (rows: ReadonlyArray<HistoryRow>): number =>
  rows.reduce((sum, row) => sum + (row._tag === "Warning" ? 0 : row.rows), 0)

/** How many rows the tables of these exports have, simply counted by lines. */
const LINES: Readonly<Record<string, number>> = {
  "cronometer-servings.csv": 5,
  "fitnotes-kgs.csv": 5,
  "google-fit.zip": 5,
  "hevy-kg.csv": 12,
  "hevy-turkish.csv": 4,
  "myfitnesspal.zip": 11,
  "strong-b-answered.csv": 10,
  "strong-c.csv": 5,
  "strong-d.csv": 7,
  "apple-health.zip": 19,
  "macrofactor.xlsx": 9
}

describe("an export", () => {
  for (const name of fixtureNames) {
    test(`${name} gives the expected rows`, async () => {
      const { options, lines } = expectedOf(name)
      expect(shownWhole(await readContent(name, fixture(name), options))).toBe(lines)
    })
  }

  for (const [name, lines] of Object.entries(LINES)) {
    test(`${name} accounts for every row`, async () => {
      const { rows } = await readContent(name, fixture(name), expectedOf(name).options)
      expect(counted(rows)).toBe(lines)
    })
  }

  test("is recognised by its content, whatever its name", async () => {
    for (const name of fixtureNames) {
      const { options } = expectedOf(name)
      const [own, other] = await Promise.all(
        [name, "export.bin"].map((called) => readContent(called, fixture(name), options))
      )
      expect(other?.source).toBe(own?.source ?? null)
      expect(other?.rows.length).toBe(own?.rows.length ?? 0)
    }
  })

  test("gives the same when read twice", async () => {
    for (const name of fixtureNames) {
      const { options } = expectedOf(name)
      const once = await readContent(name, fixture(name), options)
      expect(await readContent(name, fixture(name), options)).toEqual(once)
    }
  })

  test("of another source than the named one is refused, and of the named one read", async () => {
    const refused = await readContent("workouts.csv", fixture("hevy-kg.csv"), { source: "strong" })
    expect(refused.fault?.message).toContain("Pass --source")
    const read = await readContent("workouts.csv", fixture("hevy-kg.csv"), { source: "hevy" })
    expect(read.source).toBe("hevy")
  })
})
