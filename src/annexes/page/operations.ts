import { HttpApi } from "@effect/platform"
import { Effect } from "effect"
import { operationsOf } from "../../contract/operation.ts"
import { eating } from "./features/eating/index.ts"
import { goalKeeping } from "./features/goal-keeping/index.ts"
import { overview } from "./features/overview/index.ts"
import { removals } from "./features/removals/index.ts"
import { routines } from "./features/routines/index.ts"

/** The operations of the person's page alone. */
export class PageApi extends HttpApi.make("page")
  .add(overview.api)
  .add(eating.api)
  .add(goalKeeping.api)
  .add(routines.api)
  .add(removals.api) {}

export const pageOperations = operationsOf(PageApi)

const features = [overview, eating, goalKeeping, routines, removals]

/** These operations with their handlers. */
export const implementedPageOperations = Effect.map(
  Effect.all(features.map(({ implementation }) => implementation)),
  (maps) => ({ operations: pageOperations, implementations: new Map(maps.flatMap((map) => [...map])) })
)
