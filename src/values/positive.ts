import { Schema } from "effect"

/** A number above 0 and at most `max`. */
export const positiveUpTo = (max: number) =>
  Schema.Number.pipe(
    Schema.filter((value) => value > 0 && value <= max, {
      message: () => `must be a number more than 0 and at most ${max}`,
      jsonSchema: { exclusiveMinimum: 0, maximum: max }
    })
  )
