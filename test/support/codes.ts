import type { Json } from "../../src/contract/json-schema.ts"
import type { Operation } from "../../src/contract/operation.ts"
import { openApi } from "../../src/surfaces/http/openapi.ts"
import { BASE_URL } from "./app.ts"

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Json>> }>>>
  >
  readonly components: {
    readonly schemas: Readonly<
      Record<
        string,
        {
          readonly properties: {
            readonly error: { readonly properties: { readonly code: { readonly enum: ReadonlyArray<string> } } }
          }
        }
      >
    >
  }
}

const { paths, components } = openApi(BASE_URL) as unknown as Described

/** The error codes that openapi.json lists for an operation, each with its HTTP status. */
export const listedCodes = ({ method, path }: Pick<Operation, "method" | "path">): Readonly<Record<string, number>> => {
  const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {}
  const listed = Object.entries(responses).flatMap(([status, response]) => {
    if (status === "200") return []
    const schemas = JSON.stringify(response).match(/(?<="#\/components\/schemas\/)\w+/g) ?? []
    return schemas
      .flatMap((schema) => components.schemas[schema]?.properties.error.properties.code.enum ?? [`unknown ${schema}`])
      .map((code) => [code, Number(status)] as const)
  })
  return Object.fromEntries(listed)
}
