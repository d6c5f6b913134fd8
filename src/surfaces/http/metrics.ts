import { HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { Metrics } from "../../platform/telemetry/metrics/metrics.ts"
import { render } from "../../platform/telemetry/metrics/render.ts"
import { fromJson, toJson } from "../../platform/telemetry/metrics/snapshot.ts"
import { Siblings } from "../../platform/workers/siblings.ts"
import { open } from "../web/router.ts"

const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" }

/** `GET /metrics` for Prometheus. The route exists only if METRICS is on. */
export const metricsRoutes = Effect.gen(function* () {
  const meter = yield* Metrics
  const siblings = yield* Siblings
  if (Option.isNone(meter)) return []
  yield* siblings.offer(Effect.map(meter.value.snapshot, toJson))
  const page = Effect.map(siblings.snapshots, (snapshots) =>
    HttpServerResponse.text(render(snapshots.flatMap((json) => Option.toArray(fromJson(json)))), {
      contentType: "text/plain; version=0.0.4; charset=utf-8",
      headers
    })
  )
  return [{ ...open("/metrics", () => page), takesAnyHost: true }]
})
