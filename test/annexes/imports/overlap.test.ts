import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { ImportStore } from "../../../src/annexes/imports/ledger/store.ts"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import { ImportId } from "../../../src/annexes/imports/rows/model.ts"
import { MOST_ROUTINES } from "../../../src/annexes/page/features/routines/model.ts"
import { MOST_OWN, ownExerciseIds } from "../../../src/features/exercises/own.ts"
import { OwnExercises } from "../../../src/features/exercises/store.ts"
import { newFood } from "../../features/custom-foods/support.ts"
import { log } from "../../features/workouts/support.ts"
import { newPerson, output, overOneDatabase, type Person } from "../../support/app.ts"
import { randomRuns } from "../../support/stores.ts"
import { routinesOf } from "../page/features/routines/support.ts"
import { archiveOf, restored, withoutTime } from "./archives.ts"
import { at, eaten, exercise, factsOf, importRows, reading, session, set } from "./support.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-overlaps-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

overOneDatabase("an archive over a history that overlaps", (service) => {
  const berlin = () => newPerson(service(), { timezone: "Europe/Berlin" })
  const archived = async (person: Person) => (await archiveOf(folder, service(), person)).path
  const undone = (importId: string | null) => service().run(Effect.orDie(undoImport(ImportId.make(importId ?? "none"))))
  const logCoffee = async ({ rest }: Person) =>
    output(
      rest("log_food_entry", { customFoodId: await newFood(rest, { name: "Coffee" }), servings: 1, mealType: "snack" })
    )
  const workoutsOf = async ({ rest }: Person) =>
    (await output<{ workouts: ReadonlyArray<{ id: string; name: string; date: string }> }>(rest("list_workouts")))
      .workouts

  const training = () => [
    session("2025-03-03", "18:00:00"),
    session("2025-03-05", "18:00:00", [exercise("Weird Thing", [set()])])
  ]
  const diary = () => [
    eaten("2025-03-02", "Coffee", 5),
    eaten("2025-03-02", "Coffee", 5),
    eaten("2025-03-03", "Soup", 120),
    reading("weight", "2025-03-02", 80.12345)
  ]

  test("adds everything logged since, and nothing that both servers have imported", async () => {
    const [one, other] = [await berlin(), await berlin()]
    const [sessions, meals] = [training(), diary()]
    await importRows(service(), one, "hevy", sessions)
    await importRows(service(), one, "cronometer", meals)
    await log(one.rest, { name: "Evening run" })
    await service().setTime("2026-03-14T12:10:00Z")
    await importRows(service(), other, "hevy", sessions)
    await importRows(service(), other, "cronometer", meals)
    const before = await factsOf(other.rest)
    const path = await archived(one)

    const report = await restored(service(), other, path)
    expect(report.leftOut).toEqual([])
    expect(report.made).toEqual({ readings: 0, entries: 0, workouts: 1, sets: 1, exercises: 0 })
    const merged = { exercises: 1, foods: 2, entries: 3, workouts: 2, items: 1 + 3 + 2 + 1 }
    expect(report.rows.merged).toBe(Object.values(merged).reduce((sum, count) => sum + count))
    expect((await workoutsOf(other)).map(({ name }) => name)).toEqual(["Evening run", "Legs", "Legs"])
    const { workouts: _all, streak: _streak, badges: _badges, ...rest } = await factsOf(other.rest)
    expect(before).toMatchObject(rest)

    const after = await archiveOf(folder, service(), other)
    const again = await restored(service(), other, path)
    expect(again).toMatchObject({ leftOut: [], rows: { new: 0 } })
    expect(withoutTime((await archiveOf(folder, service(), other)).texts)).toEqual(withoutTime(after.texts))
    for (const [source, rows] of [["hevy", sessions] as const, ["cronometer", meals] as const]) {
      expect((await importRows(service(), other, source, rows)).rows).toMatchObject({ new: 0, leftOut: 0 })
    }

    await undone(report.importId)
    expect(await factsOf(other.rest)).toEqual(before)
  })

  test("leaves existing facts to the import that made them", async () => {
    const [one, other] = [await berlin(), await berlin()]
    const rows = [...training(), ...diary()]
    const later = [session("2025-04-01", "18:00:00"), eaten("2025-04-01", "Tea", 1)]
    await importRows(service(), one, "hevy", rows)
    await importRows(service(), one, "hevy", [...rows, ...later])
    const empty = await factsOf(other.rest)
    const { importId } = await importRows(service(), other, "hevy", rows)
    await restored(service(), other, await archived(one))
    const { removed, kept } = await undone(importId)
    expect({ removed, kept }).toEqual({ removed: 7, kept: [] })
    expect(await workoutsOf(other)).toMatchObject([{ date: "2025-04-01" }])

    const imports = await service().run(Effect.flatMap(ImportStore, (store) => store.list(other.id)))
    // The archive's imports are restored with it.
    const mine = imports.filter(({ undoneAt }) => undoneAt === null)
    for (const { id } of mine.toSorted((a, b) => Number(a.source === "fettle") - Number(b.source === "fettle"))) {
      await undone(id)
    }
    expect(await factsOf(other.rest)).toEqual(empty)
  })

  test("leaves a reading that was entered by hand to the person", async () => {
    const [one, other] = [await berlin(), await berlin()]
    const rows = [reading("steps", "2025-03-02", 9000), reading("steps", "2025-03-03", 8000)]
    await importRows(service(), one, "hevy", rows)
    const readings = [{ value: 9000, date: "2025-03-02" }]
    await output(other.rest("set_body_metrics", { metric: "steps", readings }))
    const report = await restored(service(), other, await archived(one))
    expect(report).toMatchObject({ leftOut: [], rows: { unchanged: 1, merged: 1 }, made: { readings: 1 } })
    const imports = await service().run(Effect.flatMap(ImportStore, (store) => store.list(other.id)))
    const theirs = imports.find(({ source }) => source === "hevy")
    expect(await undone(theirs?.id ?? null)).toMatchObject({ removed: 1, kept: [] })
    expect(await factsOf(other.rest)).toMatchObject({ readings: [{ date: "2025-03-02", value: 9000 }] })
    await undone(report.importId)
    expect(await factsOf(other.rest)).toMatchObject({ readings: [{ date: "2025-03-02", value: 9000 }] })
  })

  test("makes of two histories what importing all of their files would make", async () => {
    // Of an app whose files need not say all of a day: of others, the latest file counts.
    const pool = [
      ...["2025-03-03", "2025-03-05", "2025-03-07"].map((day) => session(day, "18:00:00")),
      session("2025-03-09", "18:00:00", [exercise("Weird Thing", [set()])]),
      ...["2025-03-02", "2025-03-02", "2025-03-02", "2025-03-04"].map((day) => eaten(day, "Coffee", 5)),
      ...[79, 80, 81].map((value) => reading("weight", `2025-03-1${value - 79}`, value))
    ]
    const some = fc.subarray(pool, { minLength: 1 })
    const without = (facts: Awaited<ReturnType<typeof factsOf>>) =>
      Object.entries(facts).map(([name, rows]) => [
        name,
        // Calories follow from the weights that were known when a session was imported, and ids of own exercises from the person.
        Array.isArray(rows)
          ? rows
              .map(({ estimatedCalories: _, ...row }) => JSON.stringify(row).replaceAll(/ownex_[0-9a-z]+/g, "own"))
              .sort()
          : rows
      ])
    await fc.assert(
      fc.asyncProperty(some, some, some, async (first, second, mine) => {
        const [one, other, all] = [await berlin(), await berlin(), await berlin()]
        for (const rows of [first, second]) await importRows(service(), one, "strava", rows)
        await importRows(service(), other, "strava", mine)
        for (const rows of [first, second, mine]) await importRows(service(), all, "strava", rows)
        const before = await factsOf(other.rest)
        const path = await archived(one)
        const report = await restored(service(), other, path)
        expect(report.leftOut).toEqual([])
        expect(without(await factsOf(other.rest))).toEqual(without(await factsOf(all.rest)))
        expect((await restored(service(), other, path)).rows).toMatchObject({ new: 0, leftOut: 0 })
        for (const rows of [first, second, mine]) {
          expect((await importRows(service(), other, "strava", rows)).rows).toMatchObject({ new: 0, leftOut: 0 })
        }
        await undone(report.importId)
        expect(await factsOf(other.rest)).toEqual(before)
      }),
      { numRuns: randomRuns(4), endOnFailure: true }
    )
  }, 240_000)

  test("adds what only the archive's imports had, and recognises it in the app's next export", async () => {
    const [one, other] = [await berlin(), await berlin()]
    const [sessions, newer] = [training(), session("2025-03-07", "18:00:00")]
    await importRows(service(), one, "strava", [...sessions, newer, eaten("2025-03-07", "Rice", 300)])
    await importRows(service(), other, "strava", [...sessions, eaten("2025-03-01", "Bread", 200)])
    const report = await restored(service(), other, await archived(one))
    expect(report).toMatchObject({ leftOut: [], made: { workouts: 1, entries: 1 } })
    const all = [...sessions, newer, eaten("2025-03-07", "Rice", 300), eaten("2025-03-01", "Bread", 200)]
    const next = await importRows(service(), other, "strava", all)
    expect(next).toMatchObject({ leftOut: [], made: { workouts: 0, entries: 0 } })
    expect(await workoutsOf(other)).toHaveLength(3)
  })

  test("leaves out sessions at the time of an existing one, with line and reason", async () => {
    const [one, other] = [await berlin(), await berlin()]
    const theirs = [
      session("2025-03-03", "18:00:59", undefined, { title: "The same start" }),
      session("2025-03-04", "18:25:00", undefined, { title: "More than half" }),
      session("2025-03-05", "18:35:00", undefined, { title: "Less than half" }),
      session("2025-03-06", "23:50:00", undefined, { title: "Over midnight" }),
      { ...session("2025-03-07", "18:00:00", undefined, { title: "No time" }), start: at("2025-03-07") }
    ]
    await importRows(service(), one, "strong", theirs)
    await importRows(
      service(),
      other,
      "hevy",
      ["2025-03-03", "2025-03-04", "2025-03-05", "2025-03-07"]
        .map((day) => session(day, "18:00:00"))
        .concat(session("2025-03-07", "00:00:00"))
    )
    const path = await archived(one)
    const before = await workoutsOf(other)
    const report = await restored(service(), other, path)
    const from = (day: string) => before.find(({ date }) => date === day)?.id
    const midnight = before.filter(({ date }) => date === "2025-03-07").map(({ id }) => id)
    expect(report.leftOut.filter(({ file }) => file === "workouts.ndjson")).toEqual([
      {
        file: "workouts.ndjson",
        line: 1,
        reason: `the session of 2025-03-03T18:00:59+01:00 is there already from hevy (${from("2025-03-03")})`
      },
      {
        file: "workouts.ndjson",
        line: 2,
        reason: `the session of 2025-03-04T18:25:00+01:00 is there already from hevy (${from("2025-03-04")})`
      },
      {
        file: "workouts.ndjson",
        line: 4,
        reason: expect.stringContaining("2025-03-06T23:50:00+01:00 is there already from hevy")
      }
    ])
    expect(midnight.some((id) => report.leftOut.some(({ reason }) => reason.includes(id)))).toBe(true)
    expect(report.leftOut.filter(({ file }) => file === "import-items.ndjson")).toHaveLength(3)
    expect(await workoutsOf(other)).toHaveLength(7)
    const again = await restored(service(), other, path)
    expect(again).toMatchObject({ leftOut: report.leftOut, rows: { new: 0 } })
    // To the app, another source has brought them; the person has not deleted them.
    const next = await importRows(service(), other, "strong", theirs)
    expect(next).toMatchObject({ rows: { new: 0, unchanged: 4, leftOut: 6 } })
    for (const { reason } of next.leftOut) expect(reason).toContain("is there already from hevy")
  })

  test("keeps the archive's own overlapping sessions, even if one of them exists already", async () => {
    const [one, other] = [await berlin(), await berlin()]
    const [long, short] = [
      session("2025-03-03", "18:00:00"),
      session("2025-03-03", "18:30:00", undefined, { title: "Arms" })
    ]
    await importRows(service(), one, "hevy", [long, short])
    await importRows(service(), other, "hevy", [long])
    const report = await restored(service(), other, await archived(one))
    expect(report).toMatchObject({ leftOut: [], made: { workouts: 1 } })
    expect((await workoutsOf(other)).map(({ name }) => name).sort()).toEqual(["Arms", "Legs"])
  })

  test("recognises its own sessions by their ids, wherever they are in it", async () => {
    const [one, other] = [await berlin(), await berlin()]
    const [long, short] = [
      session("2025-03-03", "18:00:00"),
      session("2025-03-03", "18:30:00", undefined, { title: "Arms" })
    ]
    await importRows(service(), one, "hevy", [short])
    await restored(service(), other, await archived(one))
    await importRows(service(), one, "hevy", [long, short])
    const report = await restored(service(), other, await archived(one))
    expect(report).toMatchObject({ leftOut: [], made: { workouts: 1 } })
  })

  test("reports what was changed on the other server and what was deleted here, and adds neither", async () => {
    const [one, other] = [await berlin(), await berlin()]
    const rows = [...training(), ...diary()]
    await importRows(service(), one, "hevy", rows)
    await importRows(service(), other, "hevy", rows)
    const [changed] = (await workoutsOf(one)).filter(({ date }) => date === "2025-03-03")
    const workout = await output(one.rest("get_workout", { id: changed?.id }))
    const sets = [{ exerciseId: "exr_running", sets: [{ durationSeconds: 600 }] }]
    await output(one.rest("replace_workout", { id: workout.id, name: "Run", date: workout.date, exercises: sets }))
    const [deleted] = (await workoutsOf(other)).filter(({ date }) => date === "2025-03-05")
    await output(other.rest("delete_workout", { id: deleted?.id }))
    await output(other.rest("delete_body_metric", { metric: "weight", date: "2025-03-02" }))
    const before = await factsOf(other.rest)

    const { leftOut } = await restored(service(), other, await archived(one))
    expect(leftOut).toEqual([
      { file: "readings.ndjson", line: 1, reason: expect.stringContaining("was deleted in Fettle") },
      { file: "workouts.ndjson", line: 1, reason: expect.stringContaining("is there already, and differs") },
      { file: "workouts.ndjson", line: 2, reason: expect.stringContaining("was deleted in Fettle") }
    ])
    expect(await factsOf(other.rest)).toEqual(before)
  })

  test("adds diary rows that were logged by hand, because equal ones are legitimate", async () => {
    const [one, other] = [await berlin(), await berlin()]
    for (const person of [one, other]) await logCoffee(person)
    expect(await restored(service(), other, await archived(one))).toMatchObject({ leftOut: [], made: { entries: 1 } })
  })

  test("adds own exercises up to the limit, and reports those beyond it", async () => {
    const [one, other] = [await berlin(), await berlin()]
    await importRows(service(), one, "hevy", [
      session("2025-03-03", "18:00:00", [exercise("Weird Thing", [set()])]),
      session("2025-03-04", "18:00:00", [exercise("Odd Thing", [set()])]),
      session("2025-03-05", "18:00:00", [exercise("Held Thing", [set()])])
    ])
    const path = await archived(one)
    await service().run(
      Effect.gen(function* () {
        const store = yield* OwnExercises
        const createdAt = yield* DateTime.now
        for (let at = 0; at < MOST_OWN - 2; at++) {
          const id = yield* ownExerciseIds.make
          yield* store.add(other.id, { id, name: `Thing ${at}`, category: "strength", trackingType: "reps", createdAt })
        }
      })
    )
    await importRows(service(), other, "hevy", [session("2024-03-04", "18:00:00", [exercise("held thing", [set()])])])
    const report = await restored(service(), other, path)
    expect(report.made).toMatchObject({ workouts: 2, exercises: 1 })
    expect(report.leftOut.map(({ file, reason }) => [file, reason])).toEqual([
      ["exercises.ndjson", `a person may have ${MOST_OWN} exercises of their own`],
      ["workouts.ndjson", expect.stringContaining("names an exercise that is not there")],
      ["import-items.ndjson", "belongs to something that was left out"],
      ["import-items.ndjson", "belongs to something that was left out"]
    ])
    expect(await restored(service(), other, path)).toMatchObject({ leftOut: report.leftOut, rows: { new: 0 } })
  }, 120_000)

  test("adds routines beside the existing ones, up to the limit", async () => {
    const [one, other] = [await berlin(), await berlin()]
    for (const name of ["Push", "Pull"]) await routinesOf(service(), one).make(name)
    const path = await archived(one)
    const { make, names } = routinesOf(service(), other)
    for (let at = 0; at < MOST_ROUTINES - 1; at++) await make(`${at}`)
    const report = await restored(service(), other, path)
    expect(report.rows).toMatchObject({ new: 1, leftOut: 1 })
    expect(report.leftOut).toMatchObject([
      { file: "routines.ndjson", reason: `a person may have ${MOST_ROUTINES} routines` }
    ])
    expect(await names()).toHaveLength(MOST_ROUTINES)
    expect(await restored(service(), other, path)).toMatchObject({ leftOut: report.leftOut, rows: { new: 0 } })
    await undone(report.importId)
    expect(await names()).toEqual(Array.from({ length: MOST_ROUTINES - 1 }, (_, at) => `${at}`))
  }, 60_000)
})
