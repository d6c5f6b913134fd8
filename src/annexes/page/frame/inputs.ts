import { Effect, Schema } from "effect"
import { said } from "../../../contract/broken-rule.ts"
import { ValidationFailed } from "../../../contract/errors.ts"
import { present } from "../../../contract/fields.ts"
import { type ActivityDay, isActivityDay } from "../../../values/activity-day.ts"
import { unsafeRandomText } from "../../../values/ids.ts"
import { toStorable } from "../../../values/text.ts"
import type { Fields, FormState } from "./form.tsx"
import { A_NUMBER, faultOf, type Typed, typedCount, typedNumber, UNCLEAR } from "./typed-number.ts"
import { type Measured, quantityFault, typedIn } from "./typed-quantity.ts"

/** The schema of numbers that `read` finds in what people type. */
const typed = (read: (text: string) => Typed, fault = A_NUMBER) => {
  const Text = Schema.String.pipe(
    Schema.filter((text) => read(text) !== undefined, { message: () => fault }),
    Schema.filter((text) => read(text) !== "unclear", { message: () => UNCLEAR })
  )
  const decode = (text: string): number => Number(read(text))
  return Schema.transform(Text, Schema.Number, { strict: true, decode, encode: String })
}

/** A number as people type it; one that may be read in two ways is refused. */
export const NumberText = typed(typedNumber)

/** A number that may be followed by a unit, in `own`. */
export const quantityText = (measured: Measured, own: string, read: (text: string) => Typed = typedNumber) =>
  typed((text) => typedIn(text, measured, own, read), quantityFault(undefined, measured))

/** A number of what nobody counts in thousandths, such as steps and kcal. */
export const CountText = typed(typedCount)

/**
 * Reads a number in a field whose meaning decides how. A text that the field showed at first means what it showed, such as
 * 354.882 ml. Fails with the field's fault.
 */
export const numberOf = (
  read: (text: string) => Typed,
  field: string,
  text: string,
  shown?: number,
  fault: (typed: Exclude<Typed, number>) => string = faultOf
): Effect.Effect<number, ValidationFailed> => {
  const value = shown !== undefined && text === String(shown) ? shown : read(text)
  return typeof value === "number" ? Effect.succeed(value) : ValidationFailed.of(said(field, fault(value)))
}

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
export const OptionalKey = { [KEY_FIELD]: present(Schema.String) }
