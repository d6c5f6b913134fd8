import { Schema } from "effect"

/** A finite number: JSON can write numbers too large for one, such as 1e999. */
export const Decimal = Schema.Number.pipe(
  Schema.filter(Number.isFinite, { message: () => "must be a finite number", jsonSchema: {} })
)

/** A whole number from `min` to `max`, both included. */
export const integer = ({ min, max }: { readonly min: number; readonly max: number }) =>
  Schema.Number.pipe(
    Schema.filter((value) => Number.isSafeInteger(value) && value >= min && value <= max, {
      message: () => `must be a whole number from ${min} to ${max}`,
      jsonSchema: { type: "integer", minimum: min, maximum: max }
    })
  )
