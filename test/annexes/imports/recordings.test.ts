import { expect, test } from "bun:test"
import { get, type Listed } from "../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../support/app.ts"
import { importContent } from "./support.ts"

interface Recorded {
  readonly origin: string
  readonly activity: string
  readonly from: string
  readonly to: string
  readonly km: number
  readonly zone?: string
}

const workout = ({ origin, activity, from, to, km, zone }: Recorded): string =>
  [
    ` <Workout workoutActivityType="HKWorkoutActivityType${activity}" sourceName="${origin}" device="&lt;&lt;HKDevice: 0x2822dc55&gt;&gt;" startDate="2025-03-01 ${from} +0000" endDate="2025-03-01 ${to} +0000">`,
    zone === undefined ? "" : `  <MetadataEntry key="HKTimeZone" value="${zone}"/>`,
    `  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="${km}" unit="km"/>`,
    " </Workout>"
  ]
    .filter((line) => line !== "")
    .join("\n")

/** A health export of these workouts. */
const healthExport = (...workouts: ReadonlyArray<Recorded>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n${workouts.map(workout).join("\n")}\n</HealthData>\n`

const watch = { origin: "Ann’s Apple Watch", activity: "Running", from: "18:00:00", to: "18:30:00", km: 5 }
const strava = { ...watch, origin: "Strava", km: 5.05 }

const listed = async ({ rest }: Person) => (await output<Listed>(rest("list_workouts", { limit: 100 }))).workouts
const kilometresOf = async (person: Person): Promise<ReadonlyArray<number>> => {
  const details = await Promise.all((await listed(person)).map(({ id }) => get(person.rest, id)))
  return details
    .flatMap(({ exercises }) => exercises.flatMap(({ sets }) => sets.map((set) => Number(set.distanceMeters) / 1000)))
    .sort((one, other) => one - other)
}

overEveryDatabase("sessions that several apps or devices have recorded", (service) => {
  const bring = (person: Person, ...workouts: ReadonlyArray<Recorded>) =>
    importContent(service(), person, "export.xml", healthExport(...workouts))

  test("are imported once, and the other recording is reported with its line", async () => {
    const others: ReadonlyArray<Recorded> = [
      strava,
      { ...strava, from: "18:00:20" },
      { ...strava, from: "17:59:10", to: "17:59:50" },
      { ...strava, activity: "Cycling", from: "18:14:00", to: "18:40:00" },
      { ...strava, zone: "America/New_York" }
    ]
    for (const other of others) {
      const person = await newPerson(service())
      const report = await bring(person, watch, other)
      expect(report.rows).toEqual({ read: 2, new: 1, unchanged: 0, changed: 0, merged: 0, leftOut: 1 })
      expect(report.made).toMatchObject({ workouts: 1, sets: 1 })
      const [leftOut] = report.leftOut
      expect([3, 6]).toContain(leftOut?.line ?? 0)
      expect(leftOut?.reason).toMatch(/is taken from (Ann’s Apple Watch|Strava) \(line \d+\)/)
      expect(await kilometresOf(person)).toHaveLength(1)
    }
  })

  test("are separate if they only touch, or if one app recorded both", async () => {
    const person = await newPerson(service())
    const report = await bring(
      person,
      watch,
      { ...strava, from: "18:15:00", to: "18:45:00" },
      { ...watch, activity: "Walking", from: "18:10:00", to: "18:20:00", km: 1 }
    )
    expect(report.rows).toMatchObject({ new: 3, leftOut: 0 })
  })

  test("stay the same when an export is repeated, is longer, or starts with the other recording", async () => {
    for (const start of ["18:00:00", "17:59:30"]) {
      const other = { ...strava, from: start }
      const person = await newPerson(service())
      await bring(person, watch)
      for (const longer of [
        [watch, other],
        [other, watch],
        [other, watch, { ...other, origin: "Komoot" }]
      ]) {
        const report = await bring(person, ...longer)
        expect(report.rows).toMatchObject({ new: 0, unchanged: 1, changed: 0, leftOut: longer.length - 1 })
        expect(await kilometresOf(person)).toEqual([5])
      }
      const changed = await bring(person, { ...watch, km: 5.2 }, { ...other, from: "17:59:45" })
      expect(changed.rows).toMatchObject({ new: 0, changed: 1, leftOut: 1 })
      expect(await kilometresOf(person)).toEqual([5.2])
    }
  })

  test("stay deleted: the other recording does not take their place", async () => {
    const person = await newPerson(service())
    const other = { ...strava, from: "18:00:20" }
    await bring(person, watch, other)
    await output(person.rest("delete_workout", { id: (await listed(person))[0]?.id }))
    const again = await bring(person, watch, other)
    expect(again.rows).toMatchObject({ new: 0, leftOut: 2 })
    expect(await listed(person)).toEqual([])
  })

  test("are found among many: one for each day, and nothing new the second time", async () => {
    const person = await newPerson(service())
    const minutes = Array.from({ length: 230 }, (_, index) => {
      const time = (seconds: number) => new Date((index * 300 + seconds) * 1000).toISOString().slice(11, 19)
      return [
        { ...watch, from: time(0), to: time(240) },
        { ...strava, from: time(20), to: time(250) }
      ]
    }).flat()
    const report = await bring(person, ...minutes)
    expect(report.rows).toMatchObject({ read: 460, new: 230, leftOut: 230 })
    expect((await bring(person, ...minutes)).rows).toMatchObject({ unchanged: 230, leftOut: 230 })
  })
})
