import { Schema } from "effect"

/** A finite number: JSON can contain numbers that are too large, such as 1e999. */
export const Decimal = Schema.Number.pipe(
  Schema.filter(Number.isFinite, { message: () => "must be a finite number", jsonSchema: {} })
)

/** A whole number from `min` to `max`, inclusive. */
export const integer = ({ min, max }: { readonly min: number; readonly max: number }) => {
  const message = () => `must be a whole number from ${min} to ${max}`
  return Schema.Int.annotations({ message }).pipe(
    Schema.filter((value) => value >= min && value <= max, { message, jsonSchema: { minimum: min, maximum: max } })
  )
}

const countMessage = () => "must be a whole number of at least 0"

/** A count: a whole number of at least 0. */
export const Count = Schema.Int.annotations({ message: countMessage }).pipe(
  Schema.filter((value) => value >= 0, { message: countMessage, jsonSchema: { minimum: 0 } })
)
