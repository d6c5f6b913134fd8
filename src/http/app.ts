import { Effect, Layer } from "effect"
import * as Authentication from "../guard/authentication.ts"
import * as BaseAddress from "../guard/base-address.ts"
import * as Idempotency from "../guard/idempotency.ts"
import * as Origin from "../guard/origin.ts"
import * as RateLimit from "../guard/rate-limit.ts"
import * as Subscription from "../guard/subscription.ts"
import { mcpRoutes } from "../mcp/endpoint.ts"
import * as Metrics from "../metrics/metrics.ts"
import { metricsRoutes } from "../metrics/route.ts"
import * as Pipeline from "../pipeline.ts"
import { boundary } from "./boundary.ts"
import { healthRoutes } from "./health.ts"
import { operationRoutes } from "./operations.ts"
import { pageRoutes } from "./pages.ts"
import { routes } from "./router.ts"

/** Everything the service answers. */
export const app = Effect.gen(function* () {
  const all = [yield* operationRoutes, yield* mcpRoutes, yield* pageRoutes, yield* healthRoutes, yield* metricsRoutes]
  return yield* boundary(routes(all.flat()))
})

/** The guards, the meter and the pipeline; what they need beside is the configuration and the stores. */
export const layer = Pipeline.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      BaseAddress.layer,
      Origin.layer,
      Authentication.layer,
      Subscription.layer,
      Idempotency.layer,
      RateLimit.layer,
      Metrics.layer
    )
  )
)
