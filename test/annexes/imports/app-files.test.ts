import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import type { Report } from "../../../src/annexes/imports/rows/model.ts"
import { newPerson, overOneDatabase, type Person, type Service } from "../../support/app.ts"
import { longRuns } from "../../support/stores.ts"
import { APPS_WITH_FILES, type AppFile, appFile, brokenFile, contentOf } from "./app-files.ts"
import { readContent } from "./reading.ts"
import { factsIn, factsOf, importContent } from "./support.ts"

/** Generated tables may state the steps of a day several times. */
const ANSWERS = { steps: "largest" } as const

const TIME_LIMIT = 120_000

const somebodyInBerlin = (service: Service) => newPerson(service, { timezone: "Europe/Berlin" })

/** Imports the whole file, and compares the report with the rows that were written. */
const take = async (service: Service, person: Person, file: AppFile): Promise<Report> => {
  const report = await importContent(service, person, file.name, contentOf(file), ANSWERS)
  const { read, ...kinds } = report.rows
  expect([file.source, read]).toEqual([report.source as typeof file.source, file.rows.length])
  expect(Object.values(kinds).reduce((sum, count) => sum + count, 0)).toBe(read)
  const left = report.leftOut.map(({ reason }) => Number(/\((\d+) rows\)$/.exec(reason)?.[1] ?? 1))
  expect(left.reduce((sum, rows) => sum + rows, 0)).toBe(kinds.leftOut)
  for (const { line, reason } of report.leftOut) {
    expect(reason).not.toBe("")
    expect(line).toBeGreaterThan(1)
    expect(line).toBeLessThanOrEqual(file.rows.length + 1)
  }
  return report
}

const takeAll = async (service: Service, files: ReadonlyArray<AppFile>) => {
  const person = await somebodyInBerlin(service)
  const reports: Array<Report> = []
  for (const file of files) reports.push(await take(service, person, file))
  return { person, reports }
}

const filesOf = (file: fc.Arbitrary<AppFile>) =>
  fc
    .uniqueArray(file, { minLength: 2, maxLength: 5, selector: ({ source }) => source })
    .chain((files) =>
      fc.record({ files: fc.constant(files), other: fc.shuffledSubarray(files, { minLength: files.length }) })
    )

describe("a file with anything in its cells", () => {
  test.each(APPS_WITH_FILES)("from %s accounts for every row", async (source) => {
    await fc.assert(
      fc.asyncProperty(brokenFile([source]), async (file) => {
        const { rows, fault, questions } = await readContent(file.name, contentOf(file), ANSWERS)
        expect([fault, questions]).toEqual([null, []])
        const counted = rows.map((row) => (row._tag === "Warning" ? 0 : row.rows))
        expect(counted.reduce((sum, count) => sum + count, 0)).toBe(file.rows.length)
      }),
      { numRuns: 60 }
    )
  })
})

overOneDatabase("files of several apps", (service) => {
  const undo = (report: Report) => service().run(undoImport(report.importId as never))

  test("give the same history in any order, and add nothing the second time", async () => {
    await fc.assert(
      fc.asyncProperty(filesOf(appFile()), async ({ files, other }) => {
        const { person } = await takeAll(service(), files)
        const facts = await factsIn(person)
        expect(await factsIn((await takeAll(service(), other)).person)).toEqual(facts)
        for (const file of other) {
          const again = await take(service(), person, file)
          expect(again.rows).toMatchObject({ new: 0, changed: 0 })
        }
        expect(await factsIn(person)).toEqual(facts)
      }),
      longRuns(15)
    )
  }, 120_000)

  test(
    "undone one after the other, leave what the rest alone gives, and nothing at the end",
    async () => {
      await fc.assert(
        fc.asyncProperty(filesOf(appFile()), async ({ files, other }) => {
          const { person, reports } = await takeAll(service(), files)
          const before = await factsOf((await somebodyInBerlin(service())).rest)
          let rest = files
          for (const file of other) {
            const report = reports[files.indexOf(file)]
            if (report !== undefined) await undo(report)
            rest = rest.filter((each) => each !== file)
            expect(await factsIn(person)).toEqual(await factsIn((await takeAll(service(), rest)).person))
          }
          expect(await factsOf(person.rest)).toEqual(before)
        }),
        longRuns(15)
      )
    },
    TIME_LIMIT
  )

  test("remove a badge with them, even if its day was that of another import for a while", async () => {
    const day = (source: "strava" | "fitbod", date: string): AppFile =>
      source === "strava"
        ? {
            source,
            name: "activities.csv",
            header: "Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance,Elapsed Time,Distance",
            rows: [["1", `${date} 14:10:00`, "Run", "Run", "3600", "5", "3600", "5000"]]
          }
        : {
            source,
            name: "WorkoutExport.csv",
            header: "Date,Exercise,Reps,Weight(kg),Duration(s),Distance(m),Incline,Resistance,isWarmup,Note,multiplier",
            rows: [[`${date} 06:00:00 +0000`, "Barbell Squat", "5", "60", "0", "0", "0", "0", "false", "", "1"]]
          }
    const whoop: AppFile = {
      source: "whoop",
      name: "workouts.csv",
      header:
        "Cycle start time,Cycle timezone,Workout start time,Workout end time,Duration (min),Activity name,Energy burned (cal)",
      rows: [["2025-03-02 00:00:00", "UTC+01:00", "2025-03-02 18:10:20", "2025-03-02 18:50:00", "40", "Running", "313"]]
    }
    const { person, reports } = await takeAll(service(), [
      whoop,
      day("fitbod", "2025-03-02"),
      day("strava", "2025-03-01")
    ])
    const badges = async () => (await factsOf(person.rest)).badges
    expect(await badges()).toMatchObject([{ id: "first_workout", earnedOn: "2025-03-01" }])
    const left = []
    for (const index of [0, 2, 1]) {
      const report = reports[index]
      if (report !== undefined) await undo(report)
      left.push(await badges())
    }
    expect(left).toMatchObject([[{ earnedOn: "2025-03-01" }], [{ earnedOn: "2025-03-02" }], []])
  })

  test(
    "account for every row, whatever their cells contain, in any order",
    async () => {
      await fc.assert(
        fc.asyncProperty(filesOf(brokenFile()), async ({ files, other }) => {
          const facts = await factsIn((await takeAll(service(), files)).person)
          expect(await factsIn((await takeAll(service(), other)).person)).toEqual(facts)
        }),
        longRuns(15)
      )
    },
    TIME_LIMIT
  )
})
