import { afterAll, beforeAll, expect, test } from "bun:test"
import { makeService, newPerson, output, type Service } from "../../support/app.ts"
import { onEmbedded } from "../../support/stores.ts"
import { importContent } from "./support.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(onEmbedded.reused)
})
afterAll(() => service.stop())

const HEADER = "Cycle start time,Cycle timezone,Workout start time,Workout end time,Duration (min),Activity name"
const CONTENT = [
  HEADER,
  "2026-03-02 00:00:00,UTC+09:00,2026-03-02 06:10:00,2026-03-02 06:50:00,40,Running",
  "2026-03-03 00:00:00,UTC-0330,2026-03-03 22:00:00,2026-03-03 22:30:00,30,Running",
  "2026-03-04 00:00:00,UTCZ,2026-03-04 10:00:00,2026-03-04 10:30:00,,Running",
  "2026-03-05 00:00:00,,2026-03-05 18:10:00,2026-03-05 18:50:00,40,Running",
  ""
].join("\n")

test("WHOOP's times are shown with their row's offset, those without one in the person's zone", async () => {
  const person = await newPerson(service, { timezone: "Europe/Berlin" })
  await importContent(service, person, "workouts.csv", CONTENT)
  const { workouts } = await output<{
    workouts: ReadonlyArray<{ date: string; startTime: string; endTime: string }>
  }>(person.rest("list_workouts"))
  expect(workouts.map(({ date, startTime, endTime }) => [date, startTime, endTime])).toEqual([
    ["2026-03-05", "2026-03-05T18:10:00+01:00", "2026-03-05T18:50:00+01:00"],
    ["2026-03-04", "2026-03-04T10:00:00+00:00", "2026-03-04T10:30:00+00:00"],
    ["2026-03-03", "2026-03-03T22:00:00-03:30", "2026-03-03T22:30:00-03:30"],
    ["2026-03-02", "2026-03-02T06:10:00+09:00", "2026-03-02T06:50:00+09:00"]
  ])
  const again = await importContent(service, person, "workouts.csv", `${CONTENT}\n`)
  expect(again.rows).toMatchObject({ new: 0, changed: 0, unchanged: 4 })
})
