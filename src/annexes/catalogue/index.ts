import { Effect, Layer } from "effect"
import * as CheckpointsMemory from "./food-import/checkpoints.memory.ts"
import * as CheckpointsSql from "./food-import/checkpoints.sql.ts"

/** Foods from official dumps, imported into the catalogue by the operator. */
export const catalogue = {
  name: "catalogue",
  operations: Effect.succeed([]),
  stores: { sql: CheckpointsSql.layer, memory: CheckpointsMemory.layer },
  services: Layer.empty,
  tokenKinds: Effect.succeed([]),
  routes: Effect.succeed([]),
  counted: [],
  sweep: Effect.void
}
