import { afterAll, beforeAll, expect, test } from "bun:test"
import { makeService, NOON, newPerson, output, type Service } from "../../support/app.ts"
import { onEmbedded } from "../../support/stores.ts"
import { eaten, exercise, importRows, session, set } from "./support.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(onEmbedded.reused)
  await service.setTime(NOON)
}, 60_000)
afterAll(() => service.stop())

/** Rows of one day that a file may have. */
const MOST = 1000

const foods = (count: number, day: string) =>
  Array.from({ length: count }, (_, at) => ({
    ...eaten(day, `Food ${at}`, 100),
    place: { file: "file.csv", line: at + 2 }
  }))

test.each([
  [MOST, 0],
  [MOST + 1, 1],
  [MOST + 3, 3]
])("of %d foods of one day, %d are left out with their lines; other days are not affected", async (count, beyond) => {
  const person = await newPerson(service)
  const rows = [...foods(count, "2026-03-01"), ...foods(2, "2026-03-02")]
  const report = await importRows(service, person, "cronometer", rows)
  expect(report.rows).toMatchObject({ new: MOST + 2, leftOut: beyond })
  expect(report.leftOut).toEqual(
    Array.from({ length: beyond }, (_, at) => ({
      file: "file.csv",
      line: MOST + at + 2,
      reason: "more than 1000 rows, or 4 MB, of one day or session"
    }))
  )
})

test.each([
  ["10,000 characters are kept whole", "a".repeat(10_000), undefined],
  ["one more is cut, with a mark", "a".repeat(10_001), `${"a".repeat(9999)}…`],
  ["a character beyond the 16-bit plane counts once", `${"a".repeat(9999)}😀`, undefined],
  ["and is not cut in half", `${"a".repeat(9998)}😀bb`, `${"a".repeat(9998)}😀…`]
])("of a session's notes, %s", async (_, notes, cut) => {
  const person = await newPerson(service)
  const rows = [session("2025-03-01", "18:00:00", [exercise("Squat (Barbell)", [set()])], { notes })]
  const { warnings } = await importRows(service, person, "hevy", rows)
  expect(warnings).toEqual(
    cut === undefined ? [] : [expect.stringContaining("notes of 10001 characters were cut to 10000")]
  )
  const { workouts } = await output<{ workouts: ReadonlyArray<{ id: string }> }>(person.rest("list_workouts"))
  const found = await output<{ notes: string }>(person.rest("get_workout", { id: workouts[0]?.id }))
  expect(found.notes).toBe(cut ?? notes)
})
