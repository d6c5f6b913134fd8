import { afterAll, describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Taken } from "../../../src/annexes/imports/ledger/prepared.ts"
import type { Source } from "../../../src/annexes/imports/sources.ts"
import { log } from "../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../support/app.ts"
import { archiveOf, restored } from "./archives.ts"
import { exercise, importRows, session, set } from "./support.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-meanings-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What exercises were a part of while one exercise stood for two names, and those names in files. */
const SPLIT: ReadonlyMap<string, string> = new Map([
  ["exr_seated_machine_row", "exr_leverage_iso_row"],
  ["exr_close_grip_push_up", "exr_push_ups_close_triceps_position"],
  ["exr_bent_over_two_arm_long_bar_row", "exr_t_bar_row_with_handle"],
  ["exr_seated_machine_triceps_press", "exr_machine_triceps_extension"]
])
const FILES: ReadonlyArray<readonly [Source, ReadonlyArray<readonly [name: string, now: string]>]> = [
  [
    "hevy",
    [
      ["Seated Row (Machine)", "exr_seated_machine_row"],
      ["Push Up - Close Grip", "exr_close_grip_push_up"],
      ["Landmine Row", "exr_bent_over_two_arm_long_bar_row"],
      ["Seated Triceps Press", "exr_seated_machine_triceps_press"]
    ]
  ],
  ["hevy", [["Rudern (Maschine)", "exr_seated_machine_row"]]],
  ["strong", [["Seated Row (Machine)", "exr_seated_machine_row"]]]
]

const [ROW, NOW, BEFORE] = ["Seated Row (Machine)", "exr_seated_machine_row", "exr_leverage_iso_row"]
const ISO = "Iso-Lateral Row (Machine)"

/** A session of a day with these exercises. */
const on = (day: string, ...names: ReadonlyArray<string>) =>
  session(
    day,
    "18:00:00",
    names.map((name) => exercise(name, [set()]))
  )

/** Reads as builds did in which one exercise stood for two. */
const asBefore = (taken: Taken): Taken => ({
  ...taken,
  names: taken.names.map((named) => {
    const { match } = named
    const before = match.by === "own" ? undefined : SPLIT.get(match.exerciseId)
    return match.by === "own" || before === undefined
      ? named
      : { ...named, match: { by: match.by, exerciseId: before } }
  })
})

