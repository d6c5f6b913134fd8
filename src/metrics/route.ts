import { HttpServerResponse } from "@effect/platform"
import { Effect, Option } from "effect"
import { Metrics } from "./metrics.ts"
import { render } from "./render.ts"
import { Siblings } from "./siblings.ts"
import { fromJson, toJson } from "./snapshot.ts"

const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" }

/** `GET /metrics` for Prometheus; not there where metrics are off. */
export const metricsRoutes = Effect.gen(function* () {
  const meter = yield* Metrics
  const siblings = yield* Siblings
  return Option.match(meter, {
    onNone: () => [],
    onSome: ({ snapshot }) => {
      const page = Effect.gen(function* () {
        const snapshots = yield* siblings.snapshots(toJson(yield* snapshot))
        const text = render(snapshots.flatMap((json) => Option.toArray(fromJson(json))))
        return HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8", headers })
      })
      return [["GET", "/metrics", page] as const]
    }
  })
})
