import { Effect, Layer } from "effect"
import { sweepOf } from "../../call/sweep.ts"
import { forgetDeletedGoals } from "./features/goal-keeping/forgetting.ts"
import { lately } from "./features/lately/index.ts"
import { routines } from "./features/routines/index.ts"

/** The person's page in a browser, with the operations that it alone needs. */
export const page = {
  name: "page",
  operations: Effect.flatMap(
    Effect.promise(() => import("./operations.ts")),
    ({ implementedPageOperations }) => Effect.map(implementedPageOperations, (operations) => [operations])
  ),
  stores: { sql: Layer.merge(routines.sql, lately.sql), memory: Layer.merge(routines.memory, lately.memory) },
  services: Layer.empty,
  ports: Layer.empty,
  tokenKinds: Effect.succeed([]),
  routes: Effect.flatMap(
    Effect.promise(() => import("./frame/pages.ts")),
    ({ htmlRoutes }) => htmlRoutes
  ),
  counted: [],
  works: Effect.void,
  sweep: sweepOf("copies of deleted goals", forgetDeletedGoals)
}
