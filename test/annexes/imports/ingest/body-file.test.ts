import { expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { readBodyFile } from "../../../../src/annexes/imports/bodies/read-body-file.ts"
import type { Part } from "../../../../src/annexes/imports/devices/record.ts"
import { PARTS_IN_SPOOL } from "../../../../src/annexes/imports/ledger/prepared.ts"
import { readSpool, spoolFolder } from "../../../../src/annexes/imports/uploads/spool.ts"
import { ActivityDay } from "../../../../src/values/activity-day.ts"
import { OF_LIFE_DASHBOARD } from "../devices/support.ts"

/** What is read from a body that was too large to keep in memory. */
const partsOfFile = (body: object) =>
  Effect.gen(function* () {
    const folder = yield* spoolFolder
    const path = join(folder, "body")
    writeFileSync(path, JSON.stringify(body))
    const today = ActivityDay.make("2026-03-14")
    yield* readBodyFile({ path, name: "body", folder, today, read: { timezone: "UTC" } }, { aggregation: "" })
    const spool = yield* readSpool(folder)
    return [...spool.lines(PARTS_IN_SPOOL, 100)].flat().map(({ text }): Part => JSON.parse(text))
  }).pipe(Effect.scoped, Effect.runPromise)

test("a large body gives every record, and each reason once with the number of records", async () => {
  const weight = [
    { kilograms: 80.4, time: "2026-03-13T06:30:00Z", uuid: "a" },
    { time: "2026-03-13T06:40:00Z", uuid: "b" },
    { kilograms: 80.1, time: "2026-03-13T20:30:00Z", uuid: "c" },
    { time: "2026-03-13T20:40:00Z", uuid: "d" }
  ]
  const parts = await partsOfFile({ ...OF_LIFE_DASHBOARD, weight })
  expect(parts.map((part) => (part._tag === "LeftOut" ? part : JSON.parse(part.record.body ?? "").value))).toEqual([
    80.4,
    80.1,
    { _tag: "LeftOut", rows: 2, what: "weight of 2026-03-13", reason: "it has no kilograms" }
  ])
})
