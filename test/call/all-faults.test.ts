import { beforeAll, describe, expect, test } from "bun:test"
import { habit, protein, TOMORROW } from "../features/goals/support.ts"
import { type Failed, failure, invalidFields, newPerson, output, overEveryStore, type Person } from "../support/app.ts"

const ENTRY = { customFoodId: "cfood_none", servings: 0, mealType: "lunch" }
const MEAL = { foodId: "food_sr28_01123", servings: 1, mealType: "lunch" }

overEveryStore("all faults of a call at once", (service) => {
  let person: Person
  beforeAll(async () => {
    person = await newPerson(service())
  })

  /** The error of a request that must fail. */
  const refused = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await service().fetch(`/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${person.token}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    return ((await response.json()) as { error: Failed }).error
  }
  const fields = async (...request: Parameters<typeof refused>) =>
    (await refused(...request)).details?.fields?.map(({ field }) => field)

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      const named = async (operation: string, input: Record<string, unknown>) =>
        (await invalidFields(person[surface](operation, input))).toSorted()

      test("a search without words names the query beside other faults", async () => {
        expect(await named("search_foods", {})).toEqual(["query"])
        expect(await named("search_foods", { limit: 0 })).toEqual(["limit", "query"])
        expect(await named("search_foods", { foo: "1", query: " ", kind: "food" })).toEqual(["foo", "query"])
        expect(await named("search_foods", { limit: 0, kind: "custom_food" })).toEqual(["limit"])
        expect(await named("search_foods", { kind: "drink" })).toEqual(["kind"])
      })

      test("progress names the day and the goal beside an invalid value", async () => {
        const progress = { goalId: "x", value: "s", date: TOMORROW }
        expect(await named("set_goal_progress", progress)).toEqual(["date", "value"])
        expect(await named("set_goal_progress", { ...progress, foo: 1 })).toEqual(["date", "foo", "value"])
        const { goal } = await output<{ goal: { id: string } }>(person.rest("save_goal", protein))
        const ofGoal = { ...progress, goalId: goal.id }
        expect(await named("set_goal_progress", ofGoal)).toEqual(["date", "goalId", "value"])
        expect(await named("set_goal_progress", { ...ofGoal, date: "today" })).toEqual(["date", "goalId", "value"])
        const { goal: yes } = await output<{ goal: { id: string } }>(person.rest("save_goal", habit))
        const early = { goalId: yes.id, value: 1, date: "2026-03-01" }
        expect(await named("set_goal_progress", { ...early, foo: 1 })).toEqual(["date", "foo", "value"])
      })

      test("a goal names dates that disagree with today or the stored goal beside other faults", async () => {
        const dates = ["schedule.endDate", "schedule.startDate"]
        const ended = { schedule: { endDate: "2020-01-01" } }
        expect(await named("save_goal", { type: "boolean", ...ended })).toEqual(["name", ...dates])
        expect(await named("save_goal", { ...habit, ...ended })).toEqual(dates)
        const { goal } = await output<{ goal: { id: string } }>(person.rest("save_goal", habit))
        const change = { id: goal.id, name: "", type: "numeric", targetValue: 1, ...ended }
        expect(await named("save_goal", change)).toEqual(["name", ...dates, "targetValue", "type"])
      })

      test("an unknown exercise or a foreign cursor is named beside other faults", async () => {
        const list = (input: Record<string, unknown>) => named("list_workouts", input)
        const turned = { from: "2026-02-01", to: "2026-01-01" }
        expect(await list({ ...turned, cursor: "x" })).toEqual(["cursor", "from", "to"])
        expect(await list({ limit: 0, cursor: "x" })).toEqual(["cursor", "limit"])
        expect(await list({ from: "x", cursor: "x" })).toEqual(["cursor", "from"])
        expect(await list({ exerciseId: "exr_none", cursor: "x" })).toEqual(["cursor", "exerciseId"])
        expect(await list({ exerciseId: "exr_none", limit: 0 })).toEqual(["exerciseId", "limit"])
        const replaced = { id: "wkt_none", name: "", exercises: [{ exerciseId: "exr_none", sets: [{}] }] }
        expect(await named("replace_workout", replaced)).toEqual(["exercises[0].exerciseId", "name"])
        expect(await named("replace_workout", { ...replaced, name: "Legs" })).toEqual(["exercises[0].exerciseId"])
      })

      test("each unknown field is named, however long; each name is short", async () => {
        const long = "x".repeat(500)
        const names = [`${long}a`, `${long}b`, `a${long}b`, `b${long}b`, `${"x".repeat(501)}a`]
        const input = Object.fromEntries(names.map((name) => [name, "1"]))
        const found = await named("list_food_entries", input)
        expect(new Set(found).size).toBe(names.length)
        for (const field of found) expect(field.length).toBeLessThan(100)
      })

      test("the message counts every fault, with an idempotency key or without", async () => {
        const exercises = Array.from({ length: 10 }, () => ({
          exerciseId: "exr_barbell_squat",
          sets: Array.from({ length: 100 }, () => ({ reps: -1 }))
        }))
        const counted = async (operation: string, input: Record<string, unknown>) => {
          const { message, details } = await failure(person[surface](operation, { name: "Legs", exercises, ...input }))
          return [message.split(" (", 1)[0], details?.fields?.length, details?.more]
        }
        const all = ["Invalid input in 1000 fields", 50, 950]
        expect(await counted("replace_workout", { id: "wkt_none" })).toEqual(all)
        expect(await counted("log_workout", {})).toEqual(all)
        expect(await counted("log_workout", { idempotency_key: "a" })).toEqual(all)
      })
    })
  }

  test("keys that disagree are named beside faults of the body", async () => {
    const key = { "idempotency-key": "a" }
    const both = ["Idempotency-Key", "idempotency_key"]
    expect(await fields("POST", "food-entries", { ...ENTRY, idempotency_key: "b" }, key)).toEqual([...both, "servings"])
    expect(await fields("POST", "food-entries", { ...ENTRY, idempotency_key: "a" }, key)).toEqual(["servings"])
    expect(await fields("POST", "food-entries", { ...ENTRY, idempotency_key: 1 }, key)).toEqual([
      "servings",
      "idempotency_key"
    ])
    expect(await fields("POST", "food-entries", "{", { "idempotency-key": "" })).toEqual(["Idempotency-Key", "body"])
    expect(await fields("POST", "food-entries", [], { "idempotency-key": "" })).toEqual(["Idempotency-Key", "body"])
  })

  test("a query beside a body, and a body beside a query, are named with the faults of the other", async () => {
    expect(await fields("POST", "food-entries?x=1", { servings: -1, foodId: "f", mealType: "lunch" })).toEqual([
      "x",
      "servings"
    ])
    expect(await fields("POST", "food-entries?x=1&y=1", MEAL)).toEqual(["x", "y"])
    expect(await fields("POST", "food-entries?x=1", "{")).toEqual(["x", "body"])
    expect(await fields("POST", "food-entries?x=1", "{}", { "content-type": "text/plain" })).toEqual(["x", "body"])
    expect(await fields("DELETE", "body-metrics?metric=x", {})).toEqual(["body", "metric"])
    expect(await fields("DELETE", "body-metrics?metric=weight", {})).toEqual(["body"])
    expect((await output<{ total: number }>(person.rest("list_food_entries"))).total).toBe(0)
  })
})
