import { expect, test } from "bun:test"
import { Effect } from "effect"
import { Timezone } from "../../../src/contract/handler/user.ts"
import { changeUser } from "../../../src/features/accounts/accounts.ts"
import { newPerson, output, overEveryDatabase, type Person, type Service } from "../../support/app.ts"
import { deviceOf, sendFile } from "./devices/support.ts"
import { importContent } from "./support.ts"

const HEVY =
  "title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,weight_kg,reps,distance_km,duration_seconds,rpe"

/** An export with a session on each of these days of March, newest first. Its times name no zone. */
const exported = (days: ReadonlyArray<number>, kilograms = 80) =>
  [
    HEVY,
    ...days.map(
      (day) =>
        `"Day ${day}","${day} Mar 2026, 02:30","${day} Mar 2026, 03:30","","Squat (Barbell)",,"",0,"normal",${kilograms},5,,,`
    ),
    ""
  ].join("\n")

/** The same from an app whose times are in UTC. */
const inUtc = `Activity ID,Activity Date,Activity Name,Activity Type,Elapsed Time,Distance
1,"Mar 3, 2026, 1:30:00 AM",Morning run,Run,1800,5
`

const move = (service: Service, { id }: Person, timezone: string) =>
  service.run(Effect.orDie(changeUser(id, (user) => ({ ...user, timezone: Timezone.make(timezone) }))))

const sessions = async ({ rest }: Person) => {
  const { workouts } = await output<{ workouts: ReadonlyArray<{ date: string; startTime: string }> }>(
    rest("list_workouts")
  )
  return workouts.map(({ date, startTime }) => [date, startTime])
}

overEveryDatabase("a person who has moved to another timezone", (service) => {
  test("keeps sessions at their time when the same file or a longer export is imported again", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    await importContent(service(), person, "workouts.csv", exported([3]))
    await move(service(), person, "America/New_York")
    const again = await importContent(service(), person, "workouts.csv", exported([3]))
    expect(again.rows).toMatchObject({ new: 0, unchanged: 1, changed: 0, leftOut: 0 })
    const longer = await importContent(service(), person, "workouts.csv", exported([4, 3]))
    expect(longer.rows).toMatchObject({ new: 1, unchanged: 1, changed: 0, leftOut: 0 })
    const corrected = await importContent(service(), person, "workouts.csv", exported([4, 3], 82.5))
    expect(corrected.rows).toMatchObject({ new: 0, unchanged: 0, changed: 2, leftOut: 0 })
    expect(await sessions(person)).toEqual([
      ["2026-03-04", "2026-03-04T02:30:00-05:00"],
      ["2026-03-03", "2026-03-03T02:30:00+01:00"]
    ])
  })

  test("keeps the days of sessions whose source states instants", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    await importContent(service(), person, "activities.csv", inUtc, { distanceUnit: "km" })
    await move(service(), person, "America/New_York")
    const again = await importContent(service(), person, "activities.csv", inUtc, { distanceUnit: "km" })
    expect(again.rows).toMatchObject({ new: 0, unchanged: 1, changed: 0, leftOut: 0 })
    expect(await sessions(person)).toEqual([["2026-03-03", "2026-03-03T02:30:00+01:00"]])
  })

  test("can name another zone for a file", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    await importContent(service(), person, "workouts.csv", exported([3]))
    const options = { timezone: "America/New_York" }
    const again = await importContent(service(), person, "workouts.csv", exported([3]), options)
    expect(again.rows).toMatchObject({ new: 0, unchanged: 0, changed: 1, leftOut: 0 })
    expect(await sessions(person)).toEqual([["2026-03-03", "2026-03-03T02:30:00-05:00"]])
  })

  test("keeps sessions at their time when a device posts its file again", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    const { device } = await deviceOf(service(), person, "other")
    await sendFile(service(), person, device.id, exported([3]))
    await move(service(), person, "America/New_York")
    const again = await sendFile(service(), person, device.id, exported([3]))
    expect(again.counts).toMatchObject({ new: 0, unchanged: 1, changed: 0 })
    expect(await sessions(person)).toEqual([["2026-03-03", "2026-03-03T02:30:00+01:00"]])
  })
})
