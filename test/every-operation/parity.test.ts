import { expect, test } from "bun:test"
import { operations } from "../../src/api.ts"
import { jsonSchemaOf } from "../../src/contract/json-schema.ts"
import type { Operation } from "../../src/contract/operation.ts"
import { type Call, type Outcome, overEveryStore } from "../support/app.ts"
import { itemIds } from "./scenarios.ts"

type Input = Record<string, unknown>

/** Calls of an operation, valid and invalid, made from its definition alone, so that new operations are covered. */
const callsOf = (operation: Operation): ReadonlyArray<readonly [name: string, input: Input]> => {
  const example = operation.example.input as Input
  const schema = operation.input === undefined ? {} : jsonSchemaOf(operation.input, { open: false })
  const fields = Object.keys((schema.properties ?? {}) as Input)
  // No field of a query accepts U+0000, and no field of a body an empty array of arrays.
  const wrong = operation.query === undefined ? [[]] : "\u0000"
  const without = (field: string) => Object.fromEntries(Object.entries(example).filter(([name]) => name !== field))
  return [
    ["the example", example],
    ["the example again", example],
    ["nothing", {}],
    ["an unknown field", { ...example, colour: "red" }],
    ["everything wrong", Object.fromEntries(fields.map((field) => [field, wrong]))],
    ...fields.map((field) => [`no ${field}`, without(field)] as const),
    ...fields.map((field) => [`a wrong ${field}`, { ...example, [field]: wrong }] as const),
    ...(operation.query === undefined
      ? fields.map((field) => [`null as ${field}`, { ...example, [field]: null }] as const)
      : [])
  ]
}

const IDS = new RegExp(`\\b(req|${itemIds.map(({ prefix }) => prefix).join("|")})_[0-9a-z]{12,}\\b`, "g")

/** Removes what differs between two users: ids, and the fields of the request itself. */
const comparable = (outcome: Outcome): unknown => JSON.parse(JSON.stringify(outcome).replaceAll(IDS, "$1_…"))

overEveryStore("REST and MCP agree", (service) => {
  for (const operation of operations) {
    test(operation.name, async () => {
      const [one, other] = [await service().person(), await service().person()]
      const both = async (rest: Call, mcp: Call, input: Input) => [
        await rest(operation.name, input),
        await mcp(operation.name, input)
      ]
      for (const [name, input] of callsOf(operation)) {
        const [overRest, overMcp] = await both(one.rest, other.mcp, input)
        expect([name, comparable(overMcp as Outcome)]).toEqual([name, comparable(overRest as Outcome)])
      }
    })
  }
})
