import { Schema } from "effect"

/** An optional input field. Null means the same as leaving it out. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(schema, { exact: true, nullable: true })

/** A field that is left out if it has no value, as in outputs and stored texts. */
export const present = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
