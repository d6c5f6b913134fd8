import { operations } from "../../api.ts"
import type { Failure } from "../../contract/errors.ts"
import { isJsonObject, jsonSchemaOf } from "../../contract/json-schema.ts"
import { once } from "../../values/once.ts"

/** Most fields named in a log line. */
const MOST_LOGGED = 10

/** The names of all fields of a JSON Schema. */
const namesIn = (schema: unknown): ReadonlyArray<string> => {
  if (Array.isArray(schema)) return schema.flatMap(namesIn)
  if (!isJsonObject(schema)) return []
  const own = isJsonObject(schema.properties) ? Object.keys(schema.properties) : []
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}

const known = once(
  () =>
    new Set([
      "body",
      "Idempotency-Key",
      ...operations.flatMap(({ input }) => (input === undefined ? [] : namesIn(jsonSchemaOf(input, { open: false }))))
    ])
)

const isKnown = (field: string): boolean =>
  field.split(/[.[\]]+/).every((part) => /^\d*$/.test(part) || known().has(part))

/**
 * The first fields of a refused input, for the log; undefined for other failures. Fields that the caller invented are
 * shown as `?`, because their names may contain anything.
 */
export const refusedFields = (failure: Failure | undefined): string | undefined =>
  failure?._tag === "validation_failed"
    ? failure.details.fields
        .slice(0, MOST_LOGGED)
        .map(({ field }) => (isKnown(field) ? field : "?"))
        .join(" ")
    : undefined
