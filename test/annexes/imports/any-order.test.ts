import { expect, test } from "bun:test"
import fc from "fast-check"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import type { Report } from "../../../src/annexes/imports/rows/model.ts"
import type { HistoryRow } from "../../../src/annexes/imports/rows/rows.ts"
import { SOURCES as ALL_SOURCES, SOURCE_ROWS, type Source } from "../../../src/annexes/imports/sources.ts"
import { newPerson, output, overOneDatabase, type Service } from "../../support/app.ts"
import { longRuns } from "../../support/stores.ts"
import { eaten, exercise, factsIn, factsOf, importRows, reading, session, set } from "./support.ts"

/** Imports store ranks, so changing one would put a source's later values before or after its earlier ones. */
const STORED_RANKS: Partial<Record<Source, number>> = {
  csv: 900,
  hevy: 890,
  strong: 880,
  fitnotes: 870,
  withings: 790,
  renpho: 780,
  garmin: 690,
  fitbit: 680,
  strava: 640,
  cronometer: 590,
  macrofactor: 580,
  myfitnesspal: 570,
  "apple-health": 290,
  "google-fit": 280
}

const SOURCES = ["csv", "hevy", "withings", "cronometer", "apple-health"] as const

const day = fc.integer({ min: 1, max: 3 }).map((n) => `2025-03-0${n}`)
const some = fc.integer({ min: 1, max: 3 })
const row = fc.oneof(
  fc.tuple(day, some).map(([day, n]): HistoryRow => reading("steps", day, n * 1000)),
  fc.tuple(day, some).map(([day, n]): HistoryRow => reading("weight", day, 70 + n)),
  fc.tuple(day, some).map(([day, n]): HistoryRow => eaten(day, "Oats", n * 100)),
  // Sessions of an hour that begin half an hour apart: of three, the first and last do not overlap.
  fc
    .tuple(day, fc.constantFrom("17:00:00", "17:25:00", "17:50:00", "20:00:00"), some)
    .map(([day, time, n]): HistoryRow => session(day, time, [exercise("Squat (Barbell)", [set({ weightKg: n * 20 })])]))
)
const keyOf = (each: HistoryRow): string => {
  if (each._tag === "Reading") return `${each.metric} ${each.at.day}`
  if (each._tag === "Eaten") return `eaten ${each.at.day}`
  return each._tag === "Workout" ? `session ${each.start.day} ${each.start.time}` : ""
}
const rowsOfFile = fc.uniqueArray(row, { minLength: 1, maxLength: 7, selector: keyOf })
const filesOf = (count: { readonly minLength: number; readonly maxLength: number }) =>
  fc
    .uniqueArray(fc.record({ source: fc.constantFrom(...SOURCES), rows: rowsOfFile }), {
      ...count,
      selector: ({ source }) => source
    })
    .chain((files) =>
      fc.record({ files: fc.constant(files), other: fc.shuffledSubarray(files, { minLength: files.length }) })
    )

interface File {
  readonly source: Source
  readonly rows: ReadonlyArray<HistoryRow>
}

const imported = async (service: Service, files: ReadonlyArray<File>) => {
  const person = await newPerson(service)
  const reports: Array<Report> = []
  for (const { source, rows } of files) {
    const report = await importRows(service, person, source, rows)
    const { read, ...kinds } = report.rows
    expect(Object.values(kinds).reduce((sum, count) => sum + count, 0)).toBe(read)
    expect(read).toBe(rows.length)
    expect(report.leftOut).toHaveLength(kinds.leftOut)
    reports.push(report)
  }
  return { person, reports }
}

test("no two sources have the same rank, and stored ranks do not change", () => {
  const ranks = Object.fromEntries(ALL_SOURCES.map((source) => [source, SOURCE_ROWS[source].rank]))
  expect(new Set(Object.values(ranks)).size).toBe(ALL_SOURCES.length)
  expect(ranks).toMatchObject(STORED_RANKS)
})

