import { Context, Effect, Layer, Queue } from "effect"

/** Wakes this process's sender when something is to be sent. */
export class Bell extends Context.Tag("Bell")<
  Bell,
  {
    readonly ring: Effect.Effect<void>
    /** Waits for the next ring, or returns at once if it has rung since the last wait. */
    readonly heard: Effect.Effect<void>
  }
>() {}

export const layer = Layer.effect(
  Bell,
  Effect.map(Queue.sliding<void>(1), (rings) =>
    Bell.of({ ring: Effect.asVoid(Queue.offer(rings, undefined)), heard: Queue.take(rings) })
  )
)
