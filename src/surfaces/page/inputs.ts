import { Schema } from "effect"
import { type ActivityDay, isActivityDay } from "../../values/activity-day.ts"
import { unsafeRandomText } from "../../values/ids.ts"
import { toStorable } from "../../values/text.ts"
import type { Fields, FormState } from "./form.tsx"

const isNumber = (text: string): boolean => /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text.trim())

/** A number as people type it, with a point or a comma. */
export const NumberText = Schema.transform(
  Schema.String.pipe(Schema.filter(isNumber, { message: () => "must be a number, such as 72.4" })),
  Schema.Number,
  { strict: true, decode: (text) => Number(text.trim().replace(",", ".")), encode: String }
)

/** Non-empty text. */
export const Given = Schema.String

/** A single text in a query or form; undefined if it is absent, blank or repeated. */
export const textOf = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === "string" && value.trim() !== "" ? value : undefined
}

/**
 * A single text in an address's query; undefined if it is absent, blank or repeated. People type no characters that
 * cannot be stored, so these are replaced.
 */
export const parameterOf = (query: Fields, name: string): string | undefined => {
  const text = textOf(query, name)
  return text === undefined ? undefined : toStorable(text)
}

/** The day in the query, or today; undefined if the query's value is not a day. */
export const dayIn = (query: Fields, today: ActivityDay): ActivityDay | undefined => {
  const date = query.date
  if (date === undefined || date === "") return today
  return isActivityDay(date) ? date : undefined
}

/**
 * The form state for one of several rows that share an action: what was typed and what was wrong shows only in the row
 * whose field `name` has this value.
 */
export const ofRow = (state: FormState, name: string, value: string): FormState =>
  state.values[name] === value ? state : { ...state, values: {}, faults: new Map(), failure: undefined, isGone: false }

/** The name of the field with a form's idempotency key. */
export const KEY_FIELD = "idempotency_key"

/** A key that nothing else has. */
export const newKey = (): string => `page_${unsafeRandomText(20)}`

/**
 * The key that makes a form log something once, however often it is sent. A refused form keeps its key, because it has
 * logged nothing.
 */
export const keyOf = (state: FormState): string => textOf(state.values, KEY_FIELD) ?? newKey()

/** The key that a form was sent with, as an operation's input. */
export const keyIn = (fields: Fields): { readonly [KEY_FIELD]?: string } => {
  const key = textOf(fields, KEY_FIELD)
  return key === undefined ? {} : { [KEY_FIELD]: key }
}

/** The key of a form that may lack one, such as from a page opened before the form had keys. */
export const OptionalKey = { [KEY_FIELD]: Schema.optionalWith(Schema.String, { exact: true }) }
