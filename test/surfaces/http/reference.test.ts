import { beforeAll, describe, expect, test } from "bun:test"
import { operations } from "../../../src/api.ts"
import { isJsonObject, type Json } from "../../../src/contract/json-schema.ts"
import * as Storage from "../../../src/storage.ts"
import { makeService } from "../../support/app.ts"

/** The reference, and the description that it must show completely. */
let html: string
let description: Json
beforeAll(async () => {
  const service = await makeService(Storage.memory)
  html = await (await service.fetch("/docs")).text()
  description = json(await (await service.fetch("/v1/openapi.json")).json())
  await service.stop()
})

const json = (value: unknown): Json => (isJsonObject(value) ? value : {})
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }
const readable = (part: string) =>
  part.replace(/<[^>]+>/g, "").replace(/&(#?\w+);/g, (_, name) => ENTITIES[name] ?? "?")

/** The HTML of the card with this id. */
const cardOf = (id: string) => html.match(new RegExp(`<article class="card" id="${id}".*?</article>`, "s"))?.[0] ?? ""

/** The page's text about each field of a part, by its path. */
const rowsOf = (part: string) =>
  new Map(
    [...part.matchAll(/<div><dt><code>(.*?)<\/code>(.*?)<\/div>(?=<div>|<\/dl>)/gs)].map(
      ([, path = "", rest = ""]) => [readable(path), readable(rest)] as const
    )
  )

/** Every keyword of the schema language that the page puts into words. */
const KEYWORDS = {
  structure: ["type", "properties", "required", "items", "anyOf", "additionalProperties"],
  values: ["minimum", "maximum", "exclusiveMinimum", "minLength", "maxLength", "minItems", "maxItems", "pattern"],
  others: ["description", "format", "enum", "uniqueItems", "examples"]
}

interface Found {
  readonly path: string
  readonly schema: Json
  readonly isRequired: boolean
}

/** Every field of a schema, searched independently of the page. */
const fieldsIn = (schema: Json, path: string): ReadonlyArray<Found> => [
  ...Object.entries(json(schema.properties)).flatMap(([name, property]) => {
    const own = path === "" ? name : `${path}.${name}`
    const isRequired = Array.isArray(schema.required) && schema.required.includes(name)
    return [{ path: own, schema: json(property), isRequired }, ...fieldsIn(json(property), own)]
  }),
  ...(schema.items === undefined ? [] : fieldsIn(json(schema.items), `${path}[]`)),
  ...(Array.isArray(schema.anyOf) ? schema.anyOf.flatMap((each) => fieldsIn(json(each), path)) : [])
]

/** What the page omits from a field's schema. */
const omitted = ({ schema, isRequired }: Found, text: string, isInput: boolean): ReadonlyArray<string> => {
  const alternatives = [schema, ...(Array.isArray(schema.anyOf) ? schema.anyOf.map(json) : []), json(schema.items)]
  const said = alternatives.flatMap((each) => [
    ...[each.type].flat().filter((type) => type !== undefined && type !== "array" && each.format === undefined),
    ...KEYWORDS.values.map((keyword) => each[keyword]).filter((value) => value !== undefined),
    ...(Array.isArray(each.enum) ? each.enum : []),
    ...(each === alternatives.at(-1) ? [] : [each.description, each.format].filter((value) => value !== undefined))
  ])
  const presence = isInput ? (isRequired ? "required" : "optional") : isRequired ? "" : "may be absent"
  return [...said.map((value) => String(value).replaceAll("`", "")), presence].filter((each) => !text.includes(each))
}

const schemaIn = (message: unknown) => json(json(json(json(message).content)["application/json"]).schema)

describe("the reference shows everything in the OpenAPI description", () => {
  test("about every operation: what it is, does and takes", () => {
    expect(operations.length).toBeGreaterThan(20)
    for (const [path, methods] of Object.entries(json(description.paths)))
      for (const [method, given] of Object.entries(json(methods))) {
        const { operationId, summary, description: does, parameters, requestBody } = json(given)
        const card = cardOf(String(operationId))
        const text = readable(card)
        for (const said of [`${method.toUpperCase()} ${path}`, summary, does])
          expect(text).toContain(String(said).replaceAll("`", ""))
        const [inputs = "", answer = ""] = card.split("<summary>Answer</summary>")
        const rows = rowsOf(inputs)
        const found = [
          ...(Array.isArray(parameters) ? parameters.map(json) : []).map(({ name, schema, required, description }) => ({
            path: String(name),
            schema: { ...json(schema), description },
            isRequired: required === true
          })),
          ...fieldsIn(schemaIn(requestBody), "")
        ]
        expect([...rows.keys()].sort()).toEqual(found.map(({ path }) => path).sort())
        for (const field of found)
          expect([operationId, field.path, omitted(field, rows.get(field.path) ?? "", true)]).toEqual([
            operationId,
            field.path,
            []
          ])
        expect(answer).not.toBe("")
      }
  })

  test("about every operation: whether trying it changes something", () => {
    for (const { name, access, destructive } of operations) {
      const text = readable(cardOf(name))
      expect([name, text.includes("This reads the data")]).toEqual([name, access === "read"])
      expect([name, text.includes("This really changes the data")]).toEqual([name, access !== "read"])
      expect([name, text.includes("can replace or delete some")]).toEqual([name, access !== "read" && destructive])
    }
  })

  test("about every operation: that it takes no input, if so, and a command that sends its example", () => {
    for (const { name, method, path, query, input, example } of operations) {
      const text = readable(cardOf(name))
      const takesNothing = query === undefined && input === undefined && !text.includes("Request headers")
      expect([name, text.includes("It takes no input.")]).toEqual([name, takesNothing])
      const isAsked = query !== undefined && Object.keys(json(example.input)).length > 0
      const sent = method === "GET" ? "" : `-X ${method} `
      expect(text).toMatch(new RegExp(`curl ${isAsked ? "-G " : ""}${sent}'http[^']*${path}'`))
      expect([name, text.includes("--data-urlencode")]).toEqual([name, isAsked])
    }
  })

  test("about every operation: what it returns and refuses", () => {
    for (const methods of Object.values(json(description.paths)))
      for (const given of Object.values(json(methods))) {
        const { operationId, responses } = json(given)
        const card = cardOf(String(operationId))
        const [, answer = ""] = card.match(/<summary>Answer<\/summary>(.*?)<\/details>/s) ?? []
        const [, errors = ""] = card.match(/<summary>Errors<\/summary>(.*?)<\/details>/s) ?? []
        const rows = rowsOf(answer)
        for (const [status, response] of Object.entries(json(responses))) {
          if (status === "200") {
            const found = fieldsIn(schemaIn(response), "")
            expect(rows.size).toBe(found.length)
            for (const field of found)
              expect([operationId, field.path, omitted(field, rows.get(field.path) ?? "", false)]).toEqual([
                operationId,
                field.path,
                []
              ])
            continue
          }
          const codes = [...JSON.stringify(schemaIn(response)).matchAll(/schemas\/(\w+)/g)].map(([, code]) => code)
          expect(codes.length).toBeGreaterThan(0)
          const [line = ""] = errors.match(new RegExp(`<li>${status}:.*?</li>`)) ?? []
          for (const code of codes) expect(line).toContain(`<a href="#error-${code}">${code}</a>`)
          expect(readable(line)).toBe(`${status}: ${codes.join(" or ")}`)
        }
      }
  })

  test("about every operation: where each of its inputs goes, and a form with a field for it", () => {
    for (const methods of Object.values(json(description.paths)))
      for (const given of Object.values(json(methods))) {
        const { operationId, parameters = [], requestBody } = json(given)
        const card = cardOf(String(operationId))
        const places = Array.isArray(parameters) ? parameters.map((each) => json(each).in) : []
        const headings = [
          ...(places.includes("query") ? ["Query parameters"] : []),
          ...(places.includes("header") ? ["Request headers"] : []),
          ...(requestBody === undefined ? [] : ["Body"])
        ]
        const [form = ""] = card.match(/<form class="fields".*?<\/form>/s) ?? []
        const [asked = ""] = card.split("<summary>Answer</summary>")
        expect([operationId, [...asked.matchAll(/<h4>(.*?)<\/h4>/g)].map(([, heading]) => heading)]).toEqual([
          operationId,
          headings
        ])
        expect([operationId, form.includes("<textarea")]).toEqual([operationId, requestBody !== undefined])
      }
  })

  test("with names as code, and the rest as prose", () => {
    const card = cardOf("list_food_entries")
    const { description: does } = operations.find(({ name }) => name === "list_food_entries") ?? { description: "" }
    const parts = does.split("`")
    expect(parts.length).toBeGreaterThan(3)
    for (const [place, part] of parts.entries())
      expect([part, card.includes(`<code>${part}</code>`)]).toEqual([part, place % 2 === 1])
  })

  test("about every error: its status, meaning, fields and example", () => {
    const schemas = Object.entries(json(json(description.components).schemas))
    expect(schemas.length).toBeGreaterThan(10)
    for (const [code, given] of schemas) {
      const schema = json(given)
      const card = cardOf(`error-${code}`)
      const text = readable(card)
      expect(text).toContain(String(schema.description))
      const rows = rowsOf(card)
      const found = fieldsIn(schema, "")
      expect(rows.size).toBe(found.length)
      for (const field of found)
        expect([code, field.path, omitted(field, rows.get(field.path) ?? "", false)]).toEqual([code, field.path, []])
      const [example] = Array.isArray(schema.examples) ? schema.examples : []
      expect(text).toContain(JSON.stringify(example, null, 2))
    }
  })

  test("about every header of answers: its meaning, example and statuses", () => {
    const [, section = ""] = html.match(/<section class="card" id="headers"(.*?)<\/section>/s) ?? []
    const rows = rowsOf(section)
    const named = new Set<string>()
    for (const methods of Object.values(json(description.paths)))
      for (const given of Object.values(json(methods)))
        for (const [status, response] of Object.entries(json(json(given).responses)))
          for (const [name, header] of Object.entries(json(json(response).headers))) {
            named.add(name)
            for (const said of [json(header).description, json(header).example ?? "", status])
              expect([name, rows.get(name)]).toEqual([name, expect.stringContaining(String(said))])
          }
    expect([...rows.keys()].sort()).toEqual([...named].sort())
  })

  test("no schema uses a keyword that the page would skip", () => {
    const used = new Set<string>()
    const collect = (schema: Json) => {
      for (const [keyword, value] of Object.entries(schema)) {
        if (keyword === "$ref") continue
        used.add(keyword)
        const children = keyword === "properties" ? Object.values(json(value)) : [value].flat()
        if (["properties", "items", "anyOf"].includes(keyword)) for (const child of children) collect(json(child))
      }
    }
    for (const methods of Object.values(json(description.paths)))
      for (const given of Object.values(json(methods))) {
        const { parameters, requestBody, responses } = json(given)
        for (const parameter of Array.isArray(parameters) ? parameters : []) collect(json(json(parameter).schema))
        for (const message of [requestBody, ...Object.values(json(responses))]) collect(schemaIn(message))
      }
    for (const schema of Object.values(json(json(description.components).schemas))) collect(json(schema))
    expect([...used].filter((keyword) => !Object.values(KEYWORDS).flat().includes(keyword))).toEqual([])
  })
})

test("examples show realistic inputs and outputs", () => {
  for (const { name, query, input, example } of operations) {
    const card = readable(cardOf(name))
    expect(card).toContain(JSON.stringify(example.output, null, 2))
    if (input !== undefined && query === undefined) expect(card).toContain(JSON.stringify(example.input, null, 2))
    for (const [field, value] of query === undefined ? [] : Object.entries(json(example.input)))
      expect(card).toContain(`--data-urlencode '${field}=${value}'`)
  }
})

test("every id is on the page once, and every link within it leads somewhere", () => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const targets = [...html.matchAll(/ (?:href="#|for="|aria-labelledby="|aria-describedby=")([^"]+)"/g)]
  expect(targets.length).toBeGreaterThan(100)
  expect(targets.map(([, id]) => id).filter((id) => !ids.includes(id))).toEqual([])
})

test("the reference leads to a person's own page only where there is one", async () => {
  const linksIn = (text: string) => [...text.matchAll(/<a href="([^"#]+)"/g)].map(([, path]) => path)
  const service = await makeService(Storage.memory, { page: false })
  const without = linksIn(await (await service.fetch("/docs")).text())
  await service.stop()
  expect(without).toContain("/v1/openapi.json")
  expect(without).not.toContain("/app")
  expect(linksIn(html)).toContain("/app")
})
