import { Context, Effect, Layer, Ref } from "effect"

/** The processes that serve on one port, this one among them. What they tell each other is text that only they read. */
export class Siblings extends Context.Tag("Siblings")<
  Siblings,
  {
    /** Says how this process's snapshot is taken whenever one of them asks; it has none before. */
    readonly offer: (snapshot: Effect.Effect<string>) => Effect.Effect<void>
    /**
     * A snapshot of every process, in no order. One that doesn't answer within a second counts with the last snapshot that
     * it gave; one that has none is left out. Takes 2 seconds at most.
     */
    readonly snapshots: Effect.Effect<ReadonlyArray<string>>
  }
>() {}

/** A process that serves by itself. */
export const layerAlone = Layer.effect(
  Siblings,
  Effect.map(Ref.make<Effect.Effect<ReadonlyArray<string>>>(Effect.succeed([])), (own) =>
    Siblings.of({
      offer: (snapshot) => Ref.set(own, Effect.map(snapshot, Array.of<string>)),
      snapshots: Effect.flatten(Ref.get(own))
    })
  )
)
