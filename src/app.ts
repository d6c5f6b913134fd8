import { Effect, Layer } from "effect"
import { operations } from "./api.ts"
import * as Authentication from "./call/authentication.ts"
import * as Idempotency from "./call/idempotency.ts"
import * as Pipeline from "./call/pipeline.ts"
import * as RateLimit from "./call/rate-limit.ts"
import * as Session from "./call/session.ts"
import { AppConfig } from "./config.ts"
import * as Jobs from "./features/history/jobs.ts"
import * as Metrics from "./platform/telemetry/metrics/metrics.ts"
import { llms } from "./surfaces/http/llms.ts"
import { metricsRoutes } from "./surfaces/http/metrics.ts"
import { operationRoutes } from "./surfaces/http/operations.ts"
import { pageRoutes } from "./surfaces/http/pages.ts"
import { INGEST, ingestRoutes } from "./surfaces/ingest/endpoint.ts"
import { mcpRoutes } from "./surfaces/mcp/endpoint.ts"
import { oauthRoutes } from "./surfaces/oauth/endpoints.ts"
import { htmlRoutes } from "./surfaces/page/pages.ts"
import * as Address from "./surfaces/server/address.ts"
import { boundary } from "./surfaces/server/boundary.ts"
import { healthRoutes } from "./surfaces/web/health.ts"
import { placesOf } from "./surfaces/web/router.ts"

/** All routes of the service. */
export const app = Effect.gen(function* () {
  const { baseUrl } = yield* AppConfig
  const mcp = yield* mcpRoutes(yield* Effect.cached(Effect.sync(() => llms(baseUrl.origin))))
  const all = [
    yield* operationRoutes,
    mcp,
    yield* pageRoutes,
    yield* htmlRoutes,
    yield* healthRoutes,
    yield* metricsRoutes,
    yield* oauthRoutes,
    yield* ingestRoutes
  ]
  return yield* boundary(placesOf(all.flat()))
})

/** The guards, the meter, the pipeline and the jobs, without the configuration and the stores. */
export const layer = Pipeline.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      Address.layerBaseAddress,
      Address.layerOrigin,
      Authentication.layer,
      Authentication.layerSubscription,
      Idempotency.layer,
      Jobs.layer,
      RateLimit.layer,
      Session.layer,
      Metrics.layer([...operations, { name: INGEST, takesIdempotencyKey: false }])
    )
  )
)
