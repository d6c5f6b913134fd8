import { Effect, identity, Option } from "effect"
import { AppConfig } from "../../config.ts"

/** Makes a stage of the work a span of its own; where nothing is traced, it is the stage itself. */
export const spans = Effect.map(
  AppConfig,
  ({ tracing }) =>
    (name: string): (<A, E, R>(stage: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) =>
      Option.isSome(tracing) ? Effect.withSpan(name, { captureStackTrace: false }) : identity
)
