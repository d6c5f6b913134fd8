import { Schema } from "effect"

/** An optional input field. Null means the same as leaving it out. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(schema, { exact: true, nullable: true })

/** An output field that is left out if it has no value. */
export const present = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
