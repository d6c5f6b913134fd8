import { describe, expect, test } from "bun:test"
import { Effect, Exit, Option, Redacted, Scope } from "effect"
import { AppConfig } from "../../src/config.ts"
import * as Tracing from "../../src/platform/telemetry/tracing/tracer.ts"
import { settings } from "../support/app.ts"
import { startServer } from "../support/process.ts"
import { filledSettings } from "../support/stores.ts"

describe("a collector that does not answer", () => {
  const silentCollector = () => {
    let requests = 0
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => {
        requests += 1
        return new Promise<Response>(() => {})
      }
    })
    return { url: `http://127.0.0.1:${server.port}`, requests: () => requests, stop: () => server.stop(true) }
  }

  test.concurrent.each(["is away", "is silent"])(
    "that %s neither breaks nor delays requests or the end of the server",
    async (how) => {
      const scope = Effect.runSync(Scope.make())
      const silent = silentCollector()
      try {
        const server = await startServer({
          ...(await Effect.runPromise(Scope.extend(filledSettings, scope))),
          READS_BURST: "1000",
          OTEL_EXPORTER_OTLP_ENDPOINT: how === "is away" ? "http://127.0.0.1:9" : silent.url
        })
        const durations: Array<number> = []
        for (let i = 0; i < 120; i++) {
          const started = performance.now()
          const response = await fetch(`${server.baseUrl}/v1/me`, {
            headers: { authorization: `Bearer ${server.token}` }
          })
          await response.text()
          expect(response.status).toBe(200)
          durations.push(performance.now() - started)
        }
        expect(Math.max(...durations)).toBeLessThan(2000)
        const signalled = performance.now()
        server.child.kill("SIGTERM")
        expect(await server.child.exited).toBe(0)
        expect(performance.now() - signalled).toBeLessThan(5000)
      } finally {
        await silent.stop()
        await Effect.runPromise(Scope.close(scope, Exit.void))
      }
    },
    60_000
  )

  test("gets only a few exports at once, and then none for a while, so that spans do not pile up", async () => {
    const silent = silentCollector()
    const tracing = Option.some({ endpoint: silent.url, headers: Redacted.make({}), serviceName: "fettle" })
    await Effect.void.pipe(
      Effect.withSpan("work"),
      Effect.repeatN(20_000),
      Effect.zipRight(Effect.sleep("200 millis")),
      Effect.withTracerEnabled(true),
      Effect.provide(Tracing.layer),
      Effect.provideService(AppConfig, { ...settings, tracing }),
      Effect.runPromise
    )
    expect(silent.requests()).toBe(4)
    await silent.stop()
  })
})
