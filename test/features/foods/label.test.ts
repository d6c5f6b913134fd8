import { expect, test } from "bun:test"
import { bandOf, searchRankOf } from "../../../src/features/foods/label.ts"
import { everydayFoods } from "../../../src/features/foods/vocabulary.ts"

const bandOfFood = (name: string, id = "food_imported") => bandOf(searchRankOf({ id, name, brandName: null }))

test("everyday foods are in the first band, and each word that narrows a name down puts a food into the next", () => {
  const everyday = new Set([...everydayFoods().keys()].map((id) => bandOfFood("Zorb", id)))
  const others = ["Zorb", "Zorb, quibble", "Zorb, quibble, flarn"].map((name) => bandOfFood(name))
  expect([...everyday, ...others]).toEqual([0, 1, 2, 3])
})

test("foods with very many words share the last band", () => {
  const wordy = (words: number) => bandOfFood(Array.from({ length: words }, (_, n) => `zorb${n}`).join(" "))
  expect(wordy(14)).toBeLessThan(wordy(15))
  expect([wordy(16), wordy(50)]).toEqual([wordy(15), wordy(15)])
})
