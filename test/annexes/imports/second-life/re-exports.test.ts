import { expect, test } from "bun:test"
import { undoImport } from "../../../../src/annexes/imports/ledger/undo-import.ts"
import type { Report } from "../../../../src/annexes/imports/rows/model.ts"
import type { HistoryRow } from "../../../../src/annexes/imports/rows/rows.ts"
import type { Source } from "../../../../src/annexes/imports/sources.ts"
import { newPerson, overOneDatabase, type Person } from "../../../support/app.ts"
import { deviceOf, sendRows } from "../devices/support.ts"
import { expectedOf, fixture, readContent } from "../reading.ts"
import { importRows } from "../support.ts"
import { CHANGES, daysIn, factsBetween, over } from "./exports.ts"

/** A fixture of each app whose files say all of a day. */
const APPS: ReadonlyArray<readonly [Source, string]> = [
  ["hevy", "hevy-kg.csv"],
  ["cronometer", "cronometer.zip"],
  ["strong", "strong-c.csv"],
  ["myfitnesspal", "myfitnesspal.zip"],
  ["macrofactor", "macrofactor.xlsx"],
  ["lose-it", "lose-it.zip"],
  ["yazio", "yazio.zip"],
  ["fatsecret", "fatsecret.csv"],
  ["fitbod", "fitbod.csv"],
  ["stronglifts", "stronglifts.csv"],
  ["jefit", "jefit.csv"],
  ["gymbook", "gymbook.csv"],
  ["fitnotes", "fitnotes-kgs.csv"]
]

const read = new Map<string, Promise<ReadonlyArray<HistoryRow>>>()

/** The rows of a fixture, which is read once. */
const rowsOf = (name: string): Promise<ReadonlyArray<HistoryRow>> => {
  const rows = read.get(name) ?? readContent(name, fixture(name), expectedOf(name).options).then(({ rows }) => rows)
  read.set(name, rows)
  return rows
}

overOneDatabase("an app's second export", (service) => {
  const cases = APPS.flatMap(([source, name]) =>
    Object.entries(CHANGES).map(([what, change]) => [source, what, name, change] as const)
  )
  const undo = (report: Report) => service().run(undoImport(report.importId as never))

  test.each(cases)("of %s with %s replaces what the first stated", async (source, _what, name, change) => {
    const first = await rowsOf(name)
    const second = change(first)
    expect(second.length).toBeGreaterThan(0)
    const days = [...daysIn([...first, ...second])].map((text) => text.slice(-10)).sort()
    const [from = "", to = ""] = [days[0], days.at(-1)]
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    const facts = () => factsBetween(person, from, to)

    const imported = await importRows(service(), person, source, first)
    const before = await facts()
    await importRows(service(), other, source, second)
    const alone = await factsBetween(other, from, to)
    const expected = over(before, alone, daysIn(second))

    const dryRun = await importRows(service(), person, source, second, { dryRun: true })
    expect(await facts()).toEqual(before)
    const again = await importRows(service(), person, source, second)
    expect(await facts()).toEqual(expected)
    expect(again.replaced).toEqual(dryRun.replaced)
    expect(again.missing).toEqual(dryRun.missing)

    await undo(again)
    expect(await facts()).toEqual(before)
    const third = await importRows(service(), person, source, second)
    const repeated = await importRows(service(), person, source, first)
    expect(repeated.rows).toMatchObject({ new: 0, changed: 0 })
    expect(await facts()).toEqual(expected)
    expect(third.rows).toEqual(again.rows)
    await undo(imported)
    expect(await facts()).toEqual(alone)
    await undo(third)
    expect(await facts()).toEqual([])
  })

  test.each(cases)("of %s with %s does the same when a device sends both", async (source, _what, name, change) => {
    const first = await rowsOf(name)
    const second = change(first)
    const days = [...daysIn([...first, ...second])].map((text) => text.slice(-10)).sort()
    const facts = (person: Person) => factsBetween(person, days[0] ?? "", days.at(-1) ?? "")
    const householdOf = async () => {
      const person = await newPerson(service())
      const { device } = await deviceOf(service(), person, "other")
      return { person, send: (rows: typeof first) => sendRows(service(), person, device.id, source, rows) }
    }
    const [{ person, send }, other] = [await householdOf(), await householdOf()]
    await other.send(second)
    const alone = await facts(other.person)
    await send(first)
    const before = await facts(person)
    await send(second)
    const expected = over(before, alone, daysIn(second))
    expect(await facts(person)).toEqual(expected)
    expect((await send(second)).counts).toMatchObject({ new: 0, changed: 0 })
    expect(await facts(person)).toEqual(expected)
    await send(first)
    expect(await facts(person)).toEqual(over(expected, before, daysIn(first)))
  })
})
