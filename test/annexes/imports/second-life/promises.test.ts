import { expect, test } from "bun:test"
import { Effect } from "effect"
import { undoDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import { undoImport } from "../../../../src/annexes/imports/ledger/undo-import.ts"
import type { Report } from "../../../../src/annexes/imports/rows/model.ts"
import { Timezone } from "../../../../src/contract/handler/user.ts"
import { changeUser } from "../../../../src/features/accounts/accounts.ts"
import { OwnExercises } from "../../../../src/features/exercises/store.ts"
import { editable } from "../../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../../support/app.ts"
import { deviceOf, sendFile } from "../devices/support.ts"
import { eaten, exercise, factsIn, importContent, importRows, reading, session, set } from "../support.ts"

const DAY = "2025-04-08"

const HEVY =
  "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe"

const hevy = (...rows: ReadonlyArray<readonly [title: string, day: number, hour: number]>) =>
  [
    HEVY,
    ...rows.map(
      ([title, day, hour]) =>
        `"${title}","${day} Mar 2026, ${hour}:30","${day} Mar 2026, ${hour + 1}:30","","Squat (Barbell)",,"",0,"normal",80,5,,,`
    ),
    ""
  ].join("\n")

overEveryDatabase("a file's second life", (service) => {
  const undo = (report: Report) => service().run(undoImport(report.importId as never))
  const workoutsOf = async ({ rest }: Person) =>
    (
      await output<{ workouts: ReadonlyArray<{ id: string; name: string; date: string; startTime: string }> }>(
        rest("list_workouts", { limit: 100 })
      )
    ).workouts
  const namesOf = async (person: Person) => (await workoutsOf(person)).map(({ name }) => name).toSorted()
  const foodsOf = async ({ rest }: Person) =>
    (
      await output<{ entries: ReadonlyArray<{ id: string; servings: number; food: { name: string } }> }>(
        rest("list_food_entries", { from: DAY, to: DAY })
      )
    ).entries.map(({ id, servings, food }) => ({ id, servings, name: food.name }))
  const push = (title: string, time = "18:00:00", more = {}) => session(DAY, time, undefined, { title, ...more })

  test("names in the report what was renamed and what a corrected amount replaces", async () => {
    const person = await newPerson(service())
    await importRows(service(), person, "hevy", [push("Push")])
    const renamed = await importRows(service(), person, "hevy", [push("Push A")])
    expect(renamed.replaced).toEqual([{ kind: "workout", name: "Push", date: DAY }] as never)
    expect(renamed.rows).toMatchObject({ new: 2, changed: 0 })
    expect(await namesOf(person)).toEqual(["Push A"])
    await importRows(service(), person, "cronometer", [eaten(DAY, "Oats", 380, { amount: "100 g" })])
    const corrected = await importRows(service(), person, "cronometer", [eaten(DAY, "Oats", 570, { amount: "150 g" })])
    expect(corrected.replaced).toEqual([{ kind: "entry", name: "Oats", date: DAY }] as never)
    expect(await foodsOf(person)).toHaveLength(1)
  })

  test("shows no other recording of a session that somebody deleted, whatever else it takes back or brings back", async () => {
    const person = await newPerson(service())
    await importRows(service(), person, "garmin", [push("Strength", "18:02:00")])
    await importRows(service(), person, "hevy", [push("Push"), push("Legs", "08:00:00")])
    const pushed = (await workoutsOf(person)).find(({ name }) => name === "Push")
    await output(person.rest("delete_workout", { id: pushed?.id }))
    const later = await importRows(service(), person, "hevy", [push("Push"), push("Legs B", "08:00:00")])
    expect(await namesOf(person)).toEqual(["Legs B"])
    await undo(later)
    expect(await namesOf(person)).toEqual(["Legs"])
  })

  test("keeps what somebody has changed in Fettle, whatever its app says now", async () => {
    const person = await newPerson(service())
    const file = [
      push("Push"),
      session("2025-04-09", "18:00:00", undefined, { title: "Pull" }),
      eaten(DAY, "Oats", 380)
    ]
    await importRows(service(), person, "hevy", file)
    const held = await workoutsOf(person)
    const [pushed] = held.filter(({ name }) => name === "Push")
    const [pulled] = held.filter(({ name }) => name === "Pull")
    const shown = await output(person.rest("get_workout", { id: pushed?.id }))
    const { startTime: _from, endTime: _to, ...change } = { startTime: "", endTime: "", ...editable(shown as never) }
    await output(person.rest("replace_workout", { ...change, notes: "Mine" }))
    await output(person.rest("delete_workout", { id: pulled?.id }))
    const [oats] = await foodsOf(person)
    await output(person.rest("update_food_entry", { id: oats?.id, servings: 2 }))

    const renamed = [
      push("Push A", "18:10:00"),
      session("2025-04-09", "18:00:00", undefined, { title: "Pull A" }),
      eaten(DAY, "Oats", 570, { amount: "150 g" })
    ]
    const report = await importRows(service(), person, "hevy", renamed)
    expect(report.replaced).toEqual([])
    expect(report.rows).toMatchObject({ new: 0, changed: 0 })
    expect(await namesOf(person)).toEqual(["Push"])
    expect(await foodsOf(person)).toEqual([{ id: oats?.id ?? "", name: "Oats", servings: 2 }])
    // Also if it is gone at its source.
    await importRows(service(), person, "hevy", [push("Other", "07:00:00"), eaten(DAY, "Tea", 1)])
    expect(await namesOf(person)).toEqual(["Other", "Push"])
    expect((await foodsOf(person)).map(({ name }) => name).toSorted()).toEqual(["Oats", "Tea"])
  })

  test("counts what lies between its days and is missing, removes it if asked to, and undoes that", async () => {
    const person = await newPerson(service())
    const days = ["2025-04-01", "2025-04-02", "2025-04-03", "2025-04-04"]
    const all = days.flatMap((day, n) => [
      session(day, "18:00:00"),
      eaten(day, "Oats", 380),
      reading("weight", day, 80 + n)
    ])
    const some = all.filter(({ _tag }, at) => at < 3 || at > 8 || (_tag === "Eaten" && at < 6))
    await importRows(service(), person, "hevy", all)
    const before = await factsIn(person)
    const missing = { readings: 2, entries: 1, workouts: 2, removed: false }
    expect((await importRows(service(), person, "hevy", some, { dryRun: true })).missing).toEqual(missing)
    expect((await importRows(service(), person, "hevy", some)).missing).toEqual(missing)
    expect(await factsIn(person)).toEqual(before)
    const options = { removeMissing: true, hash: "another" }
    const removed = await importRows(service(), person, "hevy", some, options)
    expect(removed.missing).toEqual({ ...missing, removed: true })
    const other = await newPerson(service())
    await importRows(service(), other, "hevy", some)
    expect(await factsIn(person)).toEqual(await factsIn(other))
    await undo(removed)
    expect(await factsIn(person)).toEqual(before)
  })

  test("keeps the zone in which a session was first read, also under another name and time", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    await importContent(service(), person, "workouts.csv", hevy(["Push", 3, 11], ["Pull", 4, 11]))
    await service().run(
      Effect.orDie(changeUser(person.id, (user) => ({ ...user, timezone: Timezone.make("America/New_York") })))
    )
    await importContent(service(), person, "workouts.csv", hevy(["Push A", 3, 11], ["Pull", 4, 12], ["Legs", 5, 11]))
    const starts = (await workoutsOf(person)).map(({ name, startTime }) => [name, startTime]).toSorted()
    expect(starts).toEqual([
      ["Legs", "2026-03-05T11:30:00-05:00"],
      ["Pull", "2026-03-04T12:30:00+01:00"],
      ["Push A", "2026-03-03T11:30:00+01:00"]
    ])
  })

  test("is one source with the same file from a device, whichever came first", async () => {
    const files = [
      hevy(["Push", 3, 11], ["Pull", 4, 11]),
      "Day,Group,Food Name,Amount,Energy (kcal),Carbs (g),Fat (g),Protein (g),Category\n2026-03-13,Lunch,Soup,1 bowl,300,20,10,5,Soups\n",
      "date,metric,value,unit\n2026-03-13,weight,80,kg\n"
    ]
    for (const file of files) {
      for (const isByHandFirst of [true, false]) {
        const person = await newPerson(service(), { timezone: "UTC" })
        await output(
          person.rest("set_body_metrics", {
            metric: "weight",
            readings: [{ value: 80, unit: "kg", date: "2026-01-01" }]
          })
        )
        const { device } = await deviceOf(service(), person, "other")
        const byHand = async () => (await importContent(service(), person, "file.csv", file)).rows
        const sent = async () => (await sendFile(service(), person, device.id, file)).counts
        await (isByHandFirst ? byHand() : sent())
        const before = await factsIn(person)
        expect(await (isByHandFirst ? sent() : byHand())).toMatchObject({ new: 0, changed: 0, leftOut: 0 })
        expect(await factsIn(person)).toEqual(before)
      }
    }
  })

  test("shows a session that corrects a device's, also once the device's is undone", async () => {
    const first = hevy(["Push", 3, 11])
    const corrected = first.replace("80,5,", "85,5,").replace("Squat (Barbell)", "Gargoyle Heave")
    const trainings = async (person: Person) => {
      const [training] = await workoutsOf(person)
      if (training === undefined) return undefined
      const { exercises } = await output<{ exercises: ReadonlyArray<{ name: string; sets: unknown }> }>(
        person.rest("get_workout", { id: training.id })
      )
      return exercises.map(({ name, sets }) => ({ name, sets }))
    }
    const alone = await newPerson(service())
    await importContent(service(), alone, "workouts.csv", corrected)
    const person = await newPerson(service())
    const { device } = await deviceOf(service(), person, "other")
    await sendFile(service(), person, device.id, first)
    const report = await importContent(service(), person, "workouts.csv", corrected)
    expect(report).toMatchObject({ rows: { changed: 1 }, leftOut: [] })
    expect(await trainings(alone)).toMatchObject([{ name: "Gargoyle Heave" }])
    expect(await trainings(person)).toEqual(await trainings(alone))
    await service().run(Effect.orDie(undoDevice(person.id, device.id)))
    expect(await trainings(person)).toEqual(await trainings(alone))
    await undo(report)
    expect(await trainings(person)).toBeUndefined()
  })

  test("leaves no own exercise behind, in whatever order its imports are undone", async () => {
    const heave = (day: string) => session(day, "18:00:00", [exercise("Gargoyle Heave", [set()])])
    for (const isFirstFirst of [true, false]) {
      const person = await newPerson(service())
      const reports = [
        await importRows(service(), person, "hevy", [heave("2025-04-01")]),
        await importRows(service(), person, "hevy", [heave("2025-04-02")])
      ]
      for (const report of isFirstFirst ? reports : reports.toReversed()) await undo(report)
      expect(await service().run(Effect.flatMap(OwnExercises, (own) => own.all(person.id)))).toEqual([])
    }
  })

  test("uses the choices of the imports that remain, in whatever order imports are undone", async () => {
    const [squat, deadlift] = ["exr_barbell_squat", "exr_barbell_deadlift"]
    const heave = (day: string) => [session(day, "18:00:00", [exercise("Gargoyle Heave", [set()])])]
    const meantBy = async (person: Person) =>
      (await importRows(service(), person, "hevy", heave("2025-05-01"), { dryRun: true })).exercises[0]
    for (const [order, between] of [
      [[0, 1], deadlift],
      [[1, 0], squat]
    ] as const) {
      const person = await newPerson(service())
      const files = [
        await importRows(service(), person, "hevy", heave("2025-03-01"), {
          choices: new Map([["Gargoyle Heave", squat]])
        }),
        await importRows(service(), person, "hevy", heave("2025-04-01"), {
          choices: new Map([["gargoyle heave", deadlift]])
        })
      ]
      expect(await meantBy(person)).toMatchObject({ by: "choice", exerciseId: deadlift })
      await undo(files[order[0]] as Report)
      expect(await meantBy(person)).toMatchObject({ by: "choice", exerciseId: between })
      await undo(files[order[1]] as Report)
      expect(await meantBy(person)).toMatchObject({ by: "own" })
    }
  })

  test("shows another source's session again once its own is gone, and hides it after an undo", async () => {
    const person = await newPerson(service())
    await importRows(service(), person, "strava", [push("Run")])
    await importRows(service(), person, "hevy", [push("Push"), session(DAY, "07:00:00", undefined, { title: "Early" })])
    expect(await namesOf(person)).toEqual(["Early", "Push"])
    const deleted = await importRows(service(), person, "hevy", [
      session(DAY, "07:00:00", undefined, { title: "Early" })
    ])
    expect(await namesOf(person)).toEqual(["Early", "Run"])
    await undo(deleted)
    expect(await namesOf(person)).toEqual(["Early", "Push"])
  })

  test("shows other recordings once what hid them is undone, but none of a session that somebody deleted", async () => {
    const person = await newPerson(service())
    await importRows(service(), person, "strava", [push("Run"), push("Early run", "07:00:00")])
    await importRows(service(), person, "hevy", [push("Push")])
    const pushed = (await workoutsOf(person)).find(({ name }) => name === "Push")
    await output(person.rest("delete_workout", { id: pushed?.id }))
    const later = await importRows(service(), person, "hevy", [push("Push"), push("Early", "07:00:00")])
    expect(await namesOf(person)).toEqual(["Early"])
    await undo(later)
    expect(await namesOf(person)).toEqual(["Early run"])
  })

  test("shows another source's session once its own is gone, although somebody deleted one at another time", async () => {
    const person = await newPerson(service())
    await importRows(service(), person, "strava", [push("Run")])
    await importRows(service(), person, "hevy", [push("Push"), push("Early", "07:00:00"), push("Noon", "12:00:00")])
    const early = (await workoutsOf(person)).find(({ name }) => name === "Early")
    await output(person.rest("delete_workout", { id: early?.id }))
    await importRows(service(), person, "hevy", [push("Noon", "12:00:00")])
    expect(await namesOf(person)).toEqual(["Noon", "Run"])
  })

  test("replaces only what has the same place, where an export may be filtered", async () => {
    const person = await newPerson(service())
    await importRows(service(), person, "strava", [
      push("Run"),
      session(DAY, "07:00:00", undefined, { title: "Early" })
    ])
    await importRows(service(), person, "strava", [push("Evening run")])
    expect(await namesOf(person)).toEqual(["Early", "Evening run"])
  })
})
