import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { undoImport } from "../../../../src/annexes/imports/ledger/undo-import.ts"
import { newPerson, output, overEveryDatabase, type Person } from "../../../support/app.ts"
import { archiveOf, restored, withoutTime } from "../archives.ts"
import { importRows, session } from "../support.ts"
import { deviceOf, factsWithout, payload, send } from "./support.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-archives-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DAY = "2026-03-13"
const records = [
  { list: "weight", kilograms: 80.5, time: `${DAY}T07:00:00Z`, uuid: "w1" },
  { list: "daily_totals", date: DAY, steps: 8000 },
  {
    list: "exercise",
    type: "70",
    start_time: `${DAY}T18:01:00Z`,
    end_time: `${DAY}T18:40:00Z`,
    duration_seconds: 2340,
    uuid: "e1"
  }
]

const namesOf = async ({ rest }: Person) =>
  (await output<{ workouts: ReadonlyArray<{ name: string }> }>(rest("list_workouts"))).workouts.map(({ name }) => name)

overEveryDatabase("an archive of a person with a device", (service) => {
  test("is undone without what another person's device has stated since", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    const eaten = { list: "nutrition", calories: 500, start_time: `${DAY}T12:00:00Z`, name: "Chili", uuid: "n1" }
    const stated = [...records, eaten]
    const { device } = await deviceOf(service(), person)
    await send(service(), person, device.id, payload(1, [...stated, { ...eaten, name: "Soup", uuid: "n2" }]))
    const { importId } = await restored(service(), other, (await archiveOf(folder, service(), person)).path)
    const { device: own } = await deviceOf(service(), other)
    await send(service(), other, own.id, payload(1, stated))

    const alone = await newPerson(service())
    const { device: only } = await deviceOf(service(), alone)
    await send(service(), alone, only.id, payload(1, stated))
    await service().run(Effect.orDie(undoImport(importId as never)))
    await send(service(), other, own.id, payload(2, stated))
    const facts = async (each: Person) => JSON.stringify(await factsWithout(each)).replaceAll(/ownex_\w+/g, "")
    expect(await facts(other)).toBe(await facts(alone))
    const again = await send(service(), other, own.id, payload(3, stated))
    expect(again).toMatchObject({ counts: { unchanged: stated.length, new: 0, changed: 0 }, leftOut: [] })
  })

  test("holds what it stated and what is hidden, which a new person can undo and show", async () => {
    const [person, other] = [await newPerson(service()), await newPerson(service())]
    const { device } = await deviceOf(service(), person)
    await send(service(), person, device.id, payload(1, records))
    const training = session(DAY, "18:00:00", undefined, { durationSeconds: 2400 })
    const { importId } = await importRows(service(), person, "hevy", [training], { timezone: "UTC" })
    expect(await namesOf(person)).toEqual([training.title])
    const first = await archiveOf(folder, service(), person)
    const report = await restored(service(), other, first.path)
    expect(report.leftOut).toEqual([])
    const second = await archiveOf(folder, service(), other)
    expect(withoutTime(second.texts)).toEqual(withoutTime(first.texts))
    for (const each of [person, other]) {
      const id = importId?.replace(person.id.slice(4), each.id.slice(4))
      await service().run(Effect.orDie(undoImport(id as never)))
      expect(await namesOf(each)).toEqual(["Strength Training"])
    }
  })
})
