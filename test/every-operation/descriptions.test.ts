import { describe, expect, test } from "bun:test"
import Ajv from "ajv/dist/2020.js"
import { Either, Schema } from "effect"
import { operations } from "../../src/api.ts"
import { STATUS } from "../../src/contract/errors.ts"
import { type Json, jsonSchemaOf } from "../../src/contract/json-schema.ts"
import { openApi } from "../../src/surfaces/http/openapi.ts"
import { committed, published, renew } from "./published.ts"

const BASE_URL = "https://fettle.example.com"

/** The path of every field of a schema that has no description. */
const undescribed = (schema: Json, path: string): ReadonlyArray<string> => {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const branches = [schema.items, ...((schema.anyOf ?? []) as ReadonlyArray<Json>)].filter(
    (branch) => branch !== undefined
  )
  return [
    ...properties.flatMap(([name, field]) => [
      ...(typeof field.description === "string" && field.description.length > 3 ? [] : [`${path}.${name}`]),
      ...undescribed(field, `${path}.${name}`)
    ]),
    ...branches.flatMap((branch) => undescribed(branch as Json, `${path}[]`))
  ]
}

describe("the published descriptions", () => {
  const files = published(BASE_URL)
  if (process.env.RENEW_SNAPSHOTS !== undefined) renew(files)
  const before = committed()

  test("are exactly the committed files", () => {
    expect([...before.keys()].sort()).toEqual([...files.keys()].sort())
  })

  test.each([...files])("%s", (name, text) => expect(text).toBe(before.get(name) ?? ""))

  test("every error shows an envelope that its schema accepts", () => {
    const { schemas } = openApi(BASE_URL).components as { readonly schemas: Readonly<Record<string, Json>> }
    const ajv = new Ajv({ strict: false })
    // A conflict with more details has its own schema.
    const codeOf = (name: string) => (name === "custom_food_in_use" ? "conflict" : name)
    expect(new Set(Object.keys(schemas).map(codeOf))).toEqual(new Set(Object.keys(STATUS)))
    for (const [name, schema] of Object.entries(schemas)) {
      const code = codeOf(name)
      const { examples = [] } = schema as {
        readonly examples?: ReadonlyArray<{ readonly error: { readonly code: string } }>
      }
      expect([code, examples.map(({ error }) => error.code)]).toEqual([code, [code]])
      expect([code, ajv.validate(schema, examples[0]), ajv.errors]).toEqual([code, true, null])
    }
  })

  test("the descriptions do not mention the framework", () => {
    expect(JSON.stringify(openApi(BASE_URL))).not.toMatch(/HttpApi|NumberFromString|"title":"(int|minItems)/)
  })
})

describe.each(operations.map((operation) => ({ name: operation.name, operation })))("$name", ({ operation }) => {
  test("says what it does and when to use it", () => {
    expect(operation.description.length).toBeGreaterThan(60)
    expect(operation.title.length).toBeGreaterThan(3)
  })

  test("describes every field of its input and output", () => {
    const input = operation.input === undefined ? {} : jsonSchemaOf(operation.input, { open: false })
    expect(undescribed(input, "input")).toEqual([])
    expect(undescribed(jsonSchemaOf(operation.output, { open: true }), "output")).toEqual([])
  })

  test("has an example that its schemas accept", () => {
    const { input, output } = operation.example
    if (operation.input !== undefined)
      expect(Either.isRight(Schema.decodeUnknownEither(operation.input)(input))).toBe(true)
    expect(Either.isRight(Schema.decodeUnknownEither(operation.output, { onExcessProperty: "error" })(output))).toBe(
      true
    )
  })

  test("appears in openapi.json with bearer security, real types and the envelope for each error", () => {
    const paths = openApi(BASE_URL).paths as Record<string, Record<string, Json>>
    const described = paths[operation.path]?.[operation.method.toLowerCase()]
    expect(described).toMatchObject({ operationId: operation.name, security: [{ bearer: [] }] })
    const responses = described?.responses as Record<
      string,
      { readonly content: { readonly "application/json": Json } }
    >
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["200", "401", "403", "421", "429", "500"]))
    expect("400" in responses).toBe(operation.input !== undefined)
    for (const [status, response] of Object.entries(responses)) {
      if (status !== "200") expect(JSON.stringify(response.content)).toContain("#/components/schemas/")
    }
  })
})
