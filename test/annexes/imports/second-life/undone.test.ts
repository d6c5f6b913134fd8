import { expect, test } from "bun:test"
import { undoImport } from "../../../../src/annexes/imports/ledger/undo-import.ts"
import type { Report } from "../../../../src/annexes/imports/rows/model.ts"
import type { HistoryRow } from "../../../../src/annexes/imports/rows/rows.ts"
import type { Source } from "../../../../src/annexes/imports/sources.ts"
import { editable } from "../../../features/workouts/support.ts"
import {
  newPerson,
  output,
  overEveryDatabase,
  overOneDatabase,
  type Person,
  type Service
} from "../../../support/app.ts"
import { eaten, importRows, session } from "../support.ts"

const DAY = "2025-04-08"

interface Fact {
  readonly id: string
  readonly name: string
}

const foodsOf = async ({ rest }: Person) => {
  const { entries } = await output<{
    entries: ReadonlyArray<{ id: string; servings: number; food: { name: string }; nutrition: { calories: number } }>
  }>(rest("list_food_entries", { from: DAY, to: DAY, limit: 100 }))
  return entries.map(({ id, food, nutrition }): Fact => ({ id, name: `${food.name} ${nutrition.calories}` }))
}

const sessionsOf = async ({ rest }: Person) =>
  (await output<{ workouts: ReadonlyArray<Fact> }>(rest("list_workouts", { from: DAY, to: DAY, limit: 100 }))).workouts

const oats = (grams: number) => eaten(DAY, "Oats", 3.8 * grams, { amount: `${grams} g` })
const push = (title: string, time = "16:50:00") => session(DAY, time, undefined, { title, durationSeconds: 3600 })

interface Case {
  readonly source: Source
  /** The fact, and what replaces it, one after the other. */
  readonly files: readonly [HistoryRow, HistoryRow, HistoryRow]
  /** Another fact of the same day. */
  readonly beside: HistoryRow
  readonly names: readonly [first: string, replacing: string, edited: string, beside: string]
  readonly list: (person: Person) => Promise<ReadonlyArray<Fact>>
  readonly edit: (person: Person, id: string) => Promise<unknown>
  readonly remove: string
}

const food: Case = {
  source: "cronometer",
  files: [oats(100), oats(150), oats(170)],
  beside: eaten(DAY, "Tea", 1),
  names: ["Oats 380", "Oats 570", "Oats 1140", "Tea 1"],
  list: foodsOf,
  edit: ({ rest }, id) => output(rest("update_food_entry", { id, servings: 2 })),
  remove: "delete_food_entry"
}

const rename = async ({ rest }: Person, id: string) =>
  output(rest("replace_workout", { ...editable(await output(rest("get_workout", { id }))), id, name: "Mine" }))

const workout: Case = {
  source: "hevy",
  files: [push("Push"), push("Push A"), push("Push B")],
  beside: push("Early", "06:00:00"),
  names: ["Push", "Push A", "Mine", "Early"],
  list: sessionsOf,
  edit: rename,
  remove: "delete_workout"
}

const CASES: ReadonlyArray<readonly [string, Case]> = [
  ["a food", food],
  ["a session", workout],
  ["a session whose start was corrected", { ...workout, files: [push("Push"), push("Push A", "17:05:00"), push("B")] }],
  ["a session of an app whose files may be filtered", { ...workout, source: "strava" }]
]

const undo = (service: Service, report: Report) => service.run(undoImport(report.importId as never))

/** Imports a fact and what replaces it, which the person edits or deletes. */
const replaced = async (service: Service, each: Case, how: "edit" | "delete") => {
  const person = await newPerson(service)
  const take = (rows: ReadonlyArray<HistoryRow>) => importRows(service, person, each.source, rows)
  const shown = async () => (await each.list(person)).map(({ name }) => name).toSorted()
  const first = await take([each.files[0]])
  const second = await take([each.files[1]])
  expect(await shown()).toEqual([each.names[1]])
  const [{ id }] = (await each.list(person)) as [Fact]
  await (how === "edit" ? each.edit(person, id) : output(person.rest(each.remove, { id })))
  return { take, shown, first, second, left: how === "edit" ? [each.names[2]] : [] }
}

