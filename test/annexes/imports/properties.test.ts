import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import type { HistoryRow } from "../../../src/annexes/imports/rows/rows.ts"
import { newPerson, output, overOneDatabase } from "../../support/app.ts"
import { randomRuns } from "../../support/stores.ts"
import { archiveOf, restore, withoutTime } from "./archives.ts"
import { eaten, exercise, factsOf, importRows, reading, session, set } from "./support.ts"

const day = fc.integer({ min: 1, max: 9 }).map((n) => `2025-03-0${n}`)
const time = fc.constantFrom("07:00:00", "12:30:00", "18:00:00")

const readings = fc
  .record({
    metric: fc.constantFrom("weight" as const, "steps" as const),
    day,
    value: fc.integer({ min: 30, max: 400 }),
    time
  })
  .map(({ metric, day, value, time }) => reading(metric, day, metric === "steps" ? value * 50 : value, time))
const meals = fc
  .record({ day, name: fc.constantFrom("Coffee", "Oats", "Soup"), calories: fc.integer({ min: 0, max: 900 }) })
  .map(({ day, name, calories }) => eaten(day, name, calories))
const name = fc.constantFrom("Squat (Barbell)", "Gargoyle Heave", "Push-Up", "Pull Up (Weighted)")
const sessions = fc
  .record({
    day,
    time,
    title: fc.constantFrom("Legs", "Push"),
    exercises: fc.array(fc.tuple(name, fc.integer({ min: 1, max: 200 })), { minLength: 1, maxLength: 3 })
  })
  .map(({ day, time, title, exercises }) =>
    session(
      day,
      time,
      exercises.map(([name, weightKg]) => exercise(name, [set({ weightKg })])),
      { title }
    )
  )

/** The key of a row at its source: in one export, a row has one content. */
const sourceKey = (row: HistoryRow): string =>
  row._tag === "Reading"
    ? `${row.metric} ${row.at.day}`
    : row._tag === "Eaten"
      ? `${row.at.day} ${row.name}`
      : row._tag === "Workout"
        ? `${row.title} ${row.start.day} ${row.start.time}`
        : ""

const exports_ = fc.uniqueArray(fc.oneof(readings, meals, sessions), { maxLength: 14, selector: sourceKey })

const counted = ({ read, ...kinds }: Readonly<Record<string, number>>) =>
  expect(Object.values(kinds).reduce((sum, rows) => sum + rows, 0)).toBe(read ?? 0)

const RUNS = { numRuns: randomRuns(8) }

/**
 * Calories of sessions follow from the weights that were known when they were imported, which depends on the order; own
 * exercises have other ids for other people.
 */
const withoutEnergy = (facts: unknown) =>
  JSON.parse(
    JSON.stringify(facts, (key, value) => (key === "estimatedCalories" || key === "exerciseId" ? undefined : value))
  )

overOneDatabase("imports", (service) => {
  test("add nothing when they are repeated", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(readings, meals, sessions), { maxLength: 14 }), async (rows) => {
        const person = await newPerson(service())
        const first = await importRows(service(), person, "hevy", rows)
        counted({ ...first.rows })
        const once = await factsOf(person.rest)
        const again = await importRows(service(), person, "hevy", rows)
        expect(again.rows).toMatchObject({ new: 0, changed: 0, merged: first.rows.merged, leftOut: first.rows.leftOut })
        expect(await factsOf(person.rest)).toEqual(once)
      }),
      RUNS
    )
  }, 120_000)

  test("of an export and then a longer one equal that of the longer one", async () => {
    await fc.assert(
      fc.asyncProperty(exports_, fc.nat(14), async (all, count) => {
        const [one, two] = [await newPerson(service()), await newPerson(service())]
        await importRows(service(), one, "hevy", all.slice(0, count))
        await importRows(service(), one, "hevy", all)
        await importRows(service(), two, "hevy", all)
        expect(withoutEnergy(await factsOf(one.rest))).toEqual(withoutEnergy(await factsOf(two.rest)))
      }),
      RUNS
    )
  }, 120_000)

  test("undone in any order, leave what was there before", async () => {
    await fc.assert(
      fc.asyncProperty(exports_, exports_, readings, fc.boolean(), async (first, second, own, firstFirst) => {
        const person = await newPerson(service())
        const { metric, value } = own
        const unit = metric === "weight" ? { unit: "kg" } : {}
        await output(person.rest("set_body_metrics", { metric, readings: [{ date: own.at.day, value, ...unit }] }))
        const before = await factsOf(person.rest)
        const reports = [
          await importRows(service(), person, "hevy", first, { overwrite: true }),
          await importRows(service(), person, "hevy", second, { overwrite: true })
        ]
        for (const { importId } of firstFirst ? reports : reports.toReversed()) {
          await service().run(undoImport(importId as never))
        }
        expect(await factsOf(person.rest)).toEqual(before)
      }),
      RUNS
    )
  }, 120_000)

  test("a badge that two imports earned goes with the second, even if the first one's end has moved its day", async () => {
    const person = await newPerson(service())
    const before = await factsOf(person.rest)
    const eatenOn = (...days: ReadonlyArray<number>) => days.map((n) => eaten(`2025-03-0${n}`, "Coffee", 5))
    const [first, second] = [
      await importRows(service(), person, "hevy", eatenOn(1)),
      await importRows(service(), person, "hevy", eatenOn(2, 3, 4, 5, 6, 7, 8))
    ]
    for (const { importId } of [first, second]) await service().run(undoImport(importId as never))
    expect(await factsOf(person.rest)).toEqual(before)
  })

  test("an archive restored for another person is the same archive, whatever was imported", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fettle-archives-"))
    try {
      await fc.assert(
        fc.asyncProperty(exports_, fc.nat(14), async (all, count) => {
          const [one, two] = [await newPerson(service()), await newPerson(service())]
          await importRows(service(), one, "hevy", all.slice(0, count))
          await importRows(service(), one, "hevy", all)
          const first = await archiveOf(folder, service(), one)
          const report = await restore(service(), two, first.path)
          expect(report.leftOut).toEqual([])
          expect(withoutTime((await archiveOf(folder, service(), two)).texts)).toEqual(withoutTime(first.texts))
        }),
        RUNS
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 120_000)
})
