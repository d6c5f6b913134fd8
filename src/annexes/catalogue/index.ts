import { Effect, Layer } from "effect"
import { sweepOf } from "../../call/sweep.ts"
import * as CheckpointsMemory from "./food-import/checkpoints.memory.ts"
import * as CheckpointsSql from "./food-import/checkpoints.sql.ts"
import * as LookupsMemory from "./lookup/store.memory.ts"
import * as LookupsSql from "./lookup/store.sql.ts"
import { sweepLookups } from "./lookup/sweep.ts"

/** Foods from elsewhere: official dumps that the operator imports, and look-ups of barcodes. */
export const catalogue = {
  name: "catalogue",
  operations: Effect.succeed([]),
  stores: {
    sql: Layer.merge(CheckpointsSql.layer, LookupsSql.layer),
    memory: Layer.merge(CheckpointsMemory.layer, LookupsMemory.layer)
  },
  ports: Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("./lookup/lookup.ts")),
      ({ layer }) => layer
    )
  ),
  services: Layer.empty,
  tokenKinds: Effect.succeed([]),
  routes: Effect.succeed([]),
  counted: [],
  works: Effect.void,
  sweep: sweepOf("look-ups of foods", sweepLookups)
}
