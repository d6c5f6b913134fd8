import { operations } from "../../src/api.ts"
import { isJsonObject, type Json, jsonSchemaOf } from "../../src/contract/json-schema.ts"
import type { Operation } from "../../src/contract/operation.ts"

/** A request that costs as much as possible, and what makes it expensive. */
export interface HeavyRequest {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly body?: string
}

/** The largest body, and the longest query that the HTTP server accepts, in characters. */
const MOST_BODY = 1_048_576
const MOST_QUERY = 14_000

const fill = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

/** An object with this many unknown fields. */
const unknownFields = (count: number): Json => Object.fromEntries(fill(count, (index) => [`f${index}`, 1]))

/** As many copies of an item as fit in a body. */
const copies = (item: unknown, most: number): ReadonlyArray<unknown> =>
  fill(Math.min(most, Math.floor((MOST_BODY - 1000) / (JSON.stringify(item).length + 1))), () => item)

const deep = (open: string, close: string): string => {
  const depth = Math.floor((MOST_BODY - 1000) / (open.length + close.length))
  return `${open.repeat(depth)}1${close.repeat(depth)}`
}

/** A placeholder for a value that is written as it is. */
const PLACE = "@raw@"

/** How many fields of each operation are tried, because the same code reads them. All lists are tried. */
const FIELDS = 2

const TEXTS = ["x".repeat(1_000_000), "😀".repeat(240_000), "bnch pres ".repeat(100_000)]

const alternatives = ({ anyOf }: Json): ReadonlyArray<Json> => (Array.isArray(anyOf) ? anyOf.filter(isJsonObject) : [])

const propertiesOf = (schema: Json): ReadonlyArray<readonly [string, Json]> =>
  [schema, ...alternatives(schema)].flatMap(({ properties }) =>
    Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, property]) =>
      isJsonObject(property) ? [[name, property] as const] : []
    )
  )

const itemsOf = (schema: Json): Json | undefined =>
  [schema, ...alternatives(schema)].map(({ items }) => items).find(isJsonObject)

/** A value of the wrong kind for each field of an object, and unknown fields; lists are full of the same. */
const wrong = (schema: Json, unknown: number): unknown => {
  const items = itemsOf(schema)
  if (items !== undefined) return fill(100, () => wrong(items, unknown))
  const properties = propertiesOf(schema)
  if (properties.length === 0) return -1
  return {
    ...Object.fromEntries(properties.map(([name, property]) => [name, wrong(property, unknown)])),
    ...unknownFields(unknown)
  }
}

/** The most expensive inputs as JSON, made from an operation's definition alone. */
const heavyInputs = ({ input, example }: Operation): ReadonlyArray<readonly [what: string, json: string]> => {
  if (input === undefined) return []
  const schema = jsonSchemaOf(input, { open: false })
  const right = isJsonObject(example.input) ? example.input : {}
  const withField = (name: string, value: unknown) => JSON.stringify({ ...right, [name]: value })
  const raw = (name: string, text: string) => withField(name, PLACE).replace(`"${PLACE}"`, text)
  const inField = ([name, property]: readonly [string, Json]): ReadonlyArray<readonly [string, string]> => {
    const items = itemsOf(property)
    const lists =
      items === undefined
        ? []
        : [1, 0, 14, 900].flatMap((unknown) => {
            const item = wrong(items, unknown)
            return [100, 9999].map(
              (most) =>
                [
                  `${name} with ${most} wrong items, ${unknown} unknown fields in each`,
                  withField(name, copies(item, most))
                ] as const
            )
          })
    return [
      ...TEXTS.map((text, index) => [`${name} is long text ${index}`, withField(name, text)] as const),
      [`${name} is deep in lists`, raw(name, deep("[", "]"))],
      [`${name} is deep in objects`, raw(name, deep('{"a":', "}"))],
      [`${name} is wide`, withField(name, unknownFields(90_000))],
      [
        `${name} is wide twice`,
        withField(
          name,
          fill(1000, () => unknownFields(110))
        )
      ],
      [
        `${name} is a list of numbers`,
        withField(
          name,
          fill(400_000, () => 1)
        )
      ],
      ...lists
    ]
  }
  return [
    ["999 unknown fields", JSON.stringify({ ...right, ...unknownFields(999) })],
    ["90,000 unknown fields", JSON.stringify({ ...right, ...unknownFields(90_000) })],
    [
      "long names",
      JSON.stringify({ ...right, ...Object.fromEntries(fill(900, (index) => [`${"é".repeat(500)}${index}`, 1])) })
    ],
    ...propertiesOf(schema)
      .filter(([, property], index) => index < FIELDS || itemsOf(property) !== undefined)
      .flatMap(inField)
  ].filter(([, json = ""]) => json.length <= MOST_BODY) as ReadonlyArray<readonly [string, string]>
}

