import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import { FetchHttpClient, HttpClient, HttpClientError } from "@effect/platform"
import { Cause, Effect, Exit, Layer, Logger, Option, Redacted, Tracer } from "effect"
import packageJson from "../../../../package.json" with { type: "json" }
import { AppConfig, type Tracing } from "../../../config.ts"
import { isFailure } from "../../../contract/errors.ts"
import { KeyTaken } from "../../../contract/handler/answer.ts"
import { faultOf } from "../log/fault.ts"

/** Longest time for an export to the collector, and most exports at a time; further ones are dropped. */
const EXPORT_TIMEOUT = "5 seconds"
const MOST_EXPORTS = 4

/** How long a stopping process may take to send its last spans. */
const SHUTDOWN_TIMEOUT = "2 seconds"

/** A span of a trace that the caller has decided not to record. */
const unrecorded = (
  name: string,
  parent: Tracer.AnySpan,
  context: Tracer.Span["context"],
  startTime: bigint,
  kind: Tracer.SpanKind
): Tracer.Span => ({
  _tag: "Span",
  name,
  spanId: parent.spanId,
  traceId: parent.traceId,
  parent: Option.some(parent),
  context,
  status: { _tag: "Started", startTime },
  attributes: new Map(),
  links: [],
  sampled: false,
  kind,
  end: () => {},
  attribute: () => {},
  event: () => {},
  addLinks: () => {}
})

/** The failure that a span records: the code of a declared one, otherwise no more than the log contains. */
const recordedExit = (exit: Exit.Exit<unknown, unknown>, span: Tracer.Span): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return exit
  const failure = Cause.squash(exit.cause)
  if (isFailure(failure)) {
    span.attribute("error.type", failure._tag)
    return failure._tag === "internal_error" ? Exit.fail(new Error(failure._tag)) : Exit.void
  }
  // KeyTaken is not an error: it leads to a replay.
  if (failure instanceof KeyTaken) return Exit.void
  const { message, stack } = faultOf(exit.cause)
  const error = new Error(message)
  error.stack = stack
  return Exit.fail(error)
}

/** A tracer whose spans contain no personal values. It does not record traces that the caller does not record. */
const discreet = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    context: tracer.context,
    span: (name, parent, context, links, startTime, kind, options) => {
      if (Option.isSome(parent) && !parent.value.sampled) {
        return unrecorded(name, parent.value, context, startTime, kind)
      }
      const span = tracer.span(name, parent, context, links, startTime, kind, options)
      const end = span.end.bind(span)
      span.end = (endTime, exit) => end(endTime, recordedExit(exit, span))
      return span
    }
  })

/** Limits exports in time and number, so that a slow or unreachable collector cannot fill the memory. */
const bounded = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) => {
    let underWay = 0
    return HttpClient.transform(client, (exporting, request) => {
      const refused = (reason: "Encode" | "Transport", description: string) =>
        new HttpClientError.RequestError({ request, reason, description })
      return Effect.suspend(() => {
        // Reported as an encoding error, because the exporter would retry transport errors.
        if (underWay >= MOST_EXPORTS) return Effect.fail(refused("Encode", "Too many exports are under way"))
        underWay += 1
        return exporting.pipe(
          Effect.timeoutFail({
            duration: EXPORT_TIMEOUT,
            onTimeout: () => refused("Transport", "The collector does not answer")
          }),
          Effect.ensuring(
            Effect.sync(() => {
              underWay -= 1
            })
          )
        )
      })
    })
  })
).pipe(Layer.provide(FetchHttpClient.layer))

const exporting = ({ endpoint, headers, serviceName }: Tracing) =>
  Layer.unwrapScoped(
    OtlpTracer.make({
      url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
      headers: Redacted.value(headers),
      resource: { serviceName, serviceVersion: packageJson.version },
      shutdownTimeout: SHUTDOWN_TIMEOUT
    }).pipe(Effect.map((tracer) => Layer.setTracer(discreet(tracer))))
  ).pipe(Layer.provide([OtlpSerialization.layerJson, bounded]))

/**
 * If a collector is configured, the tracer that sends spans to it (OTLP over HTTP). Tracing is off by default and
 * turned on for requests only, so that start-up and clean-up are not traced, and no span is created without a
 * collector.
 */
export const layer = Layer.mergeAll(
  Layer.setTracerEnabled(false),
  // This logger would copy log entries into spans, including causes with all their values.
  Logger.remove(Logger.tracerLogger),
  Layer.unwrapEffect(
    Effect.map(AppConfig, ({ tracing }) => Option.match(tracing, { onNone: () => Layer.empty, onSome: exporting }))
  )
)
