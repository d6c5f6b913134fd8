import { Schema } from "effect"
import { must } from "./must.ts"

/** A number above 0 and at most `max`. */
export const positiveUpTo = (max: number) =>
  Schema.Number.pipe(
    Schema.filter((value) => value > 0 && value <= max, {
      ...must({ be: "positive", max }),
      jsonSchema: { exclusiveMinimum: 0, maximum: max }
    })
  )

/** A number above 0 and at most `max`, as a person types it: `1.5` or `1,5`. */
export const positiveText = (max: number) => {
  const numberIn = (text: string): number =>
    /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : Number.NaN
  return Schema.transform(
    Schema.String.pipe(
      Schema.filter((text) => numberIn(text) > 0 && numberIn(text) <= max, {
        ...must({ be: "positive", max })
      })
    ),
    Schema.Number,
    { strict: true, decode: numberIn, encode: String }
  )
}