overEveryDatabase("a file that was imported while one exercise stood for two names", (service) => {
  const somebody = () => newPerson(service(), { timezone: "Europe/Berlin" })
  /** The exercises of all workouts, by day. */
  const historyOf = async ({ rest }: Person) => {
    const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(rest("list_workouts", {}))
    const read = await Promise.all(
      workouts.map(({ id }) =>
        output<{ date: string; exercises: ReadonlyArray<{ exerciseId: string }> }>(rest("get_workout", { id }))
      )
    )
    return Object.fromEntries(
      read.map(({ date, exercises }) => [date, exercises.map(({ exerciseId }) => exerciseId).join(" ")] as const).sort()
    )
  }
  /** Of a workout that was logged by hand, on the exercise that the imported sets had. */
  const byHand = ({ rest }: Person, date: string) =>
    log(rest, { date, exercises: [{ exerciseId: BEFORE, sets: [{ reps: 10, weight: { value: 40, unit: "kg" } }] }] })

  test.each(FILES)(
    "of %s leaves its names with their earlier sets, and adds new ones to them",
    async (source, names) => {
      const person = await somebody()
      const sessions = (month: string) =>
        names.map(([name], at) => on(`2026-${month}-0${at + 1}`, name, "Squat (Barbell)"))
      const earlier = sessions("02")
      await importRows(service(), person, source, earlier, {}, asBefore)
      const again = await importRows(service(), person, source, earlier)
      expect(again.rows).toMatchObject({ new: 0, changed: 0, unchanged: 2 * names.length })
      const later = await importRows(service(), person, source, [...earlier, ...sessions("03")])
      expect(later.rows).toMatchObject({ new: 2 * names.length, changed: 0 })
      const history = Object.entries(await historyOf(person)).map(([day, ids]) => [day.slice(-1), ids.split(" ")[0]])
      const expected = names.map(([, now], at) => [String(at + 1), SPLIT.get(now)])
      expect(history).toEqual([...expected, ...expected])
      const other = await somebody()
      await importRows(service(), other, source, earlier)
      expect(Object.values(await historyOf(other)).map((ids) => ids.split(" ")[0])).toEqual(names.map(([, now]) => now))
    }
  )

  test("leaves them with what was logged by hand since, and what was edited", async () => {
    const person = await somebody()
    const earlier = [on("2026-02-03", ROW), on("2026-02-05", ROW)]
    await importRows(service(), person, "hevy", earlier, {}, asBefore)
    await byHand(person, "2026-02-07")
    const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string; revision: number }> }>(
      person.rest("list_workouts", { to: "2026-02-03" })
    )
    const [{ id, revision } = { id: "", revision: 0 }] = workouts
    await output(person.rest("replace_workout", { id, expectedRevision: revision, notes: "mine", keepOmitted: true }))
    await importRows(service(), person, "hevy", [...earlier, on("2026-02-10", ROW)])
    expect(new Set(Object.values(await historyOf(person)))).toEqual(new Set([BEFORE]))
  })

  test("says nothing of a name that it did not have", async () => {
    const person = await somebody()
    await importRows(service(), person, "hevy", [on("2026-02-03", ISO)], {}, asBefore)
    await importRows(service(), person, "hevy", [on("2026-02-03", ISO), on("2026-02-05", ROW, ISO)])
    expect(await historyOf(person)).toEqual({ "2026-02-03": BEFORE, "2026-02-05": `${NOW} ${BEFORE}` })
  })

  test("leaves both names together that were together", async () => {
    const person = await somebody()
    await importRows(service(), person, "hevy", [on("2026-02-03", ROW, ISO)], {}, asBefore)
    await importRows(service(), person, "hevy", [on("2026-02-03", ROW, ISO), on("2026-02-05", ROW)])
    expect(await historyOf(person)).toEqual({ "2026-02-03": `${BEFORE} ${BEFORE}`, "2026-02-05": BEFORE })
  })

  test("counts as what was chosen for it, then and now", async () => {
    const person = await somebody()
    const earlier = [on("2026-02-03", ROW)]
    await importRows(service(), person, "hevy", earlier, {}, asBefore)
    await importRows(service(), person, "hevy", earlier, { choices: new Map([[ROW, NOW]]) })
    expect(await historyOf(person)).toEqual({ "2026-02-03": NOW })
    await importRows(service(), person, "hevy", [...earlier, on("2026-02-05", ROW)])
    expect(await historyOf(person)).toEqual({ "2026-02-03": NOW, "2026-02-05": NOW })
  })

  test("is new again once its import was undone or was never there", async () => {
    const person = await somebody()
    await importRows(service(), person, "hevy", [on("2026-02-05", ROW)])
    await importRows(service(), person, "hevy", [on("2026-02-03", ROW), on("2026-02-05", ROW)])
    expect(await historyOf(person)).toEqual({ "2026-02-03": NOW, "2026-02-05": NOW })
  })

  describe("and comes in an archive", () => {
    const oldArchive = async () => {
      const person = await somebody()
      await importRows(service(), person, "hevy", [on("2026-02-03", ROW), on("2026-02-05", ROW)], {}, asBefore)
      await byHand(person, "2026-02-07")
      return archiveOf(folder, service(), person)
    }
    const FILE = [on("2026-02-03", ROW), on("2026-02-05", ROW), on("2026-02-10", ROW)]

    test("before the file", async () => {
      const { path } = await oldArchive()
      const person = await somebody()
      await restored(service(), person, path)
      await importRows(service(), person, "hevy", FILE)
      expect(Object.values(await historyOf(person))).toEqual([BEFORE, BEFORE, BEFORE, BEFORE])
    })

    test("after the file", async () => {
      const { path } = await oldArchive()
      const person = await somebody()
      await importRows(service(), person, "hevy", FILE)
      await restored(service(), person, path)
      expect(Object.values(await historyOf(person))).toEqual([NOW, NOW, NOW, NOW])
    })

    test("after a file that has both names apart", async () => {
      const person = await somebody()
      await importRows(service(), person, "hevy", [on("2026-02-03", ROW), on("2026-02-04", ISO)], {}, asBefore)
      await byHand(person, "2026-02-07")
      const { path } = await archiveOf(folder, service(), person)
      const other = await somebody()
      await importRows(service(), other, "hevy", [on("2026-02-03", ROW), on("2026-02-04", ISO)])
      await restored(service(), other, path)
      expect(Object.values(await historyOf(other))).toEqual([NOW, BEFORE, BEFORE])
    })
  })
})

overEveryDatabase("an own exercise that an import made before the catalogue had its name", (service) => {
  test("keeps the sets of its name", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    const name = "Assisted Dip (Band)"
    const unknown = (taken: Taken): Taken => ({
      ...taken,
      names: taken.names.map((named) => ({ ...named, match: { by: "own", suggestions: [] } }))
    })
    const first = await importRows(service(), person, "hevy", [on("2026-02-03", name)], {}, unknown)
    const own = first.exercises[0]?.exerciseId
    expect(own).toStartWith("ownex_")
    const again = await importRows(service(), person, "hevy", [on("2026-02-03", name), on("2026-02-05", name)])
    expect(again.exercises).toMatchObject([{ name, exerciseId: own }])
    expect(again.rows).toMatchObject({ new: 1, changed: 0 })
  })
})
