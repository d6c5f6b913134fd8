import { expect, test } from "bun:test"
import fc from "fast-check"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import type { Report } from "../../../src/annexes/imports/rows/model.ts"
import type { HistoryRow } from "../../../src/annexes/imports/rows/rows.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../support/app.ts"
import { randomRuns } from "../../support/stores.ts"
import { eaten, exercise, factsOf, importContent, importRows, reading, session, set } from "./support.ts"

const DAY = "2025-03-01"
const csv = (steps: number, ...more: ReadonlyArray<string>) =>
  ["date,metric,value,unit", `${DAY},steps,${steps},steps`, ...more, ""].join("\n")
const googleFit = (steps: number) => `Date,Move Minutes count,Step count\n${DAY},40,${steps}\n`

overEveryDatabase("a repeated file", (service) => {
  const stepsOf = async ({ rest }: Person) => {
    const range = { metric: "steps", from: DAY, to: DAY }
    const { readings } = await output<{ readings: ReadonlyArray<{ value: number }> }>(rest("list_body_metrics", range))
    return readings.map(({ value }) => value)
  }
  const undo = (report: Report) => service().run(undoImport(report.importId as never))
  const changedNothing = (report: Report) =>
    expect(report.rows).toMatchObject({ new: 0, changed: 0, unchanged: report.rows.read })

  test("changes nothing after another source stated something else, however often both are repeated", async () => {
    const person = await newPerson(service())
    await importContent(service(), person, "daily.csv", googleFit(200))
    const second = await importContent(service(), person, "steps.csv", csv(100))
    expect(second.rows.changed).toBe(1)
    for (const dryRun of [true, false]) {
      changedNothing(await importContent(service(), person, "steps.csv", csv(100), { dryRun }))
      expect((await importContent(service(), person, "daily.csv", googleFit(200), { dryRun })).rows.leftOut).toBe(1)
      changedNothing(await importContent(service(), person, "steps.csv", csv(100), { dryRun }))
      expect(await stepsOf(person)).toEqual([100])
    }
    // A later export of the second states the same about that day.
    const longer = await importContent(service(), person, "steps.csv", csv(100, "2025-03-02,steps,300,steps"))
    expect(longer.rows).toMatchObject({ new: 1, changed: 0, unchanged: 1 })
    expect(await undo(second)).toMatchObject({ removed: 0, kept: [{ reason: "stated by another import, too" }] })
    expect(await stepsOf(person)).toEqual([100])
    expect(await undo(longer)).toMatchObject({ removed: 1, restored: 1, kept: [] })
    expect(await stepsOf(person)).toEqual([200])
  })

  test("changes nothing after a later file of its source did", async () => {
    const person = await newPerson(service())
    const first = await importContent(service(), person, "steps.csv", csv(100))
    expect((await importContent(service(), person, "daily.csv", googleFit(200))).rows.leftOut).toBe(1)
    const newer = await importContent(service(), person, "steps.csv", csv(120))
    expect(newer.rows.changed).toBe(1)
    changedNothing(await importContent(service(), person, "steps.csv", csv(100)))
    expect((await importContent(service(), person, "daily.csv", googleFit(200))).rows.leftOut).toBe(1)
    expect(await stepsOf(person)).toEqual([120])
    // A later export with the values of the first is not a repetition.
    const back = await importContent(service(), person, "steps.csv", csv(100, "2025-03-02,steps,300,steps"))
    expect(back.rows.changed).toBe(1)
    expect(await undo(back)).toMatchObject({ removed: 1, restored: 1, kept: [] })
    expect(await stepsOf(person)).toEqual([120])
    expect(await undo(newer)).toMatchObject({ restored: 1, kept: [] })
    expect(await stepsOf(person)).toEqual([100])
    expect(await undo(first)).toMatchObject({ restored: 1, kept: [] })
    expect(await stepsOf(person)).toEqual([200])
  })

  test("changes nothing although its values existed before it, and another source now states something else", async () => {
    const person = await newPerson(service())
    await importContent(service(), person, "daily.csv", googleFit(200))
    changedNothing(await importContent(service(), person, "steps.csv", csv(200)))
    expect((await importRows(service(), person, "hevy", [reading("steps", DAY, 300)])).rows.leftOut).toBe(1)
    changedNothing(await importContent(service(), person, "steps.csv", csv(200)))
    expect(await stepsOf(person)).toEqual([200])
  })

  test("is imported again after an undo, or with other choices", async () => {
    const person = await newPerson(service())
    const first = await importContent(service(), person, "steps.csv", csv(100))
    await importContent(service(), person, "steps.csv", csv(120))
    expect(await undo(first)).toMatchObject({ kept: [{ reason: "stated by another import, too" }] })
    expect((await importContent(service(), person, "steps.csv", csv(100))).rows.changed).toBe(1)
    expect(await stepsOf(person)).toEqual([100])

    const heaves = [session(DAY, "18:00:00", [exercise("Gargoyle Heave", [set()])])]
    for (const [id, changed] of [
      ["exr_barbell_squat", 0],
      ["exr_front_barbell_squat", 1],
      ["exr_barbell_squat", 1]
    ] as const) {
      const choices = new Map([["Gargoyle Heave", id]])
      expect((await importRows(service(), person, "hevy", heaves, { choices })).rows.changed).toBe(changed)
    }
  })

  test("changes nothing, whatever came between, in any order of files and sources", async () => {
    const day = fc.integer({ min: 1, max: 3 }).map((n) => `2025-03-0${n}`)
    const row = fc.oneof(
      fc.tuple(day, fc.integer({ min: 1, max: 4 })).map(([day, n]): HistoryRow => reading("steps", day, n * 1000)),
      fc.tuple(day, fc.integer({ min: 1, max: 4 })).map(([day, n]): HistoryRow => eaten(day, "Oats", n * 100)),
      fc
        .tuple(day, fc.integer({ min: 1, max: 4 }))
        .map(
          ([day, n]): HistoryRow => session(day, "18:00:00", [exercise("Squat (Barbell)", [set({ weightKg: n * 20 })])])
        )
    )
    const keyOf = (each: HistoryRow) =>
      "start" in each ? `w ${each.start.day}` : "at" in each ? `${each._tag} ${each.at.day}` : ""
    const file = fc.record({
      source: fc.constantFrom("csv" as const, "hevy" as const, "cronometer" as const),
      rows: fc.uniqueArray(row, { minLength: 1, maxLength: 4, selector: keyOf })
    })
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 4 }), async (files) => {
        const person = await newPerson(service())
        const before = await factsOf(person.rest)
        const reports: Array<Report> = []
        for (const { source, rows } of files) reports.push(await importRows(service(), person, source, rows))
        const once = await factsOf(person.rest)
        for (const [place, { source, rows }] of files.entries()) {
          const again = await importRows(service(), person, source, rows)
          expect(again.rows).toMatchObject({ new: 0, changed: 0, read: reports[place]?.rows.read })
          reports.push(again)
        }
        expect(await factsOf(person.rest)).toEqual(once)
        for (const report of reports.toReversed()) await undo(report)
        expect(await factsOf(person.rest)).toEqual(before)
      }),
      { numRuns: randomRuns(6) }
    )
  }, 120_000)
})
