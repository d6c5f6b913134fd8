import { Effect, Exit } from "effect"

/** Continues with how an effect ended. `Effect.exit` and `flatMap` take twice as many steps. */
export const withExit = <A, E, B>(
  self: Effect.Effect<A, E>,
  next: (exit: Exit.Exit<A, E>) => Effect.Effect<B>
): Effect.Effect<B> =>
  Effect.matchCauseEffect(self, {
    onFailure: (cause) => next(Exit.failCause(cause)),
    onSuccess: (value) => next(Exit.succeed(value))
  })