overOneDatabase("files of several sources", (service) => {
  const runs = longRuns(5)

  const undo = (report: Report | undefined) => service().run(undoImport(report?.importId as never))

  test("give the same in any order, and add nothing the second time", async () => {
    await fc.assert(
      fc.asyncProperty(filesOf({ minLength: 2, maxLength: 4 }), async ({ files, other }) => {
        const one = await imported(service(), files)
        const facts = await factsIn(one.person)
        expect(await factsIn((await imported(service(), other)).person)).toEqual(facts)
        for (const { source, rows } of other) {
          const again = await importRows(service(), one.person, source, rows)
          expect(again.rows).toMatchObject({ new: 0, changed: 0, read: rows.length })
        }
        expect(await factsIn(one.person)).toEqual(facts)
      }),
      runs
    )
  }, 120_000)

  test("leave, after an undo of one, what the others alone would have given", async () => {
    await fc.assert(
      fc.asyncProperty(filesOf({ minLength: 2, maxLength: 3 }), fc.nat(2), async ({ files }, which) => {
        const { person, reports } = await imported(service(), files)
        const at = which % files.length
        await undo(reports[at])
        const rest = await imported(service(), files.toSpliced(at, 1))
        expect(await factsIn(person)).toEqual(await factsIn(rest.person))
        for (const report of reports.toSpliced(at, 1)) await undo(report)
        expect(await factsOf(person.rest)).toEqual(await factsOf((await newPerson(service())).rest))
      }),
      runs
    )
  }, 120_000)

  test("report the days on which another source comes first, and those on which the source gave way", async () => {
    const person = await newPerson(service())
    const days = ["2025-03-01", "2025-03-02", "2025-03-04"]
    const [low, high] = [10, 20].map((n) => [
      ...days.map((day) => reading("steps", day, n * 1000)),
      session("2025-03-01", "18:00:00", undefined, { title: `Session ${n}` })
    ])
    await importRows(service(), person, "apple-health", low ?? [])
    const report = await importRows(service(), person, "hevy", high ?? [])
    expect(report.rows).toMatchObject({ new: 2, changed: 3, leftOut: 0 })
    expect(report.warnings).toEqual([
      "apple-health: its steps of these days gave way to this import: 2025-03-01 to 2025-03-02, 2025-03-04.",
      "apple-health: its sessions of these days gave way to this import: 2025-03-01."
    ])
    const again = await importRows(service(), person, "apple-health", [
      ...(low ?? []),
      reading("weight", "2025-03-01", 80)
    ])
    expect(again.rows).toMatchObject({ new: 1, changed: 0, leftOut: 5 })
    expect(again.warnings).toEqual([
      "hevy comes first: its steps of these days stay: 2025-03-01 to 2025-03-02, 2025-03-04.",
      "hevy comes first: its sessions of these days stay: 2025-03-01."
    ])
    expect(again.leftOut[0]?.reason).toBe("the steps of 2025-03-01 gave way to hevy, which comes first")
  })

  test("show one session at a time, on the first and last day of a file that spans weeks", async () => {
    const person = await newPerson(service())
    for (const source of ["strava", "hevy"] as const) {
      const rows = ["2025-03-01", "2025-03-20"].map((day) => session(day, "18:00:00", undefined, { title: source }))
      await importRows(service(), person, source, rows)
    }
    const { workouts } = await output<{ workouts: ReadonlyArray<{ date: string; name: string }> }>(
      person.rest("list_workouts")
    )
    expect(workouts.map(({ date, name }) => `${date} ${name}`)).toEqual(["2025-03-20 hevy", "2025-03-01 hevy"])
  })

  test("give way to what was entered or changed by hand, in whatever order they come", async () => {
    for (const sources of [["hevy", "apple-health"] as const, ["apple-health", "hevy"] as const]) {
      const person = await newPerson(service())
      for (const [at, source] of sources.entries()) {
        await importRows(service(), person, source, [reading("steps", "2025-03-01", 1000 * (at + 1))])
        const readings = [{ value: 5, date: "2025-03-01" }]
        await output(person.rest("set_body_metrics", { metric: "steps", readings }))
      }
      const range = { metric: "steps", from: "2025-03-01", to: "2025-03-01" }
      expect(await output(person.rest("list_body_metrics", range))).toMatchObject({ readings: [{ value: 5 }] })
    }
  })
})
