import { expect, test } from "bun:test"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import type { ExerciseRow, WorkoutRow } from "../../../src/annexes/imports/rows/rows.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../support/app.ts"
import { at, exercise, importRows, set } from "./support.ts"

const START = at("2026-03-05", "18:00:00")

const session = (notes: string | null, exercises: ReadonlyArray<ExerciseRow>): WorkoutRow => ({
  _tag: "Workout",
  place: { file: "file.csv", line: 2 },
  rows: 2,
  title: "Upper",
  start: START,
  end: null,
  durationSeconds: 3600,
  calories: null,
  notes,
  exercises,
  origin: null
})

const [BENCH, ROW] = ["Bench Press (Barbell)", "Bent Over Row (Barbell)"]

/** What earlier versions stored of a session: supersets and notes on exercises as lines of the workout's notes. */
const EARLIER = session(`felt good\nSuperset: ${BENCH} + ${ROW}\n${BENCH}: slow`, [
  exercise(BENCH, [set()]),
  exercise(ROW, [set()])
])
/** The same session as the file states it. */
const STATED = session("felt good", [
  exercise(BENCH, [set({ kind: "failure" })], { superset: "1", notes: "slow" }),
  exercise(ROW, [set()], { superset: "1" })
])

interface Shown {
  readonly id: string
  readonly revision: number
  readonly notes: string | null
  readonly exercises: ReadonlyArray<{ superset?: number; notes?: string; sets: ReadonlyArray<{ technique?: string }> }>
}

overEveryDatabase("what earlier versions wrote into a workout's notes", (service) => {
  const shown = async ({ rest }: Person) => {
    const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(rest("list_workouts", {}))
    expect(workouts).toHaveLength(1)
    return output<Shown>(rest("get_workout", { id: workouts[0]?.id ?? "" }))
  }
  const besides = ({ notes, exercises }: Shown) => [
    notes,
    ...exercises.map(({ superset, notes, sets }) => [superset, notes, sets[0]?.technique])
  ]
  const MOVED = ["felt good", [1, "slow", "failure"], [1, undefined, undefined]]

  test("moves to its exercises when the file is imported again, and comes back with an undo", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    await importRows(service(), person, "hevy", [EARLIER], { hash: "the file" })
    const before = await shown(person)
    expect(before.notes).toBe(EARLIER.notes)
    const again = await importRows(service(), person, "hevy", [STATED], { hash: "the file" })
    expect(again.rows).toMatchObject({ new: 0, changed: 2 })
    expect(besides(await shown(person))).toEqual(MOVED)
    await service().run(undoImport(again.importId as never))
    expect(besides(await shown(person))).toEqual(besides(before))
  })

  test("stays where the person has edited the workout since", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    await importRows(service(), person, "hevy", [EARLIER], { hash: "the file" })
    const { id, revision } = await shown(person)
    const notes = `${EARLIER.notes}\nmy own line`
    await output(person.rest("replace_workout", { id, expectedRevision: revision, notes, keepOmitted: true }))
    const edited = await shown(person)
    await importRows(service(), person, "hevy", [STATED], { hash: "the file" })
    expect(besides(await shown(person))).toEqual(besides(edited))
    expect(edited.notes).toBe(notes)
  })
})
