import { describe, expect, test } from "bun:test"
import { plain } from "../../src/contract/json-schema.ts"

const closed = (schema: unknown) => plain(schema, { open: false })

describe("a JSON Schema for readers", () => {
  test("says in one node that a value may be null", () => {
    expect(closed({ anyOf: [{ type: "number" }, { type: "null" }], description: "kg" })).toEqual({
      type: ["number", "null"],
      description: "kg"
    })
    expect(closed({ anyOf: [{ type: "string", enum: ["kg", "lb"] }, { type: "null" }] })).toEqual({
      type: ["string", "null"],
      enum: ["kg", "lb", null]
    })
  })

  test.each([
    [{ anyOf: [{ type: "number" }, { type: "string" }] }],
    [{ anyOf: [{ type: "number" }, { type: "string" }, { type: "null" }] }],
    [{ anyOf: [{ anyOf: [{ type: "number" }, { type: "string" }] }, { type: "null" }] }],
    [{ anyOf: [true, { type: "null" }] }],
    [{ anyOf: [{ type: "number" }, true] }]
  ])("keeps %j, which is no single type or null", (union) => expect(closed(union)).toEqual(union))

  test("drops titles, and closes objects unless it is open", () => {
    const object = { type: "object", title: "Reading", properties: { title: { type: "string", title: "trimmed" } } }
    const shown = { type: "object", properties: { title: { type: "string" } }, additionalProperties: false }
    expect(closed({ ...object, additionalProperties: false })).toEqual(shown)
    const { additionalProperties: _, ...open } = shown
    expect(plain({ ...object, additionalProperties: false }, { open: true })).toEqual(open)
    const byName = { type: "object", additionalProperties: { type: "number" } }
    expect(plain(byName, { open: true })).toEqual(byName)
  })
})
