import { Schema } from "effect"

/** The environment of a server and its tokens. A token works only on servers of its own environment. */
export const Environment = Schema.Literal("live", "test")
export type Environment = typeof Environment.Type
