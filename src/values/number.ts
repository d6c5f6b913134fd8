import { Schema } from "effect"
import { must } from "./must.ts"

/** A finite number: JSON can contain numbers that are too large, such as 1e999. */
export const Decimal = Schema.Number.pipe(
  Schema.filter(Number.isFinite, { ...must({ be: "said", text: "must be a finite number" }), jsonSchema: {} })
)

/** A whole number from `min` to `max`, inclusive. */
export const integer = ({ min, max }: { readonly min: number; readonly max: number }) => {
  const bounds = must({ be: "number", isWhole: true, min, max })
  return Schema.Int.annotations(bounds).pipe(
    Schema.filter((value) => value >= min && value <= max, { ...bounds, jsonSchema: { minimum: min, maximum: max } })
  )
}

const atLeast0 = must({ be: "number", isWhole: true, min: 0 })

/** A count: a whole number of at least 0. */
export const Count = Schema.Int.annotations(atLeast0).pipe(
  Schema.filter((value) => value >= 0, { ...atLeast0, jsonSchema: { minimum: 0 } })
)
