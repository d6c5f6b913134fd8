import { Predicate } from "effect"

/** Reads JSON of unknown shape. */

/** The object in a JSON text; null if it is not JSON or not an object. */
export const parseObject = (json: string): object | null => {
  try {
    const value: unknown = JSON.parse(json)
    return Predicate.isRecord(value) ? value : null
  } catch {
    return null
  }
}

export const field = (value: unknown, key: string): unknown => (Predicate.isRecord(value) ? value[key] : undefined)

/** Text, or a number as text; empty for anything else. */
export const textField = (value: unknown, key: string): string => {
  const found = field(value, key)
  return typeof found === "string" ? found : typeof found === "number" ? String(found) : ""
}

export const listField = (value: unknown, key: string): ReadonlyArray<unknown> => {
  const found = field(value, key)
  return Array.isArray(found) ? found : []
}