/** Each case, edited and deleted. */
const CHANGED = CASES.flatMap(([what, each]) =>
  (["edit", "delete"] as const).map((how) => {
    const left = how === "edit" ? "as it was edited" : "deleted"
    return { what, each, how, left }
  })
)

overEveryDatabase("what replaced a fact, and was changed in Fettle", (service) => {
  for (const { what, each, how, left } of CHANGED) {
    test(`stays ${left} if its import is undone: ${what}`, async () => {
      const { shown, first, second, left } = await replaced(service(), each, how)
      expect(await undo(service(), second)).toMatchObject({
        removed: 0,
        restored: 0,
        kept: left.map(() => ({ reason: "changed since the import" }))
      })
      expect(await shown()).toEqual(left)
      await undo(service(), first)
      expect(await shown()).toEqual(left)
    })
  }

  test("stands for one food of its place: others come back", async () => {
    const person = await newPerson(service())
    const both = [oats(100), oats(50)]
    await importRows(service(), person, "cronometer", both)
    const corrected = await importRows(service(), person, "cronometer", [oats(150)])
    const [{ id }] = (await foodsOf(person)) as [Fact]
    await food.edit(person, id)
    expect(await undo(service(), corrected)).toMatchObject({ restored: 1 })
    expect(await foodsOf(person)).toHaveLength(2)
    // What is replaced once more comes back as well: the edited one stands for the other already.
    const without = await importRows(service(), person, "cronometer", [oats(100)])
    expect(await foodsOf(person)).toHaveLength(1)
    await undo(service(), without)
    expect(await foodsOf(person)).toHaveLength(2)
  })

  test("holds back nothing while its own import remains", async () => {
    const person = await newPerson(service())
    await importRows(service(), person, "cronometer", [oats(100), oats(50)])
    const [one] = (await foodsOf(person)).filter(({ name }) => name === "Oats 380")
    await food.edit(person, one?.id ?? "")
    const without = await importRows(service(), person, "cronometer", [oats(100)])
    expect(await foodsOf(person)).toHaveLength(1)
    await undo(service(), without)
    expect((await foodsOf(person)).map(({ name }) => name).toSorted()).toEqual(["Oats 190", "Oats 760"])
  })
})

/** Over one database: the statements are those of the tests above. */
overOneDatabase("what replaced a fact, was changed in Fettle, and comes again", (service) => {
  for (const { what, each, how, left } of CHANGED) {
    test(`stays ${left} if later imports state it, or something else: ${what}`, async () => {
      for (const at of [1, 2] as const) {
        for (const order of [
          [0, 1, 2],
          [1, 2, 0],
          [2, 1, 0],
          [1, 0, 2]
        ]) {
          const { take, shown, first, second, left } = await replaced(service(), each, how)
          const third = await take([each.files[at], each.beside])
          const besides = [...left, each.names[3]].toSorted()
          expect(await shown()).toEqual(besides)
          const reports = [first, second, third]
          let isThere = true
          for (const which of order) {
            expect(await undo(service(), reports[which] as Report)).toMatchObject({ restored: 0 })
            isThere &&= which !== 2
            expect(await shown()).toEqual(isThere ? besides : left)
          }
        }
      }
    })

    test(`stays ${left} if a file that was left out comes again: ${what}`, async () => {
      const person = await newPerson(service())
      const take = (rows: ReadonlyArray<HistoryRow>) => importRows(service(), person, each.source, rows)
      await take([each.files[0]])
      const [{ id }] = (await each.list(person)) as [Fact]
      await (how === "edit" ? each.edit(person, id) : output(person.rest(each.remove, { id })))
      const before = await each.list(person)
      for (const _ of [1, 2, 3]) {
        expect((await take([each.files[1]])).leftOut).toHaveLength(1)
        expect(await each.list(person)).toEqual(before)
      }
    })

    test(`stays ${left} if the first file comes again, before or after its import is undone: ${what}`, async () => {
      for (const isUndoneFirst of [true, false]) {
        const { take, shown, first, second, left } = await replaced(service(), each, how)
        await undo(service(), second)
        if (isUndoneFirst) await undo(service(), first)
        await take([each.files[0], each.beside])
        expect(await shown()).toEqual([...left, each.names[3]].toSorted())
        if (!isUndoneFirst) await undo(service(), first)
        expect(await shown()).toEqual([...left, each.names[3]].toSorted())
      }
    })
  }
})
