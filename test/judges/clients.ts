import { operations } from "../../src/api.ts"
import type { Operation } from "../../src/contract/operation.ts"

/** What both kinds of generated clients return. */
export interface Answer {
  readonly data?: unknown
  readonly error?: { readonly error: { readonly code: string } }
  readonly response: Response
}

/** A generator of clients, and a TypeScript program that calls every operation through the generated client. */
export interface Generator {
  readonly name: string
  /** Its executable in node_modules, and its arguments, run in the folder of the description and the program. */
  readonly executable: string
  readonly args: ReadonlyArray<string>
  readonly program: string
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

/** Assertions for the compiler, from the operation's example: what the types must accept and refuse. */
const proofOf = ({ name, input, example }: Operation): string => {
  const given = JSON.stringify(example.input)
  const misspelt = JSON.stringify({ ...(example.input as object), nonsense: true })
  const answered = JSON.stringify(example.output)
  const ofInput = `
export const ${name}_input: Input<"${name}"> = ${given}
export const ${name}_fault: Code<"${name}"> = "validation_failed"
// @ts-expect-error No field has this name.
export const ${name}_misspelt: Input<"${name}"> = ${misspelt}`
  return `${input === undefined ? "" : ofInput}
export const ${name}_output: Output<"${name}"> = ${answered}
// @ts-expect-error An output is an object.
export const ${name}_wrong: Output<"${name}"> = "nonsense"
// @ts-expect-error The codes are a closed list.
export const ${name}_code: Code<"${name}"> = "nonsense"`
}

const programOf = (imports: string, connected: string, callOf: (operation: Operation) => string): string => `${imports}
export const connect = (baseUrl: string, token: string) => {
  ${connected}
  return {
    ${operations.map((operation) => `${operation.name}: ${callOf(operation)}`).join(",\n    ")}
  }
}

type Calls = ReturnType<typeof connect>
type Input<Name extends keyof Calls> = Parameters<Calls[Name]>[0]
type Answer<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>
type Output<Name extends keyof Calls> = NonNullable<Answer<Name>["data"]>
type Code<Name extends keyof Calls> = NonNullable<Answer<Name>["error"]>["error"]["code"]
${operations.map(proofOf).join("\n")}
`

export const generators: ReadonlyArray<Generator> = [
  {
    name: "openapi-typescript and openapi-fetch",
    executable: ".bin/openapi-typescript",
    args: ["openapi.json", "--output", "schema.ts"],
    program: programOf(
      'import createClient from "openapi-fetch"\nimport type { paths } from "./schema.ts"\n',
      'const client = createClient<paths>({ baseUrl, headers: { authorization: "Bearer " + token } })',
      ({ method, path, input, query }) => {
        const declared = `paths["${path}"]["${method.toLowerCase()}"]`
        if (input === undefined) return `() => client.${method}("${path}")`
        return query === undefined
          ? `(body: NonNullable<${declared}["requestBody"]>["content"]["application/json"]) => client.${method}("${path}", { body })`
          : `(query: NonNullable<${declared}["parameters"]["query"]>) => client.${method}("${path}", { params: { query } })`
      }
    )
  },
  {
    name: "@hey-api/openapi-ts",
    executable: ".bin/openapi-ts",
    args: ["--input", "openapi.json", "--output", "generated", "--silent"],
    program: programOf(
      'import { client } from "./generated/client.gen"\nimport * as sdk from "./generated"\n',
      "client.setConfig({ baseUrl, auth: () => token })",
      ({ name, input, query }) => {
        const called = camelCase(name)
        if (input === undefined) return `() => sdk.${called}()`
        const where = query === undefined ? "body" : "query"
        return `(${where}: NonNullable<sdk.${capitalized(called)}Data["${where}"]>) => sdk.${called}({ ${where} })`
      }
    )
  }
]
