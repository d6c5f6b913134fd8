import { Predicate } from "effect"
import type { Given } from "./rule.ts"

/** Whether a received value is an object, whose fields can be looked at. */
export const isFields: (value: unknown) => value is Given = Predicate.isRecord

/** The fields, but for those of these names. An object that has none of them is not copied, since it may have many others. */
export const without = (fields: Given, names: ReadonlyArray<string>): Given => {
  if (!names.some((name) => Object.hasOwn(fields, name))) return fields
  const others: Record<string, unknown> = { ...fields }
  for (const name of names) delete others[name]
  return others
}

/** The fields, with `change` applied to each object of their list `name`. Whatever is not as expected stays. */
export const withEach = (fields: Given, name: string, change: (item: Given) => unknown): Given => {
  const list = fields[name]
  if (!Array.isArray(list)) return fields
  return { ...fields, [name]: list.map((item: unknown) => (isFields(item) ? change(item) : item)) }
}
