import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { pageOperations } from "../../src/annexes/page/operations.ts"
import { operations } from "../../src/api.ts"
import { storeSets } from "../support/stores.ts"
import { recordStatements } from "./statements.ts"

/** The operations whose first statement also charges the call, which saves them a round trip. */
const CARRIED = [
  "get_context",
  "list_body_metrics",
  "list_food_entries",
  "list_workouts",
  "log_food_entry",
  "log_workout",
  "search_exercises",
  "search_foods",
  "set_body_metrics"
]

/** A single server: on a cluster, the charge is always a separate statement. */
const single = storeSets.filter(({ name }) => name === "embedded" || name === "postgres")

for (const { name, layer } of single) {
  describe(`The charge of a call (${name})`, () => {
    let recorded: Awaited<ReturnType<typeof recordStatements>>

    beforeAll(async () => {
      recorded = await recordStatements(layer)
    }, 60_000)
    afterAll(() => recorded.service.stop())

    /** The operations with a statement that charges the call, either with other work or alone. */
    const charging = (isCarried: boolean) =>
      [...recorded.asked].flatMap(([operation, asked]) =>
        asked.some(({ text }) => (isCarried ? /UPDATE rate_limits/ : /INSERT INTO rate_limits/).test(text))
          ? [operation]
          : []
      )

    test("goes along with the first statement of these operations", () => {
      expect(charging(true).toSorted()).toEqual(CARRIED)
    })

    test("is a separate statement for all others", () => {
      const names = [...operations, ...pageOperations].map(({ name }) => name)
      expect(charging(false)).toEqual(expect.arrayContaining(names.filter((name) => !CARRIED.includes(name))))
    })
  })
}
