import { Effect, identity, Option } from "effect"
import { AppConfig } from "../../../config.ts"

/** Wraps a stage of work in a span. Without tracing, the stage runs as it is. */
export const spans = Effect.map(
  AppConfig,
  ({ tracing }) =>
    (name: string): (<A, E, R>(stage: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) =>
      Option.isSome(tracing) ? Effect.withSpan(name, { captureStackTrace: false }) : identity
)
