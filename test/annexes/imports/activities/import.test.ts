import { expect, test } from "bun:test"
import { undoImport } from "../../../../src/annexes/imports/ledger/undo-import.ts"
import { get, type Listed } from "../../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../../support/app.ts"
import { archiveOf } from "../archive-of.ts"
import { fixture } from "../reading.ts"
import { factsOf, importContent } from "../support.ts"
import { aRun, fileId, fitFile, session, sport, weighing } from "./fit-file.ts"
import { gpxTrack } from "./gpx-file.ts"

const packed = (content: Uint8Array | string): Uint8Array => Bun.gzipSync(Buffer.from(content))

const scale = fitFile(fileId("weight"), weighing("2024-05-01T05:10:00Z", 81.5, 18.4))
const tri = fitFile(
  fileId("activity"),
  session({ sport: "swimming", start: "2024-07-01T06:00:00Z", elapsed: 1500, metres: 1500 }),
  session({ sport: "transition", start: "2024-07-01T06:25:00Z", elapsed: 40 }),
  session({ sport: "cycling", start: "2024-07-01T06:25:40Z", elapsed: 4200, metres: 40_000, kcal: 900 })
)

/** An archive of recordings as apps or people pack them. */
const many = archiveOf([
  ["activities/1.fit.gz", packed(aRun("2024-05-08T16:00:00Z"))],
  ["activities/2.gpx", gpxTrack("2024-05-02T05:30:00Z")],
  ["activities/3.TCX.gz", packed(fixture("activity.tcx"))],
  ["activities/4.fit", tri],
  ["activities/5.fit", scale],
  ["activities/6.fit", fitFile(fileId("settings"), sport("running"))],
  ["activities/7.fit.gz", "no gzip at all"],
  ["activities/8.gpx", "<gpx><trk><trkseg><trkpt "],
  ["__MACOSX/activities/._4.fit", "\u0000\u0005"],
  ["readme.md", "# Mine"]
])

const GARMIN = [
  "Activity Type,Date,Favorite,Title,Distance,Calories,Time",
  'Running,2024-05-01 18:00:00,false,"Berlin Running","5.00","312","00:30:00"',
  ""
].join("\n")

const listed = async ({ rest }: Person) => (await output<Listed>(rest("list_workouts", { limit: 100 }))).workouts

