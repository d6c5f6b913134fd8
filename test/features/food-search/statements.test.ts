import { expect, test } from "bun:test"
import { makeService, newPerson, output } from "../../support/app.ts"
import { oneDatabase } from "../../support/stores.ts"
import { watching } from "../../support/watching.ts"

// A cluster has a person's foods on another node than the catalogue, and takes a statement for each.
const undivided = oneDatabase.filter(({ name }) => !name.startsWith("citus"))

test.each(undivided.map(({ name, layer }) => [name, layer] as const))(
  "a search reads the catalogue and the names of the user's own foods in one statement (%s)",
  async (_, layer) => {
    let sent: Array<string> = []
    const service = await makeService(watching(layer, (text) => sent.push(text)))
    const { rest } = await newPerson(service)
    const statementsOf = async (input: Record<string, unknown>) => {
      sent = []
      await output(rest("search_foods", input))
      return sent.filter((text) => /search_catalogue|food_revision|FROM custom_foods/.test(text)).length
    }
    // The first call of a person is charged by a separate statement, and its own then runs again.
    await output(rest("search_foods", { query: "milk" }))
    const inputs = [{ query: "oats" }, { query: "oats" }, { query: "oats", kind: "food" }, { kind: "custom_food" }]
    for (const input of inputs) expect([input, await statementsOf(input)]).toEqual([input, 1])
    await service.stop()
  },
  60_000
)
