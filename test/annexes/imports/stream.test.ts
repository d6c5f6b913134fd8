import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Stream } from "effect"
import { appleHealth, hevy } from "../../../bench/history/exports.ts"
import { openHistory } from "../../../src/annexes/imports/apps/open.ts"
import { BATCH_ROWS } from "../../../src/annexes/imports/rows/rows.ts"
import { archiveOf } from "./archive-of.ts"
import { fixture, readPath } from "./reading.ts"

let folder = ""
const path = (name: string) => join(folder, name)
const options = { timezone: "Europe/Berlin" }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fettle-history-"))
  writeFileSync(path("hevy.csv"), [...hevy(20_000)].join(""))
  const content = [...appleHealth(8 * 1024 * 1024)].join("")
  writeFileSync(path("health.xml"), content)
  writeFileSync(path("health.zip"), archiveOf([["apple_health_export/export.xml", content]]))
})
afterAll(() => rmSync(folder, { recursive: true }))

const openFiles = (): number => readdirSync("/dev/fd").length

describe("a large export", () => {
  test("is read in batches of bounded size, with positions that rise to the end of the file", async () => {
    for (const name of ["hevy.csv", "health.xml", "health.zip"]) {
      const positions: Array<number> = []
      const total = await Effect.runPromise(
        Effect.gen(function* () {
          const { batches, totalBytes } = yield* openHistory(path(name), options)
          yield* Stream.runForEach(batches, ({ rows, position }) =>
            Effect.sync(() => {
              expect(rows.length).toBeLessThanOrEqual(BATCH_ROWS)
              positions.push(position)
            })
          )
          return totalBytes
        })
      )
      expect(positions).toEqual(positions.toSorted((one, other) => one - other))
      expect(positions.at(-1)).toBe(total)
      expect(positions.length).toBeGreaterThanOrEqual(2)
    }
  })

  test("from Apple Health gives the same from the archive and from the file in it", async () => {
    const [plain, packed] = await Promise.all([readPath(path("health.xml")), readPath(path("health.zip"))])
    const rows = (outcome: typeof plain) => outcome.rows.map((row) => ({ ...row, place: row.place?.line }))
    expect(rows(packed)).toEqual(rows(plain))
    expect(plain.rows.filter((row) => row._tag === "Reading" && row.metric === "steps").length).toBeGreaterThan(10)
  })

  test("of 20,000 sets gives each of them once", async () => {
    const { rows } = await readPath(path("hevy.csv"))
    const sets = rows.flatMap((row) => (row._tag === "Workout" ? row.exercises.flatMap(({ sets }) => sets) : []))
    expect(new Set(sets.map(({ place }) => place.line)).size).toBe(20_000)
    expect(rows).toHaveLength(1000)
  })

  test("that is not read to its end, or fails, leaves no file open", async () => {
    writeFileSync(path("cut.zip"), Buffer.from(fixture("apple-health.zip")))
    writeFileSync(path("cut.xml"), Buffer.from(fixture("apple-health-plain.xml")).subarray(0, 200))
    const before = openFiles()
    for (let times = 0; times < 5; times++) {
      for (const name of ["hevy.csv", "health.zip", "cut.zip", "cut.xml"]) {
        await Effect.runPromise(
          Effect.gen(function* () {
            const { batches } = yield* openHistory(path(name), options)
            yield* Stream.runDrain(Stream.take(batches, 1))
          }).pipe(Effect.ignore)
        )
      }
    }
    expect(openFiles()).toBeLessThanOrEqual(before + 1)
  })
})
