import { Context, Effect, Layer } from "effect"

/** A process's connections to the database at this moment. */
export interface PoolFigures {
  /** Connections that are open, and those of them that are at work. */
  readonly size: number
  readonly inUse: number
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number
  /** Those that were turned away since the process began, because too many waited or they waited too long. */
  readonly refused: number
}

/** How busy the database's connections are. */
export class PoolStatus extends Context.Tag("PoolStatus")<
  PoolStatus,
  { readonly read: Effect.Effect<PoolFigures> }
>() {}

/** Where there is no pool. */
export const layerNone = Layer.succeed(PoolStatus, {
  read: Effect.succeed({ size: 0, inUse: 0, waiting: 0, refused: 0 })
})
