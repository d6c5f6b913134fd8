import { expect, test } from "bun:test"
import { stemsInOrder } from "../../../src/features/food-search/tokens.ts"
import { searchWordsOf, spellingsOf } from "../../../src/features/foods/label.ts"
import { shippedFoods } from "../../../src/features/foods/shipped.ts"
import { everydayFoods, meanings } from "../../../src/features/foods/vocabulary.ts"

const tableOf = async (file: string) =>
  (await Bun.file(new URL(`../../../src/features/foods/${file}`, import.meta.url)).text())
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))

test("every line of the table of food words has words, a meaning and a reason", async () => {
  const lines = await tableOf("food-words.tsv")
  expect(lines.length).toBeGreaterThan(1500)
  const broken = lines.filter(
    (cells) => cells.length !== 3 || cells.some((cell) => cell.trim() !== cell || cell === "")
  )
  expect(broken).toEqual([])
  expect(new Set(lines.map(([words, meaning]) => `${words} ${meaning}`)).size).toBe(lines.length)
})

test("replacement words mean foods that exist", () => {
  const foodsOf = new Map<string, Set<string>>()
  for (const food of shippedFoods()) {
    for (const stem of spellingsOf(searchWordsOf(food)).stems) {
      foodsOf.set(stem, (foodsOf.get(stem) ?? new Set()).add(food.id))
    }
  }
  const isThere = (stems: ReadonlyArray<string>) => {
    const [first = new Set<string>(), ...others] = stems.map((stem) => foodsOf.get(stem) ?? new Set<string>())
    return others.reduce((all, each) => all.intersection(each), first).size > 0
  }
  const meaningless = [...meanings()].flatMap(([words, ways]) =>
    ways.length === 0 || ways.some(({ stems }) => isThere(stems)) ? [] : [words]
  )
  expect(meaningless).toEqual([])
})

test("everyday foods are foods of the catalogue, each once, under the names that they have there", async () => {
  const lines = await tableOf("everyday-foods.tsv")
  expect(everydayFoods().size).toBe(lines.length)
  const names = new Map(
    shippedFoods().map(({ id, name, brandName }) => [id, brandName === null ? name : `${name} [${brandName}]`])
  )
  expect(lines.filter(([id = "", , name]) => names.get(id) !== name)).toEqual([])
})

test("the words of eight languages name five hundred foods, one a row, by an everyday name", async () => {
  const [, ...lines] = (await Bun.file(new URL("../../../src/features/foods/words-abroad.tsv", import.meta.url)).text())
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"))
  expect(lines.length).toBeGreaterThanOrEqual(500)
  expect(
    lines.filter((cells) => cells.length !== 9 || cells.some((cell) => cell === "" || cell !== cell.trim()))
  ).toEqual([])
  expect(new Set(lines.map(([food]) => food)).size).toBe(lines.length)
  const everyday = new Set([...everydayFoods().values()].flatMap(({ names }) => names.map((name) => name.join(" "))))
  const stemsOf = (name: string) => stemsInOrder(name).join(" ")
  expect(lines.filter(([food = ""]) => !everyday.has(stemsOf(food))).map(([food]) => food)).toEqual([])
})
