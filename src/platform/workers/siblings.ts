import { Context, Effect, Layer, type Option, Ref } from "effect"
import type { Crew } from "./crew.ts"

/**
 * All processes that serve one port, including this one. They exchange snapshots as text, whose format only they know.
 */
export class Siblings extends Context.Tag("Siblings")<
  Siblings,
  {
    /** Sets how to take this process's snapshot when another process asks. Until then it has none. */
    readonly offer: (snapshot: Effect.Effect<string>) => Effect.Effect<void>
    /**
     * Snapshots of all processes, in any order, and one for all ended processes. A process that does not answer within
     * a second is represented by its last snapshot, or left out if it has none. Takes at most 2 seconds.
     */
    readonly snapshots: Effect.Effect<ReadonlyArray<string>>
    /** How many of the processes serve; none for a server of one process, and until the supervisor has sent it. */
    readonly crew: Effect.Effect<Option.Option<Crew>>
  }
>() {}

/** For a server of one process. */
export const layerAlone = Layer.effect(
  Siblings,
  Effect.map(Ref.make<Effect.Effect<ReadonlyArray<string>>>(Effect.succeed([])), (own) =>
    Siblings.of({
      offer: (snapshot) => Ref.set(own, Effect.map(snapshot, Array.of<string>)),
      snapshots: Effect.flatten(Ref.get(own)),
      crew: Effect.succeedNone
    })
  )
)
