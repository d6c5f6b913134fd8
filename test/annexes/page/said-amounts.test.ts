import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EGG, type Entry, list } from "../../features/diary/support.ts"
import { NOON, newPerson, output, overEveryDatabase, overEveryStore, type Person, TODAY } from "../../support/app.ts"
import { archiveOf as zipOf } from "../imports/archive-of.ts"
import { archiveOf, restored, sealed } from "../imports/archives.ts"
import { callInternal } from "./features/overview/support.ts"

const folder = mkdtempSync(join(tmpdir(), "fettle-said-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const BREAD = "food_sr28_18069"
const slices = { value: 2, unit: "slices" }

overEveryStore("what was said of an entry's amount", (service) => {
  beforeAll(() => service().setTime(NOON))

  const entriesOn = async (person: Person, date = TODAY) => (await list(person.rest, { from: date, to: date })).entries
  const saidOn = async (person: Person, date = TODAY) => (await entriesOn(person, date)).map(({ said }) => said)
  const log = (person: Person, more: object) =>
    output<{ entry: Entry }>(person.rest("log_food_entry", { foodId: BREAD, mealType: "lunch", ...more }))

  test("stays with it until its servings are changed", async () => {
    const person = await newPerson(service())
    const given = { amount: slices, idempotency_key: "bread" }
    const { entry } = await log(person, given)
    expect([entry.said, entry.amount]).toEqual([slices, { value: 58, unit: "g" }])
    expect((await log(person, given)).entry).toEqual(entry)
    expect("said" in (await log(person, { servings: 2, mealType: "snack" })).entry).toBe(false)
    const update = (changes: object) =>
      output<{ entry: Entry }>(person.rest("update_food_entry", { id: entry.id, ...changes }))
    expect((await update({ mealType: "dinner" })).entry.said).toEqual(slices)
    expect((await update({ amount: { value: 100, unit: "g" } })).entry.said).toEqual({ value: 100, unit: "g" })
    expect("said" in (await update({ servings: 2 })).entry).toBe(false)
    expect(await saidOn(person)).toEqual([undefined, undefined])
  })

  test("is that of its copies and of what is brought back, times their servings", async () => {
    const person = await newPerson(service())
    const { entry } = await log(person, { amount: slices })
    await log(person, {
      sameAs: { date: TODAY, mealType: "lunch" },
      foodId: undefined,
      servings: 1.5,
      date: "2026-03-15"
    })
    expect(await saidOn(person, "2026-03-15")).toEqual([{ value: 3, unit: "slices" }])
    await output(callInternal(service(), person, "remove_food_entries", { id: entry.id, idempotency_key: "gone" }))
    await output(
      callInternal(service(), person, "restore_food_entries", { removedBy: "gone", idempotency_key: "back" })
    )
    expect(await entriesOn(person)).toEqual([entry])
  })
})

overEveryDatabase("what was said of an entry's amount, in archives", (service) => {
  test("is restored, and absent from earlier ones", async () => {
    await service().setTime(NOON)
    const person = await newPerson(service())
    await output(person.rest("log_food_entry", { foodId: EGG, amount: { value: 2, unit: "large" }, mealType: "lunch" }))
    const before = (await list(person.rest)).entries
    const { path, texts } = await archiveOf(folder, service(), person)
    const fresh = await newPerson(service())
    await restored(service(), fresh, path)
    const after = async (of: Person) => (await list(of.rest)).entries.map(({ said, servings }) => ({ said, servings }))
    expect(await after(fresh)).toEqual([{ said: { value: 2, unit: "large" }, servings: before[0]?.servings ?? 0 }])
    const earlier = new Map([...texts].map(([name, text]) => [name, text.replace(',"said":"2 large"', "")]))
    expect([...earlier.values()].join("")).not.toContain("said")
    const another = await newPerson(service())
    const old = join(folder, `${crypto.randomUUID()}.zip`)
    await Bun.write(old, zipOf(sealed(earlier)))
    await restored(service(), another, old)
    expect(await after(another)).toEqual([{ said: undefined, servings: before[0]?.servings ?? 0 }])
  })
})
