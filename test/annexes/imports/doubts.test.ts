import { expect, test } from "bun:test"
import { makeDoubts } from "../../../src/annexes/imports/rows/doubts.ts"
import { LONGEST_FOOD_NAME } from "../../../src/annexes/imports/rows/spooled.ts"
import { eaten } from "./support.ts"

const CUT = "1 diary rows have longer notes than a name can hold: they were cut."
/** Where the name and its notes in brackets just fit. */
const ROOM = LONGEST_FOOD_NAME - "Oats ()".length

test.each([
  ["no notes", "Oats", null, []],
  ["no notes, and a name as long as can be", "O".repeat(LONGEST_FOOD_NAME), null, []],
  ["short notes", "Oats", "with milk", []],
  ["notes that just fit", "Oats", "n".repeat(ROOM), []],
  ["notes that just fit, of characters outside the basic plane", "Oats", "🥣".repeat(ROOM), []],
  ["notes one character too long", "Oats", "n".repeat(ROOM + 1), [CUT]]
])("a report says whether notes of foods were cut: %s", (_what, name, notes, warnings) => {
  const doubts = makeDoubts()
  doubts.note(eaten("2025-03-01", name, 380, { notes }))
  expect(doubts.warnings()).toEqual(warnings)
})
