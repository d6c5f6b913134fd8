import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import { get, type Listed } from "../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../support/app.ts"
import { archiveOf, restore, withoutTime } from "./archives.ts"
import { importContent } from "./support.ts"

const health = (sum: string, unit = "kcal") =>
  `<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
 <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch" startDate="2025-03-01 18:00:00 +0000" endDate="2025-03-01 18:30:00 +0000">
  <WorkoutStatistics type="HKQuantityTypeIdentifierBasalEnergyBurned" sum="40" unit="kcal"/>
  <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="${sum}" unit="${unit}"/>
 </Workout>
 <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="60" durationUnit="min" totalEnergyBurned="289.3" totalEnergyBurnedUnit="Cal" sourceName="Watch" startDate="2025-03-02 18:00:00 +0000" endDate="2025-03-02 19:00:00 +0000"/>
 <Workout workoutActivityType="HKWorkoutActivityTypeYoga" duration="60" durationUnit="min" sourceName="Watch" startDate="2025-03-03 18:00:00 +0000" endDate="2025-03-03 19:00:00 +0000"/>
</HealthData>
`
const MFP = [
  "Date,Exercise,Type,Exercise Calories,Exercise Minutes,Sets,Reps Per Set,Kilograms,Steps,Note",
  "2025-03-01,Walking,Cardio,178,18,,,,,",
  "2025-03-01,Running,Cardio,250.5,20,,,,,",
  "2025-03-01,Squat,Strength,,,3,10,20,,",
  "2025-03-01,Fitbit calorie adjustment,Cardio,573,1,,,,9840,",
  "2025-03-02,MFP iOS calorie adjustment,Cardio,-14,1,,,,,",
  ""
].join("\n")

interface Energy {
  readonly name: string
  readonly estimatedCalories?: number
  readonly caloriesSource?: string
}

overEveryDatabase("the energy of imported workouts", (service) => {
  const workoutsOf = async ({ rest }: Person) => (await output<Listed>(rest("list_workouts"))).workouts
  const energyOf = async (person: Person) =>
    (await workoutsOf(person)).map((workout: Energy) => [
      workout.name,
      workout.estimatedCalories,
      workout.caloriesSource
    ])
  const weighed = async () => {
    const person = await newPerson(service(), { timezone: "UTC" })
    const readings = [{ date: "2025-02-01", value: 70, unit: "kg" }]
    await output(person.rest("set_body_metrics", { metric: "weight", readings }))
    return person
  }
  const ESTIMATED = [expect.any(Number), undefined]

  test("is the app's figure in whole kcal, and marked so; others are estimated; an undo and a restored archive keep that", async () => {
    const person = await weighed()
    const first = await importContent(service(), person, "export.xml", health("342.5"))
    const before = [
      ["Yoga", ...ESTIMATED],
      ["Cycling", 289, "app"],
      ["Running", 343, "app"]
    ]
    expect(await energyOf(person)).toEqual(before)
    const [, , running] = await workoutsOf(person)
    expect(await get(person.rest, running?.id ?? "")).toMatchObject({ estimatedCalories: 343, caloriesSource: "app" })
    const second = await importContent(service(), person, "export.xml", health("1500", "kJ"))
    expect(second.rows.changed).toBe(1)
    expect((await energyOf(person))[2]?.[1]).toBe(359)
    await service().run(undoImport(second.importId as never))
    expect(await energyOf(person)).toEqual(before)
    await service().run(undoImport(first.importId as never))
    expect(await energyOf(person)).toEqual([])
  })

  test("from MyFitnessPal is the sum of a day's exercises, and what is left out is reported", async () => {
    const person = await weighed()
    const report = await importContent(service(), person, "exercise.csv", MFP)
    expect(await energyOf(person)).toEqual([["Exercise", 429, "app"]])
    expect(report.warnings).toContain(
      "exercise.csv, line 1: 559 kcal of calorie adjustments were left out: they belong to steps, and to no exercise"
    )
  })

  test("beyond every bound is left out with a warning", async () => {
    const person = await weighed()
    const report = await importContent(service(), person, "export.xml", health("1000001"))
    expect((await energyOf(person))[2]).toEqual(["Running", ...ESTIMATED])
    expect(report.notKept).toEqual([{ file: "export.xml", kind: "BasalEnergyBurned of workouts", rows: 1 }])
    expect(report.warnings).toEqual([
      expect.stringContaining("1000001 kcal of a session are more than 100000, and were left out")
    ])
  })

  test("stays with a replacement that keeps day, length and exercises, and is estimated after any other", async () => {
    const person = await weighed()
    await importContent(service(), person, "export.xml", health("342.5"))
    const [, , running] = await workoutsOf(person)
    const id = running?.id ?? ""
    const same = {
      id,
      name: "Evening run",
      durationSeconds: 1800,
      exercises: [{ name: "Running", sets: [{ durationSeconds: 1700 }] }]
    }
    expect(await output(person.rest("replace_workout", same))).toMatchObject({
      estimatedCalories: 343,
      workout: { name: "Evening run", estimatedCalories: 343, caloriesSource: "app" }
    })
    expect(await get(person.rest, id)).toMatchObject({ estimatedCalories: 343, caloriesSource: "app" })
    const longer = await output<{ estimatedCalories: number; workout: object }>(
      person.rest("replace_workout", { ...same, durationSeconds: 3600 })
    )
    expect(longer.estimatedCalories).not.toBe(343)
    expect(longer.workout).not.toHaveProperty("caloriesSource")
    expect(await get(person.rest, id)).toEqual(longer.workout as never)
  })

  test("is exported with the archive, and imported again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fettle-archives-"))
    try {
      const [one, two] = [await weighed(), await newPerson(service(), { timezone: "UTC" })]
      await importContent(service(), one, "export.xml", health("342.5"))
      const archive = await archiveOf(folder, service(), one)
      await restore(service(), two, archive.path)
      expect(await energyOf(two)).toEqual(await energyOf(one))
      expect(withoutTime((await archiveOf(folder, service(), two)).texts)).toEqual(withoutTime(archive.texts))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
