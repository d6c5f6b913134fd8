import { describe, expect, test } from "bun:test"
import { operations } from "../../src/api.ts"
import { messageOf } from "../../src/contract/broken-rule.ts"
import { faultFinder } from "../../src/contract/find-faults.ts"

const findIn = (name: string) => {
  const input = operations.find((operation) => operation.name === name)?.input
  if (input === undefined) throw new Error(`${name} takes no input`)
  const find = faultFinder(input)
  return (given: unknown, field: string) => {
    const fault = find(given).named.find((fault) => fault.field === field)
    return fault && messageOf(fault.rule)
  }
}

describe("the fault of an unknown field", () => {
  const ofWorkout = findIn("log_workout")
  const ofGoal = findIn("save_goal")

  test.each([
    ["reps", 5, /known are name/],
    ["sets", [], /belongs in exercises: \[{"sets":\[\]}\]$/],
    ["duration", 60, /did you mean durationSeconds\?$/],
    ["exercise", "x", /did you mean exercises, such as \[/],
    ["DATE", "x", /did you mean date\?$/],
    ["nam", 1, /known are name/],
    ["noets", 1, /did you mean notes\?$/]
  ])("%s in a workout", (name, value, message) => expect(ofWorkout({ [name]: value }, name)).toMatch(message))

  test("a long value is not repeated, and a long name gets no suggestion", () => {
    expect(ofGoal({ days: ["mon".repeat(30)] }, "days")).toBe('belongs in schedule: {"days":…}')
    expect(ofGoal({ ["target".padEnd(41, "x")]: 1 }, "target".padEnd(41, "x"))).toMatch(/known are/)
  })
})

test.each([
  ["Lunch", /received "Lunch": write lunch$/],
  [" dinner ", /: write dinner$/],
  ["brunch", /received "brunch"$/]
])("a meal %p", (mealType, message) =>
  expect(findIn("log_food_entry")({ foodId: "a", servings: 1, mealType }, "mealType")).toMatch(message)
)

test.each([
  [null, "null"],
  [true, "true"],
  [[], "an array of 0"],
  [["lunch", "dinner"], "an array of 2"],
  [{ meal: "lunch" }, "an object"]
])("a value of another kind, %j, is named as received", (mealType, received) =>
  expect(findIn("log_food_entry")({ foodId: "a", servings: 1, mealType }, "mealType")).toEndWith(`received ${received}`)
)

test("text that only looks like a number, and text where text is expected, get no hint", () => {
  const find = findIn("log_food_entry")
  expect(find({ foodId: "a", servings: "1.5 cups", mealType: "lunch" }, "servings")).toEndWith('received "1.5 cups"')
  expect(find({ foodId: 5, servings: 1, mealType: "lunch" }, "foodId")).toEndWith("received 5")
})

test.each([
  ["save_goal", "schedule.days[0]", { name: "Stretch", type: "boolean", schedule: { days: ["Monday"] } }, /write mon$/],
  ["save_goal", "metric", { name: "Drink", type: "numeric", metric: "water" }, /write hydration$/],
  ["log_food_entry", "grams", { foodId: "a", grams: 150 }, /pass it as amount: {"value":150,"unit":"g"}$/],
  ["update_food_entry", "unit", { id: "a", unit: "ml" }, /belongs in amount: {"unit":"ml"}$/],
  ["update_food_entry", "amount", { id: "a", amount: 150 }, /must be an object with value, unit; received 150$/],
  [
    "log_workout",
    "exercises[0].sets[0].rpe",
    { name: "Push", exercises: [{ name: "Plank", sets: [{ rpe: 8 }] }] },
    /pass it as intensity$/
  ],
  // An operation without such a field has no such hint.
  ["log_workout", "grams", { name: "Push", grams: 5 }, /known are name/],
  ["save_goal", "constructor", { name: "Drink", constructor: 5 }, /known are id/]
])("%s understands %s as people say it", (name, field, given, message) =>
  expect(findIn(name)(given, field)).toMatch(message)
)