const asQuery = (json: string): string => {
  const fields = Object.entries(JSON.parse(json) as Json).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : "[]"
  ])
  return new URLSearchParams(fields).toString().slice(0, MOST_QUERY)
}

const toolCall = (name: string, json: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${json}}}`

const overMcp = (what: string, body: string): HeavyRequest => ({
  what: `${what} over MCP`,
  method: "POST",
  path: "/v1/mcp",
  body
})

/** For an operation: heavy requests over REST, and over MCP if its query cannot be as long. */
export const heavyRequests = (operation: Operation): ReadonlyArray<HeavyRequest> =>
  heavyInputs(operation).flatMap(([what, json]): ReadonlyArray<HeavyRequest> => {
    const { method, path, query, name } = operation
    return query === undefined
      ? [{ what, method, path, body: json }]
      : [{ what, method, path: `${path}?${asQuery(json)}` }, overMcp(what, toolCall(name, json))]
  })

const workout = (exercises: unknown): string => JSON.stringify({ name: "Legs", exercises })
const set = { weight: { value: 1.5, unit: "lb" }, reps: 1 }

/** Requests that are expensive for what their operation does with them. */
const OF_THEIR_KIND: ReadonlyArray<readonly [what: string, operation: string, json: string]> = [
  [
    "100 unknown names",
    "log_workout",
    workout(fill(100, (index) => ({ name: `Barbel Bnch Pres ${index}`, sets: [{}] })))
  ],
  [
    "100 long unknown names",
    "log_workout",
    workout(fill(100, (index) => ({ name: `${"Barbel Bnch ".repeat(16)}${index}`, sets: [{}] })))
  ],
  [
    "100 unknown ids",
    "log_workout",
    workout(fill(100, (index) => ({ exerciseId: `exr_barbel_bnch_${index}`, sets: [{}] })))
  ],
  ["100 times 100 sets", "log_workout", workout(fill(100, () => ({ name: "Running", sets: fill(100, () => set) })))],
  [
    "100 times 100 invalid sets",
    "log_workout",
    workout(fill(100, () => ({ name: "Running", sets: fill(100, () => ({ reps: -1 })) })))
  ],
  [
    "100 times 100 heavy sets",
    "log_workout",
    workout(fill(100, () => ({ name: "x", sets: fill(100, () => ({ weight: { value: 1e9, unit: "lb" } })) })))
  ],
  [
    "many misspelt words",
    "search_exercises",
    JSON.stringify({
      query: "barbel bnch pres inclne dumbel romanain dedlift oberhead triceps extenson laterl raize "
        .repeat(4)
        .slice(0, 200),
      limit: 100
    })
  ],
  [
    "words of one letter",
    "search_exercises",
    JSON.stringify({ query: "a b c d e f g h i j k l m n o p q r s t u v w x y z ".repeat(4).slice(0, 200) })
  ],
  [
    "words written as one",
    "search_exercises",
    JSON.stringify({ query: "benchpressdumbbellsquatlungecurlrow".repeat(6).slice(0, 200) })
  ],
  ["long words", "search_exercises", JSON.stringify({ query: "qwertyuiopasdfghjklzxcvb ".repeat(8) })]
]

const message = (method: string, params: unknown): string => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })

/** Protocol messages that the SDK answers. */
const MESSAGES: ReadonlyArray<readonly [what: string, body: string]> = [
  ["wide parameters", message("tools/list", unknownFields(90_000))],
  ["deep parameters", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${deep('{"a":', "}")}}`],
  [
    "many capabilities",
    message("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: { experimental: unknownFields(80_000) },
      clientInfo: { name: "x", version: "1" }
    })
  ],
  ["many arguments of a prompt", message("prompts/get", { name: "weekly_review", arguments: unknownFields(80_000) })],
  ["a long address", message("resources/read", { uri: `fettle://${"a/".repeat(500_000)}` })],
  ["a long method", message("x".repeat(1_000_000), {})],
  ["a tool's wide meta", message("tools/call", { name: "get_context", _meta: unknownFields(80_000) })],
  ["an unknown tool's list", message("tools/call", { name: "nothing", arguments: fill(9000, () => ({ a: 1 })) })],
  ["a batch", JSON.stringify(fill(30_000, () => ({ jsonrpc: "2.0", id: 1, method: "a" })))]
]

/** The most expensive requests that do not follow from a single operation's definition. */
export const otherHeavyRequests: ReadonlyArray<HeavyRequest> = [
  ...OF_THEIR_KIND.flatMap(([what, name, json]) => {
    const { method, path, query } = operations.find((operation) => operation.name === name) ?? {
      method: "",
      path: "",
      query: undefined
    }
    const overRest =
      query === undefined ? { what, method, path, body: json } : { what, method, path: `${path}?${asQuery(json)}` }
    return [overRest, overMcp(what, toolCall(name, json))]
  }),
  ...MESSAGES.map(([what, body]) => overMcp(what, body))
]
