import { Effect, Layer } from "effect"
import { annexes } from "./annexes.ts"
import { operations } from "./api.ts"
import * as Authentication from "./call/authentication.ts"
import * as Idempotency from "./call/idempotency.ts"
import * as Pipeline from "./call/pipeline.ts"
import * as RateLimit from "./call/rate-limit.ts"
import { sweepHourly, sweepOf } from "./call/sweep.ts"
import { TokenKinds } from "./call/token-kinds.ts"
import { AppConfig } from "./config.ts"
import * as Metrics from "./platform/telemetry/metrics/metrics.ts"
import { llms } from "./surfaces/http/llms.ts"
import { metricsRoutes } from "./surfaces/http/metrics.ts"
import { operationRoutes } from "./surfaces/http/operations.ts"
import { pageRoutes } from "./surfaces/http/pages.ts"
import { mcpRoutes } from "./surfaces/mcp/endpoint.ts"
import * as Address from "./surfaces/server/address.ts"
import { boundary } from "./surfaces/server/boundary.ts"
import { healthRoutes } from "./surfaces/web/health.ts"
import { placesOf } from "./surfaces/web/router.ts"
import { mergeEach } from "./values/layers.ts"

/** All routes of the service. */
export const routes = Effect.gen(function* () {
  const { baseUrl } = yield* AppConfig
  const mcp = yield* mcpRoutes(yield* Effect.cached(Effect.sync(() => llms(baseUrl.origin))))
  const all = [
    yield* operationRoutes,
    mcp,
    yield* pageRoutes,
    yield* healthRoutes,
    yield* metricsRoutes,
    ...(yield* Effect.all(annexes.map(({ routes }) => routes)))
  ]
  return all.flat()
})

/** The service: everything that it answers. */
export const app = Effect.flatMap(routes, (all) => boundary(placesOf(all)))

const tokenKinds = Layer.effect(
  TokenKinds,
  Effect.map(Effect.all(annexes.map(({ tokenKinds }) => tokenKinds)), (kinds) => kinds.flat())
)

const pipeline = Layer.unwrapEffect(
  Effect.map(Effect.all(annexes.map(({ operations }) => operations)), (all) => Pipeline.layer(all.flat()))
)

const ports = mergeEach(annexes.map(({ ports }) => ports))

/** The guards, the meter, the pipeline, the annexes' ports and services, without the configuration and the stores. */
export const layer = Layer.merge(pipeline, mergeEach(annexes.map(({ services }) => services))).pipe(
  Layer.provideMerge(ports),
  Layer.provideMerge(
    Layer.mergeAll(
      Address.layerBaseAddress,
      Address.layerOrigin,
      Layer.provide(Authentication.layer, tokenKinds),
      Authentication.layerSubscription,
      Idempotency.layer,
      RateLimit.layer,
      Metrics.layer([...operations, ...annexes.flatMap(({ counted }) => counted)])
    )
  )
)

const sweepKeys = Effect.flatMap(Idempotency.Idempotency, ({ sweep }) => sweepOf("idempotency keys", sweep))

/** Deletes the expired data of the core and of the annexes every hour, while the scope is open. */
export const sweeping = sweepHourly(Effect.all([sweepKeys, ...annexes.map(({ sweep }) => sweep)]))

/** What the annexes do by themselves in every process, while the scope is open. */
export const working = Effect.all(annexes.map(({ works }) => Effect.forkScoped(works)))
