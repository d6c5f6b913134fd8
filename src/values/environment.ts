import { Schema } from "effect"

/** Where a server and its tokens belong. A token works only on servers of its own environment. */
export const Environment = Schema.Literal("live", "test")
export type Environment = typeof Environment.Type
