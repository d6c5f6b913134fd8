import { expect, test } from "bun:test"
import fc from "fast-check"
import { RepeatedRuns } from "../../../src/annexes/imports/formats/repeated-runs.ts"
import { newPerson, overEveryDatabase } from "../../support/app.ts"
import { expectedOf, fixture } from "./reading.ts"
import { importContent } from "./support.ts"

overEveryDatabase("a workout that Strong writes several times", (service) => {
  test("is imported once, and its other rows are counted", async () => {
    const person = await newPerson(service())
    const name = "strong-repeated.csv"
    const report = await importContent(service(), person, name, fixture(name), expectedOf(name).options)
    expect(report.made).toMatchObject({ workouts: 3, sets: 4 + 2 + 2 })
    expect(report.rows).toEqual({ read: 18, new: 8, unchanged: 0, changed: 0, merged: 8, leftOut: 2 })
  })
})

/** The rows in their output order, with `|` before each repetition. */
const passed = (runs: ReadonlyArray<readonly [key: string, text: string]>, isNumbered = true): string => {
  let text = ""
  const repeated = new RepeatedRuns(() => {
    text += "|"
  })
  for (const [key, row] of runs) repeated.add(key, { text: row, isNumbered, take: () => (text += row) })
  repeated.end()
  return text
}

const run = (key: string, rows: string) => [...rows].map((row) => [key, row] as const)

test("only runs of the same rows are divided", () => {
  expect(passed(run("a", "xyxy"))).toBe("xy|xy")
  expect(passed(run("a", "xxx"))).toBe("x|x|x")
  expect(passed(run("a", "xyx"))).toBe("xyx")
  expect(passed(run("a", "xxyxxy"))).toBe("xxy|xxy")
  expect(passed([...run("a", "xy"), ...run("b", "xy"), ...run("a", "xy")])).toBe("xyxyxy")
  expect(passed(run("a", "xx"), false)).toBe("xx")
})

test("each row is passed on once and in order, and copies are equal", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("x", "y"), maxLength: 40 }), (rows) => {
      const found = passed(run("a", rows))
      expect(found.replaceAll("|", "")).toBe(rows)
      expect(new Set(found.split("|")).size).toBe(1)
    })
  )
})

test("a run of 200,000 rows is passed on as it arrives", () => {
  const before = performance.now()
  expect(passed(Array.from({ length: 200_000 }, () => ["a", "x"] as const)).length).toBe(200_000)
  expect(performance.now() - before).toBeLessThan(5000)
})
