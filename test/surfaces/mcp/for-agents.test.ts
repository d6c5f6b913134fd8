import { expect, test } from "bun:test"
import { operations } from "../../../src/api.ts"
import { isJsonObject, type Json, jsonSchemaOf } from "../../../src/contract/json-schema.ts"
import { tools } from "../../../src/surfaces/mcp/tools.ts"

const schemasOf = (name: string): Json => {
  const tool = tools.find((tool) => tool.name === name)
  if (tool === undefined) throw new Error(`There is no tool ${name}`)
  return { input: tool.inputSchema, output: tool.outputSchema }
}

/** A schema without null, if null is the only alternative to something else. */
const given = (schema: unknown): unknown => {
  if (!isJsonObject(schema) || !Array.isArray(schema.anyOf)) return schema
  const [only, ...others] = schema.anyOf.filter((each) => isJsonObject(each) && each.type !== "null")
  return others.length === 0 ? { ...schema, ...only } : schema
}

/** A schema within another, by the names of fields; of a list, that of its items. */
const at = (nullable: unknown, path: ReadonlyArray<string>): unknown => {
  const schema = given(nullable)
  if (!isJsonObject(schema)) return undefined
  if (isJsonObject(schema.items)) return at(schema.items, path)
  const [name, ...rest] = path
  return name === undefined ? schema : at(isJsonObject(schema.properties) ? schema.properties[name] : undefined, rest)
}

/** Every schema within one, each with its path. */
const within = (nullable: unknown, path: ReadonlyArray<string>): ReadonlyArray<readonly [string, Json]> => {
  const schema = given(nullable)
  if (!isJsonObject(schema)) return []
  const fields = isJsonObject(schema.properties) ? Object.entries(schema.properties) : []
  return [
    [path.join("."), schema],
    ...fields.flatMap(([name, field]) => within(field, [...path, name])),
    ...within(schema.items, [...path, "[]"])
  ]
}

test("null is published only where it has a meaning", () => {
  const nullable = tools.flatMap(({ name, inputSchema }) =>
    within(inputSchema, [name]).flatMap(([path, { anyOf }]) =>
      Array.isArray(anyOf) && anyOf.some((each) => isJsonObject(each) && each.type === "null") ? [path] : []
    )
  )
  expect(nullable).toEqual(["save_goal.schedule.endDate"])
})

test("a schema has one type, which every client understands", () => {
  expect(JSON.stringify(tools)).not.toContain('"type":[')
})

test("inputs have the same fields, required fields and choices as in openapi.json", () => {
  for (const { name, input } of operations) {
    if (input === undefined) continue
    const published = new Map(within(schemasOf(name).input, []))
    for (const [path, whole] of within(jsonSchemaOf(input, { open: false }), [])) {
      const { required = [], enum: values } = published.get(path) ?? {}
      const choices = Array.isArray(whole.enum) ? whole.enum.filter((value) => value !== null) : undefined
      expect([name, path, published.has(path), required, values]).toEqual([
        name,
        path,
        true,
        whole.required ?? [],
        choices
      ])
    }
  }
})

test("an output shows all its fields, without their contents", () => {
  for (const { name, output } of operations) {
    const published = schemasOf(name).output
    const whole = jsonSchemaOf(output, { open: true })
    // What marks a repeated answer is said by the idempotency key.
    const fields = Object.keys(isJsonObject(whole.properties) ? whole.properties : {}).filter(
      (field) => field !== "replayed"
    )
    expect([
      name,
      within(published, []).flatMap(([path]) => (path === "" || path.endsWith("[]") ? [] : [path]))
    ]).toEqual([name, fields])
  }
})

test("a field described as in another tool has the same fields and descriptions there", () => {
  let references = 0
  for (const [index, { name, inputSchema }] of tools.entries()) {
    for (const [path, { description }] of within(inputSchema, [])) {
      const [, other = ""] = /^As in (\w+)\.$/.exec(typeof description === "string" ? description : "") ?? []
      if (other === "") continue
      references++
      expect([name, path, tools.findIndex(({ name }) => name === other) < index]).toEqual([name, path, true])
      const inputOf = (tool: string) => {
        const input = operations.find(({ name }) => name === tool)?.input
        return input === undefined ? {} : jsonSchemaOf(input, { open: false })
      }
      const way = path.split(".").filter((step) => step !== "[]")
      const field = at(inputOf(name), way)
      // The items of a list may have a field that the other tool has by itself.
      expect([at(inputOf(other), way), at(inputOf(other), way.slice(1))]).toContainEqual(field)
    }
  }
  expect(references).toBeGreaterThan(2)
})
