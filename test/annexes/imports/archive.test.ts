import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { importFile } from "../../../src/annexes/imports/ledger/import-file.ts"
import { undoImport } from "../../../src/annexes/imports/ledger/undo-import.ts"
import type { Progress } from "../../../src/annexes/imports/rows/progress.ts"
import { log } from "../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase } from "../../support/app.ts"
import { routinesOf } from "../page/features/routines/support.ts"
import { archiveOf as zipOf } from "./archive-of.ts"
import { archiveOf, restore, sealed, withoutTime } from "./archives.ts"
import { somebody } from "./somebody.ts"
import { AS_EXPORTED, factsOf, importContent } from "./support.ts"

const RANGE = { metric: "weight", from: "2025-01-01", to: "2025-12-31" }

const folder = mkdtempSync(join(tmpdir(), "fettle-archives-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

overEveryDatabase("an archive", (service) => {
  test("restored for a new person gives the same archive except its time; restored again, it changes nothing", async () => {
    const person = await somebody(service())
    const first = await archiveOf(folder, service(), person)
    expect([...first.texts.keys()]).toEqual(
      expect.arrayContaining([
        "manifest.json",
        "readings.ndjson",
        "workouts-hevy.csv",
        "workouts-strong.csv",
        "weight.csv",
        "diary.csv"
      ])
    )
    const other = await newPerson(service(), { timezone: "Europe/Berlin" })
    const report = await restore(service(), other, first.path)
    expect(report).toMatchObject({
      source: "fettle",
      leftOut: [],
      made: { readings: 3, entries: 5, workouts: 2, exercises: 1 }
    })
    expect(report.rows.new).toBe(report.rows.read)
    expect(await factsOf(other.rest)).toEqual(await factsOf(person.rest))
    const second = await archiveOf(folder, service(), other)
    expect(withoutTime(second.texts)).toEqual(withoutTime(first.texts))

    const again = await restore(service(), other, first.path)
    expect(again.rows).toMatchObject({ new: 0, unchanged: report.rows.read, leftOut: 0 })
    expect(withoutTime((await archiveOf(folder, service(), other)).texts)).toEqual(withoutTime(first.texts))
  })

  test("is the same after a restore, in whichever order the fields of sets and plans were stored", async () => {
    const person = await newPerson(service())
    const weight = { value: 100, unit: "kg" }
    const sets = [{ reps: 5, intensity: 9, technique: "failure", weight, loadIntent: "bar_total" }]
    await log(person.rest, { exercises: [{ exerciseId: "exr_barbell_bench_press", sets }] })
    const { make } = routinesOf(service(), person)
    await make("Push", [{ exerciseId: "exr_barbell_bench_press", sets }])
    const first = await archiveOf(folder, service(), person)
    const other = await newPerson(service())
    await restore(service(), other, first.path)
    expect(withoutTime((await archiveOf(folder, service(), other)).texts)).toEqual(withoutTime(first.texts))
  })

  test("the manifest has the counts and hashes of the files", async () => {
    const { texts } = await archiveOf(folder, service(), await somebody(service()))
    const { counts, sha256, ...head } = JSON.parse(texts.get("manifest.json") ?? "")
    expect(head).toMatchObject({ format: "fettle-history", version: 1, timezone: "Europe/Berlin" })
    expect(Object.keys(sha256).sort()).toEqual([...texts.keys()].filter((name) => name !== "manifest.json").sort())
    for (const [name, text] of texts) {
      if (name === "manifest.json") continue
      expect([name, sha256[name]]).toEqual([name, new Bun.CryptoHasher("sha256").update(text).digest("hex")])
      if (name.endsWith(".ndjson")) {
        expect(counts[name.replace(".ndjson", "")]).toBe(text.split("\n").length - 1)
      }
    }
    expect(JSON.stringify([...texts])).not.toContain("token")
  })

  test("one whose files are not as its manifest states is refused, and nothing of it is stored", async () => {
    const { texts } = await archiveOf(folder, service(), await somebody(service()))
    const person = await newPerson(service())
    const packed = async (files: ReadonlyMap<string, string>) => {
      const path = join(folder, `${crypto.randomUUID()}.zip`)
      await Bun.write(path, zipOf(files))
      return path
    }
    const changed = new Map(texts).set("readings.ndjson", (texts.get("readings.ndjson") ?? "").replace(/\d\}/, "9}"))
    const without = new Map([...texts].filter(([name]) => name !== "entries.ndjson"))
    expect(changed.get("readings.ndjson")).not.toBe(texts.get("readings.ndjson"))
    await expect(restore(service(), person, await packed(changed))).rejects.toThrow(
      /^readings\.ndjson: is damaged or was changed: .* remove the file's line under sha256 in manifest\.json$/
    )
    await expect(restore(service(), person, await packed(without))).rejects.toThrow(/^entries\.ndjson: is missing/)
    expect(
      (await output<{ readings: ReadonlyArray<unknown> }>(person.rest("list_body_metrics", RANGE))).readings
    ).toEqual([])
    expect((await restore(service(), person, await packed(sealed(without)))).rows.new).toBeGreaterThan(0)
    for (const broken of [
      new Map(texts).set("manifest.json", "{"),
      new Map([...texts].filter(([name]) => name !== "manifest.json"))
    ]) {
      await expect(restore(service(), person, await packed(broken))).rejects.toThrow(
        "is an archive of Fettle whose manifest.json is missing or damaged"
      )
    }
  })

  test("reports while it is restored how much of it is done, at last all", async () => {
    const { path } = await archiveOf(folder, service(), await somebody(service()))
    const { id } = await newPerson(service())
    const told: Array<number> = []
    const options = { dryRun: true, overwrite: false, choices: new Map() }
    const note = ({ share }: Progress) => Effect.sync(() => told.push(share))
    await service().run(Effect.orDie(importFile(id, path, options, note)))
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect(told.at(-1)).toBe(1)
  })

  test("an undo removes a restored archive", async () => {
    const { path } = await archiveOf(folder, service(), await somebody(service()))
    const other = await newPerson(service(), { timezone: "Europe/Berlin" })
    const before = await archiveOf(folder, service(), other)
    const facts = await factsOf(other.rest)
    const { importId } = await restore(service(), other, path)
    await service().run(Effect.orDie(undoImport(importId as never)))
    expect(await factsOf(other.rest)).toEqual(facts)
    expect(withoutTime((await archiveOf(folder, service(), other)).texts)).toEqual(withoutTime(before.texts))
  })

  test("restored beside other workouts counts with them, and an undo removes it from the count", async () => {
    const { path } = await archiveOf(folder, service(), await somebody(service()))
    const other = await newPerson(service(), { timezone: "Europe/Berlin" })
    const total = async () => (await output<{ total: number }>(other.rest("list_workouts"))).total
    await log(other.rest)
    const { importId } = await restore(service(), other, path)
    expect(await total()).toBe(3)
    await service().run(Effect.orDie(undoImport(importId as never)))
    expect(await total()).toBe(1)
  })

  test("its tables for other apps are imported as from those apps", async () => {
    const person = await somebody(service())
    const { texts } = await archiveOf(folder, service(), person)
    for (const name of ["workouts-hevy.csv", "workouts-strong.csv", "weight.csv"]) {
      const other = await newPerson(service(), { timezone: "Europe/Berlin" })
      const report = await importContent(service(), other, name, texts.get(name) ?? "", AS_EXPORTED)
      expect([name, report.rows.leftOut, report.made]).toMatchObject([
        name,
        0,
        name === "weight.csv" ? { readings: 2 } : { workouts: 2, sets: 3 }
      ])
    }
  })

  test("sessions with the same name and day but without times stay separate in the tables for other apps", async () => {
    const person = await newPerson(service(), { timezone: "Europe/Berlin" })
    for (const durationSeconds of [undefined, undefined, 600]) await log(person.rest, { name: "Walk", durationSeconds })
    const { texts } = await archiveOf(folder, service(), person)
    for (const name of ["workouts-hevy.csv", "workouts-strong.csv"]) {
      const other = await newPerson(service(), { timezone: "Europe/Berlin" })
      const report = await importContent(service(), other, name, texts.get(name) ?? "", AS_EXPORTED)
      expect([name, report.made, report.rows.merged]).toMatchObject([name, { workouts: 3, sets: 3 }, 0])
      const { workouts } = await output<{ workouts: ReadonlyArray<Readonly<Record<string, unknown>>> }>(
        other.rest("list_workouts")
      )
      expect(workouts.map(({ startTime }) => startTime)).toEqual([
        "2026-03-14T12:02:00+01:00",
        "2026-03-14T12:01:00+01:00",
        "2026-03-14T12:00:00+01:00"
      ])
      // The three were logged at one instant, so any of them may be the one with a length.
      expect(workouts.flatMap(({ durationSeconds }) => durationSeconds ?? [])).toEqual([600])
      expect(workouts.filter(({ endTime }) => endTime === undefined)).toHaveLength(2)
    }
  })
})
