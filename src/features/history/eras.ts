import { Schema } from "effect"

/** A timezone, and the instant (epoch milliseconds) until which times are read in it. */
export const Era = Schema.Struct({ zone: Schema.String, until: Schema.Number })
/** The timezones in which earlier times of a source were read, oldest first. Later times are read in the current one. */
export const Eras = Schema.Array(Era)
export type Eras = typeof Eras.Type