overEveryDatabase("activity files", (service) => {
  const somebody = () => newPerson(service(), { timezone: "Europe/Berlin" })
  const importFile = (person: Person, name: string, content: Uint8Array | string, options = {}) =>
    importContent(service(), person, name, content, options)

  test("in an archive are imported with their places in the report, add nothing the second time, and an undo leaves nothing", async () => {
    const person = await somebody()
    const before = await factsOf(person.rest)
    const preview = await importFile(person, "mine.zip", many, { dryRun: true })
    const report = await importFile(person, "mine.zip", many)
    expect(preview).toEqual({ ...report, importId: null, dryRun: true })
    expect(report.source).toBe("activity-files")
    // 1 run, 1 track, 4 of TCX, 3 legs, 1 weighing, and 3 files that give nothing.
    expect(report.rows).toEqual({ read: 13, new: 10, unchanged: 0, changed: 0, merged: 0, leftOut: 3 })
    expect(report.made).toMatchObject({ workouts: 9, readings: 2 })
    expect(report.leftOut.map(({ file, reason }) => [file.split("/").at(-1), reason])).toEqual([
      ["6.fit", "it holds no activity and no weighing"],
      ["7.fit.gz", "the file is not a FIT, TCX or GPX file"],
      ["8.gpx", "the file ends before its root element does"]
    ])
    const facts = await factsOf(person.rest)
    const again = await importFile(person, "mine.zip", many)
    expect(again.rows).toEqual({ read: 13, new: 0, unchanged: 10, changed: 0, merged: 0, leftOut: 3 })
    const one = await importFile(person, "1.fit", aRun("2024-05-08T16:00:00Z"))
    expect(one.rows).toMatchObject({ read: 1, unchanged: 1 })
    expect(await factsOf(person.rest)).toEqual(facts)
    for (const each of [one, again, report]) await service().run(undoImport(each.importId as never))
    expect(await factsOf(person.rest)).toEqual(before)
  })

  test("keep day, start, length, distance and energy, and use the catalogue's exercises", async () => {
    const person = await somebody()
    const report = await importFile(person, "run.fit", aRun())
    expect(report.exercises).toMatchObject([{ name: "Running", exerciseId: "exr_running", by: "name" }])
    const [run] = await listed(person)
    expect(await get(person.rest, run?.id ?? "")).toMatchObject({
      date: "2024-05-01",
      name: "Running",
      startTime: "2024-05-01T18:00:00+02:00",
      durationSeconds: 1860,
      estimatedCalories: 312,
      caloriesSource: "app",
      exercises: [{ sets: [{ distanceMeters: 5000.4, durationSeconds: 1800 }] }]
    })
  })

  test("beside an app's table are left out and named; with --source they are read", async () => {
    const strava = archiveOf([
      ["activities.csv", fixture("strava.csv")],
      ["activities/1.fit.gz", packed(aRun())],
      ["activities/2.gpx", gpxTrack("2024-05-02T05:30:00Z")]
    ])
    const person = await somebody()
    const alone = await importFile(person, "activities.csv", fixture("strava.csv"), { dryRun: true })
    const report = await importFile(person, "export.zip", strava)
    expect([report.source, report.rows]).toEqual(["strava", alone.rows])
    expect(report.warnings).toContain(
      "activities/1.fit.gz and 1 like it were not read, but the export of strava beside; the source activity-files reads them instead"
    )
    const other = await importFile(await somebody(), "export.zip", strava, { source: "activity-files" })
    expect(other.rows).toMatchObject({ read: 2, new: 2 })
    expect(other.warnings).toContain("activities.csv is not an export of activity-files, and was not read")
  })

  test("of an activity that is also in a table show only the table's, in any order; an undo of that brings the file's back", async () => {
    for (const first of ["table", "file"]) {
      const person = await somebody()
      const table = () => importFile(person, "Activities.csv", GARMIN, { distanceUnit: "km" })
      if (first === "file") await importFile(person, "run.fit", aRun())
      const { importId } = await table()
      if (first === "table") {
        const report = await importFile(person, "run.fit", aRun())
        expect(report.leftOut[0]?.reason).toMatch(/is there already from garmin/)
      }
      expect((await listed(person)).map(({ name }) => name)).toEqual(["Berlin Running"])
      await service().run(undoImport(importId as never))
      expect((await listed(person)).map(({ name }) => name)).toEqual(["Running"])
    }
  })

  test("of one activity in two formats are imported once, in one archive or one after the other", async () => {
    const gpx = gpxTrack("2024-05-01T16:00:05Z")
    const together = archiveOf([
      ["a.fit", aRun()],
      ["a.gpx", gpx]
    ])
    const person = await somebody()
    const report = await importFile(person, "both.zip", together)
    expect(report.rows).toMatchObject({ read: 2, new: 1, leftOut: 1 })
    expect(report.leftOut[0]?.reason).toMatch(/is taken from .* \((?:FIT|GPX)\)/)
    expect(await listed(person)).toHaveLength(1)
    const other = await somebody()
    await importFile(other, "a.fit", aRun())
    const second = await importFile(other, "a.gpx", gpx)
    expect(second.rows).toMatchObject({ read: 1, new: 0, leftOut: 1 })
    expect(second.leftOut[0]?.reason).toMatch(/is there already from activity-files/)
    expect((await listed(other)).map(({ name }) => name)).toEqual(["Running"])
    const next = await importFile(other, "b.gpx", gpxTrack("2024-05-01T17:00:00Z"))
    expect(next.rows).toMatchObject({ new: 1 })
  })

  test("of several sports that were truncated at first are completed by the whole file", async () => {
    const person = await somebody()
    // Without its last leg.
    const cut = await importFile(person, "tri.fit", tri.subarray(0, tri.length - 20))
    expect(cut.rows).toMatchObject({ read: 2, new: 2 })
    const whole = await importFile(person, "tri.fit", tri)
    expect(whole.rows).toEqual({ read: 3, new: 1, unchanged: 2, changed: 0, merged: 0, leftOut: 0 })
    const run = aRun()
    await importFile(person, "run.fit", run.subarray(0, run.length - 20))
    const rest = await importFile(person, "run.fit", run)
    expect(rest.rows).toMatchObject({ read: 1, changed: 1 })
    expect(await listed(person)).toHaveLength(4)
  })
})
