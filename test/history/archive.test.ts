import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { importFile } from "../../src/history/import-file.ts"
import { undoImport } from "../../src/history/undo-import.ts"
import { saveMeal } from "../../src/saved-meals/save-meal.ts"
import { newFood } from "../custom-foods/support.ts"
import { newPerson, output, overEveryStore, type Person, type Service } from "../support/app.ts"
import { log } from "../workouts/support.ts"
import { archiveOf, restore, withoutTime } from "./archives.ts"
import { eaten, exercise, factsOf, importRows, reading, session, set } from "./support.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-archives-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A person with something of every kind. */
const somebody = async (service: Service): Promise<Person> => {
  const person = await newPerson(service, { timezone: "Europe/Berlin" })
  const call = person.rest
  await output(call("set_body_metrics", { metric: "weight", readings: [{ value: 181.3, unit: "lb" }] }))
  await output(call("set_body_metrics", { metric: "steps", readings: [{ value: 12_000, date: "2026-03-01" }] }))
  const customFoodId = await newFood(call, { name: 'Oats, "rolled"\nraw', brandName: "Mill" })
  const items = [{ foodId: customFoodId, servings: 1.5 }]
  const meal = { name: "Porridge", description: "Stir", servings: 2, items }
  const savedMealId = await service.run(Effect.orDie(saveMeal(person.id, meal)))
  await output(call("log_food_entry", { customFoodId, servings: 0.3333, mealType: "snack" }))
  await output(call("log_food_entry", { savedMealId, servings: 1, mealType: "lunch", date: "2026-03-10" }))
  await log(call, { notes: 'A, "quoted"\nnote' })
  const goal = { name: "Steps", type: "numeric", metric: "steps", targetValue: 9000, comparison: "min" }
  const saved = await output<{ goal: { id: string } }>(call("save_goal", goal))
  await output(call("save_goal", { id: saved.goal.id, targetValue: 9500 }))
  const habit = await output<{ goal: { id: string } }>(call("save_goal", { name: "Stretch", type: "boolean" }))
  await output(call("set_goal_progress", { goalId: habit.goal.id, value: true }))
  await importRows(service, person, "hevy", [
    reading("weight", "2025-03-02", 80.12345),
    session("2025-03-03", "18:00:00", [
      exercise("Gargoyle Heave", [set({ weightKg: 135 * 0.45359237 })]),
      exercise("Running", [set({ weightKg: undefined as never, distanceMeters: 5000, durationSeconds: 1500 })])
    ]),
    eaten("2025-03-02", "Coffee", 5),
    eaten("2025-03-02", "Coffee", 5)
  ])
  return person
}

overEveryStore("an archive", (service) => {
  test("restored for somebody new gives the same archive, but for its time; restored again, nothing changes", async () => {
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
      made: { readings: 3, entries: 4, workouts: 2, exercises: 1 }
    })
    expect(report.rows.new).toBe(report.rows.read)
    expect(await factsOf(other.rest)).toEqual(await factsOf(person.rest))
    const second = await archiveOf(folder, service(), other)
    expect(withoutTime(second.texts)).toEqual(withoutTime(first.texts))

    const again = await restore(service(), other, first.path)
    expect(again.rows).toMatchObject({ new: 0, unchanged: report.rows.read, leftOut: 0 })
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

  test("an undo takes a restored archive back", async () => {
    const { path } = await archiveOf(folder, service(), await somebody(service()))
    const other = await newPerson(service(), { timezone: "Europe/Berlin" })
    const before = await archiveOf(folder, service(), other)
    const facts = await factsOf(other.rest)
    const { importId } = await restore(service(), other, path)
    await service().run(Effect.orDie(undoImport(importId as never)))
    expect(await factsOf(other.rest)).toEqual(facts)
    expect(withoutTime((await archiveOf(folder, service(), other)).texts)).toEqual(withoutTime(before.texts))
  })

  test("what its tables for other apps hold comes in as from those apps", async () => {
    const person = await somebody(service())
    const { texts } = await archiveOf(folder, service(), person)
    for (const name of ["workouts-hevy.csv", "workouts-strong.csv", "weight.csv"]) {
      const path = join(folder, `${crypto.randomUUID()}-${name}`)
      await Bun.write(path, texts.get(name) ?? "")
      const other = await newPerson(service(), { timezone: "Europe/Berlin" })
      const options = {
        dryRun: false,
        overwrite: false,
        choices: new Map(),
        weightUnit: "kg" as const,
        distanceUnit: "km" as const,
        locale: "en"
      }
      const report = await service().run(Effect.orDie(importFile(other.id, path, options)))
      expect([name, report.rows.leftOut, report.made]).toMatchObject([
        name,
        0,
        name === "weight.csv" ? { readings: 2 } : { workouts: 2, sets: 3 }
      ])
    }
  })
})
