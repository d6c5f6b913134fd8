import { expect, test } from "bun:test"
import { Effect } from "effect"
import { parseChoices } from "../../../../src/annexes/imports/ledger/choices-file.ts"

const LIST = [
  { name: "Sled Push", exerciseId: "exr_running" },
  { name: "Jog", exerciseId: "exr_running" }
]

test.each([
  ["a JSON object of names", JSON.stringify({ "Sled Push": "exr_running", Jog: "Running" })],
  ["a JSON list", JSON.stringify(LIST)],
  ["a report", JSON.stringify({ importId: null, exercises: LIST })],
  ["lines with tabs", "# mine\nSled Push\texr_running\n\nJog\tRunning\n"]
])("the exercises chosen for names are read from %s", (_form, text) => {
  expect([...Effect.runSync(parseChoices(text, []))]).toEqual([
    ["Sled Push", "exr_running"],
    ["Jog", "exr_running"]
  ])
})

test.each([
  ["an object with something other than an exercise", JSON.stringify({ Jog: "exr_running", "Sled Push": 5 })],
  ["a list with an item that lacks its exercise", JSON.stringify([LIST[0], { name: "Jog" }])]
])("a JSON file of choices is refused as a whole if it is %s", (_what, text) => {
  expect(Effect.runSync(Effect.flip(parseChoices(text, []))).message).toStartWith("--map: JSON must be {")
})
