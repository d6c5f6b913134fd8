import { expect, test } from "bun:test"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fromCell, toCell } from "../../../src/annexes/imports/formats/formulas.ts"
import { newFood } from "../../features/custom-foods/support.ts"
import { newPerson, output, overEveryDatabase } from "../../support/app.ts"
import { archiveOf } from "./archives.ts"
import { AS_EXPORTED, importContent } from "./support.ts"

const FORMULA = `=HYPERLINK("http://evil.example","Open")`
const TEXTS = [FORMULA, "@SUM(1)", "+1+cmd", "-2+3", "\tx", "\rx", "'=1", "''@a", "'", "", "'a", "a=1", "Soup"]

test("every text of a cell is read back as it was, and none begins a formula", () => {
  for (const text of TEXTS) {
    expect(toCell(text)).not.toMatch(/^[=+\-@\t\r]/)
    expect(fromCell(toCell(text))).toBe(text)
  }
  expect(["Soup", "'a", "'", ""].map(toCell)).toEqual(["Soup", "'a", "'", ""])
})

overEveryDatabase("the tables of an archive", (service) => {
  test("hold no formulas, keep negative numbers, and give the same texts when imported", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fettle-formulas-"))
    const person = await newPerson(service())
    const customFoodId = await newFood(person.rest, { name: "+1+cmd", brandName: "@SUM(1)" })
    await output(person.rest("log_food_entry", { customFoodId, servings: 1, mealType: "lunch" }))
    const exercises = [{ name: "Barbell Squat", sets: [{ weight: { value: 80, unit: "kg" }, reps: 5 }] }]
    await output(person.rest("log_workout", { name: FORMULA, notes: "-2+3", exercises }))
    const { texts } = await archiveOf(folder, service(), person)
    const tables = [...texts].filter(([name]) => name.endsWith(".csv"))
    expect(tables.map(([name]) => name).sort()).toEqual([
      "diary.csv",
      "weight.csv",
      "workouts-hevy.csv",
      "workouts-strong.csv"
    ])
    for (const [name, text] of tables) expect([name, /(?:^|,|")[=+@]/m.test(text)]).toEqual([name, false])
    expect(texts.get("diary.csv")).toContain("'+1+cmd,'@SUM(1),")
    for (const name of ["workouts-hevy.csv", "workouts-strong.csv"]) {
      const other = await newPerson(service())
      await importContent(service(), other, name, texts.get(name) ?? "", AS_EXPORTED)
      const { workouts } = await output<{ workouts: ReadonlyArray<Readonly<Record<string, unknown>>> }>(
        other.rest("list_workouts")
      )
      expect([name, workouts[0]]).toMatchObject([name, { name: FORMULA, notes: "-2+3" }])
    }
    await rm(folder, { recursive: true })
  })
})
