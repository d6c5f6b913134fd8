import { expect, test } from "bun:test"
import { operations } from "../../src/api.ts"
import { isJsonObject, type Json, jsonSchemaOf } from "../../src/contract/json-schema.ts"
import type { Operation } from "../../src/contract/operation.ts"
import { newPerson, overEveryStore, type Person, type Service } from "../support/app.ts"
import { byOperation } from "./scenarios.ts"

const PREPARE = byOperation(({ prepare }) => prepare)

/** Numbers as JSON may write them. JavaScript and PostgreSQL disagree about some of them. */
const NUMBERS = [
  "-0",
  "-0.0",
  "0.0",
  "1.0",
  "1e0",
  "5e-324",
  "1e-400",
  "0.1",
  "2147483648",
  "9007199254740993",
  "1e21",
  "1e999"
]

type Path = ReadonlyArray<string | number>

const alternatives = ({ anyOf }: Json): ReadonlyArray<Json> => (Array.isArray(anyOf) ? anyOf.filter(isJsonObject) : [])

const isNumeric = (schema: Json): boolean =>
  [schema.type].flat().some((type) => type === "number" || type === "integer") || alternatives(schema).some(isNumeric)

const propertiesOf = ({ properties }: Json): ReadonlyArray<readonly [string, Json]> =>
  Object.entries(isJsonObject(properties) ? properties : {}).filter((entry): entry is [string, Json] =>
    isJsonObject(entry[1])
  )

/** The paths of an input's numbers. */
const numericPaths = (schema: Json, path: Path = []): ReadonlyArray<Path> => [
  ...(isNumeric(schema) ? [path] : []),
  ...propertiesOf(schema).flatMap(([name, property]) => numericPaths(property, [...path, name])),
  ...(isJsonObject(schema.items) ? numericPaths(schema.items, [...path, 0]) : []),
  ...alternatives(schema).flatMap((each) => (isNumeric(each) ? [] : numericPaths(each, path)))
]

/** A placeholder for the number. */
const PLACE = "@number@"

/** An input with PLACE at a path. Missing parents are created: an object with a unit, or a list of one item. */
const placed = (input: unknown, [key, ...rest]: Path): unknown => {
  if (key === undefined) return PLACE
  if (typeof key === "number") return [placed(Array.isArray(input) ? input[key] : undefined, rest)]
  const fields = isJsonObject(input) ? input : key === "value" ? { unit: "kg" } : {}
  return { ...fields, [key]: placed(fields[key], rest) }
}

const send = async (service: Service, { token }: Person, { method, path, query }: Operation, json: string) => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const input: Readonly<Record<string, unknown>> = query === undefined ? {} : JSON.parse(json.replaceAll("#", '"'))
  const fields = new URLSearchParams(Object.entries(input).map(([name, value]): [string, string] => [name, `${value}`]))
  const response = await service.fetch(query === undefined ? path : `${path}?${fields}`, {
    method,
    headers,
    ...(query === undefined ? { body: json.replaceAll("#", "") } : {})
  })
  return { status: response.status, text: await response.text() }
}

const sendTool = async (service: Service, { token }: Person, { name }: Operation, json: string) => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const params = `{"name":"${name}","arguments":${json.replaceAll("#", "")}}`
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
  const response = await service.fetch("/v1/mcp", { method: "POST", headers, body })
  return { status: response.status, text: await response.text() }
}

overEveryStore("every number that can be written is accepted or refused", (service) => {
  for (const operation of operations) {
    const paths = operation.input === undefined ? [] : numericPaths(jsonSchemaOf(operation.input, { open: false }))
    if (paths.length === 0) continue
    test(operation.name, async () => {
      const person = await newPerson(service(), { ownLimits: { goalTemplates: 1000 } })
      const { idempotency_key: _, ...input } = (await PREPARE.get(operation.name)?.(person.rest)) ?? {}
      for (const path of paths) {
        for (const number of NUMBERS) {
          const json = JSON.stringify(placed(input, path)).replace(`"${PLACE}"`, `#${number}#`)
          const answers = [
            await send(service(), person, operation, json),
            await sendTool(service(), person, operation, json)
          ]
          for (const { status, text } of answers) {
            expect([path.join("."), number, status < 500 && !text.includes("internal_error"), text]).toEqual([
              path.join("."),
              number,
              true,
              text
            ])
          }
        }
      }
    }, 60_000)
  }
})
