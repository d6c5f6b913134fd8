import { Context, Effect, Layer } from "effect"
import type { PoolFigures } from "./pool.ts"

/** How busy this process's connections to the database are. */
export class PoolStatus extends Context.Tag("PoolStatus")<
  PoolStatus,
  {
    readonly read: Effect.Effect<PoolFigures>
    /** Whether a pooler is in front of PostgreSQL, so that the time limits of requests apply to commands too. */
    readonly isPooled: boolean
    /** Whether the database is spread over the nodes of a Citus cluster. */
    readonly isDistributed: boolean
  }
>() {}

/** For stores without a pool. */
export const layerNone = Layer.succeed(PoolStatus, {
  read: Effect.succeed({ size: 0, inUse: 0, waiting: 0, refused: 0 }),
  isPooled: false,
  isDistributed: false
})
