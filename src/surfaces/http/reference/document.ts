import { operations } from "../../../api.ts"
import type { Json } from "../../../contract/json-schema.ts"
import type { Operation } from "../../../contract/operation.ts"
import { type Field, fieldOf, fieldsOf, jsonOf, listOf, textOf } from "./schema.ts"

/** A parameter of the query or a header of the request. */
export interface Parameter extends Field {
  readonly place: "query" | "header"
  /** Its value in the operation's example; undefined if the example omits it. */
  readonly example: unknown
}

/** Errors with the same status. */
export interface Refusal {
  readonly status: string
  readonly codes: ReadonlyArray<string>
}

/** An operation as shown in the reference. */
export interface Entry {
  readonly operation: Operation
  readonly parameters: ReadonlyArray<Parameter>
  /** The fields of the body; undefined if the operation has none. */
  readonly body: ReadonlyArray<Field> | undefined
  readonly output: ReadonlyArray<Field>
  readonly refusals: ReadonlyArray<Refusal>
}

/** Operations on the same subject. */
export interface Group {
  readonly name: string
  readonly description: string
  readonly entries: ReadonlyArray<Entry>
}

export interface ErrorEntry {
  readonly code: string
  readonly statuses: ReadonlyArray<string>
  readonly description: string
  readonly fields: ReadonlyArray<Field>
  readonly example: unknown
}

/** A response header. */
export interface Header {
  readonly name: string
  readonly description: string
  readonly example: string
  /** The statuses of the answers with this header. */
  readonly statuses: ReadonlyArray<string>
}

/** The content of the reference. */
export interface Reference {
  readonly about: string
  readonly groups: ReadonlyArray<Group>
  readonly errors: ReadonlyArray<ErrorEntry>
  readonly headers: ReadonlyArray<Header>
}

const contentOf = (message: unknown): Json => jsonOf(jsonOf(jsonOf(message).content)["application/json"])
const schemaOf = (message: unknown): Json => jsonOf(contentOf(message).schema)

/** The codes of the errors that a schema refers to. */
const codesOf = ({ $ref, anyOf }: Json): ReadonlyArray<string> =>
  typeof $ref === "string"
    ? [$ref.slice($ref.lastIndexOf("/") + 1)]
    : listOf(anyOf).flatMap((each) => codesOf(jsonOf(each)))

const parameterOf = (given: Json): Parameter => {
  const { name, schema, required, description, example } = given
  return {
    ...fieldOf(textOf(name), { ...jsonOf(schema), description }, required === true),
    place: given.in === "header" ? "header" : "query",
    example
  }
}

const entryOf = (operation: Operation, given: Json): Entry => {
  const { parameters, requestBody, responses } = given
  return {
    operation,
    parameters: listOf(parameters).map((parameter) => parameterOf(jsonOf(parameter))),
    body: requestBody === undefined ? undefined : fieldsOf(schemaOf(requestBody)),
    output: fieldsOf(schemaOf(jsonOf(responses)["200"])),
    refusals: Object.entries(jsonOf(responses))
      .map(([status, response]) => ({ status, codes: codesOf(schemaOf(response)) }))
      .filter(({ codes }) => codes.length > 0)
  }
}

/** Every answer in the description, with its status. */
const answersOf = (description: Json): ReadonlyArray<readonly [status: string, answer: Json]> =>
  Object.values(jsonOf(description.paths)).flatMap((path) =>
    Object.values(jsonOf(path)).flatMap((operation) =>
      Object.entries(jsonOf(jsonOf(operation).responses)).map(([status, answer]) => [status, jsonOf(answer)] as const)
    )
  )

const sorted = (statuses: Iterable<string>): ReadonlyArray<string> => [...new Set(statuses)].sort()

const headersOf = (description: Json): ReadonlyArray<Header> => {
  const headers = new Map<string, Header>()
  for (const [status, answer] of answersOf(description))
    for (const [name, given] of Object.entries(jsonOf(answer.headers))) {
      const header = jsonOf(given)
      headers.set(name, {
        name,
        description: textOf(header.description),
        example: textOf(header.example),
        statuses: sorted([...(headers.get(name)?.statuses ?? []), status])
      })
    }
  return [...headers.values()]
}

const errorsOf = (description: Json): ReadonlyArray<ErrorEntry> => {
  const answers = answersOf(description)
  return Object.entries(jsonOf(jsonOf(description.components).schemas)).map(([code, given]) => {
    const schema = jsonOf(given)
    return {
      code,
      statuses: sorted(
        answers.flatMap(([status, answer]) => (codesOf(schemaOf(answer)).includes(code) ? [status] : []))
      ),
      description: textOf(schema.description),
      fields: fieldsOf(schema),
      example: listOf(schema.examples)[0]
    }
  })
}

/** Extracts the reference's content from an OpenAPI description. */
export const referenceOf = (description: Json): Reference => {
  const entries = operations.map((operation) => {
    const given = jsonOf(jsonOf(jsonOf(description.paths)[operation.path])[operation.method.toLowerCase()])
    return { tag: textOf(listOf(given.tags)[0]), entry: entryOf(operation, given) }
  })
  return {
    about: textOf(jsonOf(description.info).description),
    groups: listOf(description.tags).map((given) => {
      const { name, description } = jsonOf(given)
      return {
        name: textOf(name),
        description: textOf(description),
        entries: entries.filter(({ tag }) => tag === name).map(({ entry }) => entry)
      }
    }),
    errors: errorsOf(description),
    headers: headersOf(description)
  }
}
