import { expect, test } from "bun:test"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import { newPerson, output, overEveryDatabase } from "../../support/app.ts"
import { eaten, exercise, factsOf, importRows, reading, session, set } from "./support.ts"

const history = [
  reading("weight", "2025-03-01", 82.123456, "07:00:00"),
  reading("weight", "2025-03-01", 81.9, "21:00:00"),
  reading("weight", "2025-03-02", 81.5),
  reading("steps", "2025-03-02", 12_345),
  session("2025-03-01", "18:00:00"),
  session("2025-03-03", "18:00:00", [
    exercise("Bench Press (Barbell)", [set({ kind: "warmup", weightKg: 40 }), set({ rpe: 8 })])
  ]),
  eaten("2025-03-02", "Coffee", 5),
  eaten("2025-03-02", "Coffee", 5),
  eaten("2025-03-02", "Oats", 350, { meal: "Lunch", amount: "1 bowl", brand: "Mill" })
]

const legs = { rows: { read: 11, new: 10, unchanged: 0, changed: 0, merged: 1, leftOut: 0 } }

overEveryDatabase("importing a history", (service) => {
  test("imports readings, sessions and the diary, and accounts for every row", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    const report = await importRows(service(), person, "hevy", history)
    expect(report).toMatchObject({ ...legs, dryRun: false, source: "hevy", leftOut: [], warnings: [] })
    expect(report.made).toEqual({ readings: 3, entries: 3, workouts: 2, sets: 4, exercises: 0 })
    expect(report.exercises).toEqual([
      { name: "Squat (Barbell)", exerciseId: "exr_barbell_squat", by: "alias" },
      { name: "Bench Press (Barbell)", exerciseId: "exr_barbell_bench_press", by: "alias" }
    ])
    const facts = await factsOf(person.rest)
    expect(facts).toMatchObject({
      streak: { longest: 3 },
      readings: [{ value: 81.9 }, { value: 81.5 }, { value: 12_345 }],
      entries: [
        { mealType: "breakfast", food: { kind: "custom_food", name: "Coffee" }, nutrition: { calories: 5 } },
        { mealType: "breakfast", food: { kind: "custom_food", name: "Coffee" } },
        { mealType: "lunch", servings: 1, food: { name: "Oats", brandName: "Mill" }, serving: { text: "1 bowl" } }
      ],
      workouts: [
        {
          date: "2025-03-03",
          startTime: "2025-03-03T18:00:00+01:00",
          endTime: "2025-03-03T19:00:00+01:00",
          durationSeconds: 3600,
          exercises: [
            {
              sets: [
                { setType: "warmup", weightKg: 40 },
                { setType: "working", weightKg: 100, intensity: 8 }
              ]
            }
          ]
        },
        { date: "2025-03-01" }
      ]
    })
  })

  test("keeps a food's amount as written, and the name of its meal if that says more than which of the four it is", async () => {
    const person = await newPerson(service())
    const meal = "Post-workout"
    await importRows(service(), person, "hevy", [
      eaten("2025-03-02", "Oats", 350, { meal: "Lunch" }),
      eaten("2025-03-02", "Shake", 200, { meal }),
      eaten("2025-03-02", "Water", 0, { meal, amount: null }),
      // Of an app that names meals but no foods.
      eaten("2025-03-02", meal, 500, { meal })
    ])
    const { entries } = await output<{
      entries: ReadonlyArray<{ food: { name: string }; serving: { text?: string } }>
    }>(person.rest("list_food_entries", { from: "2025-03-02", to: "2025-03-02" }))
    expect(Object.fromEntries(entries.map(({ food, serving }) => [food.name, serving.text]))).toEqual({
      Oats: "100 g",
      Shake: "100 g, Post-workout",
      Water: "Post-workout",
      "Post-workout": "100 g"
    })
  })

  test("changes nothing the second time; a dry run writes nothing", async () => {
    const person = await newPerson(service())
    const empty = await factsOf(person.rest)
    const dry = await importRows(service(), person, "hevy", history, { dryRun: true })
    expect(dry).toMatchObject({ ...legs, importId: null, dryRun: true })
    expect(await factsOf(person.rest)).toEqual(empty)
    const first = await importRows(service(), person, "hevy", history)
    expect(dry).toEqual({ ...first, importId: null, dryRun: true })
    const once = await factsOf(person.rest)
    const again = await importRows(service(), person, "hevy", history)
    expect(again.rows).toEqual({ read: 11, new: 0, unchanged: 10, changed: 0, merged: 1, leftOut: 0 })
    expect(await factsOf(person.rest)).toEqual(once)
  })

  test("an undo leaves what was there before, including badges and streaks, and the file can be imported again", async () => {
    const person = await newPerson(service())
    await output(person.rest("set_body_metrics", { metric: "steps", readings: [{ value: 500, date: "2025-03-02" }] }))
    const before = await factsOf(person.rest)
    const report = await importRows(service(), person, "hevy", history, { overwrite: true })
    expect(report.rows.changed).toBe(1)
    const imported = await factsOf(person.rest)
    const undone = await service().run(undoImport(report.importId as never))
    expect(undone).toEqual({ importId: report.importId as never, removed: 7, restored: 1, kept: [] })
    expect(await factsOf(person.rest)).toEqual(before)
    await importRows(service(), person, "hevy", history, { overwrite: true })
    expect(await factsOf(person.rest)).toEqual(imported)
  })
})
